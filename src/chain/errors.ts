import type { Address } from '../primitives/address.ts'
import { DomainError } from '../primitives/domainError.ts'
import type { Hash } from '../primitives/encoding/hex.ts'

/** Reasons why the chain rejects a lookup or a transaction. */
export type ChainErrorDetails =
  | { readonly code: 'BLOCK_NOT_YET_AVAILABLE'; readonly number: bigint; readonly latest: bigint }
  | { readonly code: 'BLOCK_HASH_UNKNOWN'; readonly hash: Hash; readonly latest: number }
  | { readonly code: 'BLOCK_NOT_FOUND'; readonly block: bigint | Hash }
  | { readonly code: 'BLOCK_PRUNED'; readonly number: bigint; readonly earliest: bigint }
  | { readonly code: 'GENESIS_NOT_TRACEABLE' }
  | { readonly code: 'LOADED_BLOCK_NOT_TRACEABLE'; readonly number: bigint }
  | { readonly code: 'TRANSACTION_NOT_FOUND'; readonly hash: Hash }
  | {
      readonly code: 'TRANSACTION_INDEX_OUT_OF_RANGE'
      readonly index: number
      readonly transactions: number
    }
  | { readonly code: 'BLOCK_WITHOUT_PARENT'; readonly number: bigint }
  | { readonly code: 'EMPTY_BLOCK_RANGE'; readonly start: bigint; readonly end: bigint }
  | { readonly code: 'LOG_RANGE_REVERSED'; readonly from: bigint; readonly to: bigint }
  | {
      readonly code: 'LOG_RANGE_AFTER_LATEST'
      readonly end: 'fromBlock' | 'toBlock'
      readonly number: bigint
      readonly latest: bigint
    }
  | {
      readonly code: 'LOG_RANGE_BEFORE_EARLIEST'
      readonly end: 'fromBlock' | 'toBlock'
      readonly number: bigint
      readonly earliest: bigint
    }
  | {
      readonly code: 'LOG_RANGE_TOO_LARGE'
      readonly blocks: number
      readonly maxBlocks: number
      readonly maxLogs: number
      /** A range that would succeed. */
      readonly from: number
      readonly to: number
    }
  | {
      readonly code: 'TOO_MANY_LOGS'
      readonly limit: number
      /** A range that would succeed, given by both ends. */
      readonly from: number
      readonly to: number
      /** Whether its first block alone exceeds the limit. */
      readonly isFirstBlock: boolean
    }
  | { readonly code: 'UNKNOWN_BLOCK'; readonly hash: Hash }
  | { readonly code: 'ADDRESS_INDEX_OFF' }
  | {
      readonly code: 'ADDRESS_INDEX_INCOMPLETE'
      /** First block from which all blocks are indexed. */
      readonly from: number
    }
  | { readonly code: 'FILTER_NOT_FOUND'; readonly id: string }
  | {
      readonly code: 'NOT_A_LOG_FILTER'
      readonly id: string
      readonly kind: 'blocks' | 'transactions'
    }
  | { readonly code: 'TOO_MANY_FILTERS'; readonly limit: number; readonly idleMs: number }
  | { readonly code: 'ALREADY_KNOWN'; readonly hash: Hash }
  | { readonly code: 'REPLACEMENT_UNDERPRICED' }
  | { readonly code: 'POOL_FULL'; readonly limit: number }
  | {
      readonly code: 'TIMESTAMP_NOT_LATER'
      readonly timestamp: bigint
      /** Of the newest block. */
      readonly latest: bigint
      readonly mayBeEqual: boolean
    }
  | {
      readonly code: 'TIME_OUT_OF_RANGE'
      /** The argument that causes it; undefined if it is the next block itself. */
      readonly argument?: string
      readonly time: bigint
      readonly latest: bigint
    }
  | { readonly code: 'TOO_MANY_BLOCKS'; readonly blocks: bigint; readonly limit: number }
  | {
      readonly code: 'SIMULATED_NUMBER_NOT_HIGHER'
      readonly number: bigint
      readonly parent: bigint
    }
  | {
      readonly code: 'SIMULATED_TIME_NOT_LATER'
      readonly time: bigint
      readonly parent: bigint
    }
  | {
      readonly code: 'TOO_MANY_SIMULATED_BLOCKS'
      readonly blocks: bigint
      readonly limit: number
    }
  | { readonly code: 'ROLLBACK_TOO_DEEP'; readonly depth: bigint; readonly latest: bigint }
  | { readonly code: 'PAST_IN_USE' }
  | { readonly code: 'RECEIPT_TIMEOUT'; readonly hash: Hash; readonly timeoutMs: number }
  | { readonly code: 'SUPPLY_TOO_LARGE'; readonly wei: bigint; readonly most: bigint }
  /** `where` is a field, or empty for the whole file. */
  | { readonly code: 'BAD_STATE'; readonly where: string; readonly reason: string }
  | { readonly code: 'STATE_TOO_LARGE'; readonly most: number }
  | { readonly code: 'UNKNOWN_ACCOUNT'; readonly address: Address }
  | { readonly code: 'ACCOUNT_LOCKED'; readonly address: Address }
  | { readonly code: 'WRONG_PASSPHRASE'; readonly address: Address }
  | { readonly code: 'CHAIN_CLOSED' }
  /** A reset to another fork closed the chain of the request. */
  | { readonly code: 'CHAIN_REPLACED' }
  | { readonly code: 'DECIDED_BY_CONSENSUS' }
  | { readonly code: 'CHAIN_NOT_BEGUN' }
  | { readonly code: 'NOT_BROADCAST'; readonly reason: string }
  | { readonly code: 'DATABASE_DAMAGED'; readonly reason: string }
  /** The directory has another fork, or one of `found` and `given` is no fork at all. */
  | {
      readonly code: 'FORK_MISMATCH'
      readonly found: string | undefined
      readonly given: string | undefined
    }
  | { readonly code: 'GENESIS_MISMATCH'; readonly found: Hash; readonly given: Hash }
  | {
      readonly code: 'SETTING_MISMATCH'
      readonly setting: string
      readonly found: string
      readonly given: string
    }

export class ChainError extends DomainError<ChainErrorDetails> {
  override readonly name = 'ChainError'
}

/** A problem of a genesis: the path of the field, such as `alloc.0xab….balance`, and the reason. */
export class GenesisError extends DomainError<{
  readonly code: 'BAD_GENESIS'
  readonly field: string
  readonly reason: string
}> {
  override readonly name = 'GenesisError'
}
