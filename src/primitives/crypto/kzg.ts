import { bls12_381 as bls } from '@noble/curves/bls12-381.js'
import { bytesToBigInt } from '../encoding/bytes.ts'
import { hexToBytes } from '../encoding/hex.ts'

const G1 = bls.G1.Point
const G2 = bls.G2.Point
type G1Point = typeof G1.BASE
type G2Point = typeof G2.BASE

const POINT_LENGTH = 48
const SCALAR_LENGTH = 32

/**
 * [τ]G2 of the Ethereum KZG ceremony (`g2_monomial[1]` of c-kzg's trusted setup), the only part
 * that a verifier needs.
 */
const TAU_G2 =
  '0xb5bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2'

let tau: G2Point | undefined

/** [τ]G2, decoded on first use, because that takes milliseconds. */
function tauG2(): G2Point {
  tau ??= G2.fromBytes(hexToBytes(TAU_G2))
  return tau
}

/**
 * Returns whether `proof` shows that the polynomial of `commitment` has value `y` at `z`
 * (`verify_kzg_proof` of EIP-4844, precompile 0x0a). Returns false for an invalid point encoding,
 * for a point outside the subgroup, and for a `z` or `y` that is not a field element. Never throws.
 */
export function verifyKzgProof(
  commitment: Uint8Array,
  z: Uint8Array,
  y: Uint8Array,
  proof: Uint8Array,
): boolean {
  const c = readPoint(commitment)
  const q = readPoint(proof)
  const at = readScalar(z)
  const value = readScalar(y)
  if (c === undefined || q === undefined || at === undefined || value === undefined) return false
  // EIP-4844 has e(C - [y]G1, -G2) * e(Q, [τ - z]G2) = 1. The equivalent e(C - [y]G1 + [z]Q, -G2) *
  // e(Q, [τ]G2) = 1 multiplies only in G1.
  const left = c.subtract(G1.BASE.multiplyUnsafe(value)).add(q.multiplyUnsafe(at))
  return pairsToOne([
    [left, G2.BASE.negate()],
    [q, tauG2()],
  ])
}

/**
 * Returns whether the product of the pairings is 1. Skips pairs with infinity, which do not change
 * it and which noble rejects.
 */
function pairsToOne(pairs: readonly (readonly [G1Point, G2Point])[]): boolean {
  const finite = pairs.filter(([g1, g2]) => !g1.is0() && !g2.is0())
  const product = bls.pairingBatch(finite.map(([g1, g2]) => ({ g1, g2 })))
  return bls.fields.Fp12.eql(product, bls.fields.Fp12.ONE)
}

/** Decodes a compressed G1 point (including infinity), or returns undefined. */
function readPoint(bytes: Uint8Array): G1Point | undefined {
  if (bytes.length !== POINT_LENGTH) return undefined
  try {
    // Rejects a coordinate not below the modulus, a point off the curve, and one outside the
    // subgroup.
    return G1.fromBytes(bytes)
  } catch {
    return undefined
  }
}

/**
 * Decodes 32 big-endian bytes, or returns undefined if the number is not below the field's order.
 */
function readScalar(bytes: Uint8Array): bigint | undefined {
  if (bytes.length !== SCALAR_LENGTH) return undefined
  const value = bytesToBigInt(bytes)
  return value < bls.fields.Fr.ORDER ? value : undefined
}
