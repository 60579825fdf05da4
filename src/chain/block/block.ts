import type { InternalCalls } from '../../evm/run/executor.ts'
import type { Log } from '../../evm/run/log.ts'
import type { Transaction } from '../../evm/transaction/transaction.ts'
import type { NativeReceipt } from '../../native/nativeReceipt.ts'
import type { NativeTransaction } from '../../native/nativeTransaction.ts'
import type { Address } from '../../primitives/address.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'

/** Ethereum header. Fields that the fork does not have are undefined. */
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
  /** At most 32 bytes, except in the genesis block. */
  readonly extraData: Uint8Array
  /** Value of PREVRANDAO in the block. */
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

/** Header fields other than the parent and those that derive from the timestamp. */
export type SharedHeaderFields = Omit<Header, 'parentHash' | 'number' | 'timestamp' | 'mixHash'>

/** Result of a transaction. Its index in the block is its index in the list. */
export interface Receipt {
  readonly status: 0 | 1
  readonly gasUsed: bigint
  readonly cumulativeGasUsed: bigint
  readonly effectiveGasPrice: bigint
  readonly logs: readonly Log[]
  /** 256 bytes. */
  readonly logsBloom: Uint8Array
  /** Number of logs in the block before those of this receipt. */
  readonly firstLogIndex: number
  /** Only for contract creations. */
  readonly contractAddress?: Address
  /**
   * Reason for status 0: `execution reverted`, `out of gas`, …; then `|` and the reason of the
   * failed precompile, if one failed.
   */
  readonly error?: string
  /** Return data of a reverted transaction. */
  readonly revertData?: Uint8Array
  /** Accounts that its code accessed, except the sender, the recipient and created contracts. */
  readonly internalCalls?: InternalCalls
}

/** A native transaction of a block. */
export interface NativeEntry {
  readonly transaction: NativeTransaction
  readonly receipt: NativeReceipt
  /** Index among all transactions of the block. */
  readonly position: number
}

/** A block with its receipts and everything computed while building it. */
export interface Block {
  readonly number: number
  /**
   * Version of the stores after the block; for the pending block, the version that it would create.
   * Edits create versions between blocks, so the block ran on the version before this one. Not part
   * of the header.
   */
  readonly version: number
  /** keccak256 of the header's RLP. Undefined for the pending block. */
  readonly hash: Hash | undefined
  readonly header: Header
  readonly transactions: readonly Transaction[]
  readonly receipts: readonly Receipt[]
  /** Native transactions in order of execution, between the EVM transactions. */
  readonly native: readonly NativeEntry[]
  /** Size of the block's RLP in bytes. */
  readonly sizeBytes: number
}

/** A block of the chain. */
export interface SealedBlock extends Block {
  readonly hash: Hash
  /** The range of empty blocks that ends with this block and is one step of the history. */
  readonly range?: EmptyBlocks
}

/** Consecutive empty blocks in compact form. */
export interface EmptyBlockRangeData {
  /** Header fields common to all of them and the block before the first. */
  readonly sharedFields: SharedHeaderFields
  /** Hash of the block before the first one. */
  readonly parentHash: Hash
  /** Timestamp of the first block. */
  readonly number: number
  readonly version: number
  readonly timestamp: bigint
  /** Seconds between consecutive blocks. */
  readonly step: bigint
  readonly count: number
}

/** Data from which `HeaderHashes` computes the hashes of consecutive empty blocks. */
export type HashIndex = {
  /** Number of the first block of the first segment. */
  readonly origin: number
} & (
  | {
      /** First four bytes of each hash as a number. */
      readonly heads: Uint32Array
      /** Parent hashes of the first header of each segment. */
      readonly parents: Uint8Array
    }
  | {
      /** 32 bytes from which the first parent hash of each segment derives. */
      readonly seed: Uint8Array
    }
)

/** Consecutive empty blocks, computed when they are read. */
export interface EmptyBlocks {
  readonly facts: EmptyBlockRangeData
  /** Numbers of the first and last block. */
  readonly first: number
  readonly last: number
  readonly hashIndex: HashIndex
  /** The last block in the form that the chain stores: with the range. */
  readonly end: SealedBlock
  /** Returns the blocks `from` to `to` as a range. */
  part(from: number, to: number): EmptyBlocks
  /** Returns the block with a number from {@link first} to {@link last}. */
  at(number: number): SealedBlock
  hashAt(number: number): Hash
  /**
   * Returns the number of the block with this hash, or undefined if it is not found. A range of up
   * to a million blocks finds all of its hashes.
   */
  numberOf(hash: Hash): number | undefined
}
