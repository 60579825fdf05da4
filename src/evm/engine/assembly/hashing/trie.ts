import { keccak256 } from '../arithmetic/keccak'
import { integerSize, LIST, STRING, writePrefix } from './rlp'

// The root of the Merkle Patricia trie that maps rlp(0), rlp(1), … to values. The keys are dense
// and their order is known, so nodes are encoded bottom-up, without a trie.

/** One node for each depth: at most 17 items of 33 bytes and a prefix. */
const NODES: usize = 16 * 1024
const NODE_BYTES: usize = 1024
/** In a node, room for the prefix of its list. */
const PREFIX_BYTES: usize = 8
/** Position and length of each value, two u32. The host writes them, and the values after them. */
export const ENTRIES: usize = NODES + 16 * NODE_BYTES
/** Free bytes before each value: a leaf is encoded around its value. */
export const HEADROOM: usize = 20

/** Flags of the hex-prefix encoding (Yellow Paper, appendix C). */
const LEAF: u32 = 2
const ODD: u32 = 1

let count: u32 = 0
/** The node that was encoded last. */
let nodeAt: usize = 0
let nodeSize: usize = 0

/** Returns the address of the root of the trie of `values` values, at least one. */
export function trieRoot(values: u32): usize {
  count = values
  encode(0, values, 0)
  return keccak256(nodeAt, nodeSize)
}

/**
 * Encodes the node for the keys from `start` up to `end`, in ascending order, which have `depth`
 * nibbles in common. No key is a prefix of another.
 */
function encode(start: u32, end: u32, depth: u32): void {
  const first = indexAt(start)
  if (end - start == 1) return leaf(first, depth)
  const last = indexAt(end - 1)
  let shared = depth
  while (nibble(first, shared) == nibble(last, shared)) shared++
  if (shared > depth) extension(start, end, depth, shared)
  else branch(start, end, depth)
}

function leaf(index: u32, depth: u32): void {
  const entry = ENTRIES + (<usize>index << 3)
  const value = <usize>load<u32>(entry)
  const size = <usize>load<u32>(entry, 4)
  let at = value
  if (size != 1 || load<u8>(value) >= STRING) at = writePrefix(at, STRING, size)
  at = writePath(at, index, depth, 2 * keyLength(index), LEAF)
  finish(at, value + size)
}

function extension(start: u32, end: u32, depth: u32, shared: u32): void {
  encode(start, end, shared)
  // A path of at most 10 nibbles takes at most 7 bytes.
  const child = NODES + <usize>depth * NODE_BYTES + 2 * PREFIX_BYTES
  const nodeEnd = writeReference(child)
  finish(writePath(child, indexAt(start), depth, shared, 0), nodeEnd)
}

function branch(start: u32, end: u32, depth: u32): void {
  const items = NODES + <usize>depth * NODE_BYTES + PREFIX_BYTES
  let at = items
  let from = start
  for (let i: u32 = 0; i < 16; i++) {
    let to = from
    while (to < end && nibble(indexAt(to), depth) == i) to++
    if (to == from) {
      store<u8>(at++, <u8>STRING)
    } else {
      encode(from, to, depth + 1)
      at = writeReference(at)
    }
    from = to
  }
  // The last item is the value of a key that ends here: none does.
  store<u8>(at++, <u8>STRING)
  finish(items, at)
}

/** Makes a list of the items from `items` to `end`. */
function finish(items: usize, end: usize): void {
  nodeAt = writePrefix(items, LIST, end - items)
  nodeSize = end - nodeAt
}

/** Writes the reference to the last node: its hash, or the node itself if that is shorter. */
function writeReference(at: usize): usize {
  if (nodeSize < 32) {
    memory.copy(at, nodeAt, nodeSize)
    return at + nodeSize
  }
  store<u8>(at, <u8>(STRING + 32))
  memory.copy(at + 1, keccak256(nodeAt, nodeSize), 32)
  return at + 33
}

/** Writes a path before `end`: nibbles of a key in hex-prefix encoding, as an RLP string. */
function writePath(end: usize, index: u32, start: u32, stop: u32, flag: u32): usize {
  let at = end
  let from = stop
  for (; from > start + 1; from -= 2) {
    store<u8>(--at, <u8>((nibble(index, from - 2) << 4) | nibble(index, from - 1)))
  }
  const head = from > start ? ((flag | ODD) << 4) | nibble(index, start) : flag << 4
  store<u8>(--at, <u8>head)
  const size = end - at
  return size == 1 ? at : writePrefix(at, STRING, size)
}

/**
 * Index of the value with a place in the order of the keys. rlp(0) is 0x80, between the single
 * bytes of 1 to 127 and the prefixes of larger integers.
 */
@inline
function indexAt(place: u32): u32 {
  const small = min(count, STRING) - 1
  return place < small ? place + 1 : place == small ? 0 : place
}

/** Bytes of a key: the RLP of an index. */
@inline
function keyLength(index: u32): u32 {
  return index < STRING ? 1 : 1 + integerSize(index)
}

@inline
function nibble(index: u32, at: u32): u32 {
  const byte = keyByte(index, at >> 1)
  return at & 1 ? byte & 15 : byte >> 4
}

@inline
function keyByte(index: u32, at: u32): u32 {
  if (index == 0) return STRING
  if (index < STRING) return index
  const length = integerSize(index)
  return at == 0 ? STRING + length : (index >> (8 * (length - at))) & 0xff
}

/** For the host: where entries begin, and the free bytes before each value. */
export const entries = ENTRIES
export const headroom = HEADROOM
