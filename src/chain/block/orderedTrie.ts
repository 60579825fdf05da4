import { RLP } from '@ethereumjs/rlp'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { bytesToHash, type Hash } from '../../primitives/encoding/hex.ts'

type Node = Uint8Array | Node[]
type Leaf = { readonly nibbles: readonly number[]; readonly value: Uint8Array }

const NOTHING = new Uint8Array(0)

/** Root of an empty trie: keccak256 of the RLP of an empty string. */
export const EMPTY_TRIE_ROOT = bytesToHash(keccak256(RLP.encode(NOTHING)))

/**
 * Returns the root of the Merkle Patricia trie that maps rlp(0), rlp(1), … to the values:
 * `transactionsRoot`, `receiptsRoot`. Synchronous, and faster than a general trie, which takes 90
 * µs per entry (docs/dependencies.md).
 */
export function orderedTrieRoot(values: readonly Uint8Array[]): Hash {
  if (values.length === 0) return EMPTY_TRIE_ROOT
  const leaves = values.map((value, index) => ({ nibbles: toNibbles(RLP.encode(index)), value }))
  return bytesToHash(keccak256(RLP.encode(build(leaves, 0))))
}

/**
 * Returns the node for leaves with a common prefix of `depth` nibbles. No key is a prefix of
 * another.
 */
function build(leaves: readonly Leaf[], depth: number): Node {
  const [first] = leaves
  if (first === undefined) return NOTHING
  if (leaves.length === 1) return [compact(first.nibbles.slice(depth), true), first.value]
  const shared = sharedNibbles(leaves, depth)
  if (shared > depth) {
    return [compact(first.nibbles.slice(depth, shared), false), reference(build(leaves, shared))]
  }
  const branches: Leaf[][] = Array.from({ length: 16 }, () => [])
  for (const leaf of leaves) branches[leaf.nibbles[depth] ?? 0]?.push(leaf)
  const children = branches.map((branch) =>
    branch.length === 0 ? NOTHING : reference(build(branch, depth + 1)),
  )
  return [...children, NOTHING]
}

/** Returns the reference to a node: its hash, or the node itself if that is shorter. */
function reference(node: Node): Node {
  const encoded = RLP.encode(node)
  return encoded.length < 32 ? node : keccak256(encoded)
}

function sharedNibbles(leaves: readonly Leaf[], depth: number): number {
  const [first] = leaves
  let end = depth
  while (leaves.every(({ nibbles }) => nibbles[end] === first?.nibbles[end])) end++
  return end
}

/** Hex-prefix encoding (Yellow Paper, appendix C). */
function compact(nibbles: readonly number[], isLeaf: boolean): Uint8Array {
  const flag = isLeaf ? 2 : 0
  const padded = nibbles.length % 2 === 1 ? [flag + 1, ...nibbles] : [flag, 0, ...nibbles]
  const bytes = new Uint8Array(padded.length / 2)
  for (let i = 0; i < bytes.length; i++) {
    bytes[i] = ((padded[2 * i] ?? 0) << 4) | (padded[2 * i + 1] ?? 0)
  }
  return bytes
}

function toNibbles(bytes: Uint8Array): number[] {
  return [...bytes].flatMap((byte) => [byte >> 4, byte & 15])
}
