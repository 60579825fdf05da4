import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { bytesToHash, type Hash } from '../../primitives/encoding/hex.ts'
import {
  integerSize,
  LIST,
  rlpPrefixSize,
  STRING,
  writeRlpPrefix,
} from '../../primitives/encoding/rlp.ts'

/** RLP of a hash as the reference to a node. */
const HASH_BYTES = 32
const REFERENCE_BYTES = 1 + HASH_BYTES
/** Flags of the hex-prefix encoding (Yellow Paper, appendix C). */
const LEAF = 2
const ODD = 1

/** Root of an empty trie: keccak256 of the RLP of an empty string. */
export const EMPTY_TRIE_ROOT = bytesToHash(keccak256(Uint8Array.of(STRING)))

/**
 * Returns the root of the Merkle Patricia trie that maps rlp(0), rlp(1), … to the values:
 * `transactionsRoot`, `receiptsRoot`. The keys are dense and their order is known, so nodes are
 * encoded bottom-up, without building the trie (docs/dependencies.md compares with a general trie).
 */
export function orderedTrieRoot(values: readonly Uint8Array[]): Hash {
  if (values.length === 0) return EMPTY_TRIE_ROOT
  const trie = new OrderedTrie(values)
  return bytesToHash(keccak256(trie.encode(0, values.length, 0)))
}

class OrderedTrie {
  readonly #values: readonly Uint8Array[]
  /** Indexes of the values in ascending order of their keys. */
  readonly #order: Uint32Array

  constructor(values: readonly Uint8Array[]) {
    this.#values = values
    this.#order = new Uint32Array(values.length)
    // rlp(0) is 0x80, between the single bytes of 1 to 127 and the prefixes of larger integers.
    const small = Math.min(values.length - 1, STRING - 1)
    for (let i = 0; i < small; i++) this.#order[i] = i + 1
    for (let i = small + 1; i < values.length; i++) this.#order[i] = i
  }

  /**
   * Returns the node for the keys from `start` up to `end`, in order, which have `depth` nibbles in
   * common. No key is a prefix of another.
   */
  encode(start: number, end: number, depth: number): Uint8Array {
    const first = this.#order[start] ?? 0
    if (end - start === 1) return this.#leaf(first, depth)
    const shared = this.#sharedNibbles(first, this.#order[end - 1] ?? 0, depth)
    return shared > depth
      ? this.#extension(start, end, depth, shared)
      : this.#branch(start, end, depth)
  }

  #leaf(index: number, depth: number): Uint8Array {
    const path = compact(index, depth, 2 * keyLength(index), LEAF)
    const value = this.#values[index] ?? new Uint8Array(0)
    return encodeList(stringSize(path) + stringSize(value), (node, at) => {
      writeString(node, writeString(node, at, path), value)
    })
  }

  #extension(start: number, end: number, depth: number, shared: number): Uint8Array {
    const path = compact(this.#order[start] ?? 0, depth, shared, 0)
    const child = this.encode(start, end, shared)
    return encodeList(stringSize(path) + referenceSize(child), (node, at) => {
      writeReference(node, writeString(node, at, path), child)
    })
  }

  #branch(start: number, end: number, depth: number): Uint8Array {
    const children: (Uint8Array | undefined)[] = []
    // The last item is the value of a key that ends here: none does.
    let size = 1
    let from = start
    for (let nibble = 0; nibble < 16; nibble++) {
      let to = from
      while (to < end && nibbleOf(this.#order[to] ?? 0, depth) === nibble) to++
      const child = to === from ? undefined : this.encode(from, to, depth + 1)
      size += child === undefined ? 1 : referenceSize(child)
      children.push(child)
      from = to
    }
    return encodeList(size, (node, start) => {
      let at = start
      for (const child of children) {
        if (child === undefined) node[at++] = STRING
        else at = writeReference(node, at, child)
      }
      node[at] = STRING
    })
  }

  #sharedNibbles(first: number, last: number, depth: number): number {
    let end = depth
    while (nibbleOf(first, end) === nibbleOf(last, end)) end++
    return end
  }
}

/** Bytes of a key: the RLP of an index. */
function keyLength(index: number): number {
  return index < STRING ? 1 : 1 + integerSize(index)
}

/** Returns a nibble of a key. */
function nibbleOf(index: number, at: number): number {
  const byte = keyByte(index, at >> 1)
  return at % 2 === 0 ? byte >> 4 : byte & 15
}

function keyByte(index: number, at: number): number {
  if (index === 0) return STRING
  if (index < STRING) return index
  const length = integerSize(index)
  return at === 0 ? STRING + length : (index >>> (8 * (length - at))) & 0xff
}

/** Hex-prefix encoding of nibbles of a key (Yellow Paper, appendix C). */
function compact(index: number, start: number, end: number, flag: number): Uint8Array {
  const isOdd = (end - start) % 2 === 1
  const path = new Uint8Array(1 + ((end - start) >> 1))
  path[0] = isOdd ? ((flag | ODD) << 4) | nibbleOf(index, start) : flag << 4
  let at = isOdd ? start + 1 : start
  for (let i = 1; i < path.length; i++, at += 2) {
    path[i] = (nibbleOf(index, at) << 4) | nibbleOf(index, at + 1)
  }
  return path
}

function stringSize(bytes: Uint8Array): number {
  if (bytes.length === 1 && (bytes[0] ?? 0) < STRING) return 1
  return rlpPrefixSize(bytes.length) + bytes.length
}

/** Size of a reference to a node: its hash, or the node itself if that is shorter. */
function referenceSize(node: Uint8Array): number {
  return node.length < HASH_BYTES ? node.length : REFERENCE_BYTES
}

function writeReference(target: Uint8Array, at: number, node: Uint8Array): number {
  if (node.length < HASH_BYTES) {
    target.set(node, at)
    return at + node.length
  }
  target[at] = STRING + HASH_BYTES
  target.set(keccak256(node), at + 1)
  return at + REFERENCE_BYTES
}

function writeString(target: Uint8Array, at: number, bytes: Uint8Array): number {
  const isOwnPrefix = bytes.length === 1 && (bytes[0] ?? 0) < STRING
  const start = isOwnPrefix ? at : writeRlpPrefix(target, at, STRING, bytes.length)
  target.set(bytes, start)
  return start + bytes.length
}

function encodeList(size: number, write: (node: Uint8Array, at: number) => void): Uint8Array {
  const node = new Uint8Array(rlpPrefixSize(size) + size)
  write(node, writeRlpPrefix(node, 0, LIST, size))
  return node
}
