import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { nextBaseFee, toWei } from '../../../src/chain/build/feeMarket.ts'
import type { FeeMarketParams } from '../../../src/chain/genesis/genesis.ts'
import { DECIMAL_ONE } from '../../../src/primitives/encoding/decimal.ts'

const GWEI = 1_000_000_000n

const defaults: FeeMarketParams = {
  minimumFeePerGas: GWEI,
  maximumFeePerGas: 1000n * GWEI,
  targetGasUsedPerBlock: 250_000n,
  maxUpwardAdjustment: '0.0189',
  maxDownwardAdjustment: '0.0039',
  fixed: false,
}

/** `1003392307.692307692` and its 9 further zeros as the module counts it. */
function decimal(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(18, '0'))
}

describe('from a base fee of 1 gwei, with the chain’s parameters', () => {
  // Figures of the real chain's keeper, rounded there to nine places.
  test.each([
    [10_000_000n, 21_000n, '1000000000'],
    [10_000_000n, 250_000n, '1000000000'],
    [10_000_000n, 2_000_000n, '1003392307.692307692'],
    [10_000_000n, 10_000_000n, '1018900000'],
    [35_000_000n, 1_000_000n, '1000407913.669064748'],
    [100_000_000n, 1_000_000n, '1000142105.263157895'],
  ])('gas limit %d, gas used %d: %s', (gasLimit, gasUsed, expected) => {
    const fee = nextBaseFee(GWEI * DECIMAL_ONE, { gasUsed, gasLimit }, defaults)
    const nine = 10n ** 9n
    expect((fee + nine / 2n) / nine).toBe(decimal(expected) / nine)
  })

  test('a full block followed by an empty one', () => {
    const gasLimit = 10_000_000n
    const up = nextBaseFee(GWEI * DECIMAL_ONE, { gasUsed: gasLimit, gasLimit }, defaults)
    expect(toWei(up)).toBe(1_018_900_000n)
    expect(toWei(nextBaseFee(up, { gasUsed: 0n, gasLimit }, defaults))).toBe(1_014_926_290n)
  })
})

test('half-way adjustments of the upstream test suite', () => {
  const params = {
    ...defaults,
    minimumFeePerGas: 10n,
    maxUpwardAdjustment: '0.5',
    maxDownwardAdjustment: '0.5',
  }
  const gasLimit = 1000n
  const target = { ...params, targetGasUsedPerBlock: 500n }
  const from = 10_000n * DECIMAL_ONE
  expect(toWei(nextBaseFee(from, { gasUsed: 750n, gasLimit }, target))).toBe(12_500n)
  expect(toWei(nextBaseFee(from, { gasUsed: 250n, gasLimit }, target))).toBe(7_500n)
})

test('stays within its limits, also with a fixed fee or without a target', () => {
  const gasLimit = 10_000_000n
  const full = { gasUsed: gasLimit, gasLimit }
  const highest = defaults.maximumFeePerGas * DECIMAL_ONE
  expect(nextBaseFee(highest, full, defaults)).toBe(highest)
  expect(nextBaseFee(GWEI * DECIMAL_ONE, { gasUsed: 0n, gasLimit }, defaults)).toBe(
    GWEI * DECIMAL_ONE,
  )
  expect(nextBaseFee(5n, full, { ...defaults, fixed: true })).toBe(5n)
  expect(nextBaseFee(5n, full, { ...defaults, targetGasUsedPerBlock: 0n })).toBe(5n)
})

describe('rounds halves to even', () => {
  const half = {
    ...defaults,
    minimumFeePerGas: 0n,
    targetGasUsedPerBlock: 500n,
    maxUpwardAdjustment: '0.5',
    maxDownwardAdjustment: '0.5',
  }

  // Fees of so few 10^-18 that half of them is no whole number: 1 * 1.5 = 1.5.
  test.each([
    [1n, 2n],
    [3n, 4n],
    [5n, 8n],
    [7n, 10n],
  ])('up from %d: %d', (fee, expected) => {
    expect(nextBaseFee(fee, { gasUsed: 1000n, gasLimit: 1000n }, half)).toBe(expected)
  })

  test.each([
    [1n, 0n],
    [3n, 2n],
    [5n, 2n],
    [7n, 4n],
  ])('down from %d: %d', (fee, expected) => {
    expect(nextBaseFee(fee, { gasUsed: 0n, gasLimit: 1000n }, half)).toBe(expected)
  })

  // 1/3 of the way, rounded at the 18th place, of an adjustment of 1.
  test.each([
    [600n, 1_000n, 1_333_333_333_333_333_333n],
    [800n, 1_000n, 1_666_666_666_666_666_667n],
  ])('%d of %d gas: the ratio with 18 places', (gasUsed, gasLimit, expected) => {
    const third = { ...half, targetGasUsedPerBlock: 400n, maxUpwardAdjustment: '1' }
    expect(nextBaseFee(DECIMAL_ONE, { gasUsed, gasLimit }, third)).toBe(expected)
  })
})

test('a block at the target keeps the fee, one above the limit counts as full', () => {
  const fee = 7n * GWEI * DECIMAL_ONE
  const full = { gasUsed: 250_000n, gasLimit: 250_000n }
  expect(nextBaseFee(fee, full, defaults)).toBe(fee)
  const gasLimit = 500_000n
  const beyond = nextBaseFee(fee, { gasUsed: 600_000n, gasLimit }, defaults)
  expect(beyond).toBe((fee * 10_189n) / 10_000n)
})

test('an invalid decimal adjustment is a bug', () => {
  const params = { ...defaults, maxUpwardAdjustment: '-1' }
  const full = { gasUsed: 1_000_000n, gasLimit: 1_000_000n }
  expect(() => nextBaseFee(GWEI, full, params)).toThrow('a decimal of the fee market')
})

/** The nearest whole number to a fraction; of two the even one. In digits, as on paper. */
function nearest(numerator: bigint, denominator: bigint): bigint {
  const below = numerator / denominator
  const isTie = 2n * (numerator - below * denominator) === denominator
  if (isTie) return below + (below & 1n)
  return (2n * numerator + denominator) / (2n * denominator)
}

test('moves by the ratio between target and limit', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 30n }),
      fc.bigInt({ min: 1n, max: 1_000n }),
      fc.bigInt({ min: 0n, max: 1_000n }),
      fc.bigInt({ min: 0n, max: 3_000n }),
      fc.integer({ min: 0, max: 9_999 }),
      (fee, target, room, used, share) => {
        const gasLimit = target + room
        const text = `0.${String(share).padStart(4, '0')}`
        const params: FeeMarketParams = {
          minimumFeePerGas: 0n,
          maximumFeePerGas: 10n ** 13n,
          targetGasUsedPerBlock: target,
          maxUpwardAdjustment: text,
          maxDownwardAdjustment: text,
          fixed: false,
        }
        const most = used > gasLimit ? gasLimit : used
        const [distance, way] = most > target ? [most - target, room] : [most - target, target]
        const magnitude = distance < 0n ? -distance : distance
        // 36 places cut off, then 18 rounded: as the chain divides.
        const part = distance === 0n ? 0n : nearest((magnitude * 10n ** 36n) / way, 10n ** 18n)
        const move = nearest(BigInt(share) * 10n ** 14n * part, 10n ** 18n)
        const factor = 10n ** 18n + (distance < 0n ? -move : move)
        const moved = nearest(fee * factor, 10n ** 18n)
        const expected = moved > 10n ** 31n ? 10n ** 31n : moved
        expect(nextBaseFee(fee, { gasUsed: used, gasLimit }, params)).toBe(expected)
      },
    ),
  )
})
