import type { SeiVersion } from '../evm/precompiles/native/seiVersion.ts'
import type { Hardfork, PlannedFork } from '../evm/rules/hardfork.ts'
import type { Transaction } from '../evm/transaction/transaction.ts'
import type { NativeTransaction } from '../native/nativeTransaction.ts'
import type { Address } from '../primitives/address.ts'
import type { Hash } from '../primitives/encoding/hex.ts'
import type { MaybePromise } from '../primitives/maybePromise.ts'
import type { RemoteChain } from '../remote/remoteChain.ts'
import type { AccountChange } from '../state/inspect/compareStates.ts'
import type { StateContent } from '../state/inspect/stateContent.ts'
import type { NativeNames } from '../state/rows/stateSource.ts'
import type { ProofOp } from '../store/ics23/ics23.ts'
import type { Block, SealedBlock } from './block/block.ts'
import type { AnyTransaction, BlockScope } from './block/blockEntries.ts'
import type { BlockRange, BlockRef } from './block/blockRef.ts'
import type { StateEdit } from './build/editState.ts'
import type { FeeMarketParams } from './genesis/genesis.ts'
import type { AddressIndexKey } from './history/addressIndexKeys.ts'
import type { BlockOrder } from './history/blockKeys.ts'
import type { BlockTag } from './history/finality.ts'
import type { BlocksInOptions } from './history/history.ts'
import type { HistoryPosition } from './history/historyPosition.ts'
import type { LocatedNative, LocatedTransaction } from './history/located.ts'
import type { LocatedLog, LogCriteria } from './history/logCriteria.ts'
import type { ConfigureOptions, MineOptions } from './mining/blockScheduler.ts'
import type { MiningConfig, MiningConfigChange } from './mining/miningConfig.ts'
import type { MiningUpdate } from './mining/timeControls.ts'
import type {
  NativeSubmission,
  NativeTransactionMaker,
  SubmitOptions,
} from './mining/transactionSubmitter.ts'
import type { PoolContents } from './pool/pool.ts'
import type { SnapshotId } from './rewind/snapshots.ts'
import type { StateDump } from './transfer/stateDump.ts'
import type { BlockView } from './view/blockView.ts'
import type { ChainSimulator } from './view/chainSimulator.ts'
import type { ChainWatcher } from './watchers.ts'

/** A chain: blocks over time, their state, the pool, and simulation on any kept block. */
export interface Chain {
  /** Chain id of new transactions. */
  readonly chainId: bigint
  /** Forks of the chain and their starts, oldest first. */
  readonly forks: readonly PlannedFork[]
  /** Release of the real chain whose precompiles the chain has. */
  readonly seiVersion: SeiVersion
  /** Chain id of native transactions, a name. */
  readonly nativeChainId: string
  /** Bech32 prefix and denomination of the native side. */
  readonly names: NativeNames
  /** Remote chain that this one is a fork of. */
  readonly remote: RemoteChain | undefined
  /** Whether consensus decides its blocks. Then all changes but submissions are refused. */
  readonly followsConsensus: boolean
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
  /** Notifies a watcher of later events until the returned function is called. */
  watch(watcher: ChainWatcher): () => void
  /**
   * Removes the newest blocks and the edits after them. The pool and the mining configuration stay.
   *
   * @throws ChainError ROLLBACK_TOO_DEEP, BLOCK_PRUNED; PAST_IN_USE if a chain on disk has
   *   snapshots or branches from there
   */
  rollback(depth: bigint): Promise<void>
  /**
   * Replaces the newest `depth` blocks by as many blocks of the given transactions, by index of the
   * block. Transactions that cannot be in their block are left out.
   *
   * @throws ChainError as {@link rollback}
   */
  reorg(depth: bigint, transactions: ReadonlyMap<number, readonly Transaction[]>): Promise<void>
  /**
   * Starts again from the genesis, with an empty pool, the initial mining configuration and no
   * snapshots; branches continue.
   *
   * @throws ChainError PAST_IN_USE if a chain on disk has branches
   */
  reset(): Promise<void>
  /**
   * Creates a branch: an independent chain in memory that continues from here until it is closed.
   * It has the same mining configuration without the interval. Takes constant time. While it is
   * open, the state at this block and after it is not pruned. Closing this chain closes it, too.
   */
  branch(): Promise<Chain>
  /** Stops background work, closes branches, and writes staged data. Idempotent. */
  close(): Promise<void>
}

