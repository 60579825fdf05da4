import { concatBytes, EMPTY_BYTES, latin1ToBytes } from '../../primitives/encoding/bytes.ts'
import { varintToBytes } from '../../primitives/encoding/varint.ts'
import { StoreError } from '../errors.ts'
import { type ExistenceProof, type InnerOp, leafOp, SHA256 } from '../ics23/ics23.ts'
import { encodeProof } from '../ics23/ics23Codec.ts'
import type { Side } from '../ics23/proofSpec.ts'
import { type Inner, type Leaf, type NodeRef, nodeOf } from './iavlNode.ts'
import { hashOf } from './treeHasher.ts'

/** An inner node on a path from the root, and the side on which the path continues. */
interface PathStep {
  readonly node: Inner
  readonly side: Side
}

/** A leaf, and the path to it from the root. */
interface Found {
  readonly leaf: Leaf
  readonly steps: readonly PathStep[]
}

/** Hashes are prefixed with their length in a preimage. */
const HASH_LENGTH = Uint8Array.of(32)

/**
 * Returns a proof that the tree below `root` has or lacks `key` (a latin1 string), in the exact
 * bytes of cosmos/iavl. The tree must be committed.
 *
 * @throws StoreError EMPTY_STORE if the tree has no leaf
 */
export function proveKey(root: NodeRef | undefined, key: string): Uint8Array {
  if (root === undefined) throw new StoreError({ code: 'EMPTY_STORE' })
  const found = descend(root, [], (node) => (key < node.key ? 'left' : 'right'))
  if (found.leaf.key === key) return encodeProof({ kind: 'exist', proof: existence(found) })
  // The path to the position of an absent key ends at one of its neighbours.
  const [left, right] =
    found.leaf.key < key
      ? [found, neighbour(found.steps, 'right')]
      : [neighbour(found.steps, 'left'), found]
  return encodeProof({
    kind: 'nonexist',
    proof: {
      key: latin1ToBytes(key),
      left: left && existence(left),
      right: right && existence(right),
    },
  })
}

/** Extends the path `before`, which leads to `link`, down to a leaf. */
function descend(link: NodeRef, before: readonly PathStep[], turn: (node: Inner) => Side): Found {
  const steps = [...before]
  let node = nodeOf(link)
  while (node.left !== undefined) {
    const side = turn(node)
    steps.push({ node, side })
    node = nodeOf(node[side])
  }
  return { leaf: node, steps }
}

/**
 * Returns the adjacent leaf on `side` of the leaf at `steps`. Undefined at the edge of the tree.
 */
function neighbour(steps: readonly PathStep[], side: Side): Found | undefined {
  const turned = steps.findLastIndex((step) => step.side !== side)
  const fork = steps[turned]
  if (fork === undefined) return undefined
  const before = [...steps.slice(0, turned), { node: fork.node, side }]
  return descend(fork.node[side], before, () => opposite(side))
}

function opposite(side: Side): Side {
  return side === 'left' ? 'right' : 'left'
}

function existence({ leaf, steps }: Found): ExistenceProof {
  return {
    key: latin1ToBytes(leaf.key),
    value: latin1ToBytes(leaf.value),
    leaf: leafOp(headOf(leaf)),
    path: steps.map(innerOp).toReversed(),
  }
}

/** Returns the preimage around the hash of the child on the path. */
function innerOp({ node, side }: PathStep): InnerOp {
  const head = headOf(node)
  const other = concatBytes(HASH_LENGTH, latin1ToBytes(hashOf(node[opposite(side)])))
  return side === 'left'
    ? { hash: SHA256, prefix: concatBytes(head, HASH_LENGTH), suffix: other }
    : { hash: SHA256, prefix: concatBytes(head, other, HASH_LENGTH), suffix: EMPTY_BYTES }
}

/** Returns the start of a node's preimage. */
function headOf({ height, size, version }: Leaf | Inner): Uint8Array {
  return concatBytes(varintToBytes(height), varintToBytes(size), varintToBytes(version))
}
