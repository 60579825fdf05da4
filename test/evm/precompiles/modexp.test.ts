import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  modularPower,
  nativePower,
  portablePower,
} from '../../../src/evm/precompiles/modexp/modularPower.ts'
import {
  bigIntToBytes,
  bytesToBigInt,
  concatBytes,
  trimLeft,
} from '../../../src/primitives/encoding/bytes.ts'
import { hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { expectSame } from '../../support/precompiles/compare.ts'
import { runs } from '../../support/runs.ts'

const forks = fc.constantFrom('byzantium', 'istanbul', 'berlin', 'prague', 'osaka')

/** Mostly what it says, sometimes more or less than follows, sometimes absurd. */
const skewed = (length: number) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(BigInt(length)) },
    { weight: 2, arbitrary: fc.constantFrom(0n, 1n, 31n, 32n, 33n, 64n, 65n) },
    { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 1100n }) },
  )
const absurd = fc.constantFrom(
  1n << 31n,
  (1n << 32n) + 5n,
  1n << 53n,
  (1n << 64n) - 1n,
  (1n << 256n) - 1n,
)
const operand = fc.oneof(
  fc.uint8Array({ maxLength: 40 }),
  fc.uint8Array({ minLength: 60, maxLength: 130 }),
  fc.constantFrom(0, 1, 2, 32, 100).map((length) => new Uint8Array(length)),
  fc.constantFrom([1], [0, 1], [2], [0x80, 0], [0xff, 0xff]).map((bytes) => Uint8Array.from(bytes)),
)

const claimed = fc
  .tuple(operand, operand, operand)
  .chain(([base, exponent, modulus]) =>
    fc
      .tuple(skewed(base.length), skewed(exponent.length), skewed(modulus.length))
      .map((lengths) =>
        concatBytes(...lengths.map((n) => bigIntToBytes(n, 32)), base, exponent, modulus),
      ),
  )

test('matches the stock precompile', async () => {
  await fc.assert(
    fc.asyncProperty(forks, claimed, async (hardfork, input) => {
      await expectSame(0x05, hardfork, input)
    }),
    { numRuns: runs({ quick: 30, full: 150 }) },
  )
})

test('matches the stock precompile on truncated inputs', async () => {
  const heads = fc.tuple(
    fc.tuple(...Array.from({ length: 3 }, () => fc.bigInt({ min: 0n, max: 100n }))),
    fc.nat(100),
  )
  await fc.assert(
    fc.asyncProperty(forks, heads, async (hardfork, [lengths, cut]) => {
      const head = concatBytes(...lengths.map((n) => bigIntToBytes(n, 32)))
      await expectSame(0x05, hardfork, head.subarray(0, cut))
    }),
    { numRuns: runs({ quick: 12, full: 60 }) },
  )
})

test('huge lengths cost huge gas, or none if the other operands are empty', async () => {
  // With enough gas for it, one of them needs gigabytes: so only where gas or a bound refuses it.
  for (const hardfork of ['byzantium', 'berlin', 'osaka'] as const) {
    for (const length of fc.sample(absurd, 5)) {
      const [n, zero, one] = [length, 0n, 1n].map((value) => bigIntToBytes(value, 32))
      for (const head of [
        [zero, n, zero],
        [n, zero, one],
        [n, n, n],
        [zero, n, one],
      ]) {
        const input = concatBytes(...head.map((part) => part ?? new Uint8Array(32)))
        if (head[1] === n && head[2] === zero) await expectSame(0x05, hardfork, input)
        else await expectPoor(hardfork, input)
      }
    }
  }
})

async function expectPoor(hardfork: 'byzantium' | 'berlin' | 'osaka', input: Uint8Array) {
  const { runOurs, runReference } = await import('../../support/precompiles/compare.ts')
  const gasLimit = 30_000_000n
  const outcome = runOurs(0x05, hardfork, input, gasLimit)
  expect(outcome).toEqual({ fault: 'out of gas' })
  expect(outcome).toEqual(await runReference(0x05, hardfork, input, gasLimit))
}