/** Mined blocks. */
export interface ChainBlocks {
  /** The newest block. */
  readonly latest: SealedBlock
  /** The first block. */
  readonly genesis: SealedBlock
  /**
   * Number of the oldest block from which on no block is missing. An imported chain lacks most
   * older ones.
   */
  readonly earliest: bigint
  /** Position of the newest block, to compare the chain with later. */
  readonly position: HistoryPosition
  /** Number of the block that a tag other than `earliest` names. */
  numberAt(tag: BlockTag): number
  get(number: bigint): SealedBlock | undefined
  getByHash(hash: Hash): Promise<SealedBlock | undefined>
  /** The block that a reference names, `pending` included. */
  find(ref: BlockRef): Promise<Block | undefined>
  /**
   * Blocks that led to a position and were removed since, newest last; on disk only the newest of
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
   * Transactions of a range with an address index key, block by block, as of the call. Inside a
   * block they are in its order, whatever the order of the blocks.
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
  /** 32-byte word; undefined for an empty slot. */
  readonly word: Uint8Array | undefined
  /** From the key to the app hash. */
  readonly ops: readonly ProofOp[]
}

/** Key of a row. */
export interface StoreKey {
  readonly store: string
  readonly key: Uint8Array
}

/** A row of a store. */
export interface StoredRow {
  /** Undefined if the store has no such key. */
  readonly value: Uint8Array | undefined
  /** From the key to the app hash; empty if no proof is wanted. */
  readonly ops: readonly ProofOp[]
}

/** States after blocks. */
export interface ChainState {
  /** Number of the oldest block whose state is kept. */
  readonly earliest: bigint
  /** @throws ChainError BLOCK_NOT_YET_AVAILABLE, BLOCK_HASH_UNKNOWN, BLOCK_PRUNED */
  viewAt(ref: BlockRef): MaybePromise<BlockView>
  /**
   * Returns a block with the state before its transaction `index`. Executes the earlier
   * transactions again.
   *
   * @throws ChainError as {@link viewAt}, and GENESIS_NOT_TRACEABLE,
   *   LOADED_BLOCK_NOT_TRACEABLE; ExecutionAborted
   */
  viewBefore(block: Block, index: number, signal?: AbortSignal): Promise<BlockView>
  /**
   * Returns storage slots (32 bytes each) right after a block, with proofs. No header commits to
   * edits after the block, so the proofs do not include them.
   *
   * Reads `pending` as `latest`.
   *
   * @throws ChainError as {@link viewAt}
   */
  proveStorage(
    ref: BlockRef,
    address: Address,
    slots: readonly Uint8Array[],
  ): Promise<readonly SlotProof[]>
  /**
   * Returns the accounts that differ between the states after two blocks, in ascending order. The
   * cost depends on the number of changes.
   *
   * @throws ChainError BLOCK_PRUNED
   */
  changedAccounts(from: SealedBlock, to: SealedBlock): MaybePromise<readonly Address[]>
  /** Names of the stores. */
  readonly stores: readonly string[]
  /**
   * Returns the row of a store after a block. With `prove`, as the block's header commits to it,
   * which edits after the block are not part of, and with the proof.
   *
   * @throws ChainError as {@link viewAt}
   */
  readRow(ref: BlockRef, key: StoreKey, prove: boolean): Promise<StoredRow>
  /**
   * Keeps a version of the state while `run` reads it.
   * @throws errors of `run`
   */
  readAll<T>(view: BlockView, run: (content: StateContent) => Promise<T>): Promise<T>
  /**
   * Returns the newest state as pieces of JSON text, as of the first piece. Reading it throws
   * ChainError STATE_TOO_LARGE.
   */
  dump(): AsyncIterable<string>
  /**
   * Edits the newest state between two blocks, atomically. The supply of the base denomination
   * changes with the balances.
   *
   * @throws ChainError SUPPLY_TOO_LARGE; errors of `edit`
   */
  edit(edit: StateEdit): Promise<void>
  /**
   * Loads a dump into the newest state, as an atomic edit. If the chain is behind the dump's block,
   * empty blocks are mined first (as many as one request may mine); if its clock is behind, the
   * clock is set.
   *
   * @throws ChainError SUPPLY_TOO_LARGE, BAD_STATE, CHAIN_CLOSED
   */
  load(dump: StateDump): Promise<void>
}

