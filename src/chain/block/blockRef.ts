import type { Hash } from '../../primitives/encoding/hex.ts'

/**
 * How a caller names a block. `latest`, `safe` and `finalized` are the same block (instant
 * finality).
 */
export type BlockRef =
  | { readonly tag: 'earliest' | 'latest' | 'safe' | 'finalized' | 'pending' }
  | { readonly number: bigint }
  | { readonly hash: Hash }

/** A block named by number or tag. */
export type BlockNumberRef = Exclude<BlockRef, { readonly hash: unknown }>

/** Blocks by number, from the first to the last. */
export interface BlockRange {
  readonly first: number
  readonly last: number
}
