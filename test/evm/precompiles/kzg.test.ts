import { bls12_381 as bls } from '@noble/curves/bls12-381.js'
import fc from 'fast-check'
import { KZG } from 'micro-eth-signer/kzg.js'
import { expect, test } from 'vitest'
import { verifyKzgProof } from '../../../src/primitives/crypto/kzg.ts'
import { sha256 } from '../../../src/primitives/crypto/sha256.ts'
import { bigIntToBytes, concatBytes } from '../../../src/primitives/encoding/bytes.ts'
import { bytesToHex, hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { expectSame } from '../../support/precompiles/compare.ts'
import { damaged } from '../../support/precompiles/points.ts'
import { runs } from '../../support/runs.ts'

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

/**
 * The point of G1 on the curve with this x and sign, in the subgroup or not. Most x have no point.
 */
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

/**
 * Another verifier, with the two G2 points of the ceremony's setup that it needs, and its required
 * number of G1 points.
 */
const oracle = new KZG({
  g1_lagrange: [bytesToHex(G1.BASE.toBytes()), bytesToHex(G1.BASE.toBytes())],
  g2_monomial: [
    bytesToHex(bls.G2.Point.BASE.toBytes()),
    '0xb5bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2',
  ],
})

test('agrees with micro-eth-signer on proofs', () => {
  const { commitment, z, y, proof } = vector
  expect(verifyKzgProof(commitment, z, y, proof)).toBe(true)
  fc.assert(
    fc.property(claims, (claim) => {
      const text = [claim.commitment, claim.z, claim.y, claim.proof].map(bytesToHex)
      expect(verifyKzgProof(claim.commitment, claim.z, claim.y, claim.proof)).toBe(
        oracle.verifyProof(...(text as [string, string, string, string])),
      )
    }),
    { numRuns: runs({ quick: 3, full: 20 }) },
  )
})

function inputOf({ commitment, z, y, proof }: typeof vector): Uint8Array {
  const hash = sha256(commitment)
  hash[0] = 1
  return concatBytes(hash, z, y, commitment, proof)
}

test('matches the stock precompile', async () => {
  expect(await expectSame(0x0a, 'cancun', inputOf(vector))).toHaveProperty('gasUsed', 50_000n)
  const forks = fc.constantFrom('cancun', 'prague', 'osaka')
  await fc.assert(
    fc.asyncProperty(forks, damaged(claims.map(inputOf)), async (hardfork, input) => {
      await expectSame(0x0a, hardfork, input)
    }),
    { numRuns: runs({ quick: 5, full: 30 }) },
  )
})
