import type { Executor } from '../evm/run/executor.ts'
import type { Transaction } from '../evm/transaction/transaction.ts'
import { feeCollector } from '../modules/moduleAccounts.ts'
import { nativeChainIdOf } from '../modules/nativeChainId.ts'
import type { NativeTransaction } from '../native/nativeTransaction.ts'
import type { Hash } from '../primitives/encoding/hex.ts'
import { randomHash } from '../primitives/ids.ts'
import type { Logger } from '../primitives/logger.ts'
import { type Clock, systemTicker, type Ticker } from '../primitives/time/clock.ts'
import type { RemoteChain } from '../remote/remoteChain.ts'
import type { StateDatabase } from '../state/stateDatabase.ts'
import type { BlockSealer } from './block/blockSealer.ts'
import { BlockBuilder } from './build/blockBuilder.ts'
import { BlockContexts } from './build/blockContext.ts'
import type { Chain } from './chain.ts'
import { ChainHead, type Head, type HeadChanges, stateOf } from './chainHead.ts'
import type { ChainStore } from './chainStore.ts'
import type { Genesis } from './genesis/genesis.ts'
import { forkScheduleOf } from './genesis/genesisBlock.ts'
import type { History } from './history/history.ts'
import { trimSharedRange } from './history/historyChange.ts'
import { createReceiptWaiters, type ReceiptWaiters } from './history/receiptWaiters.ts'
import { BlockScheduler } from './mining/blockScheduler.ts'
import { initialMiningState, type MiningConfigChange } from './mining/miningConfig.ts'
import { type NativeTransactionMaker, TransactionSubmitter } from './mining/transactionSubmitter.ts'
import type { Pool } from './pool/pool.ts'
import { ChainRewinder } from './rewind/chainRewinder.ts'
import { BlockVersions } from './versions/blockVersions.ts'
import { StatePruner } from './versions/statePruner.ts'
import { createSimulator, type Simulator } from './view/simulator.ts'
import { createViews, type Views } from './view/views.ts'
import { Watchers } from './watchers.ts'

/** Settings of a chain that do not depend on its first block. */
export interface ChainSettings {
  readonly genesis: Genesis
  readonly executor: Executor
  /** Seals the blocks of this chain; default: the engine's. */
  readonly sealer?: BlockSealer
  readonly clock: Clock
  readonly logger: Logger
  /** Gas limit of a simulated call; default: the block gas limit. */
  readonly callGasCap?: bigint
  /**
   * Time limit of a simulated call, estimate or access list; default:
   * {@link DEFAULT_CALL_TIMEOUT_MS}.
   */
  readonly callTimeoutMs?: number
  /** Number of newest blocks whose state is kept; default: all. */
  readonly keep?: number
  /** Whether an index finds transactions by the involved accounts; default: true. */
  readonly hasAddressIndex?: boolean
  /** Distance of `safe` from `latest` and of `finalized` from `safe`; default: 0, as on Sei. */
  readonly slotsInEpoch?: number
  /** Whether waiting transactions need not be paid for when they are accepted; default: false. */
  readonly skipsPoolBalance?: boolean
  /** Initial mining configuration, where it differs from the default. */
  readonly mining?: MiningConfigChange
  /** Creates identifiers of chains; default: {@link randomHash}. */
  readonly newInstanceId?: () => Hash
  /** Remote chain below a fork. */
  readonly remote?: RemoteChain
  /** Triggers blocks at intervals; default: {@link systemTicker}. */
  readonly ticker?: Ticker
  /**
   * Makes a chain whose blocks consensus decides; default: one that mines. Called with the
   * components of the chain.
   */
  followConsensus?(core: ChainCore): ConsensusLink
  /** Calls `mine` to mine a block of the interval, at once or later; default: at once. */
  wrapTick?(chain: Chain, mine: () => Promise<void>): Promise<void>
}

/** What a chain that consensus drives does in place of mining. */
export interface ConsensusLink {
  /** Transactions in the mempool of consensus, as far as this node has checked them. */
  readonly pool: Pool
  /**
   * Checks a transaction and sends it to consensus. A function is called when those before are in
   * the pool.
   *
   * @throws TxError, ChainError
   */
  submit(given: Transaction | (() => Transaction)): Promise<Hash>
  /**
   * Checks a native transaction and sends it to consensus.
   * @throws NativeTxError, ChainError
   */
  submitNative(given: NativeTransaction | NativeTransactionMaker): Promise<NativeTransaction>
}

