import type { Hardfork } from '../evm/rules/hardfork.ts'
import type { ExecutionResult } from '../evm/run/executor.ts'
import type { ExecutionContext } from '../evm/run/simulate.ts'
import type { CallRequest, GasEstimate } from '../evm/transaction/callRequest.ts'
import type { AccessList, Transaction } from '../evm/transaction/transaction.ts'
import type { NativeTransaction } from '../native/nativeTransaction.ts'
import type { Address } from '../primitives/address.ts'
import type { Hash } from '../primitives/encoding/hex.ts'
import type { AccountChange } from '../state/inspect/compareStates.ts'
import type { StateContent } from '../state/inspect/stateContent.ts'
import type { NativeNames } from '../state/rows/stateSource.ts'
import type { ProofOp } from '../store/ics23/ics23.ts'
import type { Block, SealedBlock } from './block/block.ts'
import type { BlockScope } from './block/blockEntries.ts'
import type { BlockRange, BlockRef } from './block/blockRef.ts'
import type { StateEdit } from './build/editState.ts'
import type { AddressIndexKey } from './history/addressIndexKeys.ts'
import type { BlockOrder } from './history/blockKeys.ts'
import type { BlocksInOptions, HistoryPosition } from './history/history.ts'
import type { LocatedNative, LocatedTransaction } from './history/located.ts'
import type { LocatedLog, LogCriteria } from './history/logCriteria.ts'
import type { MineOptions } from './mining/blockScheduler.ts'
import type { MiningConfig, MiningConfigChange } from './mining/miningConfig.ts'
import type { MiningUpdate } from './mining/timeControls.ts'
import type { NativeTransactionMaker, SubmitOptions } from './mining/transactionSubmitter.ts'
import type { PoolContents } from './pool/pool.ts'
import type { SnapshotId } from './rewind/snapshots.ts'
import type { StateDump } from './transfer/stateDump.ts'
import type { BlockView, Overrides } from './view/blockView.ts'
import type { SimulatedBlock, Simulation } from './view/simulation.ts'
import type { ChainWatcher } from './watchers.ts'

/** A chain: blocks over time, their state, the pool, and simulation on any kept block. */
export interface Chain {
  readonly chainId: bigint
  /** Chain id of native transactions: a name. */
  readonly nativeChainId: string
  /** Names of the native side. */
  readonly names: NativeNames
  /** Identifies the chain until it is reset: random for each chain in memory, kept on disk. */
  readonly instanceId: Hash
  readonly blocks: ChainBlocks
  readonly transactions: ChainTransactions
  readonly logs: ChainLogs
  readonly state: ChainState
  readonly pool: ChainPool
  readonly mining: ChainMining
  readonly snapshots: ChainSnapshots
  readonly simulate: ChainSimulator
  /**
   * Notifies a watcher of what happens from now on, until the function that it returns is called.
   */
  watch(watcher: ChainWatcher): () => void
  /**
   * Removes the newest blocks and the edits after them. The pool and the mining configuration stay.
   *
   * @throws ChainError ROLLBACK_TOO_DEEP, BLOCK_PRUNED; PAST_IN_USE if a chain on disk has
   *   snapshots or branches from there
   */
  rollback(depth: bigint): Promise<void>
  /**
   * Starts again from the genesis, with an empty pool, the initial mining configuration and no
   * snapshots; branches continue.
   *
   * @throws ChainError PAST_IN_USE if a chain on disk has branches
   */
  reset(): Promise<void>
  /**
   * A chain of its own that continues from here, in memory, until it is closed. It has the same
   * mining configuration without the interval. Costs the same whatever the state's size. Until it
   * is closed, no state from here on is pruned. Closing this chain closes it too.
   */
  branch(): Promise<Chain>
  /** Ends background work and branches, and writes what is left to write. Idempotent. */
  close(): Promise<void>
}

/** Mined blocks. */
export interface ChainBlocks {
  /** The newest block. */
  readonly latest: SealedBlock
  /**
   * Number of the oldest block after which none is missing: an imported chain lacks most older
   * ones.
   */
  readonly earliest: bigint
  /** The newest block as a position, to find out later how the chain continued from there. */
  readonly position: HistoryPosition
  get(number: bigint): SealedBlock | undefined
  getByHash(hash: Hash): Promise<SealedBlock | undefined>
  /** The block that a reference names, `pending` included. */
  find(ref: BlockRef): Promise<Block | undefined>
  /**
   * Blocks that led to a position and left the chain since, the newest last; on disk the newest of
   * them.
   */
  leftSince(position: HistoryPosition): readonly SealedBlock[]
  /** Blocks of a range in ascending order, as of the call. */
  range(range: BlockRange, options?: BlocksInOptions): AsyncGenerator<SealedBlock>
}

