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

  test('a full block and an empty one after it', () => {
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

test('stays within its limits, and still where it is fixed or has no target', () => {
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
