import { ExecutionAborted } from '../evm/breather.ts'
import { createAccessList } from '../evm/createAccessList.ts'
import { TxRefused } from '../evm/errors.ts'
import { estimateGas } from '../evm/estimateGas.ts'
import type { Executor } from '../evm/executor.ts'
import { type Scene, simulateCall } from '../evm/simulate.ts'
import type { Address } from '../primitives/address.ts'
import type { Clock } from '../primitives/clock.ts'
import type { Logger } from '../primitives/logger.ts'
import { applyOverrides } from '../state/applyOverrides.ts'
import { createStateDatabase } from '../state/stateDatabase.ts'
import { WorldState } from '../state/worldState.ts'
import { applyBlock } from './applyBlock.ts'
import type { SealedBlock } from './block.ts'
import { createBlockContexts } from './blockContext.ts'
import type { BlockRef, BlockView, Chain, Overrides } from './chain.ts'
import { ChainRefused } from './errors.ts'
import { feeCollector } from './feeCollector.ts'
import type { Genesis } from './genesis.ts'
import { createGenesisBlock, forkScheduleOf } from './genesisBlock.ts'
import { History } from './history.ts'
import { Pool } from './pool.ts'
import { contentsOf, createProducer } from './producer.ts'
import { createReceiptWaiters } from './receiptWaiters.ts'
import { pendingBlock } from './sealBlock.ts'
import { createWriteQueue } from './writeQueue.ts'

export interface ChainOptions {
  readonly genesis: Genesis
  readonly executor: Executor
  readonly clock: Clock
  readonly logger: Logger
  /** Gas that a simulated call has at the most; default: the block gas limit. */
  readonly callGasCap?: bigint
  /** Time that a simulated call, estimate or access list may take; default: {@link DEFAULT_CALL_TIMEOUT_MS}. */
  readonly callTimeoutMs?: number
}

/** Long enough for a call with all the gas of a block on the reference executor, mostly. */
export const DEFAULT_CALL_TIMEOUT_MS = 30_000