/** Mined transactions. */
export interface ChainTransactions {
  get(hash: Hash): LocatedTransaction | undefined
  /** A native transaction by the SHA-256 of its bytes. */
  getNative(hash: Hash): LocatedNative | undefined
  /**
   * Transactions of a range that an address index key leads to, block by block, as of the call.
   * Inside a block they are in its order, whatever the order of the blocks.
   */
  search(
    key: AddressIndexKey,
    range: BlockRange,
    order: BlockOrder,
  ): AsyncGenerator<readonly LocatedTransaction[]>
  /** Waits until a transaction is mined. @throws ChainError RECEIPT_TIMEOUT, CHAIN_CLOSED */
  waitFor(hash: Hash, timeoutMs: number): Promise<LocatedTransaction>
}

/** Logs of mined transactions. */
export interface ChainLogs {
  /**
   * Logs of a range that match criteria, block by block, as of the call. The log index finds the
   * blocks.
   */
  search(
    criteria: LogCriteria,
    range: BlockRange,
    scope?: BlockScope,
  ): AsyncGenerator<readonly LocatedLog[]>
}

/** A storage slot and the proof of its content. */
export interface SlotProof {
  /** The 32-byte word; undefined for an empty slot. */
  readonly word: Uint8Array | undefined
  /** From the key up to the app hash. */
  readonly ops: readonly ProofOp[]
}

/** States after blocks. */
export interface ChainState {
  /** Number of the oldest block whose state is kept. */
  readonly earliest: bigint
  /** @throws ChainError BLOCK_NOT_YET_AVAILABLE, BLOCK_HASH_UNKNOWN, BLOCK_PRUNED */
  viewAt(ref: BlockRef): Promise<BlockView>
  /**
   * A block with the state before its transaction `index`. Runs the transactions before it again.
   *
   * @throws ChainError as {@link viewAt}, and GENESIS_NOT_TRACEABLE; ExecutionAborted
   */
  viewBefore(block: Block, index: number, signal?: AbortSignal): Promise<BlockView>
  /**
   * The content of storage slots (32 bytes each) right after a block, with proofs. Edits after the
   * block are not in any header, and not in the proofs.
   *
   * @throws ChainError as {@link viewAt}, and PENDING_NOT_PROVABLE
   */
  proveStorage(
    ref: BlockRef,
    address: Address,
    slots: readonly Uint8Array[],
  ): Promise<readonly SlotProof[]>
  /**
   * Accounts that differ between the states after two blocks, in ascending order. Costs what
   * changed.
   *
   * @throws ChainError BLOCK_PRUNED
   */
  changedAccounts(from: SealedBlock, to: SealedBlock): readonly Address[]
  /** Keeps a version of the state while `run` reads it. @throws what `run` throws */
  readAll<T>(view: BlockView, run: (content: StateContent) => Promise<T>): Promise<T>
  /**
   * The newest state as JSON text in pieces, as of the first piece. Reading it throws ChainError
   * STATE_TOO_LARGE.
   */
  dump(): AsyncIterable<string>
  /**
   * Changes the newest state between two blocks: all of the edit, or nothing if it throws. The
   * supply of the base denomination follows the balances.
   *
   * @throws ChainError SUPPLY_TOO_LARGE; what `edit` throws
   */
  edit(edit: StateEdit): Promise<void>
  /**
   * Puts a dump on top of the newest state, as an edit. If the chain is behind the dump's block,
   * empty blocks come first (as many as one request may mine); if its clock is behind, the clock is
   * set. All of it, or nothing if it throws.
   *
   * @throws ChainError SUPPLY_TOO_LARGE, BAD_STATE, CHAIN_CLOSED
   */
  load(dump: StateDump): Promise<void>
}

/** Transactions that are submitted, and those that are pending. */
export interface ChainPool {
  /** All pending and queued transactions. */
  readonly contents: PoolContents
  get(hash: Hash): Transaction | undefined
  /** Nonce of the account's next transaction: counts pending transactions without a gap. */
  pendingNonce(address: Address): bigint
  /**
   * Submits a transaction. In auto mode its block is there when this resolves, unless its nonce
   * leaves a gap; else it is pending. A function is called when its turn comes: nobody changes the
   * chain between its reads and the submission.
   *
   * @throws TxError, ChainError
   */
  submit(transaction: Transaction | (() => Transaction), options?: SubmitOptions): Promise<Hash>
  /**
   * Submits a native transaction, which is mined in a block of its own in every mode. Its receipt
   * has the error of its messages. A function is called when its turn comes, with the state that
   * the transaction runs on.
   *
   * @throws NativeTxError if no block may hold it
   */
  submitNative(transaction: NativeTransaction | NativeTransactionMaker): Promise<LocatedNative>
  /** Removes the transactions that `select` chooses, and returns them. */
  drop(select: (transaction: Transaction) => boolean): Promise<readonly Transaction[]>
}

