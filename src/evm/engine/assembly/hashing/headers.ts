import { keccak256 } from '../arithmetic/keccak'
import { START } from '../layout'

// A module of its own: the hashes of headers that follow each other. Only parent hash, number, time and PREVRANDAO change from one
// header to the next.

/** The RLP of a header, which the host writes: at most 4 KiB. */
const HEADER: usize = 16 * 1024
/** What PREVRANDAO is the hash of: the time in Go's binary form. */
const GO_TIME: usize = HEADER + 4096
/** The parent hash of the first header, then the hashes: at most 1024. */
const HASHES: usize = GO_TIME + 32

/** Seconds from year 1, where Go's time begins, to 1970. */
const UNIX_TO_GO: u64 = 62135596800

// Constants that reached into the state of keccak would be overwritten.
if (__heap_base > START) unreachable()
// A version byte, seconds, nanoseconds, and -1 for UTC.
store<u8>(GO_TIME, 1)
store<u16>(GO_TIME + 13, 0xffff)

@inline
function copyHash(to: usize, from: usize): void {
  v128.store(to, v128.load(from))
  v128.store(to + 16, v128.load(from + 16))
}

/** Writes a big-endian number that ends before `end`. */
function writeNumber(end: usize, bytes: usize, value: u64): void {
  for (const first = end - bytes; end > first; value >>= 8) store<u8>(--end, <u8>value)
}

/** Writes a time and the PREVRANDAO that follows from it. */
function writeTime(end: usize, bytes: usize, mixHash: usize, time: u64): void {
  writeNumber(end, bytes, time)
  store<u64>(GO_TIME + 1, bswap(time + UNIX_TO_GO))
  copyHash(mixHash, keccak256(GO_TIME, 15))
}

/**
 * Hashes `count` headers, the first of which has the parent hash at `hashes`; their hashes lie after it.
 *
 * Places are offsets in the header; those of the two numbers are where they end.
 */
export function hashHeaders(
  size: usize,
  parentHash: usize,
  mixHash: usize,
  numberEnd: usize,
  numberBytes: usize,
  timeEnd: usize,
  timeBytes: usize,
  number: f64,
  time: f64,
  step: f64,
  count: u32,
): void {
  for (let i: u32 = 0; i < count; i++) {
    const parent = HASHES + (<usize>i << 5)
    copyHash(HEADER + parentHash, parent)
    writeNumber(HEADER + numberEnd, numberBytes, <u64>number + i)
    if (i == 0 || step > 0) {
      writeTime(HEADER + timeEnd, timeBytes, HEADER + mixHash, <u64>time + <u64>step * i)
    }
    copyHash(parent + 32, keccak256(HEADER, size))
  }
}

/** Addresses, for the host. */
export const header = HEADER
export const hashes = HASHES
