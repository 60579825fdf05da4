import { setImmediate } from 'node:timers/promises'
import type { Address } from '../../primitives/address.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { trimLeft } from '../../primitives/encoding/bytes.ts'
import { bytesToHash, type Hash, hexToBytes } from '../../primitives/encoding/hex.ts'
import { type RlpInput, writeRlp } from '../../primitives/encoding/rlp.ts'
import type { StateReader } from '../stateReader.ts'
import { storageRange } from './storageRange.ts'

const EMPTY_ROOT = bytesToHash(keccak256(writeRlp('0x')))

/** A leaf of the trie. */
interface Leaf {
  /** The 64 nibbles of the hashed slot. */
  readonly path: Uint8Array
  /** RLP of the word without leading zeros. */
  readonly value: Uint8Array
}

/**
 * Returns the root of the Merkle Patricia trie that Ethereum keeps for the storage of an account
 * (Yellow Paper, appendix D). This chain does not store that trie, so each call hashes all slots.
 * Yields to the event loop.
 */
export async function storageRoot(state: StateReader, address: Address): Promise<Hash> {
  const { slots } = await storageRange(state, address, new Uint8Array(0), Number.MAX_SAFE_INTEGER)
  if (slots.length === 0) return EMPTY_ROOT
  const leaves = slots.map(({ hash, word }) => ({
    path: nibblesOf(hexToBytes(hash)),
    value: writeRlp(trimLeft(word)),
  }))
  return bytesToHash(keccak256(writeRlp(await largeNode(leaves))))
}

/** From this number on, the children of the outermost branch are made one by one. */
const MANY_LEAVES = 1000

/** As {@link nodeOf} at the root; yields to the event loop if there are many leaves. */
async function largeNode(leaves: readonly Leaf[]): Promise<RlpInput> {
  if (leaves.length < MANY_LEAVES || commonEnd(leaves, 0) > 0) return nodeOf(leaves, 0)
  const children: RlpInput[] = []
  for (const group of groupsOf(leaves, 0)) {
    children.push(childOf(group, 1))
    await setImmediate()
  }
  return [...children, '0x']
}

/** Returns the node of leaves in ascending order that agree in their first `depth` nibbles. */
function nodeOf(leaves: readonly Leaf[], depth: number): RlpInput {
  const [first] = leaves
  if (first === undefined) throw new Error('bug: a node without leaves')
  if (leaves.length === 1) return [compact(first.path.subarray(depth), true), first.value]
  const end = commonEnd(leaves, depth)
  if (end > depth) return [compact(first.path.subarray(depth, end), false), childOf(leaves, end)]
  return [...groupsOf(leaves, depth).map((group) => childOf(group, depth + 1)), '0x']
}

/** Returns a node as its parent has it: its hash, or itself if it is shorter. */
function childOf(leaves: readonly Leaf[], depth: number): RlpInput {
  if (leaves.length === 0) return '0x'
  const node = nodeOf(leaves, depth)
  const bytes = writeRlp(node)
  return bytes.length < 32 ? node : keccak256(bytes)
}

/** Returns the position of the first nibble in which sorted leaves differ. */
function commonEnd(leaves: readonly Leaf[], depth: number): number {
  const [first, last] = [leaves[0]?.path, leaves.at(-1)?.path]
  let end = depth
  while (end < 64 && first?.[end] === last?.[end]) end++
  return end
}

/** Returns the leaves by their nibble at a depth. */
function groupsOf(leaves: readonly Leaf[], depth: number): readonly (readonly Leaf[])[] {
  const groups: Leaf[][] = Array.from({ length: 16 }, () => [])
  for (const leaf of leaves) groups[leaf.path[depth] ?? 0]?.push(leaf)
  return groups
}

function nibblesOf(bytes: Uint8Array): Uint8Array {
  const nibbles = new Uint8Array(bytes.length * 2)
  bytes.forEach((byte, i) => {
    nibbles[2 * i] = byte >> 4
    nibbles[2 * i + 1] = byte & 15
  })
  return nibbles
}

/** Encodes a part of a path: a flag for a leaf and for an odd length, then two nibbles a byte. */
function compact(nibbles: Uint8Array, isLeaf: boolean): Uint8Array {
  const isOdd = nibbles.length % 2 === 1
  const flag = (isLeaf ? 2 : 0) + (isOdd ? 1 : 0)
  const padded = isOdd ? [flag, ...nibbles] : [flag, 0, ...nibbles]
  return Uint8Array.from({ length: padded.length / 2 }, (_, i) => {
    return (padded[2 * i] ?? 0) * 16 + (padded[2 * i + 1] ?? 0)
  })
}
