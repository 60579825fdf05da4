import { assert } from '../primitives/assert.ts'
import { sha256 } from '../primitives/crypto/sha256.ts'
import {
  compareBytes,
  concatBytes,
  EMPTY_BYTES,
  utf8ToBytes,
} from '../primitives/encoding/bytes.ts'
import { uvarintToBytes } from '../primitives/encoding/varint.ts'
import { type InnerOp, leafOp, SHA256 } from './ics23/ics23.ts'
import { encodeProof } from './ics23/ics23Codec.ts'
import { INNER_PREFIX, LEAF_PREFIX, merkleRoot, merkleSplit } from './ics23/merkle.ts'

/**
 * Returns the Merkle leaves below the app hash: one per store root, in bytewise order of the names.
 */
export function storeLeaves(roots: ReadonlyMap<string, Uint8Array>): readonly Uint8Array[] {
  return ordered(roots).map(({ name, root }) => storeLeaf(name, root))
}

/**
 * Returns the app hash over store roots by name, as Cosmos chains compute it. An empty root stands
 * for a store without a root (a memory store of older chains).
 */
export function computeAppHash(roots: ReadonlyMap<string, Uint8Array>): Uint8Array {
  return merkleRoot(storeLeaves(roots))
}

/**
 * Returns a proof that the app hash contains the root of the store `name`, in the exact bytes of
 * Cosmos chains. An empty root is part of the app hash, but verifiers reject proofs of it.
 */
export function proveStore(roots: ReadonlyMap<string, Uint8Array>, name: string): Uint8Array {
  const value = roots.get(name)
  assert(value !== undefined, `a store named ${name}`)
  const key = utf8ToBytes(name)
  const index = ordered(roots).findIndex((store) => compareBytes(store.name, key) === 0)
  const path = pathTo(storeLeaves(roots), index)
  return encodeProof({ kind: 'exist', proof: { key, value, leaf: leafOp(LEAF_PREFIX), path } })
}

/** Returns the siblings on the path from a leaf up to the root. */
function pathTo(leaves: readonly Uint8Array[], index: number): readonly InnerOp[] {
  if (leaves.length === 1) return []
  const split = merkleSplit(leaves.length)
  const left = leaves.slice(0, split)
  const right = leaves.slice(split)
  return index < split
    ? [...pathTo(left, index), { hash: SHA256, prefix: INNER_PREFIX, suffix: merkleRoot(right) }]
    : [
        ...pathTo(right, index - split),
        { hash: SHA256, prefix: concatBytes(INNER_PREFIX, merkleRoot(left)), suffix: EMPTY_BYTES },
      ]
}

function ordered(roots: ReadonlyMap<string, Uint8Array>) {
  return [...roots]
    .map(([name, root]) => ({ name: utf8ToBytes(name), root }))
    .sort((a, b) => compareBytes(a.name, b.name))
}

function storeLeaf(name: Uint8Array, root: Uint8Array): Uint8Array {
  const hash = sha256(root)
  return concatBytes(uvarintToBytes(name.length), name, uvarintToBytes(hash.length), hash)
}
