import { sha256 } from '../../primitives/crypto/sha256.ts'
import { concatBytes, EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'

/*
 * Merkle trees of CometBFT, as in RFC 6962:
 * https://github.com/cometbft/cometbft/blob/v0.38.x/spec/core/encoding.md#merkle-trees
 */

const LEAF = Uint8Array.of(0)
const INNER = Uint8Array.of(1)

/** Path from a leaf to the root. */
export interface MerkleProof {
  readonly leafHash: Uint8Array
  /** Hashes of the siblings, the leaf's first. */
  readonly aunts: readonly Uint8Array[]
}

/** Returns the root of a list; the hash of nothing if it is empty. */
export function merkleRoot(leaves: readonly Uint8Array[]): Uint8Array {
  const [first] = leaves
  if (first === undefined) return sha256(EMPTY_BYTES)
  if (leaves.length === 1) return hashLeaf(first)
  const split = splitOf(leaves.length)
  return hashInner(merkleRoot(leaves.slice(0, split)), merkleRoot(leaves.slice(split)))
}

/** Proves a leaf of a list. @throws RangeError if there is no such leaf */
export function merkleProof(leaves: readonly Uint8Array[], index: number): MerkleProof {
  const leaf = leaves[index]
  if (leaf === undefined) throw new RangeError(`no leaf ${index} of ${leaves.length}`)
  return { leafHash: hashLeaf(leaf), aunts: auntsOf(leaves, index) }
}

function auntsOf(leaves: readonly Uint8Array[], index: number): readonly Uint8Array[] {
  if (leaves.length === 1) return []
  const split = splitOf(leaves.length)
  const [left, right] = [leaves.slice(0, split), leaves.slice(split)]
  return index < split
    ? [...auntsOf(left, index), merkleRoot(right)]
    : [...auntsOf(right, index - split), merkleRoot(left)]
}

/** Largest power of two below a count above 1. */
function splitOf(count: number): number {
  return 2 ** (31 - Math.clz32(count - 1))
}

function hashLeaf(leaf: Uint8Array): Uint8Array {
  return sha256(concatBytes(LEAF, leaf))
}

function hashInner(left: Uint8Array, right: Uint8Array): Uint8Array {
  return sha256(concatBytes(INNER, left, right))
}
