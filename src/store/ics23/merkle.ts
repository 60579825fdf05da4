import { sha256 } from '../../primitives/crypto/sha256.ts'
import { concatBytes, EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'

/** What a leaf's hash begins with: it keeps a leaf from passing for an inner node. */
export const LEAF_PREFIX = Uint8Array.of(0)
/** As {@link LEAF_PREFIX}, of an inner node. */
export const INNER_PREFIX = Uint8Array.of(1)

/** Hash of a leaf of an RFC 6962 tree. */
export function merkleLeafHash(item: Uint8Array): Uint8Array {
  return sha256(concatBytes(LEAF_PREFIX, item))
}

/** Hash of an inner node of an RFC 6962 tree. */
export function merkleInnerHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concatBytes(INNER_PREFIX, left, right))
}

/**
 * Number of leaves on the left of a tree of `count` (at least 2): the largest power of two below
 * `count`.
 */
export function merkleSplit(count: number): number {
  return 2 ** (31 - Math.clz32(count - 1))
}

/** Root of the RFC 6962 tree over `items` in their order; sha256("") for none. */
export function merkleRoot(items: readonly Uint8Array[]): Uint8Array {
  const [only] = items
  if (only === undefined) return sha256(EMPTY_BYTES)
  if (items.length === 1) return merkleLeafHash(only)
  const split = merkleSplit(items.length)
  return merkleInnerHash(merkleRoot(items.slice(0, split)), merkleRoot(items.slice(split)))
}