/** A chain that begins with a genesis and holds everything in memory. @throws GenesisRefused */
export function createChain(options: ChainOptions): Chain {
  const { genesis, executor, clock, logger, callGasCap } = options
  const { callTimeoutMs: timeoutMs = DEFAULT_CALL_TIMEOUT_MS } = options
  const { chainId } = genesis
  const states = createStateDatabase(genesis.native)
  const history = new History(createGenesisBlock(genesis, states))
  const contexts = createBlockContexts(history, forkScheduleOf(genesis), clock)
  const pool = new Pool()
  const queue = createWriteQueue()
  const waiters = createReceiptWaiters()
  const producer = createProducer({
    genesis,
    executor,
    states,
    history,
    pool,
    contexts,
    queue,
    logger,
    onBlock: (block) => waiters.announce(block, history),
  })
  let pending: { readonly key: string; readonly view: Promise<BlockView> } | undefined
  let isClosed = false

  /** The pending block is made once for each state of chain and pool. */
  function pendingView(): Promise<BlockView> {
    const key = `${history.latest.hash}/${pool.revision}/${clock.now()}`
    if (pending?.key !== key) pending = { key, view: makePending() }
    return pending.view
  }

  async function makePending(): Promise<BlockView> {
    const parent = history.latest
    const block = contexts.next(producer.nextBaseFee)
    const state = states.overlay(states.version)
    const waiting = pool.size === 0 ? [] : pool.executable(state)
    const feeMarket = genesis.native.feeMarket
    const applied = await applyBlock(state, waiting, { executor, block, feeMarket })
    const source = state.asSource()
    return {
      block: pendingBlock(contentsOf(genesis, parent, block, applied)),
      state,
      overlay: () => new WorldState(source, states.names),
    }
  }

  function viewOf(block: SealedBlock): BlockView {
    const version = block.number + 1
    const overlay = (): WorldState => states.overlay(version)
    let state: WorldState | undefined
    return {
      block,
      // Made when it is read: a simulation only needs an overlay of its own.
      get state() {
        state ??= overlay()
        return state
      },
      overlay,
    }
  }

  function findSealed(ref: BlockRef): SealedBlock | undefined {
    if ('hash' in ref) return history.byHash(ref.hash)
    if ('number' in ref) return history.byNumber(ref.number)
    return ref.tag === 'earliest' ? history.byNumber(0n) : history.latest
  }

  /** @throws ChainRefused */
  function requireSealed(ref: BlockRef): SealedBlock {
    const block = findSealed(ref)
    if (block !== undefined) return block
    if ('hash' in ref) throw new ChainRefused({ code: 'BLOCK_HASH_UNKNOWN', hash: ref.hash })
    const number = 'number' in ref ? ref.number : 0n
    const latest = history.latest.header.number
    throw new ChainRefused({ code: 'BLOCK_NOT_YET_AVAILABLE', number, latest })
  }

  function sceneOf(view: BlockView, overrides: Overrides, signal: AbortSignal): Scene {
    const state = view.overlay()
    const block = contexts.at(view.block, overrides.block)
    const moved = new Map<Address, Address>()
    if (overrides.state !== undefined) applyOverrides(state, overrides.state)
    for (const [address, { movePrecompileTo }] of overrides.state ?? []) {
      if (movePrecompileTo === undefined) continue
      if (!executor.precompiles(block.hardfork).has(address)) {
        throw new TxRefused({ code: 'NOT_A_PRECOMPILE', address })
      }
      const isTaken =
        overrides.state?.has(movePrecompileTo) || [...moved.values()].includes(movePrecompileTo)
      if (isTaken) throw new TxRefused({ code: 'ALREADY_OVERRIDDEN', address: movePrecompileTo })
      moved.set(address, movePrecompileTo)
    }
    return {
      executor,
      state,
      block,
      chainId,
      gasCap: callGasCap ?? genesis.gasLimit,
      movedPrecompiles: moved,
      signal,
    }
  }

  /** Runs a simulation, whose time is limited. */
  async function simulate<T>(
    view: BlockView,
    overrides: Overrides | undefined,
    run: (scene: Scene) => Promise<T>,
  ): Promise<T> {
    const limit = new AbortController()
    const timer = setTimeout(() => limit.abort(), timeoutMs)
    try {
      return await run(sceneOf(view, overrides ?? {}, limit.signal))
    } catch (error) {
      if (error instanceof ExecutionAborted) {
        throw new TxRefused({ code: 'EXECUTION_TIMEOUT', timeoutMs }, { cause: error })
      }
      throw error
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    chainId,
    coinbase: feeCollector.evm,
    gasLimit: genesis.gasLimit,
    get latest() {
      return history.latest
    },
    get nextBaseFee() {
      return contexts.next(producer.nextBaseFee).baseFeePerGas
    },
    getBlock: (number) => history.byNumber(number),
    getBlockByHash: (hash) => history.byHash(hash),
    async findBlock(ref) {
      return 'tag' in ref && ref.tag === 'pending' ? (await pendingView()).block : findSealed(ref)
    },
    async viewAt(ref) {
      if ('tag' in ref && ref.tag === 'pending') return pendingView()
      return viewOf(requireSealed(ref))
    },
    proveStorage(ref, address, slots) {
      if ('tag' in ref && ref.tag === 'pending') {
        throw new ChainRefused({ code: 'PENDING_NOT_PROVABLE' })
      }
      const version = requireSealed(ref).number + 1
      return slots.map((slot) => {
        const { value, ops } = states.proveStorage(version, address, slot)
        return { word: value, ops }
      })
    },
    getTransaction: (hash) => history.transaction(hash),
    getPooledTransaction: (hash) => pool.get(hash),
    getPendingNonce(address) {
      return pool.nextNonce(address, viewOf(history.latest).state.getNonce(address))
    },
    async submit(transaction) {
      if (isClosed) throw new ChainRefused({ code: 'CHAIN_CLOSED' })
      return producer.submit(transaction)
    },
    async waitForTransaction(hash, timeoutMs) {
      return history.transaction(hash) ?? waiters.wait(hash, timeoutMs)
    },
    async call(view, request, overrides) {
      return simulate(
        view,
        overrides,
        async (scene) => (await simulateCall(scene, request)).outcome,
      )
    },
    async estimateGas(view, request, overrides) {
      return simulate(view, overrides, (scene) => estimateGas(scene, request))
    },
    async createAccessList(view, request, overrides) {
      const found = await simulate(view, overrides, (scene) => createAccessList(scene, request))
      const { outcome, gasUsed } = found.call
      return { accessList: found.accessList, outcome, gasUsed }
    },
    async close() {
      isClosed = true
      waiters.close()
      await queue.idle()
    },
  }
}
