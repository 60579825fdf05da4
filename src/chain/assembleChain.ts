import { setImmediate } from 'node:timers/promises'
import { createAccessList } from '../evm/createAccessList.ts'
import { estimateGas } from '../evm/estimateGas.ts'
import type { Executor } from '../evm/executor.ts'
import { runTransaction } from '../evm/runTransaction.ts'
import { simulateCall } from '../evm/simulate.ts'
import type { Clock } from '../primitives/clock.ts'
import type { Logger } from '../primitives/logger.ts'
import { changedAccounts } from '../state/changedRows.ts'
import type { StateDatabase, StatePosition } from '../state/stateDatabase.ts'
import { WorldState } from '../state/worldState.ts'
import { applyBlock } from './applyBlock.ts'
import type { Block, SealedBlock } from './block.ts'
import { createBlockContexts } from './blockContext.ts'
import type { BlockRef, BlockView, Chain } from './chain.ts'
import type { ChainStore } from './chainStore.ts'
import { ChainRefused } from './errors.ts'
import { feeCollector } from './feeCollector.ts'
import type { Genesis } from './genesis.ts'
import { forkScheduleOf } from './genesisBlock.ts'
import type { History, HistoryPosition } from './history.ts'
import { Pins } from './pins.ts'
import { Pool, type PoolContent } from './pool.ts'
import { contentsOf, createProducer } from './producer.ts'
import { createReceiptWaiters } from './receiptWaiters.ts'
import { pendingBlock } from './sealBlock.ts'
import { createSimulator } from './simulator.ts'
import { Snapshots } from './snapshots.ts'
import { createWriteQueue } from './writeQueue.ts'

/** What a chain is told, whichever block it begins with. */
export interface ChainSettings {
  readonly genesis: Genesis
  readonly executor: Executor
  readonly clock: Clock
  readonly logger: Logger
  /** Gas that a simulated call has at the most; default: the block gas limit. */
  readonly callGasCap?: bigint
  /** Time that a simulated call, estimate or access list may take; default: {@link DEFAULT_CALL_TIMEOUT_MS}. */
  readonly callTimeoutMs?: number
  /** Newest blocks whose state is kept; default: all. */
  readonly keep?: number
}

/** What a chain is made of: blocks and their state, which end at the same block, and what waits. */
export interface ChainParts {
  readonly states: StateDatabase
  readonly history: History
  readonly pool: Pool
  /** Where it is written; default: nowhere. */
  readonly store?: ChainStore
  /** Called when the chain is closed. */
  readonly onClose?: () => void
}

/** What a snapshot remembers: positions, so that taking one costs the same whatever the state's size. */
interface Moment {
  readonly states: StatePosition
  readonly history: HistoryPosition
  readonly pool: PoolContent
}

/** Long enough for a call with all the gas of a block on the reference executor, mostly. */
export const DEFAULT_CALL_TIMEOUT_MS = 30_000

/** Versions that are pruned at a time, so that a long past delays no block for long. */
const PRUNED_A_BLOCK = 64