/** When blocks are mined, and what their headers contain. */
export interface ChainMining {
  readonly config: MiningConfig
  /** Seconds from the clock that the chain was given to its own. */
  readonly clockOffset: bigint
  /** The chain's clock: seconds since 1970. */
  readonly now: bigint
  /** Base fee of the next block, in wei. */
  readonly nextBaseFee: bigint
  /** Rules of the next block. */
  readonly nextHardfork: Hardfork
  /**
   * Changes the configuration. If that turns auto mode on, mines what is ready. A function is
   * called when its turn comes: nobody changes the chain between its call and the change.
   *
   * @throws what the function throws
   */
  configure(change: MiningConfigChange | MiningUpdate): Promise<void>
  /**
   * Mines blocks of what is ready, and empty ones if nothing is.
   *
   * @throws ChainError TOO_MANY_BLOCKS, TIME_OUT_OF_RANGE
   */
  mine(options?: MineOptions): Promise<void>
}

/** A snapshot and where it leads to. */
export interface SnapshotEntry {
  readonly id: SnapshotId
  /** The newest block there. */
  readonly block: SealedBlock
  /** Whether it survives a revert to an older snapshot, and to itself. */
  readonly isKept: boolean
}

/** Snapshots of blocks, state, pool, mining configuration and clock. */
export interface ChainSnapshots {
  /** All snapshots, the oldest first. */
  readonly list: readonly SnapshotEntry[]
  /**
   * Takes a snapshot. Costs the same whatever the state's size. Until it is reverted to or
   * released, no state since then is pruned.
   *
   * @param options.keep whether it survives a revert to an older snapshot, and to itself.
   */
  take(options?: { readonly keep?: boolean }): Promise<SnapshotId>
  /**
   * Reverts to a snapshot. That ends it and all later ones, unless they are kept. Returns false if
   * there is no such snapshot.
   *
   * @param options.keep whether the snapshot stays.
   */
  revert(id: SnapshotId, options?: { readonly keep?: boolean }): Promise<boolean>
  /** Releases a snapshot; false if there is no such snapshot. */
  release(id: SnapshotId): Promise<boolean>
  /**
   * Accounts that differ between two snapshots, or one and the newest state (undefined), in
   * ascending order. Costs what differs. Undefined if there is no such snapshot.
   */
  compare(
    from: SnapshotId | undefined,
    to: SnapshotId | undefined,
  ): Promise<readonly AccountChange[] | undefined>
}

/** Executions on views whose results are not kept. */
export interface ChainSimulator {
  /** Runs a call. @throws TxError */
  call(view: BlockView, request: CallRequest, overrides?: Overrides): Promise<ExecutionResult>
  /**
   * Smallest gas limit with which the call succeeds (within 1.5 %). A failing call is a value.
   *
   * @throws TxError
   */
  estimateGas(view: BlockView, request: CallRequest, overrides?: Overrides): Promise<GasEstimate>
  /** Addresses and slots that the call touches, and its gas with that list. @throws TxError */
  createAccessList(
    view: BlockView,
    request: CallRequest,
    overrides?: Overrides,
  ): Promise<{
    readonly accessList: AccessList
    readonly outcome: ExecutionResult
    readonly gasUsed: bigint
  }>
  /**
   * Builds blocks of calls on top of a view.
   *
   * @throws TxError, ChainError if a block or a call is not allowed
   */
  blocks(view: BlockView, simulation: Simulation): Promise<readonly SimulatedBlock[]>
  /** Lets `run` use an overlay of a view in the block's context. @throws what `run` throws */
  explore<T>(
    view: BlockView,
    run: (scene: ExecutionContext) => Promise<T>,
    options?: { readonly overrides?: Overrides; readonly signal?: AbortSignal },
  ): Promise<T>
  /** Runs a native transaction of a block again, between explored ones. @throws NativeTxError */
  replayNative(scene: ExecutionContext, transaction: NativeTransaction): void
}

/** A chain without the methods that change it. */
export interface ReadableChain
  extends Pick<
    Chain,
    | 'chainId'
    | 'nativeChainId'
    | 'names'
    | 'instanceId'
    | 'blocks'
    | 'transactions'
    | 'logs'
    | 'simulate'
    | 'watch'
  > {
  readonly state: Omit<ChainState, 'edit' | 'load'>
  readonly pool: Omit<ChainPool, 'submit' | 'submitNative' | 'drop'>
  readonly mining: Omit<ChainMining, 'configure' | 'mine'>
  readonly snapshots: Pick<ChainSnapshots, 'list' | 'compare'>
}
