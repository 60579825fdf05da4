import { START } from '../layout'
import { compressFour, digestOf, pad, startFour } from './sha256'

// A module of its own: the hashes of new nodes of IAVL trees, and the app hash over their roots.
// Nodes of the same height do not depend on each other, so four of them are hashed at once.

/** Maximum number of nodes of a call. */
const MOST: usize = 4096
/** Maximum size of keys and values in bytes; longer ones are hashed by the host. */
const MOST_BYTES: usize = 512
/** Maximum number of stores. */
const MOST_STORES: usize = 32
/** Size of a leaf over a store and of its length, u32, which comes first. */
const LEAF_BYTES: usize = 256
/** A buffer for each of four messages. */
const LANES: usize = START
const LANE_BYTES: usize = 1024
/** Number of blocks of each message, u32. */
const BLOCKS: usize = LANES + 4 * LANE_BYTES
/** Where the digest of each message goes, u32. */
const DIGESTS: usize = BLOCKS + 16
/** Number of nodes of each height, u32. */
const HEIGHTS: usize = DIGESTS + 16
const HEIGHT_COUNT: usize = 256
/** Indices of nodes by height, u32. */
const ORDER: usize = HEIGHTS + 4 * HEIGHT_COUNT
/** Indices of leaves whose value has no hash yet, u32. */
const VALUES: usize = ORDER + 4 * MOST
/** Roots of stores, which the host writes. */
const ROOTS: usize = VALUES + 4 * MOST
/** Leaves over the stores, which the host writes up to the hash of the root. */
const LEAVES: usize = ROOTS + 32 * MOST_STORES
/** Nodes of the tree over the stores. */
const NODES: usize = LEAVES + LEAF_BYTES * MOST_STORES
/** What the host writes: eight i32 for each node. */
const RECORDS: usize = NODES + 32 * MOST_STORES
const RECORD_BYTES: usize = 32
/** Hashes of the nodes in the order of their records; before that, of a leaf's value. */
const HASHES: usize = RECORDS + RECORD_BYTES * MOST
/** What the host writes behind the records: keys, values and hashes of other nodes. */
const TEXT: usize = HASHES + 32 * MOST

// A record of an inner node: height, size, version (two words), left and right child: the index of
// its record, or -1 - the offset of its hash in the text. A record of a leaf: 0, 1, version, the
// offsets of key and value, the lengths of both; HASHED instead of the value's length.
const R_SIZE: usize = 4
const R_VERSION: usize = 8
const R_LEFT: usize = 16
const R_RIGHT: usize = 20
const R_KEY_LENGTH: usize = 24
const R_VALUE_LENGTH: usize = 28
/** The text has the value's hash. */
const HASHED: i32 = -1

if (__heap_base > START) unreachable()

/** Makes room for `bytes` of text. */
export function reserve(bytes: usize): void {
  const pages = <i32>((TEXT + bytes + 0xffff) >> 16)
  const missing = pages - memory.size()
  if (missing > 0 && memory.grow(missing) < 0) unreachable()
}

/** Hashes `count` nodes, at most `most`. */
export function hashNodes(count: usize): void {
  const leaves = sortByHeight(count)
  hashValues(leaves)
  hashLevel(ORDER, leaves)
  let at = ORDER + 4 * leaves
  for (let height: usize = 1; height < HEIGHT_COUNT; height++) {
    const level = load<u32>(HEIGHTS + 4 * height)
    hashLevel(at, level)
    at += 4 * level
  }
}

/** Writes the order, and returns the number of leaves. */
function sortByHeight(count: usize): usize {
  memory.fill(HEIGHTS, 0, 4 * HEIGHT_COUNT)
  const end = RECORDS + RECORD_BYTES * count
  for (let record = RECORDS; record < end; record += RECORD_BYTES) {
    const counter = HEIGHTS + 4 * <usize>load<u32>(record)
    store<u32>(counter, load<u32>(counter) + 1)
  }
  // The starts lie where the values that are to be hashed will.
  let start: u32 = 0
  for (let height: usize = 0; height < HEIGHT_COUNT; height++) {
    store<u32>(VALUES + 4 * height, start)
    start += load<u32>(HEIGHTS + 4 * height)
  }
  for (let i: usize = 0; i < count; i++) {
    const place = VALUES + 4 * <usize>load<u32>(RECORDS + RECORD_BYTES * i)
    const at = load<u32>(place)
    store<u32>(place, at + 1)
    store<u32>(ORDER + 4 * <usize>at, <u32>i)
  }
  return load<u32>(HEIGHTS)
}

function hashValues(leaves: usize): void {
  let end = VALUES
  for (let i: usize = 0; i < leaves; i++) {
    const index = <usize>load<u32>(ORDER + 4 * i)
    const record = RECORDS + RECORD_BYTES * index
    if (load<i32>(record, R_VALUE_LENGTH) != HASHED) {
      store<u32>(end, <u32>index)
      end += 4
    } else copyHash(HASHES + 32 * index, TEXT + <usize>load<u32>(record, R_RIGHT))
  }
  for (let at = VALUES; at < end; at += 16) hashFour(at, min((end - at) >> 2, 4), true)
}

function hashLevel(at: usize, count: usize): void {
  const end = at + 4 * count
  for (let four = at; four < end; four += 16) hashFour(four, min((end - four) >> 2, 4), false)
}

