import { expect, test } from 'vitest'
import { toRfc3339 } from '../../src/primitives/encoding/rfc3339.ts'

test.each([
  [0n, '1970-01-01T00:00:00Z'],
  // `date -u -d 2024-02-29T23:59:59Z +%s`
  [1_709_251_199n, '2024-02-29T23:59:59Z'],
  [253_402_300_799n, '9999-12-31T23:59:59Z'],
  [253_402_300_800n, '9999-12-31T23:59:59Z'],
  [2n ** 64n - 1n, '9999-12-31T23:59:59Z'],
  // `date -u -d 0001-01-01T00:00:00Z +%s`
  [-62_135_596_800n, '0001-01-01T00:00:00Z'],
  [-62_135_596_801n, '0001-01-01T00:00:00Z'],
  [-(2n ** 63n), '0001-01-01T00:00:00Z'],
])('formats %i seconds as %s', (seconds, text) => {
  expect(toRfc3339(seconds)).toBe(text)
})