/** Submission and pending transactions. */
export interface ChainPool {
  /** All pending and queued transactions. */
  readonly contents: PoolContents
  get(hash: Hash): Transaction | undefined
  /** Next nonce after pending transactions without a gap. On a fork, read the account first. */
  pendingNonce(address: Address): bigint
  /**
   * Submits a transaction. In auto mode it is mined when this resolves, unless its nonce leaves a
   * gap; otherwise it is pending. A function is called when its turn comes: the chain does not
   * change between its reads and the submission.
   *
   * @throws TxError, ChainError
   */
  submit(transaction: Transaction | (() => Transaction), options?: SubmitOptions): Promise<Hash>
  /**
   * Submits a native transaction. In auto mode it is mined in its own block; its receipt has the
   * error of its messages. Otherwise it waits for the next block. A function is called when its
   * turn comes, with the state that the transaction runs on.
   *
   * @throws NativeTxError if no block can contain it
   */
  submitNative(transaction: NativeTransaction | NativeTransactionMaker): Promise<NativeSubmission>
  /**
   * Checks whether the next block could contain a transaction after the native ones that wait, as
   * CheckTx does, without execution.
   *
   * @throws TxError, NativeTxError, ChainError; RemoteError
   */
  check(transaction: AnyTransaction): MaybePromise<void>
  /** Removes the transactions that `select` chooses, and returns them. */
  drop(select: (transaction: AnyTransaction) => boolean): Promise<readonly AnyTransaction[]>
}

/** When blocks are mined, and what their headers contain. */
export interface ChainMining {
  readonly config: MiningConfig
  /** Offset of the chain's clock from the given clock, in seconds. */
  readonly clockOffset: bigint
  /** Clock of the chain in seconds since 1970. */
  readonly now: bigint
  /** Timestamp that the next block would get now, in seconds since 1970. */
  readonly nextTime: bigint
  /** Base fee of the next block, in wei. */
  readonly nextBaseFee: bigint
  /** Base fee parameters of the genesis. Governance may have changed them in the state. */
  readonly feeMarket: FeeMarketParams
  /** Chain parameters of the next block. */
  readonly nextHardfork: Hardfork
  /**
   * Changes the configuration. If that enables auto mode, mines the executable transactions, unless
   * the options say that they wait. A function is called when its turn comes: the chain does not
   * change between its call and the change.
   *
   * @throws errors of the function
   */
  configure(change: MiningConfigChange | MiningUpdate, options?: ConfigureOptions): Promise<void>
  /**
   * Mines blocks of executable transactions, and empty blocks if none waits.
   *
   * @throws ChainError TOO_MANY_BLOCKS, TIME_OUT_OF_RANGE
   */
  mine(options?: MineOptions): Promise<void>
}

/** A snapshot and its target. */
export interface SnapshotEntry {
  readonly id: SnapshotId
  /** Newest block of the snapshot. */
  readonly block: SealedBlock
  /** Whether it survives a revert to an older snapshot or to itself. */
  readonly isKept: boolean
}

/** Snapshots of blocks, state, pool, mining configuration and clock. */
export interface ChainSnapshots {
  /** All snapshots, the oldest first. */
  readonly list: readonly SnapshotEntry[]
  /**
   * Takes a snapshot in constant time. Until it is reverted to or released, no later state is
   * pruned.
   *
   * @param options.keep whether it survives a revert to an older snapshot or to itself
   */
  take(options?: { readonly keep?: boolean }): Promise<SnapshotId>
  /**
   * Reverts to a snapshot and deletes it and all later ones, unless they are kept. Returns false if
   * it does not exist.
   *
   * @param options.keep whether the snapshot stays
   */
  revert(id: SnapshotId, options?: { readonly keep?: boolean }): Promise<boolean>
  /** Releases a snapshot. Returns false if it does not exist. */
  release(id: SnapshotId): Promise<boolean>
  /**
   * Returns the accounts that differ between two snapshots, or a snapshot and the newest state
   * (undefined), in ascending order. The cost depends on the number of differences. Undefined if a
   * snapshot does not exist.
   */
  compare(
    from: SnapshotId | undefined,
    to: SnapshotId | undefined,
  ): Promise<readonly AccountChange[] | undefined>
}

/** The read-only part of a chain. */
export interface ReadableChain
  extends Pick<
    Chain,
    | 'chainId'
    | 'forks'
    | 'seiVersion'
    | 'nativeChainId'
    | 'names'
    | 'remote'
    | 'followsConsensus'
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
