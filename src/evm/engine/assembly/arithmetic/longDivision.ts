import { SCRATCH } from '../layout'
import { multiplyHigh, set } from './words'

// Division with limbs of 64 bits. A quotient of 128 by 64 bits is found with a reciprocal of the divisor instead of a
// division, which WebAssembly does not have for 128 bits: Möller and Granlund, "Improved division by invariant integers"
// (2011); the long division is Knuth's algorithm D (TAOCP 4.3.1) over it.

/** The dividend, up to 9 limbs, turned into the remainder. */
export const DIVIDEND: usize = SCRATCH + 128
/** The divisor with its highest bit set, up to 4 limbs. */
const DIVISOR: usize = SCRATCH + 256
export const QUOTIENT: usize = SCRATCH + 320

/** Second result of the functions below. */
let rest: u64 = 0
let rest2: u64 = 0

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

/** (high, low) divided by `d`; the remainder is in `rest`. */
@inline
function divide2by1(high: u64, low: u64, d: u64, v: u64): u64 {
  let q0 = v * high
  let q1 = multiplyHigh(v, high)
  q0 += low
  q1 += high + u64(q0 < low) + 1
  let r = low - q1 * d
  if (r > q0) {
    q1--
    r += d
  }
  if (r >= d) {
    q1++
    r -= d
  }
  rest = r
  return q1
}

/** The divisor that {@link reciprocal2} saw last: code often divides by the same number again. */
let lastHigh: u64 = 0
let lastLow: u64 = 0
let lastReciprocal: u64 = 0

