import type { InternalCalls } from '../../evm/run/executor.ts'
import type { Log } from '../../evm/run/log.ts'
import type { Transaction } from '../../evm/transaction/transaction.ts'
import type { NativeReceipt } from '../../native/nativeReceipt.ts'
import type { NativeTransaction } from '../../native/nativeTransaction.ts'
import type { Address } from '../../primitives/address.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'

/** An Ethereum header; fields that a fork does not have are undefined. */
export interface Header {
  readonly parentHash: Hash
  readonly sha3Uncles: Hash
  readonly miner: Address
  /** App hash after this block. */
  readonly stateRoot: Hash
  readonly transactionsRoot: Hash
  readonly receiptsRoot: Hash
  /** 256 bytes. */
  readonly logsBloom: Uint8Array
  readonly difficulty: bigint
  readonly number: bigint
  readonly gasLimit: bigint
  readonly gasUsed: bigint
  /** Seconds since 1970. */
  readonly timestamp: bigint
  /** At most 32 bytes. */
  readonly extraData: Uint8Array
  /** What PREVRANDAO gives inside the block. */
  readonly mixHash: Hash
  /** 8 bytes. */
  readonly nonce: Uint8Array
  readonly baseFeePerGas: bigint | undefined
  readonly withdrawalsRoot: Hash | undefined
  readonly blobGasUsed: bigint | undefined
  readonly excessBlobGas: bigint | undefined
  readonly parentBeaconBlockRoot: Hash | undefined
  readonly requestsHash: Hash | undefined
}

/** What a header says besides its place in the chain and what follows from its time. */
export type SharedHeaderFields = Omit<Header, 'parentHash' | 'number' | 'timestamp' | 'mixHash'>

/** What became of a transaction. Its place in the block is its index there. */
export interface Receipt {
  readonly status: 0 | 1
  readonly gasUsed: bigint
  readonly cumulativeGasUsed: bigint
  readonly effectiveGasPrice: bigint
  readonly logs: readonly Log[]
  /** 256 bytes. */
  readonly logsBloom: Uint8Array
  /** Number of logs in the block before this receipt's first. */
  readonly firstLogIndex: number
  /** Only for a creation. */
  readonly contractAddress?: Address
  /**
   * Why status is 0: `execution reverted`, `out of gas`, …; after a `|` why a precompiled contract
   * failed, where one did.
   */
  readonly error?: string
  /** Return data of a reverted transaction. */
  readonly revertData?: Uint8Array
  /**
   * Accounts that its code reached, but for those that the transaction itself tells, and contracts
   * that it created.
   */
  readonly internalCalls?: InternalCalls
}

/** A native transaction of a block. */
export interface NativeEntry {
  readonly transaction: NativeTransaction
  readonly receipt: NativeReceipt
  /** Place among all transactions of the block. */
  readonly position: number
}

/** A complete block with everything that was learnt while making it. */
export interface Block {
  readonly number: number
  /**
   * Version of the stores right after it; that of the pending block would be it. Edits add versions
   * between blocks, so the block ran on the version before this one. Not part of the header.
   */
  readonly version: number
  /** keccak256 of the RLP of the header; undefined for the pending block. */
  readonly hash: Hash | undefined
  readonly header: Header
  readonly transactions: readonly Transaction[]
  readonly receipts: readonly Receipt[]
  /** Transactions that are none of the EVM, in order. They lie between the others. */
  readonly native: readonly NativeEntry[]
  /** Bytes of the block's RLP. */
  readonly sizeBytes: number
}

/** A block that is part of the chain. */
export interface SealedBlock extends Block {
  readonly hash: Hash
  /** A range of empty blocks whose last one this is: one step of the history. */
  readonly range?: EmptyBlocks
}

/** Consecutive empty blocks: what describes all of them. */
export interface EmptyBlockRangeData {
  /** What all headers say; that of the block before the first, too. */
  readonly sharedFields: SharedHeaderFields
  /** Hash of the block before the first. */
  readonly parentHash: Hash
  /** Of the first block. */
  readonly number: number
  readonly version: number
  readonly timestamp: bigint
  /** Seconds from each block to the next. */
  readonly step: bigint
  readonly count: number
}

/** What leads to the hashes of consecutive empty blocks: see `HeaderHashes`. */
export type HashIndex = {
  /** Number of the first block of the first segment. */
  readonly origin: number
} & (
  | {
      /** The first four bytes of each hash, as a number. */
      readonly heads: Uint32Array
      /** The parent hash of the first header of each segment that has any of the blocks. */
      readonly parents: Uint8Array
    }
  | {
      /** 32 bytes from which the first parent hash of each segment follows. */
      readonly seed: Uint8Array
    }
)

/** Consecutive empty blocks, of which each is made when it is read. */
export interface EmptyBlocks {
  readonly facts: EmptyBlockRangeData
  /** Numbers of the first block and of the last one. */
  readonly first: number
  readonly last: number
  readonly hashIndex: HashIndex
  /** The last block, as the chain holds it: with the range. */
  readonly end: SealedBlock
  /** The blocks from `from` to `to`, as a range of its own. */
  part(from: number, to: number): EmptyBlocks
  /** The block of a number from {@link first} to {@link last}. */
  at(number: number): SealedBlock
  hashAt(number: number): Hash
  /**
   * Number of the block with this hash, where it is found: always in a range of up to a million
   * blocks.
   */
  numberOf(hash: Hash): number | undefined
}
