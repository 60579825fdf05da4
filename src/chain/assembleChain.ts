import { createAccessList } from '../evm/run/createAccessList.ts'
import { estimateGas } from '../evm/run/estimateGas.ts'
import type { Executor } from '../evm/run/executor.ts'
import { simulateCall } from '../evm/run/simulate.ts'
import type { Hash } from '../primitives/encoding/hex.ts'
import { randomHash } from '../primitives/ids.ts'
import type { Logger } from '../primitives/logger.ts'
import type { Clock } from '../primitives/time/clock.ts'
import { systemTicker, type Ticker } from '../primitives/time/clock.ts'
import { changedAccounts } from '../state/inspect/changedRows.ts'
import { compareStates } from '../state/inspect/compareStates.ts'
import type { StateDatabase } from '../state/stateDatabase.ts'
import type { WorldState } from '../state/worldState.ts'
import { firstOf } from './block/emptyRun.ts'
import { withHashes } from './block/missingHashes.ts'
import { createBlockContexts } from './build/blockContext.ts'
import { createProducer } from './build/producer.ts'
import type { Chain } from './chain.ts'
import type { ChainStore } from './chainStore.ts'
import { editState } from './editState.ts'
import { ChainRefused } from './errors.ts'
import { type Genesis, nativeChainIdOf } from './genesis/genesis.ts'
import { forkScheduleOf } from './genesis/genesisBlock.ts'
import type { History } from './history/history.ts'
import { createReceiptWaiters } from './history/receiptWaiters.ts'
import { type ChainControls, type CurrentControls, initialControls } from './mining/controls.ts'
import { MiningDesk } from './mining/miningDesk.ts'
import { Pool } from './pool/pool.ts'
import { waitingIn } from './pool/waiting.ts'
import { BlockVersions } from './rewind/blockVersions.ts'
import { Pins } from './rewind/pins.ts'
import { Snapshots } from './rewind/snapshots.ts'
import { type Moment, Travel } from './rewind/travel.ts'
import { createDumps } from './transfer/dumps.ts'
import { simulateBlocks } from './view/simulateBlocks.ts'
import { createSimulator } from './view/simulator.ts'
import { createViews } from './view/views.ts'
import { Watchers } from './watchers.ts'
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
  /** Whether transactions are found by the accounts that took part in them; default: they are. */
  readonly hasAddressIndex?: boolean
  /** What is other than {@link initialControls} from the start. */
  readonly controls?: Partial<ChainControls>
  /** Makes the names of chains; default: {@link randomHash}. */
  readonly newInstanceId?: () => Hash
  /** What makes blocks at intervals come; default: {@link systemTicker}. */
  readonly ticker?: Ticker
  /** Makes a block whose time has come by `mine`, at once or later; default: at once. */
  aroundTick?(chain: Chain, mine: () => Promise<void>): Promise<void>
}

/** What a chain is made of: blocks and their state, which end at the same block, and what waits. */
export interface ChainParts {
  readonly states: StateDatabase
  readonly history: History
  readonly pool: Pool
  /** Where it is written; default: nowhere. */
  readonly store?: ChainStore
  /** What names it; default: a new one. */
  readonly instanceId?: Hash
  /** How it begins; default: as the settings say. */
  readonly controls?: ChainControls
  /** Called when the chain is closed. */
  readonly onClose?: () => void
}

/** Long enough for a call with all the gas of a block on the reference executor, mostly. */
export const DEFAULT_CALL_TIMEOUT_MS = 30_000

/** Versions that are pruned at a time, so that a long past delays no block for long. */
const PRUNED_A_BLOCK = 64