/** EIP-198, the examples; the second leaves out the base. */
const fermat = 0xfffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2fn
const examples = [
  { base: 3n, baseLength: 1, modulus: fermat, result: 1n },
  { base: 0n, baseLength: 0, modulus: fermat, result: 0n },
]

test.each(examples)('example of EIP-198: $base ** (p - 1) mod p is $result', async (example) => {
  const input = concatBytes(
    ...[BigInt(example.baseLength), 32n, 32n].map((n) => bigIntToBytes(n, 32)),
    bigIntToBytes(example.base, example.baseLength),
    bigIntToBytes(example.modulus - 1n, 32),
    bigIntToBytes(example.modulus, 32),
  )
  const summary = await expectSame(0x05, 'byzantium', input)
  expect(summary).toEqual({
    gasUsed: 13_056n,
    output: `0x${example.result.toString(16).padStart(64, '0')}`,
  })
})

const bits = (maxBytes: number) => fc.uint8Array({ minLength: 0, maxLength: maxBytes })
/** Odd ones, even ones, and powers of two. */
const moduli = fc
  .tuple(bits(100), fc.oneof(fc.constant(0), fc.nat(200)), fc.boolean())
  .map(([bytes, twos, isOdd]) => (bytesToBigInt(bytes) | (isOdd ? 1n : 0n)) << BigInt(twos))
  .filter((value) => value > 1n)

test('OpenSSL and BigInt compute the same power', () => {
  fc.assert(
    fc.property(bits(110), bits(110), moduli, (base, exponent, modulus) => {
      const b = bytesToBigInt(base) % modulus
      const e = trimLeft(exponent)
      expect(nativePower(b, e, modulus)).toBe(portablePower(b, e, modulus))
    }),
    { numRuns: runs({ quick: 40, full: 300 }) },
  )
})

test('long operands, for which OpenSSL splits the exponent', () => {
  const long = fc.uint8Array({ minLength: 380, maxLength: 420 })
  const exponents = fc.uint8Array({ minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(long, exponents, long, (base, exponent, modulus) => {
      const m = bytesToBigInt(modulus) | (1n << 3000n)
      const b = bytesToBigInt(base) % m
      expect(nativePower(b, exponent, m)).toBe(portablePower(b, exponent, m))
    }),
    { numRuns: runs({ quick: 3, full: 20 }, 0.1) },
  )
})

test('exponents much longer than the modulus', () => {
  const exponents = fc.uint8Array({ minLength: 1, maxLength: 300 })
  const sizes = fc.constantFrom(1, 8, 9, 23, 24, 25, 26, 32, 33)
  const seeds = sizes.chain((size) => fc.uint8Array({ minLength: size, maxLength: size }))
  fc.assert(
    fc.property(bits(40), exponents, seeds, fc.nat(70), (base, exponent, seed, twos) => {
      const m = (bytesToBigInt(seed) | 3n) << BigInt(twos)
      const b = bytesToBigInt(base) % m
      const e = trimLeft(exponent)
      expect(nativePower(b, e, m)).toBe(portablePower(b, e, m))
    }),
    { numRuns: runs({ quick: 20, full: 100 }) },
  )
})

test('moduli of 0 and 1, and empty operands', () => {
  const two = Uint8Array.of(2)
  expect(modularPower(two, two, hexToBytes('0000'))).toEqual(new Uint8Array(2))
  expect(modularPower(two, two, hexToBytes('0001'))).toEqual(new Uint8Array(2))
  expect(modularPower(two, new Uint8Array(0), hexToBytes('0005'))).toEqual(hexToBytes('0001'))
  expect(modularPower(new Uint8Array(0), new Uint8Array(0), two)).toEqual(Uint8Array.of(1))
  expect(modularPower(two, two, new Uint8Array(0))).toEqual(new Uint8Array(0))
})
