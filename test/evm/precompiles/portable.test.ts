import { p256 } from '@noble/curves/nist.js'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { loadFastPrecompiles, withBn254 } from '../../../src/evm/precompiles/curves.ts'
import type { MclCurve } from '../../../src/evm/precompiles/mcl.ts'
import { bigIntToBytes, concatBytes } from '../../../src/primitives/bytes.ts'
import { runs } from '../../support/runs.ts'
import { expectSame } from './compare.ts'
import { balancedPairs } from './points.ts'

/*
 * Without mcl, and with an OpenSSL that refuses what is asked of it: JavaScript then gives the same answers.
 */

vi.mock('../../../src/evm/precompiles/mcl.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  createMclCurve: (curve: number): Promise<MclCurve> => {
    if (curve === 5) return Promise.reject(new Error('not installed'))
    const breakDown = () => {
      throw new Error('unreachable executed')
    }
    return Promise.resolve({ withMemory: breakDown } as unknown as MclCurve)
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
    createECDH: refuse,
  }
})

test('a curve that is missing, and one that breaks down', async () => {
  const bn254 = balancedPairs('bn254', [[3n, 4n]])
  const bls12 = balancedPairs('bls12', [[3n, 4n]])
  const one = `0x${'1'.padStart(64, '0')}`
  // The first answers come before anything is loaded.
  for (let i = 0; i < 2; i++) {
    expect(await expectSame(0x08, 'prague', bn254)).toHaveProperty('output', one)
    expect(await expectSame(0x0f, 'prague', bls12)).toHaveProperty('output', one)
    expect(await loadFastPrecompiles()).toBe(false)
  }
  let ways = 0
  withBn254(() => ways++)
  expect(ways).toBe(1)
})

test('powers, RIPEMD-160 and signatures of P-256', async () => {
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
  const [hash, key] = [bigIntToBytes(77n, 32), bigIntToBytes(78n, 32)]
  const signature = p256.sign(hash, key, { prehash: false })
  const claim = concatBytes(hash, signature, p256.getPublicKey(key, false).subarray(1))
  expect(await expectSame(0x100, 'osaka', claim)).toHaveProperty(
    'output',
    `0x${'1'.padStart(64, '0')}`,
  )
})
