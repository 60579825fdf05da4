import { RECIPROCALS, SCRATCH } from '../layout'
import { multiplyHigh, set } from './words'

// Division with 64-bit limbs. WebAssembly has no division of 128 by 64 bits, so quotients are
// computed with a reciprocal of the divisor (Möller and Granlund, "Improved division by invariant
// integers", 2011). The long division is Knuth's algorithm D (TAOCP 4.3.1) on top of it.

/** The dividend of up to 8 limbs, replaced by the remainder. 4 limbs below it are reserved. */
export const DIVIDEND: usize = SCRATCH + 128
export const QUOTIENT: usize = SCRATCH + 320

/** floor((2^128 - 1) / d) - 2^64 for a `d` with its highest bit set. */
function reciprocal(d: u64): u64 {
  const d9 = d >> 55
  const v0 = <u64>(<u32>0x7fd00 / <u32>d9)
  const d40 = (d >> 24) + 1
  const v1 = (v0 << 11) - ((v0 * v0 * d40) >> 40) - 1
  const v2 = (v1 << 13) + ((v1 * ((<u64>1 << 60) - v1 * d40)) >> 47)
  const d0 = d & 1
  const d63 = (d >> 1) + d0
  const e = ((v2 >> 1) & (0 - d0)) - v2 * d63
  const v3 = (multiplyHigh(v2, e) >> 1) + (v2 << 31)
  const low = v3 * d
  const high = multiplyHigh(v3, d) + u64(low + d < low)
  return v3 - high - d
}

/** Address of a divisor's cached reciprocal: code often divides by the same few numbers. */
@inline
function placeOf(d1: u64, d0: u64): usize {
  return RECIPROCALS + (<usize>(((d1 ^ d0) * 0x9e3779b97f4a7c15) >> 60) << 5)
}

/** As {@link reciprocal}, for a divisor of two limbs; for one limb `d0` is 0. */
function reciprocal2(d1: u64, d0: u64): u64 {
  const place = placeOf(d1, d0)
  // An empty entry has a `d1` without its highest bit.
  if (load<u64>(place) != d1 || load<u64>(place, 8) != d0) {
    store<u64>(place, d1)
    store<u64>(place, d0, 8)
    store<u64>(place, findReciprocal2(d1, d0), 16)
  }
  return load<u64>(place, 16)
}

function findReciprocal2(d1: u64, d0: u64): u64 {
  let v = reciprocal(d1)
  let p = d1 * v + d0
  if (p < d0) {
    v--
    if (p >= d1) {
      v--
      p -= d1
    }
    p -= d1
  }
  const t1 = multiplyHigh(v, d0)
  const t0 = v * d0
  p += t1
  if (p < t1) {
    v--
    if (p > d1 || (p == d1 && t0 >= d0)) v--
  }
  return v
}

/** Limb at `at` of the left-shifted dividend; `back` is 63 minus the shift. */
@inline
function shifted(at: usize, shift: u64, back: u64): u64 {
  return (load<u64>(at) << shift) | ((load<u64>(at - 8) >> 1) >> back)
}

/** Divides the `limbs` limbs at DIVIDEND by one limb. */
function divideByLimb(limbs: usize, divisor: u64): void {
  const shift = clz(divisor)
  const back = 63 - shift
  const d = divisor << shift
  const v = reciprocal2(d, 0)
  store<u64>(DIVIDEND - 8, 0)
  let r = (load<u64>(DIVIDEND + ((limbs - 1) << 3)) >> 1) >> back
  for (let k = <isize>limbs - 1; k >= 0; k--) {
    const at = <usize>k << 3
    const low = shifted(DIVIDEND + at, shift, back)
    const q0 = v * r
    const estimate = q0 + low
    let q = multiplyHigh(v, r) + r + u64(estimate < q0) + 1
    r = low - q * d
    const over = 0 - u64(r > estimate)
    q += over
    r += d & over
    if (r >= d) {
      q++
      r -= d
    }
    store<u64>(QUOTIENT + at, q)
  }
  set(DIVIDEND, r >> shift, 0, 0, 0)
}

/**
 * Divides the `limbs` limbs at DIVIDEND by the lowest `size` limbs, 2 to 4, of the word at
 * `divisor`. Both are shifted left until the divisor's highest bit is that of the word. One loop
 * with all values in locals therefore works for all sizes.
 */
