import { sha256 } from '../../primitives/crypto/sha256.ts'
import { compareBytes, concatBytes, equalBytes } from '../../primitives/encoding/bytes.ts'
import { uvarintToBytes } from '../../primitives/encoding/varint.ts'
import {
  type CommitmentProof,
  type ExistenceProof,
  type InnerOp,
  type LeafOp,
  leafOp,
  MAX_DEPTH,
  type NonExistenceProof,
  SHA256,
} from './ics23.ts'
import { invalidProof, locate } from './proofError.ts'
import type { ProofSpec, Side } from './proofSpec.ts'

/** A proof of existence with its computed root. */
interface Followed {
  readonly key: Uint8Array
  readonly path: readonly InnerOp[]
  /** The side of each inner node in {@link path}. */
  readonly sides: readonly Side[]
  readonly root: Uint8Array
}

/**
 * Returns the root (32 bytes) of the tree in which the proof shows that `key` has `value`, or is
 * absent if `value` is undefined. The caller must compare the root with a trusted one.
 *
 * One check is stricter than ics23-go, besides those of {@link ProofSpec}: a proof of absence must
 * name the same key.
 *
 * @throws ProofError
 */
export function provenRoot(
  rules: ProofSpec,
  { kind, proof }: CommitmentProof,
  key: Uint8Array,
  value: Uint8Array | undefined,
): Uint8Array {
  if (key.length === 0) throw invalidProof('an empty key cannot be proven')
  if (!equalBytes(proof.key, key)) throw invalidProof('the proof is for another key')
  if (value === undefined) {
    if (kind === 'exist') throw invalidProof('the proof shows existence, not absence')
    return rootWithout(rules, proof)
  }
  if (kind === 'nonexist') throw invalidProof('the proof shows absence, not existence')
  if (!equalBytes(proof.value, value)) throw invalidProof('the proof is for another value')
  return follow(rules, proof).root
}

/**
 * Returns the root of a tree in which the key is between two neighbours, or beyond the first or
 * last key.
 */
function rootWithout(rules: ProofSpec, { key, left, right }: NonExistenceProof): Uint8Array {
  const before = left && locate('left', () => follow(rules, left))
  const after = right && locate('right', () => follow(rules, right))
  if (before !== undefined && compareBytes(before.key, key) >= 0) {
    throw invalidProof('the left neighbour is not left of the key')
  }
  if (after !== undefined && compareBytes(after.key, key) <= 0) {
    throw invalidProof('the right neighbour is not right of the key')
  }
  if (before !== undefined && after !== undefined) {
    checkNeighbours(before, after)
    return before.root
  }
  if (before !== undefined) {
    if (!keepsTo('right', before.sides))
      throw invalidProof('the left neighbour is not the last key')
    return before.root
  }
  if (after === undefined) throw invalidProof('absence without a neighbour')
  if (!keepsTo('left', after.sides)) throw invalidProof('the right neighbour is not the first key')
  return after.root
}

/** Checks that two leaves are adjacent. */
function checkNeighbours(left: Followed, right: Followed): void {
  if (!equalBytes(left.root, right.root))
    throw invalidProof('the neighbours are in different trees')
  // From the root down, both paths share nodes until they diverge.
  let shared = 0
  while (isSameOp(left.path.at(-1 - shared), right.path.at(-1 - shared))) shared++
  const leftSides = left.sides.slice(0, left.sides.length - shared)
  const rightSides = right.sides.slice(0, right.sides.length - shared)
  const parts = leftSides.pop() === 'left' && rightSides.pop() === 'right'
  if (!parts || !keepsTo('right', leftSides) || !keepsTo('left', rightSides)) {
    throw invalidProof('there may be keys between the neighbours')
  }
}

function isSameOp(a: InnerOp | undefined, b: InnerOp | undefined): boolean {
  if (a === undefined || b === undefined) return false
  return equalBytes(a.prefix, b.prefix) && equalBytes(a.suffix, b.suffix)
}

/** Whether a path leads to the outermost leaf on a side. */
function keepsTo(edge: Side, sides: readonly Side[]): boolean {
  return sides.every((side) => side === edge)
}

function follow(rules: ProofSpec, { key, value, leaf, path }: ExistenceProof): Followed {
  if (key.length === 0) throw invalidProof('an empty key cannot be proven')
  // ics23 rejects empty values, so that they are not mistaken for absence.
  if (value.length === 0) throw invalidProof('an empty value cannot be proven')
  if (path.length > MAX_DEPTH) throw invalidProof(`more than ${MAX_DEPTH} inner nodes`)
  let root = locate('leaf', () => {
    if (!isOurs(leaf)) throw invalidProof('unsupported hash or length operation')
    rules.checkLeaf(leaf.prefix)
    return leafHash(leaf.prefix, key, value)
  })
  const sides: Side[] = []
  for (const [i, op] of path.entries()) {
    sides.push(locate(`path[${i}]`, () => checkInner(rules, op, i + 1)))
    root = sha256(concatBytes(op.prefix, root, op.suffix))
  }
  return { key, path, sides, root }
}

function isOurs(op: LeafOp): boolean {
  const { hash, prehashKey, prehashValue, length } = leafOp(op.prefix)
  return (
    op.hash === hash &&
    op.prehashKey === prehashKey &&
    op.prehashValue === prehashValue &&
    op.length === length
  )
}

function leafHash(prefix: Uint8Array, key: Uint8Array, value: Uint8Array): Uint8Array {
  const hashed = sha256(value)
  const keyLength = uvarintToBytes(key.length)
  return sha256(concatBytes(prefix, keyLength, key, uvarintToBytes(hashed.length), hashed))
}

function checkInner(rules: ProofSpec, op: InnerOp, layer: number): Side {
  if (op.hash !== SHA256) throw invalidProof('hash operation is not SHA-256')
  return rules.sideOf(op, layer)
}
