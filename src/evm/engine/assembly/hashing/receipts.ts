import { LIST, STRING, writeInteger, writePrefix, writeStringPrefix } from './rlp'
import { ENTRIES, HEADROOM } from './trie'

// Receipts in consensus form, as values of a trie: rlp([status, cumulative gas, bloom, logs]) after
// the type (EIP-2718). They are written from their ends, because a prefix follows from a size.

/** Bits of all receipts. In front of the nodes of the trie. */
const MERGED: usize = 15 * 1024
const BLOOM_BYTES: usize = 256
const ADDRESS_BYTES: usize = 20
const TOPIC_BYTES: usize = 32
const ADDRESS_TEXT: usize = 2 + 2 * ADDRESS_BYTES
const TOPIC_TEXT: usize = 2 + 2 * TOPIC_BYTES

/** Fields of a receipt; logs follow. */
const GAS: usize = 0
const TYPE: usize = 8
const STATUS: usize = 12
const HAS_BITS: usize = 16
const LOGS: usize = 20
const RECEIPT: usize = 24
/** Fields of a log. */
const TOPICS: usize = 0
const DATA: usize = 4
const LOG: usize = 8

/** Most bytes of a receipt without its logs, and of a log without its topics and data. */
const RECEIPT_ROOM: usize = HEADROOM + 288
const LOG_ROOM: usize = 40
const TOPIC_ROOM: usize = TOPIC_BYTES + 1

/** Ends of the texts and blobs that are not written yet; the last log is written first. */
let textEnd: usize = 0
let blobEnd: usize = 0

/**
 * Encodes `count` receipts as the entries of a trie, and merges their filters.
 *
 * @param records receipts, each followed by its logs
 * @param texts addresses and topics as hexadecimal text with a prefix `0x`, in order
 * @param blobs the filter of each receipt that has one, then the data of its logs, in order
 * @param room where the receipts are written
 */
export function encodeReceipts(
  count: u32,
  records: usize,
  texts: usize,
  blobs: usize,
  room: usize,
): void {
  memory.fill(MERGED, 0, BLOOM_BYTES)
  let record = records
  let text = texts
  let blob = blobs
  let end = room
  for (let i: u32 = 0; i < count; i++) {
    let bits: usize = 0
    if (load<u32>(record, HAS_BITS) != 0) {
      bits = blob
      blob += BLOOM_BYTES
      merge(bits)
    }
    const first = record + RECEIPT
    const next = first + LOG * <usize>load<u32>(record, LOGS)
    end += RECEIPT_ROOM
    for (let log = first; log < next; log += LOG) {
      const topics = <usize>load<u32>(log, TOPICS)
      const data = <usize>load<u32>(log, DATA)
      text += ADDRESS_TEXT + topics * TOPIC_TEXT
      blob += data
      end += LOG_ROOM + topics * TOPIC_ROOM + data
    }
    textEnd = text
    blobEnd = blob
    const at = writeReceipt(record, next, bits, end)
    const entry = ENTRIES + (<usize>i << 3)
    store<u32>(entry, <u32>at)
    store<u32>(entry, <u32>(end - at), 4)
    record = next
  }
}

/** Writes a receipt before `end`. Its record and those of its logs end at `next`. */
function writeReceipt(record: usize, next: usize, bits: usize, end: usize): usize {
  let at = end
  for (let log = next; log > record + RECEIPT; ) {
    log -= LOG
    at = writeLog(log, at)
  }
  at = writePrefix(at, LIST, end - at) - BLOOM_BYTES
  if (bits == 0) memory.fill(at, 0, BLOOM_BYTES)
  else memory.copy(at, bits, BLOOM_BYTES)
  at = writePrefix(at, STRING, BLOOM_BYTES)
  at = writeInteger(at, load<u64>(record, GAS))
  at = writeInteger(at, load<u32>(record, STATUS))
  at = writePrefix(at, LIST, end - at)
  const type = load<u32>(record, TYPE)
  if (type != 0) store<u8>(--at, <u8>type)
  return at
}

/** Writes rlp([address, topics, data]) before `end`. */
function writeLog(log: usize, end: usize): usize {
  const size = <usize>load<u32>(log, DATA)
  blobEnd -= size
  let at = end - size
  memory.copy(at, blobEnd, size)
  at = writeStringPrefix(at, end)
  const topicsEnd = at
  for (let left = load<u32>(log, TOPICS); left > 0; left--) {
    textEnd -= TOPIC_TEXT
    at = writeHex(at, textEnd, TOPIC_BYTES)
  }
  at = writePrefix(at, LIST, topicsEnd - at)
  textEnd -= ADDRESS_TEXT
  at = writeHex(at, textEnd, ADDRESS_BYTES)
  return writePrefix(at, LIST, end - at)
}

function merge(bits: usize): void {
  for (let i: usize = 0; i < BLOOM_BYTES; i += 16) {
    v128.store(MERGED + i, v128.or(v128.load(MERGED + i), v128.load(bits + i)))
  }
}

/** Writes `size` bytes as a string before `end`, from their text. */
function writeHex(end: usize, text: usize, size: usize): usize {
  const at = end - size
  for (let i: usize = 0; i < size; i++) {
    const digits = text + 2 + 2 * i
    store<u8>(at + i, <u8>((digit(load<u8>(digits)) << 4) | digit(load<u8>(digits, 1))))
  }
  return writePrefix(at, STRING, size)
}

/** Value of a hexadecimal digit in either case. */
@inline
function digit(code: u32): u32 {
  return (code & 15) + 9 * (code >> 6)
}

/** For the host. */
export const mergedBloom = MERGED
export const receiptRoom = RECEIPT_ROOM
export const logRoom = LOG_ROOM
export const topicRoom = TOPIC_ROOM
