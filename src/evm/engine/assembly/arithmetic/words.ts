import { MASKS, SCRATCH } from '../layout'

// 256-bit words as four 64-bit limbs in linear memory, least significant first. All arguments are
// addresses.

@inline
export function limb(word: usize, index: usize): u64 {
  return load<u64>(word + (index << 3))
}

@inline
export function setSmall(word: usize, value: u64): void {
  store<u64>(word, value)
  store<u64>(word, 0, 8)
  store<u64>(word, 0, 16)
  store<u64>(word, 0, 24)
}

@inline
export function set(word: usize, l0: u64, l1: u64, l2: u64, l3: u64): void {
  store<u64>(word, l0)
  store<u64>(word, l1, 8)
  store<u64>(word, l2, 16)
  store<u64>(word, l3, 24)
}

@inline
export function copyWord(to: usize, from: usize): void {
  const low = v128.load(from)
  const high = v128.load(from, 16)
  v128.store(to, low)
  v128.store(to, high, 16)
}

/** Copies bytes that do not overlap. For few bytes, a call of `memory.copy` costs more. */
export function copyBytes(to: usize, from: usize, size: usize): void {
  if (size > 96) {
    memory.copy(to, from, size)
    return
  }
  while (size >= 16) {
    v128.store(to, v128.load(from))
    to += 16
    from += 16
    size -= 16
  }
  while (size > 0) {
    store<u8>(to++, load<u8>(from++))
    size--
  }
}

/** Clears bytes, like {@link copyBytes}. */
export function clearBytes(at: usize, size: usize): void {
  if (size > 96) {
    memory.fill(at, 0, size)
    return
  }
  const zero = i64x2.splat(0)
  while (size >= 16) {
    v128.store(at, zero)
    at += 16
    size -= 16
  }
  while (size > 0) {
    store<u8>(at++, 0)
    size--
  }
}