/** Puts a chain together that goes on from what its parts hold. */
export function assembleChain(settings: ChainSettings, parts: ChainParts): Chain {
  const { genesis, executor, clock, logger, keep = Number.POSITIVE_INFINITY } = settings
  const { callGasCap = genesis.gasLimit, callTimeoutMs = DEFAULT_CALL_TIMEOUT_MS } = settings
  const { states, history, pool, store, onClose } = parts
  const { chainId } = genesis
  const contexts = createBlockContexts(history, forkScheduleOf(genesis), clock)
  const queue = createWriteQueue()
  const waiters = createReceiptWaiters()
  const snapshots = new Snapshots<Moment>()
  const branches = new Set<Chain>()
  /** Versions that snapshots and branches need, with all after them. */
  const held = new Pins()
  /** Versions that running simulations need. */
  const read = new Pins()
  const simulator = createSimulator({
    chainId,
    executor,
    contexts,
    gasCap: callGasCap,
    timeoutMs: callTimeoutMs,
  })
  const producer = createProducer({
    genesis,
    executor,
    states,
    history,
    pool,
    contexts,
    logger,
    ...(store !== undefined && { store }),
    onBlock(block) {
      waiters.announce(block, history)
      tidy()
    },
  })
  let pending: { readonly key: string; readonly view: Promise<BlockView> } | undefined
  let isClosed = false

  /** Lets go of what nobody can ask for any more. What that changes on disk is written with the next block. */
  function tidy(): void {
    const { earliest } = states.stores
    const wanted = Math.min(states.version - keep + 1, held.oldest, read.oldest)
    if (wanted > earliest) prune(Math.min(wanted, earliest + PRUNED_A_BLOCK))
    if (store !== undefined && held.isEmpty) {
      states.stores.forgetPast()
      history.forgetPast()
    }
  }

  /** A damaged node in an old state is no reason to stop: that state stays. */
  function prune(earliest: number): void {
    try {
      states.stores.prune(earliest)
    } catch (error) {
      logger.error(`states before block ${earliest - 1} could not be pruned`, error)
      store?.discard()
    }
  }

  /** The pending block is made once for each state of chain and pool. */
  function pendingView(): Promise<BlockView> {
    const key = `${history.latest.hash}/${pool.revision}/${clock.now()}`
    if (pending?.key === key) return pending.view
    const made = { key, view: makePending() }
    pending = made
    made.view.catch(() => {
      if (pending === made) pending = undefined
    })
    return made.view
  }

  async function makePending(): Promise<BlockView> {
    const parent = history.latest
    const block = contexts.next(producer.nextBaseFee)
    const state = states.overlay(versionOf(parent))
    const blockAt = history.reader()
    const waiting = pool.size === 0 ? [] : pool.executable(state)
    const feeMarket = genesis.native.feeMarket
    const applied = await reading(versionOf(parent), () =>
      applyBlock(state, waiting, { executor, block, feeMarket }),
    )
    const made = pendingBlock(contentsOf(genesis, parent, block, applied))
    return viewOver(made, state, versionOf(parent), blockAt)
  }

  /** A view of a state that is itself an overlay. */
  function viewOver(
    block: Block,
    state: WorldState,
    version: number,
    blockAt: BlockView['blockAt'],
  ): BlockView {
    const source = state.asSource()
    return { block, state, version, blockAt, overlay: () => new WorldState(source, states.names) }
  }

  /** The state of a block with all that ran before one of its transactions. */
  async function viewBefore(
    block: Block,
    index: number,
    signal: AbortSignal | undefined,
  ): Promise<BlockView> {
    if (block.number === 0) throw new ChainRefused({ code: 'GENESIS_NOT_TRACEABLE' })
    // Block n's parent is version n.
    const version = block.number
    if (version < states.stores.earliest) throw pruned(block.header.number - 1n)
    const blockAt = history.reader()
    const state = states.overlay(version)
    const context = contexts.at({ block, blockAt })
    await reading(version, async () => {
      for (const [i, transaction] of block.transactions.slice(0, index).entries()) {
        // Short transactions make no pause of their own.
        if (i % 64 === 63) await setImmediate()
        await runTransaction(executor, state, context, transaction, { signal })
      }
    })
    return viewOver(block, state, version, blockAt)
  }

  function viewOf(block: SealedBlock): BlockView {
    const overlay = states.overlays(versionOf(block))
    const blockAt = history.reader()
    let state: WorldState | undefined
    return {
      block,
      version: versionOf(block),
      // Made when it is read: a simulation only needs an overlay of its own.
      get state() {
        state ??= overlay()
        return state
      },
      overlay,
      blockAt,
    }
  }

  function findSealed(ref: BlockRef): SealedBlock | undefined {
    if ('hash' in ref) return history.byHash(ref.hash)
    if ('number' in ref) return history.byNumber(ref.number)
    return ref.tag === 'earliest' ? history.byNumber(0n) : history.latest
  }

  /** A block whose state is there. @throws ChainRefused */
  function requireState(ref: BlockRef): SealedBlock {
    const block = findSealed(ref)
    if (block === undefined) {
      if ('hash' in ref) throw new ChainRefused({ code: 'BLOCK_HASH_UNKNOWN', hash: ref.hash })
      const number = 'number' in ref ? ref.number : 0n
      const latest = history.latest.header.number
      // An imported chain lacks most of its older blocks.
      if (number <= latest) throw pruned(number)
      throw new ChainRefused({ code: 'BLOCK_NOT_YET_AVAILABLE', number, latest })
    }
    keptVersion(block)
    return block
  }

  /** The version of the state after a block. @throws ChainRefused BLOCK_PRUNED */
  function keptVersion(block: SealedBlock): number {
    const version = versionOf(block)
    if (version < states.stores.earliest) throw pruned(block.header.number)
    return version
  }

  function pruned(number: bigint): ChainRefused {
    const earliest = BigInt(states.stores.earliest - 1)
    return new ChainRefused({ code: 'BLOCK_PRUNED', number, earliest })
  }

  /** Runs something that reads a version, which nothing may take away meanwhile. */
  async function reading<T>(version: number, run: () => Promise<T>): Promise<T> {
    const unpin = read.pin(version)
    try {
      return await run()
    } finally {
      unpin()
    }
  }

  const simulatePinned: typeof simulator.simulate = (view, overrides, run) =>
    reading(view.version, () => simulator.simulate(view, overrides, run))

  function momentNow(): Moment {
    return { states: states.position, history: history.position, pool: pool.content }
  }

  /** Takes blocks and pool to where the state is. Returns the number of the newest block that both ways share. */
  function followState(moment: Moment): number {
    const fork = history.moveTo(moment.history)
    pool.restore(moment.pool)
    producer.refresh()
    return fork
  }

  /** Goes to another moment, on disk too; where that fails it is as if nobody had asked. */
  async function travel(moment: Moment): Promise<void> {
    const before = momentNow()
    try {
      states.moveTo(moment.states)
      const forkVersion = followState(moment) + 1
      for (const pins of [held, read]) pins.forkAt(forkVersion)
      await store?.writeAll(pool)
    } catch (error) {
      states.returnTo(before.states)
      followState(before)
      store?.discard()
      throw error
    }
  }

  /** One change of the chain after the other, until it is closed. */
  async function enqueue<T>(job: () => Promise<T>): Promise<T> {
    if (isClosed) throw new ChainRefused({ code: 'CHAIN_CLOSED' })
    return queue.run(job)
  }

  // A process may have ended between two blocks.
  if (pool.size > 0) void queue.run(() => producer.mineWaiting())

  return {
    chainId,
    coinbase: feeCollector.evm,
    gasLimit: genesis.gasLimit,
    get latest() {
      return history.latest
    },
    get earliestState() {
      return BigInt(states.stores.earliest - 1)
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
      return viewOf(requireState(ref))
    },
    proveStorage(ref, address, slots) {
      if ('tag' in ref && ref.tag === 'pending') {
        throw new ChainRefused({ code: 'PENDING_NOT_PROVABLE' })
      }
      const version = versionOf(requireState(ref))
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
    viewBefore,
    changedAccounts: (from, to) => changedAccounts(states, keptVersion(from), keptVersion(to)),
    explore: (view, run, { overrides, signal } = {}) =>
      reading(view.version, () => simulator.explore(view, overrides, signal, run)),
    submit: (transaction) => enqueue(() => producer.submit(transaction)),
    async waitForTransaction(hash, timeoutMs) {
      if (isClosed) throw new ChainRefused({ code: 'CHAIN_CLOSED' })
      return history.transaction(hash) ?? waiters.wait(hash, timeoutMs)
    },
    call: (view, request, overrides) =>
      simulatePinned(
        view,
        overrides,
        async (scene) => (await simulateCall(scene, request)).outcome,
      ),
    estimateGas: (view, request, overrides) =>
      simulatePinned(view, overrides, (scene) => estimateGas(scene, request)),
    async createAccessList(view, request, overrides) {
      const run = simulatePinned(view, overrides, (scene) => createAccessList(scene, request))
      const { accessList, call } = await run
      return { accessList, outcome: call.outcome, gasUsed: call.gasUsed }
    },
    snapshot: ({ keep: isKept = false } = {}) =>
      enqueue(async () => {
        states.stores.keepPast()
        return snapshots.add(momentNow(), isKept, held.pin(states.version))
      }),
    revert: (id) =>
      enqueue(async () => {
        const moment = snapshots.get(id)
        if (moment === undefined) return false
        await travel(moment)
        snapshots.releaseFrom(id)
        return true
      }),
    release: (id) => enqueue(async () => snapshots.release(id)),
    branch: () =>
      enqueue(async () => {
        const unpin = held.pin(states.version)
        const ownPool = new Pool()
        ownPool.restore(pool.content)
        const { keep: _shared, ...own } = settings
        const ownHistory = history.branch()
        const branch = assembleChain(own, {
          states: states.branch(),
          history: ownHistory,
          pool: ownPool,
          onClose() {
            unpin()
            if (branches.delete(branch)) ownHistory.close()
          },
        })
        branches.add(branch)
        return branch
      }),
    async close() {
      isClosed = true
      waiters.close()
      simulator.close()
      await queue.idle()
      for (const branch of [...branches]) await branch.close()
      await store?.close()
      onClose?.()
    },
  }
}

/** Block 0 is version 1. */
function versionOf(block: SealedBlock): number {
  return block.number + 1
}
