import type { Hardfork } from '../evm/rules/hardfork.ts'
import type { Outcome } from '../evm/run/executor.ts'
import type { Scene } from '../evm/run/simulate.ts'
import type { CallRequest, GasEstimate } from '../evm/transaction/callRequest.ts'
import type { AccessList, Transaction } from '../evm/transaction/transaction.ts'
import type { NativeTransaction } from '../native/nativeTransaction.ts'
import type { Address } from '../primitives/address.ts'
import type { Hash } from '../primitives/encoding/hex.ts'
import type { AccountChange } from '../state/inspect/compareStates.ts'
import type { StateContent } from '../state/inspect/stateContent.ts'
import type { StateOverrides } from '../state/overrides.ts'
import type { NativeNames } from '../state/rows/stateSource.ts'
import type { StateReader } from '../state/stateReader.ts'
import type { WorldState } from '../state/worldState.ts'
import type { ProofOp } from '../store/ics23/ics23.ts'
import type { Block, NativeEntry, Receipt, SealedBlock } from './block/block.ts'
import type { BlockScope } from './block/blockEntries.ts'
import type { BlockOrder } from './history/blockKeys.ts'
import type { BlocksInOptions, HistoryPosition } from './history/history.ts'
import type { LocatedLog, LogCriteria } from './history/logCriteria.ts'
import type { TransactionTrait } from './history/transactionTraits.ts'
import type { ChainControls } from './mining/controls.ts'
import type { ControlsChange } from './mining/timeControls.ts'
import type { SnapshotId } from './rewind/snapshots.ts'
import type { StateDump } from './transfer/stateDump.ts'
import type { SimulatedBlock, Simulation } from './view/simulation.ts'
import type { ChainWatcher } from './watchers.ts'

/** How a caller names a block. `latest`, `safe` and `finalized` are the same block (instant finality). */
export type BlockRef =
  | { readonly tag: 'earliest' | 'latest' | 'safe' | 'finalized' | 'pending' }
  | { readonly number: bigint }
  | { readonly hash: Hash }

/** A block named by number or tag. */
export type BlockNumberRef = Exclude<BlockRef, { readonly hash: unknown }>

/** A block and the state after it. For `pending`: the block that mining now would make. */
export interface BlockView {
  readonly block: Block
  readonly state: StateReader
  /** A state to scribble on, beginning as this one. */
  overlay(): WorldState
  /** The version of the stores that the state is, or is an overlay of: edits that came after the block are in it. */
  readonly version: number
  /** The blocks before it, by number, whatever becomes of the chain later. */
  blockAt(number: bigint): SealedBlock | undefined
}

/** A storage slot and what proves its content to a block's state root. */
export interface SlotProof {
  /** The 32-byte word; undefined where the slot is empty. */
  readonly word: Uint8Array | undefined
  /** From the key up to the app hash. */
  readonly ops: readonly ProofOp[]
}

/** A mined transaction and where it is. */
export interface LocatedTransaction {
  readonly block: SealedBlock
  readonly index: number
  readonly transaction: Transaction
  readonly receipt: Receipt
}

/** A native transaction and where it is. */
export interface LocatedNative {
  readonly block: SealedBlock
  readonly entry: NativeEntry
}

/** Makes a native transaction for a state, which is not to be kept. */
export type NativeTransactionMaker = (state: StateReader) => NativeTransaction

/** Blocks by number, from the first to the last. */
export interface BlockRange {
  readonly first: number
  readonly last: number
}

/** A block of the chain, to find out later how the chain went on from there. */
export type ChainPosition = HistoryPosition

/** A snapshot, and where it leads to. */
export interface SnapshotEntry {
  readonly id: SnapshotId
  /** The newest block there. */
  readonly block: SealedBlock
  /** Survives going back to an older one, and to itself. */
  readonly isKept: boolean
}

/** Transactions by sender, in the order of their nonces. */
export type TransactionsBySender = ReadonlyMap<Address, readonly Transaction[]>

/** What a pool holds. */
export interface WaitingTransactions {
  /** What has no gap before it. */
  readonly pending: TransactionsBySender
  /** What waits for earlier nonces. */
  readonly queued: TransactionsBySender
}