/** Copies a word with reversed bytes: from big-endian memory and code to limbs, or back. */
@inline
export function reverse(to: usize, from: usize): void {
  const mask = i8x16(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
  const first = v128.swizzle(v128.load(from), mask)
  const second = v128.swizzle(v128.load(from, 16), mask)
  v128.store(to, second)
  v128.store(to, first, 16)
}

/** Reads the `size` big-endian bytes before `end` as a word. Masks the bytes before them. */
@inline
export function readBytes(to: usize, end: usize, size: usize): void {
  const mask = i8x16(15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0)
  const keep = MASKS + (size << 5)
  const low = v128.swizzle(v128.load(end - 16), mask)
  const high = v128.swizzle(v128.load(end - 32), mask)
  v128.store(to, v128.and(low, v128.load(keep)))
  v128.store(to, v128.and(high, v128.load(keep, 16)), 16)
}

export function initMasks(): void {
  for (let size: usize = 0; size <= 32; size++) {
    memory.fill(MASKS + (size << 5), 0xff, size)
  }
}

@inline
export function swapWords(a: usize, b: usize): void {
  const low = v128.load(b)
  const high = v128.load(b, 16)
  copyWord(b, a)
  v128.store(a, low)
  v128.store(a, high, 16)
}

@inline
export function and(to: usize, a: usize, b: usize): void {
  v128.store(to, v128.and(v128.load(a), v128.load(b)))
  v128.store(to, v128.and(v128.load(a, 16), v128.load(b, 16)), 16)
}

@inline
export function or(to: usize, a: usize, b: usize): void {
  v128.store(to, v128.or(v128.load(a), v128.load(b)))
  v128.store(to, v128.or(v128.load(a, 16), v128.load(b, 16)), 16)
}

@inline
export function xor(to: usize, a: usize, b: usize): void {
  v128.store(to, v128.xor(v128.load(a), v128.load(b)))
  v128.store(to, v128.xor(v128.load(a, 16), v128.load(b, 16)), 16)
}

@inline
export function not(to: usize, a: usize): void {
  v128.store(to, v128.not(v128.load(a)))
  v128.store(to, v128.not(v128.load(a, 16)), 16)
}

/** Byte `index` of a word, counted from the highest. */
@inline
export function byte(to: usize, index: usize, word: usize): void {
  const at = load<u64>(index)
  setSmall(to, isWide(index) || at > 31 ? 0 : load<u8>(word + 31 - <usize>at))
}

@inline
export function isZero(word: usize): bool {
  return (load<u64>(word) | load<u64>(word, 8) | load<u64>(word, 16) | load<u64>(word, 24)) == 0
}

@inline
export function equal(a: usize, b: usize): bool {
  return (
    ((load<u64>(a) ^ load<u64>(b)) |
      (load<u64>(a, 8) ^ load<u64>(b, 8)) |
      (load<u64>(a, 16) ^ load<u64>(b, 16)) |
      (load<u64>(a, 24) ^ load<u64>(b, 24))) ==
    0
  )
}

/** Whether a word needs more than its lowest limb. */
@inline
export function isWide(word: usize): bool {
  return (load<u64>(word, 8) | load<u64>(word, 16) | load<u64>(word, 24)) != 0
}

/** A word as an offset or length, at most 2^40, which no gas limit can pay for. */
@inline
export function clamp(word: usize): u64 {
  const low = load<u64>(word)
  return isWide(word) || low > FAR ? FAR : low
}

/** Larger than any memory, code or data. */
export const FAR: u64 = 1 << 40

@inline
export function less(a: usize, b: usize): bool {
  const a3 = load<u64>(a, 24)
  const b3 = load<u64>(b, 24)
  if (a3 != b3) return a3 < b3
  const a2 = load<u64>(a, 16)
  const b2 = load<u64>(b, 16)
  if (a2 != b2) return a2 < b2
  const a1 = load<u64>(a, 8)
  const b1 = load<u64>(b, 8)
  if (a1 != b1) return a1 < b1
  return load<u64>(a) < load<u64>(b)
}

@inline
export function lessSigned(a: usize, b: usize): bool {
  const a3 = load<i64>(a, 24)
  const b3 = load<i64>(b, 24)
  return a3 != b3 ? a3 < b3 : less(a, b)
}

@inline
export function add(to: usize, a: usize, b: usize): void {
  const a0 = load<u64>(a)
  const r0 = a0 + load<u64>(b)
  let carry = u64(r0 < a0)
  const a1 = load<u64>(a, 8)
  const s1 = a1 + load<u64>(b, 8)
  const r1 = s1 + carry
  carry = u64(s1 < a1) | u64(r1 < s1)
  const a2 = load<u64>(a, 16)
  const s2 = a2 + load<u64>(b, 16)
  const r2 = s2 + carry
  carry = u64(s2 < a2) | u64(r2 < s2)
  const r3 = load<u64>(a, 24) + load<u64>(b, 24) + carry
  set(to, r0, r1, r2, r3)
}

@inline
export function subtract(to: usize, a: usize, b: usize): void {
  const a0 = load<u64>(a)
  const b0 = load<u64>(b)
  let borrow = u64(a0 < b0)
  const a1 = load<u64>(a, 8)
  const b1 = load<u64>(b, 8)
  const s1 = a1 - b1
  const r1 = s1 - borrow
  borrow = u64(a1 < b1) | u64(s1 < borrow)
  const a2 = load<u64>(a, 16)
  const b2 = load<u64>(b, 16)
  const s2 = a2 - b2
  const r2 = s2 - borrow
  borrow = u64(a2 < b2) | u64(s2 < borrow)
  const r3 = load<u64>(a, 24) - load<u64>(b, 24) - borrow
  set(to, a0 - b0, r1, r2, r3)
}

@inline
export function negate(to: usize, a: usize): void {
  const r0 = 0 - load<u64>(a)
  let carry = u64(r0 == 0)
  const r1 = ~load<u64>(a, 8) + carry
  carry &= u64(r1 == 0)
  const r2 = ~load<u64>(a, 16) + carry
  carry &= u64(r2 == 0)
  set(to, r0, r1, r2, ~load<u64>(a, 24) + carry)
}

/** The upper 64 bits of a product of 64 by 64 bits. */
@inline
export function multiplyHigh(a: u64, b: u64): u64 {
  const aLow = a & 0xffffffff
  const aHigh = a >> 32
  const bLow = b & 0xffffffff
  const bHigh = b >> 32
  const middle = aHigh * bLow + ((aLow * bLow) >> 32)
  return aHigh * bHigh + (middle >> 32) + ((aLow * bHigh + (middle & 0xffffffff)) >> 32)
}

/** MUL, without a call. */
@inline
export function product(to: usize, a: usize, b: usize): void {
  const a0 = load<u64>(a)
  const b0 = load<u64>(b)
  if (!isWide(a) && !isWide(b)) {
    set(to, a0 * b0, multiplyHigh(a0, b0), 0, 0)
    return
  }
  const a1 = load<u64>(a, 8)
  const a2 = load<u64>(a, 16)
  const a3 = load<u64>(a, 24)
  const b1 = load<u64>(b, 8)
  const b2 = load<u64>(b, 16)
  const b3 = load<u64>(b, 24)
  let r1 = multiplyHigh(a0, b0)
  let r2: u64 = 0
  let r3: u64 = a0 * b3 + a1 * b2 + a2 * b1 + a3 * b0
  // Column 1.
  let low = a0 * b1
  r1 += low
  let carry = multiplyHigh(a0, b1) + u64(r1 < low)
  r2 = carry
  low = a1 * b0
  r1 += low
  carry = multiplyHigh(a1, b0) + u64(r1 < low)
  r2 += carry
  r3 += u64(r2 < carry)
  // Column 2.
  low = a0 * b2
  r2 += low
  r3 += multiplyHigh(a0, b2) + u64(r2 < low)
  low = a1 * b1
  r2 += low
  r3 += multiplyHigh(a1, b1) + u64(r2 < low)
  low = a2 * b0
  r2 += low
  r3 += multiplyHigh(a2, b0) + u64(r2 < low)
  set(to, a0 * b0, r1, r2, r3)
}

export function multiply(to: usize, a: usize, b: usize): void {
  product(to, a, b)
}

/** `base` to the power of `exponent`, modulo 2^256. */
export function power(to: usize, base: usize, exponent: usize): void {
  const square = SCRATCH
  const result = SCRATCH + 32
  copyWord(square, base)
  setSmall(result, 1)
  let limbs: usize = 4
  while (limbs > 0 && limb(exponent, limbs - 1) == 0) limbs--
  for (let i: usize = 0; i < limbs; i++) {
    let bits = limb(exponent, i)
    const isLast = i + 1 == limbs
    for (let n = 0; n < 64; n++) {
      if (bits & 1) multiply(result, result, square)
      bits >>= 1
      if (isLast && bits == 0) break
      multiply(square, square, square)
    }
  }
  copyWord(to, result)
}

@inline
export function shiftLeft(to: usize, word: usize, by: usize): void {
  const count = load<u64>(by)
  if (count > 255 || isWide(by)) return setSmall(to, 0)
  set(SCRATCH, 0, 0, 0, 0)
  copyWord(SCRATCH + 32, word)
  const from = SCRATCH + 32 - (<usize>(count >> 6) << 3)
  const bits = count & 63
  const rest = 63 - bits
  const l3 = load<u64>(from, 24)
  const l2 = load<u64>(from, 16)
  const l1 = load<u64>(from, 8)
  const l0 = load<u64>(from)
  const below = load<u64>(from - 8)
  set(
    to,
    (l0 << bits) | ((below >> 1) >> rest),
    (l1 << bits) | ((l0 >> 1) >> rest),
    (l2 << bits) | ((l1 >> 1) >> rest),
    (l3 << bits) | ((l2 >> 1) >> rest),
  )
}

/** Shifts right and fills with `fill`, all zeros or all ones. */
@inline
export function shiftRight(to: usize, word: usize, by: usize, fill: u64): void {
  const count = load<u64>(by)
  if (count > 255 || isWide(by)) return set(to, fill, fill, fill, fill)
  copyWord(SCRATCH, word)
  set(SCRATCH + 32, fill, fill, fill, fill)
  store<u64>(SCRATCH + 64, fill)
  const from = SCRATCH + (<usize>(count >> 6) << 3)
  const bits = count & 63
  const rest = 63 - bits
  const l0 = load<u64>(from)
  const l1 = load<u64>(from, 8)
  const l2 = load<u64>(from, 16)
  const l3 = load<u64>(from, 24)
  const above = load<u64>(from, 32)
  set(
    to,
    (l0 >> bits) | ((l1 << 1) << rest),
    (l1 >> bits) | ((l2 << 1) << rest),
    (l2 >> bits) | ((l3 << 1) << rest),
    (l3 >> bits) | ((above << 1) << rest),
  )
}

/** SIGNEXTEND: byte `index` of a word, from 0 for the lowest, has the sign. */
export function signExtend(to: usize, index: usize, word: usize): void {
  if (isWide(index) || load<u64>(index) > 30) return copyWord(to, word)
  const bit = (load<u64>(index) << 3) | 7
  const at = <usize>(bit >> 6)
  const up = 63 - (bit & 63)
  const extended = (<i64>(limb(word, at) << up)) >> up
  const sign = <u64>(extended >> 63)
  for (let i: usize = 0; i < 4; i++) {
    const value = i < at ? limb(word, i) : i == at ? <u64>extended : sign
    store<u64>(to + (i << 3), value)
  }
}

/** Number of leading zero bits (EIP-7939). */
export function leadingZeros(word: usize): u64 {
  for (let i: usize = 4; i > 0; i--) {
    const value = limb(word, i - 1)
    if (value != 0) return (4 - i) * 64 + clz(value)
  }
  return 256
}

/** Number of bytes of a word without leading zeros. */
export function byteSize(word: usize): u64 {
  return (256 - leadingZeros(word) + 7) >> 3
}
