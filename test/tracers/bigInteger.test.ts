import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BigInteger, bigInt } from '../../src/tracers/javascript/guest/bigInteger.ts'

/** Names that the library has besides, and that are made at run time. */
type Aliases = Record<
  'plus' | 'minus' | 'times' | 'over' | 'remainder' | 'compareTo' | 'eq' | 'neq',
  (other: unknown) => unknown
> &
  Record<'gt' | 'geq' | 'lt' | 'leq', (other: unknown) => boolean>

const of = (value?: unknown, radix?: number) => bigInt(value, radix) as BigInteger & Aliases

describe('reading', () => {
  test.each<[unknown, bigint]>([
    [undefined, 0n],
    [null, 0n],
    [5, 5n],
    [-5, -5n],
    [5n, 5n],
    [of(7), 7n],
    ['12345678901234567890', 12345678901234567890n],
    ['-12', -12n],
    ['+12', 12n],
    ['0xff', 255n],
    ['-0xFF', -255n],
    ['1e20', 10n ** 20n],
    ['1.5e1', 15n],
    ['10.0', 10n],
  ])('%s', (text, value) => {
    expect(of(text).value).toBe(value)
  })

  test.each<[string, number, bigint]>([
    ['ff', 16, 255n],
    ['-FF', 16, -255n],
    ['1010', 2, 10n],
    ['zz', 36, 1295n],
    ['12', 10, 12n],
  ])('%s in base %d', (text, radix, value) => {
    expect(of(text, radix).value).toBe(value)
  })

  test.each([1.5, Number.NaN, 'x', '', '1.5', '1e-1', '0x', '12a'])('not %s', (value) => {
    expect(() => of(value)).toThrow(`Invalid integer: ${value}`)
  })

  test('not digits of another base', () => {
    expect(() => of('12', 2)).toThrow('2 is not a valid character')
    expect(() => of('1', 37)).toThrow('Invalid integer: 1 in base 37')
  })
})

describe('arithmetic', () => {
  const whole = fc.bigInt({ min: -(2n ** 260n), max: 2n ** 260n })

  test('as BigInt does it', () => {
    fc.assert(
      fc.property(whole, whole, (a, b) => {
        const [x, y] = [of(a), of(b.toString())]
        expect(x.add(y).value).toBe(a + b)
        expect(x.subtract(b).value).toBe(a - b)
        expect(x.multiply(y).value).toBe(a * b)
        expect(x.and(y).value).toBe(a & b)
        expect(x.or(y).value).toBe(a | b)
        expect(x.xor(y).value).toBe(a ^ b)
        expect(x.not().value).toBe(~a)
        expect(x.negate().value).toBe(-a)
        expect(x.square().value).toBe(a * a)
        expect(x.compare(y)).toBe(a < b ? -1 : Number(a > b))
        expect([x.gt(y), x.lt(y), x.geq(y), x.leq(y)]).toEqual([a > b, a < b, a >= b, a <= b])
        expect([x.eq(y), x.neq(y)]).toEqual([a === b, a !== b])
        expect(x.plus(y)).toEqual(x.add(y))
        expect(x.minus(y)).toEqual(x.subtract(y))
        expect(x.times(y)).toEqual(x.multiply(y))
        expect(bigInt.max(a, b).value + bigInt.min(a, b).value).toBe(a + b)
        expect(x.toString(16)).toBe(a.toString(16))
        expect(of(x.toString(36), 36).value).toBe(a)
        if (b === 0n) return
        expect(x.over(y)).toEqual(of(a / b))
        expect(x.remainder(y)).toEqual(of(a % b))
        expect(x.divmod(y)).toEqual({ quotient: of(a / b), remainder: of(a % b) })
      }),
    )
  })

  test('by hand', () => {
    expect(of(3).pow(5).value).toBe(243n)
    expect(of(3).pow(-1).value).toBe(0n)
    expect(of(-1).pow(-3).value).toBe(-1n)
    expect(of(5).shiftLeft(2).value).toBe(20n)
    expect(of(5).shiftLeft(-1).value).toBe(2n)
    expect(of(-5).shiftRight(1).value).toBe(-3n)
    expect(of(10).modPow(3, 30).value).toBe(10n)
    expect(of(3).modPow(-1, 11).value).toBe(4n)
    expect(of(3).modInv(11).value).toBe(4n)
    expect(of(9).isDivisibleBy(3)).toBe(true)
    expect(of(-7).abs().next().prev().value).toBe(7n)
    expect(of(-7).compareAbs(6)).toBe(1)
    expect(bigInt.gcd(-12, 18).value).toBe(6n)
    expect(bigInt.lcm(21, 6).value).toBe(42n)
    expect([of(0).isZero(), of(-1).isNegative(), of(1).isPositive(), of(0).isPositive()]).toEqual([
      true,
      true,
      true,
      false,
    ])
    expect([of(4).isEven(), of(4).isOdd(), of(-3).isOdd()]).toEqual([true, false, true])
    expect([5, 0, 8, -1].map((n) => of(n).bitLength().value)).toEqual([3n, 0n, 4n, 0n])
    expect(of(5).compare(Number.POSITIVE_INFINITY)).toBe(-1)
    expect(bigInt.one.add(bigInt.minusOne)).toEqual(bigInt.zero)
    expect([bigInt.isInstance(of(1)), bigInt.isInstance(1n)]).toEqual([true, false])
  })

  test('as numbers and JSON', () => {
    expect(of(2).valueOf() + of(3).toJSNumber()).toBe(5)
    expect(JSON.stringify({ n: of('123456789012345678901') })).toBe('{"n":"123456789012345678901"}')
    expect(`${of(12)}`).toBe('12')
  })

  test('division by zero', () => {
    for (const name of ['divide', 'mod', 'divmod'] as const) {
      expect(() => of(1)[name](0)).toThrow('Cannot divide by zero')
    }
    expect(() => of(0).pow(-1)).toThrow('Cannot divide by zero')
    expect(() => of(2).modInv(4)).toThrow('2 and 4 are not co-prime')
  })
})
