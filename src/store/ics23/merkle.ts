import { sha256 } from '../../primitives/crypto/sha256.ts'
import { concatBytes, EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'

/** Prefix of a leaf's preimage, which distinguishes leaves from inner nodes. */
export const LEAF_PREFIX = Uint8Array.of(0)
/** Prefix of an inner node's preimage. */
export const INNER_PREFIX = Uint8Array.of(1)

/** Returns the hash of a leaf of an RFC 6962 tree. */
export function merkleLeafHash(item: Uint8Array): Uint8Array {
  return sha256(concatBytes(LEAF_PREFIX, item))
}

/** Returns the hash of an inner node of an RFC 6962 tree. */
export function merkleInnerHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concatBytes(INNER_PREFIX, left, right))
}

/**
 * Returns the number of leaves on the left of a tree of `count` (at least 2): the largest power of
 * two below `count`.
 */
export function merkleSplit(count: number): number {
  return 2 ** (31 - Math.clz32(count - 1))
}

/** Returns the root of the RFC 6962 tree over `items` in their order; sha256("") if empty. */
export function merkleRoot(items: readonly Uint8Array[]): Uint8Array {
  const [only] = items
  if (only === undefined) return sha256(EMPTY_BYTES)
  if (items.length === 1) return merkleLeafHash(only)
  const split = merkleSplit(items.length)
  return merkleInnerHash(merkleRoot(items.slice(0, split)), merkleRoot(items.slice(split)))
}