function divideByWord(limbs: usize, size: usize, divisor: usize): void {
  const low = (<usize>4 - size) << 3
  const top = divisor - low
  const b3 = load<u64>(top, 24)
  const b2 = load<u64>(top, 16)
  const b1 = size > 2 ? load<u64>(top, 8) : 0
  const b0 = size > 3 ? load<u64>(top) : 0
  const shift = clz(b3)
  const back = 63 - shift
  const d3 = (b3 << shift) | ((b2 >> 1) >> back)
  const d2 = (b2 << shift) | ((b1 >> 1) >> back)
  const d1 = (b1 << shift) | ((b0 >> 1) >> back)
  const d0 = b0 << shift
  const v = reciprocal2(d3, d2)
  set(DIVIDEND - 32, 0, 0, 0, 0)
  const from = DIVIDEND - low
  const end = DIVIDEND + (limbs << 3)
  let u4 = (load<u64>(end - 8) >> 1) >> back
  let u3 = shifted(end - 8, shift, back)
  let u2 = shifted(end - 16, shift, back)
  let u1 = shifted(end - 24, shift, back)
  for (let k = <isize>(limbs - size); k >= 0; k--) {
    const at = <usize>k << 3
    let u0 = shifted(from + at, shift, back)
    let q: u64 = 0
    if (u4 == 0 && u3 < d3) {
      // Less than the divisor: common for the first digit.
      u4 = u3
      u3 = u2
      u2 = u1
      u1 = u0
    } else if (u4 == d3 && u3 == d2) {
      // The estimate would overflow. The digit is the largest one. The remainder is the divisor
      // plus (u2, u1, u0) minus (d1, d0, 0), which is negative.
      q = u64.MAX_VALUE
      let borrow = u64(u1 < d0)
      const e1 = u1 - d0
      const e2 = u2 - d1 - borrow
      borrow = u64(u2 < d1) | (u64(u2 == d1) & borrow)
      u1 = u0 + d0
      let carry = u64(u1 < d0)
      const s1 = e1 + d1
      u2 = s1 + carry
      carry = u64(s1 < d1) | u64(u2 < s1)
      const s2 = e2 + d2
      u3 = s2 + carry
      carry = u64(s2 < d2) | u64(u3 < s2)
      u4 = d3 - borrow + carry
    } else {
      // The quotient of the three highest limbs by two, and its remainder (r1, r0).
      const q0 = v * u4
      const estimate = q0 + u3
      q = multiplyHigh(v, u4) + u4 + u64(estimate < q0)
      const t0 = d2 * q
      let r0 = u2 - t0
      let r1 = u3 - q * d3 - multiplyHigh(d2, q) - u64(u2 < t0)
      r1 -= d3 + u64(r0 < d2)
      r0 -= d2
      q++
      // No branch, because it could not be predicted.
      const over = 0 - u64(r1 >= estimate)
      q += over
      const back2 = d2 & over
      r0 += back2
      r1 += (d3 & over) + u64(r0 < back2)
      if (r1 > d3 || (r1 == d3 && r0 >= d2)) {
        q++
        r1 -= d3 + u64(r0 < d2)
        r0 -= d2
      }
      // Subtract the product with the two lowest limbs from the remainder.
      let taken = d0 * q
      let borrow = multiplyHigh(d0, q) + u64(u0 < taken)
      u0 -= taken
      const product = d1 * q
      taken = product + borrow
      borrow = multiplyHigh(d1, q) + u64(taken < product) + u64(u1 < taken)
      u1 -= taken
      u2 = r0 - borrow
      const carry = u64(r0 < borrow)
      u3 = r1 - carry
      if (r1 < carry) {
        // The digit was one too large.
        q--
        const s0 = u0 + d0
        let over = u64(s0 < d0)
        const s1 = u1 + d1 + over
        over = over != 0 ? u64(s1 <= d1) : u64(s1 < d1)
        const s2 = u2 + d2 + over
        over = over != 0 ? u64(s2 <= d2) : u64(s2 < d2)
        u0 = s0
        u1 = s1
        u2 = s2
        u3 += d3 + over
      }
      u4 = u3
      u3 = u2
      u2 = u1
      u1 = u0
    }
    store<u64>(QUOTIENT + at, q)
  }
  // Shift right again: the limbs that were shifted in are 0 and below.
  set(DIVIDEND, 0, 0, 0, 0)
  set(
    from,
    (u1 >> shift) | ((u2 << 1) << back),
    (u2 >> shift) | ((u3 << 1) << back),
    (u3 >> shift) | ((u4 << 1) << back),
    u4 >> shift,
  )
}

/**
 * Divides the `limbs` limbs at DIVIDEND by the word at `divisor`, which is not zero. Writes the
 * quotient to QUOTIENT (`limbs` limbs) and the remainder to the lowest 4 limbs of DIVIDEND.
 */
export function divideLong(limbs: usize, divisor: usize): void {
  let size: usize = 4
  while (load<u64>(divisor + ((size - 1) << 3)) == 0) size--
  while (limbs > 0 && load<u64>(DIVIDEND + ((limbs - 1) << 3)) == 0) limbs--
  set(QUOTIENT, 0, 0, 0, 0)
  if (limbs < size) return
  if (size == 1) divideByLimb(limbs, load<u64>(divisor))
  else divideByWord(limbs, size, divisor)
}