/** Hashes `count` of four nodes whose indices lie at `indices`, or the values of such leaves. */
function hashFour(indices: usize, count: usize, areValues: bool): void {
  for (let lane: usize = 0; lane < count; lane++) {
    const message = LANES + LANE_BYTES * lane
    const index = <usize>load<u32>(indices + 4 * lane)
    const record = RECORDS + RECORD_BYTES * index
    let end: usize
    if (areValues) end = writeValue(message, record)
    else if (load<u32>(record) == 0) end = writeLeaf(message, record, HASHES + 32 * index)
    else end = writeInner(message, record)
    endMessage(lane, end, HASHES + 32 * index)
  }
  hashLanes(count)
}

/** The message of a lane ends at `end`, and its digest goes to `digest`. */
@inline
function endMessage(lane: usize, end: usize, digest: usize): void {
  store<u32>(BLOCKS + 4 * lane, <u32>pad(LANES + LANE_BYTES * lane, end))
  store<u32>(DIGESTS + 4 * lane, <u32>digest)
}

/** Hashes the messages of `count` lanes. */
function hashLanes(count: usize): void {
  let most: usize = 0
  for (let lane: usize = 0; lane < count; lane++) {
    most = max(most, <usize>load<u32>(BLOCKS + 4 * lane))
  }
  startFour()
  for (let block: usize = 1; block <= most; block++) {
    const at = LANES + ((block - 1) << 6)
    compressFour(at, at + LANE_BYTES, at + 2 * LANE_BYTES, at + 3 * LANE_BYTES)
    for (let lane: usize = 0; lane < count; lane++) {
      if (<usize>load<u32>(BLOCKS + 4 * lane) != block) continue
      digestOf(lane, <usize>load<u32>(DIGESTS + 4 * lane))
    }
  }
}

/** Returns the address of the app hash over `stores` roots: an RFC 6962 tree of their leaves. */
export function appHash(stores: usize): usize {
  for (let first: usize = 0; first < stores; first += 4) {
    const count = min(stores - first, 4)
    for (let lane: usize = 0; lane < count; lane++) {
      const message = LANES + LANE_BYTES * lane
      const leaf = LEAVES + LEAF_BYTES * (first + lane)
      copyHash(message, ROOTS + 32 * (first + lane))
      endMessage(lane, message + 32, leaf + 4 + <usize>load<u32>(leaf) - 32)
    }
    hashLanes(count)
    for (let lane: usize = 0; lane < count; lane++) {
      const message = LANES + LANE_BYTES * lane
      const leaf = LEAVES + LEAF_BYTES * (first + lane)
      const size = <usize>load<u32>(leaf)
      memory.copy(message, leaf + 4, size)
      endMessage(lane, message + size, NODES + 32 * (first + lane))
    }
    hashLanes(count)
  }
  // Pairing neighbours and leaving an odd last one makes the tree of RFC 6962.
  for (let nodes = stores; nodes > 1; nodes = (nodes + 1) >> 1) pairNodes(nodes)
  return NODES
}

/** Replaces pairs of nodes by their parents. */
function pairNodes(nodes: usize): void {
  const pairs = nodes >> 1
  for (let first: usize = 0; first < pairs; first += 4) {
    const count = min(pairs - first, 4)
    for (let lane: usize = 0; lane < count; lane++) {
      const message = LANES + LANE_BYTES * lane
      store<u8>(message, 1)
      memory.copy(message + 1, NODES + 64 * (first + lane), 64)
      endMessage(lane, message + 65, NODES + 32 * (first + lane))
    }
    hashLanes(count)
  }
  if ((nodes & 1) == 1) copyHash(NODES + 32 * pairs, NODES + 32 * (nodes - 1))
}

function writeValue(message: usize, record: usize): usize {
  const length = <usize>load<u32>(record, R_VALUE_LENGTH)
  memory.copy(message, TEXT + <usize>load<u32>(record, R_RIGHT), length)
  return message + length
}

function writeLeaf(message: usize, record: usize, valueHash: usize): usize {
  // Height 0, and size 1 as a signed varint.
  store<u16>(message, 0x0200)
  let at = writeVarint(message + 2, load<u64>(record, R_VERSION) << 1)
  const length = <usize>load<u32>(record, R_KEY_LENGTH)
  at = writeVarint(at, length)
  memory.copy(at, TEXT + <usize>load<u32>(record, R_LEFT), length)
  return writeHash(at + length, valueHash)
}

function writeInner(message: usize, record: usize): usize {
  let at = writeVarint(message, load<u32>(record) << 1)
  at = writeVarint(at, <u64>load<u32>(record, R_SIZE) << 1)
  at = writeVarint(at, load<u64>(record, R_VERSION) << 1)
  at = writeHash(at, hashOf(load<i32>(record, R_LEFT)))
  return writeHash(at, hashOf(load<i32>(record, R_RIGHT)))
}

@inline
function hashOf(child: i32): usize {
  return child >= 0 ? HASHES + 32 * <usize>child : TEXT + <usize>(-1 - child)
}

/** Writes a hash with its length. */
@inline
function writeHash(at: usize, hash: usize): usize {
  store<u8>(at, 32)
  copyHash(at + 1, hash)
  return at + 33
}

@inline
function copyHash(to: usize, from: usize): void {
  v128.store(to, v128.load(from))
  v128.store(to, v128.load(from, 16), 16)
}

function writeVarint(start: usize, value: u64): usize {
  let at = start
  let rest = value
  for (; rest >= 0x80; rest >>= 7) store<u8>(at++, <u8>(rest | 0x80))
  store<u8>(at, <u8>rest)
  return at + 1
}

/** For the host. */
export const most = MOST
export const mostBytes = MOST_BYTES
export const records = RECORDS
export const hashes = HASHES
export const text = TEXT
export const roots = ROOTS
export const leaves = LEAVES
export const leafBytes = LEAF_BYTES
export const mostStores = MOST_STORES
