import { fc, test as property } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import {
  DECIMAL_ONE,
  divideDecimals,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
} from '../../src/primitives/encoding/decimal.ts'

test.each([
  ['0', 0n],
  ['1', DECIMAL_ONE],
  ['0.05', 5n * 10n ** 16n],
  ['12.000000000000000001', 12n * DECIMAL_ONE + 1n],
])('parses %s', (text, value) => {
  expect(parseDecimal(text)).toBe(value)
})

test.each(['', '.5', '5.', '-1', '+1', '1e3', '0x1', ' 1', '0.0000000000000000001'])(
  'rejects "%s"',
  (text) => {
    expect(parseDecimal(text)).toBeUndefined()
  },
)

property.prop([fc.bigInt({ min: 0n, max: 10n ** 60n })])('parses a formatted decimal', (value) => {
  const text = formatDecimal(value)
  expect(text).toMatch(/^\d+\.\d{18}$/)
  expect(parseDecimal(text)).toBe(value)
})

test('truncates products and quotients', () => {
  const third = divideDecimals(DECIMAL_ONE, 3n * DECIMAL_ONE)
  expect(formatDecimal(third)).toBe('0.333333333333333333')
  expect(formatDecimal(multiplyDecimals(third, 2n * DECIMAL_ONE))).toBe('0.666666666666666666')
  expect(multiplyDecimals(1n, DECIMAL_ONE - 1n)).toBe(0n)
})