/** Blocks to be made at once. Times are seconds. */
export interface MineOptions {
  /** Default: 1. */
  readonly blocks?: bigint
  /** From each of them to the next; default: as the clock says. */
  readonly interval?: bigint
  /** Of the first of them; one that no block can have any more is ignored. */
  readonly timestamp?: bigint
}

/** Block fields that a simulation replaces. */
export interface BlockOverrides {
  readonly number?: bigint
  readonly time?: bigint
  readonly gasLimit?: bigint
  readonly feeRecipient?: Address
  readonly prevRandao?: Uint8Array
  readonly baseFeePerGas?: bigint
  readonly blobBaseFee?: bigint
  readonly difficulty?: bigint
}

/** What a simulation pretends. */
export interface Overrides {
  readonly state?: StateOverrides
  readonly block?: BlockOverrides
}

/** The chain: blocks over time, the newest state, the pool, and simulation on any kept block. */
export interface Chain {
  readonly chainId: bigint
  /** What native transactions are signed for: a name. */
  readonly nativeChainId: string
  /** Names of the native side. */
  readonly names: NativeNames
  /** Names the chain for as long as it is kept: another one after each reset, and for each chain that begins in memory. */
  readonly instanceId: Hash
  /** When blocks are made, of what, and what is in their headers. */
  readonly controls: ChainControls
  /** What the chain's clock says: seconds since 1970. */
  readonly now: bigint
  /** The newest complete block. */
  readonly latest: SealedBlock
  /** Number of the oldest block that is there with all after it: an imported chain lacks most of the older ones. */
  readonly earliestBlock: bigint
  /** Number of the oldest block whose state is kept. */
  readonly earliestState: bigint
  /** Base fee of the block to come. */
  readonly nextBaseFee: bigint
  /** Rules of the block to come. */
  readonly nextHardfork: Hardfork
  /** A complete block by number, or undefined. Its hash may take long where very many empty blocks came before: `withHashes` waits for it. */
  getBlock(number: bigint): SealedBlock | undefined
  /** A complete block by hash, or undefined. Others have their turns while hashes are made that it takes. */
  getBlockByHash(hash: Hash): Promise<SealedBlock | undefined>
  /** The block that a reference names (`pending` included), or undefined where there is none. */
  findBlock(ref: BlockRef): Promise<Block | undefined>
  /** @throws ChainRefused BLOCK_NOT_YET_AVAILABLE, BLOCK_HASH_UNKNOWN or BLOCK_PRUNED */
  viewAt(ref: BlockRef): Promise<BlockView>
  /**
   * What is in an account's storage slots (32 bytes each) right after a block, with proofs. What was edited since is not seen: no
   * header has a hash of it.
   * @throws ChainRefused as {@link viewAt}, and PENDING_NOT_PROVABLE
   */
  proveStorage(
    ref: BlockRef,
    address: Address,
    slots: readonly Uint8Array[],
  ): Promise<readonly SlotProof[]>
  /** Where the chain stands: its newest block. */
  readonly position: ChainPosition
  /** Blocks from a position back that are no longer part of the chain, the newest last; of a saved chain the newest of them. */
  leftSince(position: ChainPosition): readonly SealedBlock[]
  /**
   * Logs that fit, block by block, as of the call: whatever becomes of the chain later. An index finds the blocks: what has no
   * such logs costs nothing.
   */
  findLogs(
    criteria: LogCriteria,
    range: BlockRange,
    scope?: BlockScope,
  ): AsyncGenerator<readonly LocatedLog[]>
  /**
   * Transactions that have a trait, block by block, as of the call: whatever becomes of the chain later. An index finds the blocks: what
   * has none costs nothing. Inside a block they are in its order, whatever the order of the blocks.
   */
  findTransactions(
    trait: TransactionTrait,
    range: BlockRange,
    order: BlockOrder,
  ): AsyncGenerator<readonly LocatedTransaction[]>
  /** Blocks of a range, in order, as of the call: whatever becomes of the chain later. */
  blocksIn(range: BlockRange, options?: BlocksInOptions): AsyncGenerator<SealedBlock>
  /** Is told of what happens from now on, until the function that it returns is called. */
  watch(watcher: ChainWatcher): () => void
  /** A mined transaction by hash, or undefined. */
  getTransaction(hash: Hash): LocatedTransaction | undefined
  /** A native transaction by the SHA-256 of its bytes, or undefined. */
  getNativeTransaction(hash: Hash): LocatedNative | undefined
  /** A transaction that waits in the pool, by hash, or undefined. */
  getPooledTransaction(hash: Hash): Transaction | undefined
  /** All that waits, by sender, in the order of the nonces. */
  readonly waiting: WaitingTransactions
  /** Takes waiting transactions out of the pool; those that it took. */
  drop(select: (transaction: Transaction) => boolean): Promise<readonly Transaction[]>
  /**
   * Changes controls. Where auto mode begins, what waits is mined.
   * A function is called when it is its turn: what it is told of the chain, nobody changes before the controls are changed.
   * @throws what the function throws
   */
  control(change: Partial<ChainControls> | ControlsChange): Promise<void>
  /**
   * Makes blocks of what waits, as far as their gas goes, and empty ones where nothing waits.
   * @throws ChainRefused TOO_MANY_BLOCKS, TIME_OUT_OF_RANGE
   */
  mine(options?: MineOptions): Promise<void>
  /** Nonce that the account's next transaction should have: counts what waits in the pool without a gap. */
  getPendingNonce(address: Address): bigint
  /**
   * Takes a transaction. In auto mode it is in a block when this resolves, unless its nonce leaves a gap; else it waits.
   * A function is called when it is the transaction's turn: what it reads of the chain, such as the pending nonce, nobody
   * changes before the transaction is taken.
   * @param onRun told of the hash as soon as the transaction has run and nothing is left but to seal its block, so that the sender
   *   need not wait for that: nothing else has its turn before the block is there. Not called on disk, where the block is
   *   written first, where the transaction waits, nor where others wait.
   * @throws TxRefused, ChainRefused
   */
  submit(
    transaction: Transaction | (() => Transaction),
    onRun?: (hash: Hash) => void,
  ): Promise<Hash>
  /**
   * Takes a native transaction; in every mode it is in a block of its own when this resolves. What its messages fail at is told by its receipt.
   * A function is called when it is the transaction's turn, with the state that it will run on.
   * @throws NativeTxRefused where it may be in no block
   */
  submitNative(transaction: NativeTransaction | NativeTransactionMaker): Promise<LocatedNative>
  /**
   * Changes the newest state between two blocks: the state after the newest block is another one from then on, and what comes
   * next runs on it. The supply of the base denomination follows the balances.
   *
   * @param change all of it or, where it throws, nothing is done.
   * @throws ChainRefused SUPPLY_TOO_LARGE; what `change` throws
   */
  edit(change: (state: WorldState) => Promise<void> | void): Promise<void>
  /**
   * Lets `run` read one version of the state from end to end; nothing takes it away meanwhile.
   * @throws what it throws
   */
  readAll<T>(view: BlockView, run: (content: StateContent) => Promise<T>): Promise<T>
  /** The newest state as the text of JSON, piece by piece, as of the first piece. Reading it throws ChainRefused STATE_TOO_LARGE. */
  dump(): AsyncIterable<string>
  /**
   * Puts a dump on top of the newest state, as an edit. Where the chain is behind the dump's block, empty blocks come first
   * (at most as many as {@link mine} makes), and where its clock is, that is set. All of it, or where it throws nothing.
   * @throws ChainRefused SUPPLY_TOO_LARGE, BAD_STATE, CHAIN_CLOSED
   */
  load(dump: StateDump): Promise<void>
  /**
   * Resolves with the transaction once it is mined.
   * @throws ChainRefused RECEIPT_TIMEOUT
   */
  waitForTransaction(hash: Hash, timeoutMs: number): Promise<LocatedTransaction>
  /**
   * The block with the state before its transaction `index` instead of the one after it: what ran before is run again.
   * @throws ChainRefused as {@link viewAt}, and GENESIS_NOT_TRACEABLE; ExecutionAborted
   */
  viewBefore(block: Block, index: number, signal?: AbortSignal): Promise<BlockView>
  /**
   * Addresses of the accounts that differ between the states after two blocks of this chain, in ascending order. Costs what
   * changed, whatever the state's size.
   * @throws ChainRefused BLOCK_PRUNED
   */
  changedAccounts(from: SealedBlock, to: SealedBlock): readonly Address[]
  /** Lets `run` use an overlay of a view with the block's context; nothing is kept. @throws what it throws */
  explore<T>(
    view: BlockView,
    run: (scene: Scene) => Promise<T>,
    options?: { readonly overrides?: Overrides; readonly signal?: AbortSignal },
  ): Promise<T>
  /**
   * Runs a native transaction of a block on the state of a scene, where it lies between what is explored.
   * @throws NativeTxRefused
   */
  replayNative(scene: Scene, transaction: NativeTransaction): void
  /** Runs a call on a view and keeps nothing. @throws TxRefused */
  call(view: BlockView, request: CallRequest, overrides?: Overrides): Promise<Outcome>
  /** Smallest gas limit with which the call succeeds (within 1.5 %). @throws TxRefused; a failing call is a value */
  estimateGas(view: BlockView, request: CallRequest, overrides?: Overrides): Promise<GasEstimate>
  /** Addresses and slots that the call touches, and its gas with that list. @throws TxRefused */
  createAccessList(
    view: BlockView,
    request: CallRequest,
    overrides?: Overrides,
  ): Promise<{
    readonly accessList: AccessList
    readonly outcome: Outcome
    readonly gasUsed: bigint
  }>
  /**
   * Makes blocks of calls on top of a view, and keeps nothing of them.
   * @throws TxRefused, ChainRefused where a block or a call may not be there
   */
  simulateBlocks(view: BlockView, simulation: Simulation): Promise<readonly SimulatedBlock[]>
  /**
   * Remembers blocks, state, pool, controls and the clock's time as they are. Costs the same whatever the state's size. Until it is reverted to or
   * released, no state since then is pruned.
   *
   * @param options.keep whether it survives going back to an older one, and to itself.
   */
  snapshot(options?: { readonly keep?: boolean }): Promise<SnapshotId>
  /** All snapshots, the oldest first. */
  readonly snapshots: readonly SnapshotEntry[]
  /**
   * Goes back, or over, to a snapshot, which ends it and all that were taken after it, unless they are kept. False where there
   * is none.
   *
   * @param options.keep whether it stays even if it is none to be kept.
   */
  revert(id: SnapshotId, options?: { readonly keep?: boolean }): Promise<boolean>
  /**
   * Takes the newest blocks away, with the edits after them. What waits and the controls stay.
   *
   * @throws ChainRefused ROLLBACK_TOO_DEEP, BLOCK_PRUNED; PAST_IN_USE where a saved chain has snapshots or branches from there
   */
  rollback(depth: bigint): Promise<void>
  /**
   * Begins anew with block 0: nothing waits, the controls are those of the start, snapshots end; branches go on.
   *
   * @throws ChainRefused PAST_IN_USE where a saved chain has branches
   */
  reset(): Promise<void>
  /** Forgets a snapshot; false where there is none. */
  release(id: SnapshotId): Promise<boolean>
  /**
   * Accounts that differ between the states of two snapshots, or of one and the newest state (undefined), in ascending order of
   * their addresses. Costs what differs, whatever the state's size. Undefined where there is no such snapshot.
   */
  compare(
    from: SnapshotId | undefined,
    to: SnapshotId | undefined,
  ): Promise<readonly AccountChange[] | undefined>
  /**
   * A chain of its own that goes on from here, in memory, until it is closed, with the same controls but for the interval. Costs the same whatever the state's size.
   * Until then no state since here is pruned. Closing this chain closes it too.
   */
  branch(): Promise<Chain>
  /** Ends what runs in the background and its branches, and writes what is left to write. Idempotent. */
  close(): Promise<void>
}

/** What changes a chain, or ends it. */
export const chainChanges = [
  'drop',
  'control',
  'mine',
  'submit',
  'submitNative',
  'edit',
  'load',
  'snapshot',
  'revert',
  'rollback',
  'reset',
  'release',
  'branch',
  'close',
] as const satisfies readonly (keyof Chain)[]

/** A chain for those who only look at it. */
export type ReadableChain = Omit<Chain, (typeof chainChanges)[number]>
