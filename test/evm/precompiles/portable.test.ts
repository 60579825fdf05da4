import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { loadMclBn254, withBn254 } from '../../../src/evm/precompiles/curves/bn254.ts'
import type { Bn254 } from '../../../src/evm/precompiles/curves/mclBn254.ts'
import { bigIntToBytes, concatBytes } from '../../../src/primitives/encoding/bytes.ts'
import { expectSame } from '../../support/precompiles/compare.ts'
import { balancedPairs } from '../../support/precompiles/points.ts'
import { runs } from '../../support/runs.ts'

/*
 * Without mcl and with a failing OpenSSL, JavaScript returns the same results.
 */

vi.mock('../../../src/evm/precompiles/curves/mclBn254.ts', () => ({
  createMclBn254: (): Promise<Bn254> => {
    const breakDown = () => {
      throw new Error('unreachable executed')
    }
    return Promise.resolve({ add: breakDown, mul: breakDown, pairing: breakDown })
  },
}))

vi.mock('node:crypto', async (importOriginal) => {
  const crypto = await importOriginal<typeof import('node:crypto')>()
  const refuse = () => {
    throw new Error('unsupported')
  }
  return {
    ...crypto,
    hash: (algorithm: string, ...rest: [string, 'buffer']) =>
      algorithm === 'ripemd160' ? refuse() : crypto.hash(algorithm, ...rest),
    createPublicKey: refuse,
  }
})

test('falls back when the curve module fails', async () => {
  const bn254 = balancedPairs('bn254', [[3n, 4n]])
  const one = `0x${'1'.padStart(64, '0')}`
  // The first answer comes before anything is loaded, the second after the breakdown.
  expect(await expectSame(0x08, 'prague', bn254)).toHaveProperty('output', one)
  expect(await loadMclBn254()).toBe(true)
  expect(await expectSame(0x08, 'prague', bn254)).toHaveProperty('output', one)
  let ways = 0
  withBn254(() => ways++)
  expect(ways).toBe(1)
})

test('computes powers and RIPEMD-160', async () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 60 })
  await fc.assert(
    fc.asyncProperty(bytes, bytes, bytes, async (base, exponent, modulus) => {
      const operands = [base, exponent, modulus]
      const lengths = operands.map(({ length }) => bigIntToBytes(BigInt(length), 32))
      await expectSame(0x05, 'prague', concatBytes(...lengths, ...operands))
      await expectSame(0x03, 'prague', base)
    }),
    { numRuns: runs({ quick: 4, full: 20 }) },
  )
})
