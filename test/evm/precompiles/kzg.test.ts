import { bls12_381 as bls } from '@noble/curves/bls12-381.js'
import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { loadFastPrecompiles } from '../../../src/evm/precompiles/curves.ts'
import { createMclBls12, loadBls12 } from '../../../src/evm/precompiles/mclBls12.ts'
import { createMclKzg } from '../../../src/evm/precompiles/mclKzg.ts'
import { bigIntToBytes, concatBytes } from '../../../src/primitives/bytes.ts'
import { hexToBytes } from '../../../src/primitives/hex.ts'
import { verifyKzgProof } from '../../../src/primitives/kzg.ts'
import { sha256 } from '../../../src/primitives/sha256.ts'
import { runs } from '../../support/runs.ts'
import { expectSame } from './compare.ts'
import { damaged } from './points.ts'

/** c-kzg's commitment to a random blob and a proof of it, as in test/primitives/kzg.test.ts. */
const vector = {
  commitment: hexToBytes(
    '0xb38d380fc1b2c6fc13e84d03ac23532d64e867ffaa581b47b701e9cc617d25a5d602a6f3c13031eb319d78f9e58c6747',
  ),
  z: hexToBytes('0x395aac4f96dbdc276758fd2f048d789df3b18f9b860c5f58c511ecc20e8d3c1a'),
  y: hexToBytes('0x2488934cb2bd04f9529304a85c72365a666a0684c99796466f019ebd74f991e3'),
  proof: hexToBytes(
    '0xab9fb3f61872ef5a92b1953996656b42a1063587e256beeacba6df993257a190e569acad1bf7da0e1f2f5e9ecc5bc6b3',
  ),
}

const { ORDER } = bls.fields.Fr
const G1 = bls.G1.Point
const infinity = G1.ZERO.toBytes()

/** The point of G1 on the curve with this x, and a sign, whether in the subgroup or not; mostly there is none. */
const anyX = fc
  .tuple(fc.bigInt({ min: 0n, max: (1n << 381n) - 1n }), fc.constantFrom(0x80, 0xa0))
  .map(([x, flags]) => {
    const bytes = bigIntToBytes(x, 48)
    bytes[0] = (bytes[0] ?? 0) | flags
    return bytes
  })
const points = fc.oneof(
  fc.constantFrom(vector.commitment, vector.proof, infinity),
  fc.bigInt({ min: 1n, max: ORDER - 1n }).map((k) => G1.BASE.multiplyUnsafe(k).toBytes()),
  anyX,
  // Infinity with the other sign, with an x, uncompressed.
  fc.constantFrom([0xe0, 0], [0xc0, 1], [0x40, 0], [0, 0]).map(([first = 0, last = 0]) => {
    const bytes = new Uint8Array(48)
    bytes[0] = first
    bytes[47] = last
    return bytes
  }),
)
const scalars = fc
  .oneof(
    fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }),
    fc.constantFrom(0n, 1n, ORDER - 1n, ORDER, ORDER + 1n),
  )
  .map((value) => bigIntToBytes(value, 32))

/** With a constant polynomial c the value is c everywhere and the proof is infinity. */
const constantPolynomial = fc
  .tuple(fc.bigInt({ min: 0n, max: ORDER - 1n }), scalars)
  .map(([c, z]) => {
    const commitment = c === 0n ? infinity : G1.BASE.multiplyUnsafe(c).toBytes()
    return { commitment, z, y: bigIntToBytes(c, 32), proof: infinity }
  })

const claims = fc.oneof(
  fc.constant(vector),
  constantPolynomial,
  fc.record({ commitment: points, z: scalars, y: scalars, proof: points }),
  fc.record({ commitment: points, z: scalars, y: scalars, proof: points }).map((claim) => ({
    ...claim,
    commitment: vector.commitment,
    proof: vector.proof,
  })),
)

beforeAll(async () => {
  expect(await loadFastPrecompiles()).toBe(true)
})

test('mcl and noble agree on proofs', async () => {
  const curve = await loadBls12()
  createMclBls12(curve)
  const verify = createMclKzg(curve)
  const { commitment, z, y, proof } = vector
  expect(verify(commitment, z, y, proof)).toBe(true)
  fc.assert(
    fc.property(claims, ({ commitment, z, y, proof }) => {
      expect(verify(commitment, z, y, proof)).toBe(verifyKzgProof(commitment, z, y, proof))
    }),
    { numRuns: runs({ quick: 8, full: 60 }) },
  )
})

function inputOf({ commitment, z, y, proof }: typeof vector): Uint8Array {
  const hash = sha256(commitment)
  hash[0] = 1
  return concatBytes(hash, z, y, commitment, proof)
}

test('does as the stock precompile', async () => {
  expect(await expectSame(0x0a, 'cancun', inputOf(vector))).toHaveProperty('gasUsed', 50_000n)
  const forks = fc.constantFrom('cancun', 'prague', 'osaka')
  await fc.assert(
    fc.asyncProperty(forks, damaged(claims.map(inputOf)), async (hardfork, input) => {
      await expectSame(0x0a, hardfork, input)
    }),
    { numRuns: runs({ quick: 5, full: 30 }) },
  )
})
