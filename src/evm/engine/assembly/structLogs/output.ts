import { emit } from './host'

// Text is written into a buffer, which the host takes whenever it is full. Functions get the end of
// the text, `at`, and return the new one; `room` comes first. Bytes behind the end are undefined,
// because texts are written 16 bytes at a time.

const SIZE: usize = 256 * 1024
/** Bytes that fit after a call of `room`; longer parts call it again. */
const ROOM: usize = 512
const BUFFER: usize = memory.data(262144, 16)
const FULL: usize = BUFFER + SIZE - ROOM

/** Bytes that the host has taken. */
export let taken: u64 = 0

/** Starts with an empty buffer; returns the end of its text. */
export function startText(): usize {
  taken = 0
  return BUFFER
}

/** Length of all text up to `at`. */
@inline
export function lengthAt(at: usize): u64 {
  return taken + <u64>(at - BUFFER)
}

@inline
export function room(at: usize): usize {
  return at > FULL ? flush(at) : at
}

/** Hands over the text up to `at`; returns the end of the empty text. */
export function flush(at: usize): usize {
  if (at == BUFFER) return at
  taken += <u64>(at - BUFFER)
  emit(BUFFER, at - BUFFER)
  return BUFFER
}

/** Writes at most 16 characters of ASCII. */
@inline
export function put(at: usize, text: string): usize {
  const from = changetype<usize>(text)
  v128.store(at, i8x16.narrow_i16x8_u(v128.load(from), v128.load(from, 16)))
  return at + text.length
}

/** Writes a number in decimal. */
@inline
export function putNumber(at: usize, value: u64): usize {
  if (value < 10) {
    store<u8>(at, 0x30 + <u8>value)
    return at + 1
  }
  return putLong(at, value)
}

function putLong(at: usize, value: u64): usize {
  if (value >= 100_000_000) {
    at = putLong(at, value / 100_000_000)
    store<u64>(at, eightDigits(<u32>(value % 100_000_000)) | 0x3030303030303030)
    return at + 8
  }
  const digits = eightDigits(<u32>value)
  const zeros = ctz(digits) & 0x78
  store<u64>(at, (digits | 0x3030303030303030) >> zeros)
  return at + 8 - (<usize>zeros >> 3)
}

/**
 * Returns a byte for each digit, the first one lowest. Both halves of the number are divided at
 * once, then its quarters, then its eighths.
 */
@inline
function eightDigits(value: u32): u64 {
  const halves = <u64>(value / 10_000) | (<u64>(value % 10_000) << 32)
  const hundreds = ((halves * 10_486) >> 20) & 0x0000007f0000007f
  const pairs = hundreds | ((halves - 100 * hundreds) << 16)
  const tens = ((pairs * 103) >> 10) & 0x000f000f000f000f
  return tens | ((pairs - 10 * tens) << 8)
}

@inline
function digitsOf(nibbles: v128): v128 {
  return i8x16.swizzle(i8x16(48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 97, 98, 99, 100, 101, 102), nibbles)
}

/** Sixteen hexadecimal digits. */
@inline
function hexOf(value: u64): v128 {
  // Each byte twice, the highest first; then the upper half of one and the lower half of the other.
  const twice = i8x16.swizzle(i64x2.splat(value), i8x16(7, 7, 6, 6, 5, 5, 4, 4, 3, 3, 2, 2, 1, 1, 0, 0))
  const lower = v128.and(twice, i8x16.splat(0x0f))
  return digitsOf(v128.bitselect(i8x16.shr_u(twice, 4), lower, i16x8.splat(0x00ff)))
}

/** Writes the 64 digits of a word whose lowest byte is first. */
export function putWord(at: usize, word: usize): usize {
  v128.store(at, hexOf(load<u64>(word, 24)))
  v128.store(at, hexOf(load<u64>(word, 16)), 16)
  v128.store(at, hexOf(load<u64>(word, 8)), 32)
  v128.store(at, hexOf(load<u64>(word)), 48)
  return at + 64
}

/** Writes the digits of a word, whose lowest byte is first, without leading zeros. */
@inline
export function putQuantity(at: usize, word: usize): usize {
  let limb: usize = 24
  while (limb != 0 && load<u64>(word + limb) == 0) limb -= 8
  const value = load<u64>(word + limb)
  const zeros = min(clz(value) & 0x7c, 60)
  v128.store(at, hexOf(value << zeros))
  at += 16 - (<usize>zeros >> 2)
  while (limb != 0) {
    limb -= 8
    v128.store(at, hexOf(load<u64>(word + limb)))
    at += 16
  }
  return at
}

/** Writes the digits of up to 32 bytes. */
@inline
export function putBytes(at: usize, bytes: usize, size: usize): usize {
  for (let done: usize = 0; done < size; done += 8) {
    v128.store(at + (done << 1), hexOf(bswap(load<u64>(bytes + done))))
  }
  return at + (size << 1)
}