/** Puts a chain together that goes on from what its parts hold. */
export function assembleChain(settings: ChainSettings, parts: ChainParts): Chain {
  const { genesis, executor, clock, logger, keep } = settings
  const { callTimeoutMs = DEFAULT_CALL_TIMEOUT_MS, ticker = systemTicker } = settings
  const { newInstanceId = randomHash } = settings
  const { states, history, pool, store, onClose } = parts
  const { chainId } = genesis
  const controls: CurrentControls = {
    current: parts.controls ?? initialControls(history.latest.header, settings.controls),
  }
  const contexts = createBlockContexts(
    history,
    forkScheduleOf(genesis),
    clock,
    controls,
    genesis.codeSizeLimit,
  )
  const versions = new BlockVersions(states.stores, history)
  const queue = createWriteQueue()
  const waiters = createReceiptWaiters()
  const watchers = new Watchers(logger)
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
    gasCap: () => settings.callGasCap ?? controls.current.gasLimit,
    timeoutMs: callTimeoutMs,
  })
  const producer = createProducer({
    genesis,
    executor,
    states,
    history,
    pool,
    contexts,
    controls,
    logger,
    ...(store !== undefined && { store }),
    wantsInternals: settings.hasAddressIndex ?? true,
    areBlocksTold: () => watchers.areBlocksTold,
    onTransaction: (transaction) => watchers.tellTransaction(transaction),
    onBlock(block, said) {
      waiters.announce(block, history)
      for (const each of said) watchers.tellConsole(each)
      watchers.tellBlocks({ left: [], entered: [block] })
      tidy()
    },
  })
  const views = createViews({
    genesis,
    executor,
    contexts,
    controls,
    states,
    history,
    versions,
    pool,
    nextBaseFee: () => producer.nextBaseFee,
    reading,
  })
  const mineNext = () => enqueue(() => producer.mineNext())
  const desk = new MiningDesk({
    ...{ controls, contexts, history, producer, ticker, logger },
    onTick: () => settings.aroundTick?.(chain, mineNext) ?? mineNext(),
  })
  const dumps = createDumps({ states, history, versions, read, desk, edit })
  const travel = new Travel(
    {
      ...{ genesis, states, history, versions, pool, producer, desk, contexts, controls },
      ...{ watchers, snapshots, held, read, newInstanceId },
      ...(store !== undefined && { store }),
      startControls: ({ header }) => initialControls(header, settings.controls),
    },
    parts.instanceId ?? newInstanceId(),
  )
  let isClosed = false

  /** Lets go of what nobody can ask for any more. What that changes on disk is written with the next block. */
  function tidy(): void {
    const { latest } = history
    const made = latest.number - firstOf(latest) + 1
    if (keep !== undefined) prune(latest.header.number - BigInt(keep) + 1n, made)
    if (store !== undefined && held.isEmpty) {
      states.stores.forgetPast()
      history.forgetPast()
    }
  }

  /** Lets go of states before a block. Damage to an old one is no reason to stop: that state stays. */
  function prune(firstKept: bigint, made: number): void {
    const { earliest } = states.stores
    try {
      // Its own version stays with it: that is the one that can be proven.
      const own = history.byNumber(firstKept)?.version ?? 0
      const wanted = Math.min(own, held.oldest, read.oldest)
      if (wanted > earliest) states.stores.prune(wanted, PRUNED_A_BLOCK * made)
    } catch (error) {
      logger.error(`states before block ${firstKept} could not be pruned`, error)
      store?.discard()
    }
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

  /** Changes the newest state between two blocks. Calls must not overlap. */
  async function edit(change: (state: WorldState) => Promise<void> | void): Promise<void> {
    const edited = await editState(change, { states, ...(store !== undefined && { store }) })
    if (!edited) return
    // From here on nothing is awaited: readers see the whole edit or nothing of it.
    versions.newest = states.version
    pool.dropStale(states.newest)
    producer.refresh()
    tidy()
    // What waited for a nonce may have got it.
    if (pool.size > 0 && controls.current.automine) await producer.mineWaiting()
  }

  /** One change of the chain after the other, until it is closed. */
  async function enqueue<T>(job: () => Promise<T>): Promise<T> {
    if (isClosed) throw new ChainRefused({ code: 'CHAIN_CLOSED' })
    return queue.run(job)
  }

  // A process may have ended between two blocks.
  if (pool.size > 0 && controls.current.automine) void queue.run(() => producer.mineWaiting())

  const chain: Chain = {
    chainId,
    nativeChainId: nativeChainIdOf(genesis),
    names: genesis.native,
    get instanceId() {
      return travel.instanceId
    },
    get controls() {
      return controls.current
    },
    get now() {
      return contexts.now
    },
    get latest() {
      return history.latest
    },
    get earliestBlock() {
      return BigInt(history.earliest)
    },
    get position() {
      return history.position
    },
    get earliestState() {
      return BigInt(versions.earliestBlock)
    },
    get nextBaseFee() {
      return contexts.next(producer.nextBaseFee).baseFeePerGas
    },
    get nextHardfork() {
      return contexts.next(producer.nextBaseFee).hardfork
    },
    getBlock: (number) => history.byNumber(number),
    getBlockByHash: views.blockByHash,
    findBlock: views.findBlock,
    viewAt: views.viewAt,
    async proveStorage(ref, address, slots) {
      if ('tag' in ref && ref.tag === 'pending') {
        throw new ChainRefused({ code: 'PENDING_NOT_PROVABLE' })
      }
      const version = views.provableVersion(await views.requireState(ref))
      return slots.map((slot) => {
        const { value, ops } = states.proveStorage(version, address, slot)
        return { word: value, ops }
      })
    },
    leftSince: (position) => history.leftSince(position),
    findLogs: (criteria, { first, last }, scope) => history.findLogs(criteria, first, last, scope),
    findTransactions: (trait, { first, last }, order) =>
      history.findTransactions(trait, first, last, order),
    blocksIn: ({ first, last }, options) => history.blocksIn(first, last, options),
    watch: (watcher) => watchers.add(watcher),
    getTransaction: (hash) => history.transaction(hash),
    getNativeTransaction: (hash) => history.nativeTransaction(hash),
    getPooledTransaction: (hash) => pool.get(hash),
    get waiting() {
      return waitingIn(pool, views.viewOf(history.latest).state)
    },
    drop: (select) => enqueue(() => producer.drop(select)),
    control: (change) => enqueue(() => desk.control(change)),
    mine: (options = {}) => enqueue(() => desk.mine(options)),
    getPendingNonce(address) {
      return pool.nextNonce(address, views.viewOf(history.latest).state.getNonce(address))
    },
    viewBefore: views.viewBefore,
    changedAccounts: (from, to) =>
      changedAccounts(states, views.keptVersion(from), views.keptVersion(to)),
    async explore(view, run, { overrides, signal } = {}) {
      await withHashes(() => view.block.hash)
      return reading(view.version, () => simulator.explore(view, overrides, signal, run))
    },
    replayNative: ({ state, block }, transaction) => views.replayNative(state, block, transaction),
    submit: (transaction, onRun) => enqueue(() => producer.submit(transaction, onRun)),
    submitNative: (transaction) => enqueue(() => producer.submitNative(transaction)),
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
    async simulateBlocks(view, simulation) {
      await withHashes(() => view.block.hash)
      return simulatePinned(view, undefined, (scene) =>
        simulateBlocks(scene, view, simulation, { genesis, contexts, controls: controls.current }),
      )
    },
    edit: (change) => enqueue(() => edit(change)),
    readAll: dumps.readAll,
    dump: dumps.dump,
    load: (dump) => enqueue(() => travel.orBack(() => dumps.load(dump))),
    snapshot: ({ keep: isKept = false } = {}) =>
      enqueue(async () => {
        states.stores.keepPast()
        return snapshots.add(travel.moment, isKept, held.pin(states.version))
      }),
    get snapshots() {
      return snapshots.all().map(({ id, content, isKept }) => {
        return { id, block: content.history.value, isKept }
      })
    },
    revert: (id, { keep: isKept = false } = {}) =>
      enqueue(async () => {
        const moment = snapshots.get(id)
        if (moment === undefined) return false
        await travel.to(moment)
        snapshots.releaseFrom(isKept ? id + 1 : id)
        return true
      }),
    rollback: (depth) =>
      enqueue(async () => {
        await travel.back(depth)
        if (pool.size > 0 && controls.current.automine) await producer.mineWaiting()
      }),
    reset: () =>
      enqueue(async () => {
        if (store !== undefined && branches.size > 0) {
          throw new ChainRefused({ code: 'PAST_IN_USE' })
        }
        await travel.reset()
      }),
    release: (id) => enqueue(async () => snapshots.release(id)),
    compare: (from, to) =>
      enqueue(async () => {
        const [before, after] = [from, to].map((id) => {
          return id === undefined ? states.position : snapshots.get(id)?.states
        })
        return before && after && compareStates(states, before, after)
      }),
    branch: () =>
      enqueue(async () => {
        const unpin = held.pin(states.version)
        const ownPool = new Pool()
        ownPool.restore(pool.content)
        const { keep: _shared, ...own } = settings
        const ownHistory = history.branch()
        const branch = assembleChain(
          { ...own, controls: { ...own.controls, intervalMs: undefined } },
          {
            states: states.branch(),
            history: ownHistory,
            pool: ownPool,
            controls: { ...controls.current, intervalMs: undefined },
            onClose() {
              unpin()
              if (branches.delete(branch)) ownHistory.close()
            },
          },
        )
        branches.add(branch)
        return branch
      }),
    async close() {
      isClosed = true
      desk.close()
      waiters.close()
      simulator.close()
      await queue.idle()
      for (const branch of [...branches]) await branch.close()
      await store?.close()
      onClose?.()
    },
  }
  return chain
}
