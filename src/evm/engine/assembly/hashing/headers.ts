import { keccak256 } from '../arithmetic/keccak'
import { START } from '../layout'

// A separate module that hashes consecutive headers. They differ only in parent hash, number, time
// and PREVRANDAO.

/** The RLP of a header from the host, at most 4 KiB. */
const HEADER: usize = 16 * 1024
/** Input of PREVRANDAO's hash: the time in Go's binary form. */
const GO_TIME: usize = HEADER + 4096
/** The parent hash of the first header, followed by at most 1024 hashes. */
const HASHES: usize = GO_TIME + 32

/** Seconds from year 1, the start of Go's time, to 1970. */
const UNIX_TO_GO: u64 = 62135596800

// Constants inside keccak's state would be overwritten.
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

/** Writes a time and the PREVRANDAO derived from it. */
function writeTime(end: usize, bytes: usize, mixHash: usize, time: u64): void {
  writeNumber(end, bytes, time)
  store<u64>(GO_TIME + 1, bswap(time + UNIX_TO_GO))
  copyHash(mixHash, keccak256(GO_TIME, 15))
}

/**
 * Hashes `count` headers. The parent hash of the first one is at `hashes`; the results follow it.
 *
 * Positions are offsets in the header; those of the two numbers are their ends.
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