/** The parts of a chain. */
export interface ChainParts {
  readonly states: StateDatabase
  readonly history: History
  /**
   * Fields of the first head that do not derive from others; default: an empty pool and the initial
   * configuration.
   */
  readonly head: Pick<Head, 'pool'> & Partial<Pick<Head, 'instanceId' | 'mining' | 'clockOffset'>>
  /** Storage of heads; default: none. */
  readonly store?: ChainStore
  /** Called when the chain is closed. */
  readonly onClose?: () => void
}

/** In most cases enough for a call with the gas of a block on the reference executor. */
export const DEFAULT_CALL_TIMEOUT_MS = 30_000

/** Components of a chain: its head, and its readers, builders and rewinder. */
export interface ChainCore {
  readonly genesis: Genesis
  readonly states: StateDatabase
  readonly history: History
  readonly head: ChainHead
  readonly contexts: BlockContexts
  readonly builder: BlockBuilder
  readonly submitter: TransactionSubmitter
  readonly scheduler: BlockScheduler
  readonly rewinder: ChainRewinder
  readonly pruner: StatePruner
  readonly versions: BlockVersions
  readonly views: Views
  readonly simulator: Simulator
  readonly watchers: Watchers
  readonly waiters: ReceiptWaiters
}

/**
 * Connects the components of a chain.
 *
 * @param onTick mines a block after each interval
 */
export function createCore(
  settings: ChainSettings,
  parts: ChainParts,
  onTick: () => Promise<void>,
): ChainCore {
  const { genesis, executor, clock, logger, keep } = settings
  const { callTimeoutMs = DEFAULT_CALL_TIMEOUT_MS, ticker = systemTicker } = settings
  const { newInstanceId = randomHash } = settings
  const { states, history, store } = parts
  const stored = store === undefined ? {} : { store }
  const waiters = createReceiptWaiters()
  const watchers = new Watchers(logger)
  const pruner = new StatePruner({ states, history, ...stored, logger, keep })
  const { codeSizeLimit } = genesis
  const burnsFees = genesis.native.feeMarket.isEip1559 === true
  const schedule = forkScheduleOf(genesis)
  const contexts = new BlockContexts({
    ...{ schedule, clock, history, codeSizeLimit, burnsFees },
    coinbase: settings.followConsensus === undefined ? undefined : feeCollector.evm,
  })
  const head = new ChainHead(
    { states, history, pruner, ...stored, onCommit },
    {
      instanceId: parts.head.instanceId ?? newInstanceId(),
      position: history.position,
      ...stateOf(states),
      ...initialMiningState(history.latest.header, settings.mining),
      ...parts.head,
    },
  )
  const versions = new BlockVersions(
    states.stores,
    history,
    () => head.current.version,
    Number(genesis.number ?? 0n),
  )
  const views = createViews({
    ...{ genesis, executor, head, contexts, states, history, versions, pruner },
    slotsInEpoch: settings.slotsInEpoch ?? 0,
  })
  const builder = new BlockBuilder({
    ...{ genesis, executor, states, history, contexts },
    ...(settings.sealer !== undefined && { sealer: settings.sealer }),
    includeInternalCalls: settings.hasAddressIndex ?? true,
  })
  const isSaved = store !== undefined
  const submitter = new TransactionSubmitter({
    head,
    builder,
    contexts,
    states,
    history,
    logger,
    isSaved,
    skipsPoolBalance: settings.skipsPoolBalance ?? false,
    nativeChainId: nativeChainIdOf(genesis),
  })
  const scheduler = new BlockScheduler({
    ...{ head, contexts, builder, submitter, watchers, ticker, logger, onTick },
  })
  const rewinder = new ChainRewinder({
    ...{ head, genesis, states, history, versions, contexts, pruner, ...stored, newInstanceId },
    initialMining: ({ header }) => initialMiningState(header, settings.mining),
  })
  const simulator = createSimulator({
    ...{ executor, contexts, pruner },
    chainId: () => head.current.mining.chainId ?? genesis.chainId,
    gasCap: () => settings.callGasCap ?? head.current.mining.gasLimit,
    timeoutMs: callTimeoutMs,
  })
  function onCommit(after: Head, changes: HeadChanges): void {
    const { accepted, blocks, console = [] } = changes
    if (accepted !== undefined) watchers.emitTransaction(accepted)
    for (const block of blocks?.added ?? []) waiters.announce(block, history)
    for (const output of console) watchers.emitConsole(output)
    if (blocks !== undefined) watchers.emitBlocks(trimSharedRange(blocks))
    scheduler.follow(after)
  }

  return {
    ...{ genesis, states, history, head, contexts, builder, submitter, scheduler, rewinder },
    ...{ pruner, versions, views, simulator, watchers, waiters },
  }
}
