import { SCRATCH } from '../layout'
import { DIVIDEND, QUOTIENT, divideLong } from './longDivision'
import {
  add,
  copyWord,
  isWide,
  isZero,
  less,
  multiplyHigh,
  negate,
  set,
  setSmall,
  subtract,
} from './words'

// DIV, MOD, SDIV, SMOD, ADDMOD and MULMOD. Small numbers and those below the modulus need no long
// division.

const LEFT: usize = SCRATCH + 448
const RIGHT: usize = SCRATCH + 480

/** DIV or MOD of one limb by one, without a call. Returns false for other operands. */
@inline
export function divideLimb(to: usize, a: usize, b: usize, isQuotient: bool): bool {
  const divisor = load<u64>(b)
  if (divisor == 0 || isWide(a) || isWide(b)) return false
  const dividend = load<u64>(a)
  setSmall(to, isQuotient ? dividend / divisor : dividend % divisor)
  return true
}

/** DIV. */
export function divide(to: usize, a: usize, b: usize): void {
  if (!isWide(b)) {
    const small = load<u64>(b)
    if (small == 0) return setSmall(to, 0)
    if (!isWide(a)) return setSmall(to, load<u64>(a) / small)
  } else if (!isWide(a)) {
    return setSmall(to, 0)
  }
  copyWord(DIVIDEND, a)
  divideLong(4, b)
  copyWord(to, QUOTIENT)
}

/** MOD. */
export function modulo(to: usize, a: usize, b: usize): void {
  if (!isWide(b)) {
    const small = load<u64>(b)
    if (small == 0) return setSmall(to, 0)
    if (!isWide(a)) return setSmall(to, load<u64>(a) % small)
  } else if (!isWide(a)) {
    return copyWord(to, a)
  }
  copyWord(DIVIDEND, a)
  divideLong(4, b)
  copyWord(to, DIVIDEND)
}

function absolute(to: usize, a: usize): void {
  if (load<i64>(a, 24) < 0) negate(to, a)
  else copyWord(to, a)
}

/** SDIV. */
export function divideSigned(to: usize, a: usize, b: usize): void {
  const isNegative = (load<i64>(a, 24) ^ load<i64>(b, 24)) < 0
  absolute(LEFT, a)
  absolute(RIGHT, b)
  divide(to, LEFT, RIGHT)
  if (isNegative) negate(to, to)
}

/** SMOD. */
export function moduloSigned(to: usize, a: usize, b: usize): void {
  const isNegative = load<i64>(a, 24) < 0
  absolute(LEFT, a)
  absolute(RIGHT, b)
  modulo(to, LEFT, RIGHT)
  if (isNegative) negate(to, to)
}

/** ADDMOD: the sum may have 257 bits. */
export function addModulo(to: usize, a: usize, b: usize, m: usize): void {
  if (isZero(m)) return setSmall(to, 0)
  if (less(a, m) && less(b, m)) {
    add(LEFT, a, b)
    // Without a carry and below the modulus, the sum is the result. Otherwise subtract the modulus.
    if (!less(LEFT, a) && less(LEFT, m)) return copyWord(to, LEFT)
    return subtract(to, LEFT, m)
  }
  let carry: u64 = 0
  for (let i: usize = 0; i < 32; i += 8) {
    const value = load<u64>(a + i)
    const sum = value + load<u64>(b + i)
    const total = sum + carry
    carry = u64(sum < value) | u64(total < sum)
    store<u64>(DIVIDEND + i, total)
  }
  store<u64>(DIVIDEND + 32, carry)
  store<u64>(DIVIDEND + 40, 0)
  divideLong(5, m)
  copyWord(to, DIVIDEND)
}

@inline
function isFull(word: usize): bool {
  return (load<u64>(word) & load<u64>(word, 8) & load<u64>(word, 16) & load<u64>(word, 24)) == u64.MAX_VALUE
}

/**
 * The product at DIVIDEND modulo 2^256 - 1, from which contracts compute the upper half of a
 * product. 2^256 counts as 1.
 */
function foldProduct(to: usize): void {
  setSmall(LEFT, 1)
  add(to, DIVIDEND, DIVIDEND + 32)
  if (less(to, DIVIDEND)) add(to, to, LEFT)
  if (isFull(to)) setSmall(to, 0)
}

/** MULMOD: the product may have 512 bits. */
export function multiplyModulo(to: usize, a: usize, b: usize, m: usize): void {
  if (isZero(m)) return setSmall(to, 0)
  const b0 = load<u64>(b)
  const b1 = load<u64>(b, 8)
  const b2 = load<u64>(b, 16)
  const b3 = load<u64>(b, 24)
  let p0: u64 = 0
  let p1: u64 = 0
  let p2: u64 = 0
  let p3: u64 = 0
  // Row by row: the lowest limb of the sum is final, and the others move down by one.
  for (let i: usize = 0; i < 32; i += 8) {
    const factor = load<u64>(a + i)
    let low = factor * b0
    let sum = low + p0
    let carry = multiplyHigh(factor, b0) + u64(sum < low)
    store<u64>(DIVIDEND + i, sum)
    low = factor * b1
    sum = low + p1
    let total = sum + carry
    carry = multiplyHigh(factor, b1) + u64(sum < low) + u64(total < sum)
    p0 = total
    low = factor * b2
    sum = low + p2
    total = sum + carry
    carry = multiplyHigh(factor, b2) + u64(sum < low) + u64(total < sum)
    p1 = total
    low = factor * b3
    sum = low + p3
    total = sum + carry
    p3 = multiplyHigh(factor, b3) + u64(sum < low) + u64(total < sum)
    p2 = total
  }
  set(DIVIDEND + 32, p0, p1, p2, p3)
  if (isFull(m)) return foldProduct(to)
  divideLong(8, m)
  copyWord(to, DIVIDEND)
}