/** As {@link reciprocal}, for a divisor of two limbs. */
function reciprocal2(d1: u64, d0: u64): u64 {
  if (d1 != lastHigh || d0 != lastLow) {
    lastReciprocal = findReciprocal2(d1, d0)
    lastHigh = d1
    lastLow = d0
  }
  return lastReciprocal
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

/** (u2, u1, u0) divided by (d1, d0); the remainder is in (`rest2`, `rest`). */
@inline
function divide3by2(u2: u64, u1: u64, u0: u64, d1: u64, d0: u64, v: u64): u64 {
  let q0 = v * u2
  let q1 = multiplyHigh(v, u2)
  q0 += u1
  q1 += u2 + u64(q0 < u1)
  let r1 = u1 - q1 * d1
  const t0 = d0 * q1
  const t1 = multiplyHigh(d0, q1)
  let r0 = u0 - t0
  r1 -= t1 + u64(u0 < t0)
  const before = r0
  r0 -= d0
  r1 -= d1 + u64(before < d0)
  q1++
  if (r1 >= q0) {
    q1--
    r0 += d0
    r1 += d1 + u64(r0 < d0)
  }
  if (r1 > d1 || (r1 == d1 && r0 >= d0)) {
    q1++
    const last = r0
    r0 -= d0
    r1 -= d1 + u64(last < d0)
  }
  rest = r0
  rest2 = r1
  return q1
}

/** dividend[0..size] -= divisor[0..size] * factor; returns what was borrowed from the limb above. */
function subtractProduct(dividend: usize, size: usize, factor: u64): u64 {
  let borrow: u64 = 0
  for (let i: usize = 0; i < size; i += 8) {
    const d = load<u64>(DIVISOR + i)
    const low = d * factor
    const taken = low + borrow
    borrow = multiplyHigh(d, factor) + u64(taken < low)
    const value = load<u64>(dividend + i)
    borrow += u64(value < taken)
    store<u64>(dividend + i, value - taken)
  }
  return borrow
}

/** dividend[0..size] += divisor[0..size], dropping the last carry. */
function addDivisor(dividend: usize, size: usize): u64 {
  let carry: u64 = 0
  for (let i: usize = 0; i < size; i += 8) {
    const value = load<u64>(dividend + i)
    const sum = value + load<u64>(DIVISOR + i)
    const total = sum + carry
    carry = u64(sum < value) | u64(total < sum)
    store<u64>(dividend + i, total)
  }
  return carry
}

/** Limb `index` of the dividend when it is shifted up; `back` is 63 less the shift. */
@inline
function shifted(index: usize, shift: u64, back: u64): u64 {
  const at = DIVIDEND + (index << 3)
  return (load<u64>(at) << shift) | ((load<u64>(at - 8) >> 1) >> back)
}

/**
 * {@link divideLong} for the usual case, a divisor of four limbs: all of it in locals. `limbs` is at least 4. In the rare case that a
 * digit of the quotient cannot be estimated, nothing is done and the result is false.
 */
function divideByWord(limbs: usize, divisor: usize): bool {
  const b3 = load<u64>(divisor, 24)
  const b2 = load<u64>(divisor, 16)
  const b1 = load<u64>(divisor, 8)
  const b0 = load<u64>(divisor)
  const shift = clz(b3)
  const back = 63 - shift
  const d3 = (b3 << shift) | ((b2 >> 1) >> back)
  const d2 = (b2 << shift) | ((b1 >> 1) >> back)
  const d1 = (b1 << shift) | ((b0 >> 1) >> back)
  const d0 = b0 << shift
  const v = reciprocal2(d3, d2)
  store<u64>(DIVIDEND - 8, 0)
  let u4 = (load<u64>(DIVIDEND + ((limbs - 1) << 3)) >> 1) >> back
  let u3 = shifted(limbs - 1, shift, back)
  let u2 = shifted(limbs - 2, shift, back)
  let u1 = shifted(limbs - 3, shift, back)
  for (let k = <isize>limbs - 4; k >= 0; k--) {
    let u0 = shifted(<usize>k, shift, back)
    if (u4 == d3 && u3 == d2) return false
    let q = divide3by2(u4, u3, u2, d3, d2, v)
    // The two highest limbs are done; the product with the two lowest goes off the rest.
    let taken = d0 * q
    let borrow = multiplyHigh(d0, q) + u64(u0 < taken)
    u0 -= taken
    const low = d1 * q
    taken = low + borrow
    borrow = multiplyHigh(d1, q) + u64(taken < low) + u64(u1 < taken)
    u1 -= taken
    u2 = rest - borrow
    const carry = u64(rest < borrow)
    u3 = rest2 - carry
    if (rest2 < carry) {
      // It was one too many.
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
    store<u64>(QUOTIENT + (<usize>k << 3), q)
    u4 = u3
    u3 = u2
    u2 = u1
    u1 = u0
  }
  set(
    DIVIDEND,
    (u1 >> shift) | ((u2 << 1) << back),
    (u2 >> shift) | ((u3 << 1) << back),
    (u3 >> shift) | ((u4 << 1) << back),
    u4 >> shift,
  )
  return true
}

/**
 * Divides the `limbs` limbs at DIVIDEND by the word at `divisor`, which is not zero. Leaves the quotient in QUOTIENT (as many
 * limbs) and the remainder in the lowest 4 limbs of DIVIDEND.
 */
export function divideLong(limbs: usize, divisor: usize): void {
  let size: usize = 4
  while (load<u64>(divisor + ((size - 1) << 3)) == 0) size--
  while (limbs > 0 && load<u64>(DIVIDEND + ((limbs - 1) << 3)) == 0) limbs--
  set(QUOTIENT, 0, 0, 0, 0)
  if (limbs < size) return
  if (size == 4 && divideByWord(limbs, divisor)) return
  const shift = clz(load<u64>(divisor + ((size - 1) << 3)))
  const back = 63 - shift
  // Both are shifted up until the divisor's highest bit is set.
  let carry: u64 = 0
  for (let i: usize = 0; i < size << 3; i += 8) {
    const value = load<u64>(divisor + i)
    store<u64>(DIVISOR + i, (value << shift) | carry)
    carry = (value >> 1) >> back
  }
  carry = 0
  for (let i: usize = 0; i < limbs << 3; i += 8) {
    const value = load<u64>(DIVIDEND + i)
    store<u64>(DIVIDEND + i, (value << shift) | carry)
    carry = (value >> 1) >> back
  }
  store<u64>(DIVIDEND + (limbs << 3), carry)
  const d1 = load<u64>(DIVISOR + ((size - 1) << 3))
  if (size == 1) {
    const v = reciprocal(d1)
    let r = carry
    for (let i = <isize>limbs - 1; i >= 0; i--) {
      const q = divide2by1(r, load<u64>(DIVIDEND + (<usize>i << 3)), d1, v)
      r = rest
      store<u64>(QUOTIENT + (<usize>i << 3), q)
    }
    set(DIVIDEND, r >> shift, 0, 0, 0)
    return
  }
  const d0 = load<u64>(DIVISOR + ((size - 2) << 3))
  const v = reciprocal2(d1, d0)
  for (let j = <isize>(limbs - size); j >= 0; j--) {
    const at = DIVIDEND + (<usize>j << 3)
    const top = at + (size << 3)
    const u2 = load<u64>(top)
    const u1 = load<u64>(top - 8)
    let q: u64 = u64.MAX_VALUE
    if (u2 == d1 && u1 == d0) {
      const borrow = subtractProduct(at, size << 3, q)
      if (u2 < borrow) {
        q--
        addDivisor(at, size << 3)
      }
    } else {
      // The two highest limbs of what is left are known already.
      q = divide3by2(u2, u1, load<u64>(top - 16), d1, d0, v)
      const borrow = subtractProduct(at, (size - 2) << 3, q)
      const low = rest - borrow
      const carry = u64(rest < borrow)
      const high = rest2 - carry
      store<u64>(top - 16, low)
      store<u64>(top - 8, high)
      if (rest2 < carry) {
        q--
        const over = addDivisor(at, (size - 1) << 3)
        store<u64>(top - 8, high + d1 + over)
      }
    }
    store<u64>(QUOTIENT + (<usize>j << 3), q)
  }
  // The remainder goes back down.
  for (let i: usize = 0; i < size; i++) {
    const value = load<u64>(DIVIDEND + (i << 3))
    const above = i + 1 < size ? load<u64>(DIVIDEND + ((i + 1) << 3)) : 0
    store<u64>(DIVIDEND + (i << 3), (value >> shift) | ((above << 1) << back))
  }
  for (let i = size; i < 4; i++) store<u64>(DIVIDEND + (i << 3), 0)
}
