/*
 * The `bigInt` that geth gives to tracers: the interface of the big-integer library, over the guest's own BigInt.
 * Runs inside the guest.
 */

/** What may stand for a whole number: a number, a string, a BigInt, or another {@link BigInteger}. */
export type Integral = unknown

/** A whole number of any size. Never changes. */
export class BigInteger {
  readonly value: bigint

  constructor(value: bigint) {
    this.value = value
  }

  add(other: Integral): BigInteger {
    return new BigInteger(this.value + read(other))
  }

  subtract(other: Integral): BigInteger {
    return new BigInteger(this.value - read(other))
  }

  multiply(other: Integral): BigInteger {
    return new BigInteger(this.value * read(other))
  }

  /** Rounds towards zero. @throws Error where `other` is zero */
  divide(other: Integral): BigInteger {
    return new BigInteger(this.value / divisor(other))
  }

  /** Has the sign of the dividend. @throws Error where `other` is zero */
  mod(other: Integral): BigInteger {
    return new BigInteger(this.value % divisor(other))
  }

  divmod(other: Integral): { quotient: BigInteger; remainder: BigInteger } {
    return { quotient: this.divide(other), remainder: this.mod(other) }
  }

  pow(exponent: Integral): BigInteger {
    const power = read(exponent)
    if (power >= 0n) return new BigInteger(this.value ** power)
    if (this.value === 0n) throw new Error('Cannot divide by zero')
    // One divided by a power of a number: nothing is left of it, unless that number is 1 or -1.
    const isUnit = this.value === 1n || this.value === -1n
    return new BigInteger(isUnit ? this.value ** -power : 0n)
  }

  modPow(exponent: Integral, modulus: Integral): BigInteger {
    const by = read(modulus)
    if (by === 0n) throw new Error('Cannot take modPow with modulus 0')
    let power = read(exponent)
    let base = this.value % by
    if (power < 0n) {
      power = -power
      base = this.modInv(by).value
    }
    let result = 1n % by
    for (; power > 0n; power >>= 1n) {
      if ((power & 1n) === 1n) result = (result * base) % by
      base = (base * base) % by
    }
    return new BigInteger(result)
  }

  modInv(modulus: Integral): BigInteger {
    let [r, next] = [read(modulus), magnitude(this.value)]
    let [t, nextT] = [0n, 1n]
    while (next !== 0n) {
      const quotient = r / next
      ;[t, nextT] = [nextT, t - quotient * nextT]
      ;[r, next] = [next, r - quotient * next]
    }
    if (r !== 1n) throw new Error(`${this} and ${read(modulus)} are not co-prime`)
    if (t < 0n) t += read(modulus)
    return new BigInteger(this.value < 0n ? -t : t)
  }

  shiftLeft(bits: Integral): BigInteger {
    return new BigInteger(this.value << read(bits))
  }

  /** Rounds towards minus infinity. */
  shiftRight(bits: Integral): BigInteger {
    return new BigInteger(this.value >> read(bits))
  }

  and(other: Integral): BigInteger {
    return new BigInteger(this.value & read(other))
  }

  or(other: Integral): BigInteger {
    return new BigInteger(this.value | read(other))
  }

  xor(other: Integral): BigInteger {
    return new BigInteger(this.value ^ read(other))
  }

  not(): BigInteger {
    return new BigInteger(~this.value)
  }

  negate(): BigInteger {
    return new BigInteger(-this.value)
  }

  abs(): BigInteger {
    return new BigInteger(magnitude(this.value))
  }

  next(): BigInteger {
    return new BigInteger(this.value + 1n)
  }

  prev(): BigInteger {
    return new BigInteger(this.value - 1n)
  }

  square(): BigInteger {
    return new BigInteger(this.value * this.value)
  }

  /** -1, 0 or 1. Either infinity may be compared with, too. */
  compare(other: Integral): number {
    if (other === Number.POSITIVE_INFINITY) return -1
    if (other === Number.NEGATIVE_INFINITY) return 1
    return order(this.value, read(other))
  }

  compareAbs(other: Integral): number {
    return order(magnitude(this.value), magnitude(read(other)))
  }

  equals(other: Integral): boolean {
    return this.compare(other) === 0
  }

  notEquals(other: Integral): boolean {
    return this.compare(other) !== 0
  }

  greater(other: Integral): boolean {
    return this.compare(other) > 0
  }

  greaterOrEquals(other: Integral): boolean {
    return this.compare(other) >= 0
  }

  lesser(other: Integral): boolean {
    return this.compare(other) < 0
  }

  lesserOrEquals(other: Integral): boolean {
    return this.compare(other) <= 0
  }

  isZero(): boolean {
    return this.value === 0n
  }

  isUnit(): boolean {
    return this.value === 1n || this.value === -1n
  }

  isPositive(): boolean {
    return this.value > 0n
  }

  isNegative(): boolean {
    return this.value < 0n
  }

  isEven(): boolean {
    return (this.value & 1n) === 0n
  }

  isOdd(): boolean {
    return (this.value & 1n) === 1n
  }

  isDivisibleBy(other: Integral): boolean {
    const by = read(other)
    return by !== 0n && this.value % by === 0n
  }

