import type { Hash } from '../../primitives/encoding/hex.ts'

/**
 * Block identifier of a caller. `latest`, `safe` and `finalized` are the same block, because
 * finality is instant.
 */
export type BlockRef =
  | { readonly tag: 'earliest' | 'latest' | 'safe' | 'finalized' | 'pending' }
  | { readonly number: bigint }
  | { readonly hash: Hash }

/** A block identified by number or tag. */
export type BlockNumberRef = Exclude<BlockRef, { readonly hash: unknown }>

/** An inclusive range of block numbers. */
export interface BlockRange {
  readonly first: number
  readonly last: number
}