  bitLength(): BigInteger {
    const { value } = this
    if (value === 0n) return new BigInteger(0n)
    const bits = (value < 0n ? -value - 1n : value).toString(2)
    return new BigInteger(bits === '0' ? 0n : BigInt(bits.length))
  }

  toString(radix = 10): string {
    return this.value.toString(radix)
  }

  /** The nearest number there is. */
  toJSNumber(): number {
    return Number(this.value)
  }

  valueOf(): number {
    return Number(this.value)
  }

  /** In JSON it is text, in decimal. */
  toJSON(): string {
    return this.value.toString()
  }
}

/** Other names of methods. */
const aliases: readonly (readonly [alias: string, name: keyof BigInteger])[] = [
  ['plus', 'add'],
  ['minus', 'subtract'],
  ['times', 'multiply'],
  ['over', 'divide'],
  ['remainder', 'mod'],
  ['compareTo', 'compare'],
  ['eq', 'equals'],
  ['neq', 'notEquals'],
  ['gt', 'greater'],
  ['geq', 'greaterOrEquals'],
  ['lt', 'lesser'],
  ['leq', 'lesserOrEquals'],
]
for (const [alias, name] of aliases) {
  const value = BigInteger.prototype[name]
  Object.defineProperty(BigInteger.prototype, alias, { value, writable: true, configurable: true })
}

/** `bigInt(value, radix)`, with what hangs on it. @throws Error `Invalid integer: …` */
export const bigInt = Object.assign(
  (value?: Integral, radix?: Integral): BigInteger => {
    if (value === undefined) return new BigInteger(0n)
    if (radix === undefined || Number(radix) === 10) return new BigInteger(read(value))
    return new BigInteger(parseDigits(String(value), Number(radix)))
  },
  {
    zero: new BigInteger(0n),
    one: new BigInteger(1n),
    minusOne: new BigInteger(-1n),
    isInstance: (value: unknown): boolean => value instanceof BigInteger,
    max: (a: Integral, b: Integral) => new BigInteger(read(a) > read(b) ? read(a) : read(b)),
    min: (a: Integral, b: Integral) => new BigInteger(read(a) < read(b) ? read(a) : read(b)),
    gcd: (a: Integral, b: Integral) => new BigInteger(gcd(read(a), read(b))),
    lcm(a: Integral, b: Integral) {
      const [x, y] = [magnitude(read(a)), magnitude(read(b))]
      return new BigInteger(x === 0n || y === 0n ? 0n : (x / gcd(x, y)) * y)
    },
  },
)

/** The whole number that is meant. @throws Error `Invalid integer: …` */
function read(value: Integral): bigint {
  if (value instanceof BigInteger) return value.value
  if (typeof value === 'bigint') return value
  if (typeof value === 'number') {
    if (!Number.isInteger(value)) throw invalid(value)
    return BigInt(value)
  }
  if (value === undefined || value === null) return 0n
  return parseDecimal(String(value))
}

/** Decimal text, also with an exponent; hexadecimal text after `0x`. */
function parseDecimal(text: string): bigint {
  const isNegative = text[0] === '-'
  const digits = isNegative || text[0] === '+' ? text.slice(1) : text
  const found = /^(?:(\d+)(?:\.(\d*))?(?:[eE]\+?(\d+))?|0[xX][0-9a-fA-F]+)$/.exec(digits)
  if (found === null) throw invalid(text)
  const [, whole, fraction = '', exponent = '0'] = found
  if (whole === undefined) return isNegative ? -BigInt(digits) : BigInt(digits)
  const zeros = Number(exponent) - fraction.length
  if (zeros < 0 && /[1-9]/.test(fraction.slice(zeros))) throw invalid(text)
  const shown = whole + fraction
  const value = zeros < 0 ? BigInt(shown.slice(0, zeros)) : BigInt(shown) * 10n ** BigInt(zeros)
  return isNegative ? -value : value
}

/** Digits of any radix from 2 to 36. */
function parseDigits(text: string, radix: number): bigint {
  if (!Number.isInteger(radix) || radix < 2 || radix > 36) throw invalid(`${text} in base ${radix}`)
  const isNegative = text[0] === '-'
  const digits = (isNegative ? text.slice(1) : text).toLowerCase()
  if (digits === '') throw invalid(text)
  if (radix === 16 && /^[0-9a-f]+$/.test(digits)) {
    return isNegative ? -BigInt(`0x${digits}`) : BigInt(`0x${digits}`)
  }
  const base = BigInt(radix)
  let value = 0n
  for (const digit of digits) {
    const worth = '0123456789abcdefghijklmnopqrstuvwxyz'.indexOf(digit)
    if (worth === -1 || worth >= radix) throw new Error(`${digit} is not a valid character`)
    value = value * base + BigInt(worth)
  }
  return isNegative ? -value : value
}

function divisor(value: Integral): bigint {
  const by = read(value)
  if (by === 0n) throw new Error('Cannot divide by zero')
  return by
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value
}

function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [magnitude(a), magnitude(b)]
  while (y !== 0n) [x, y] = [y, x % y]
  return x
}

function order(a: bigint, b: bigint): number {
  if (a === b) return 0
  return a > b ? 1 : -1
}

function invalid(value: unknown): Error {
  return new Error(`Invalid integer: ${String(value)}`)
}
