import { bls12_381 as bls } from '@noble/curves/bls12-381.js'
import { bytesToBigInt } from '../encoding/bytes.ts'
import { hexToBytes } from '../encoding/hex.ts'

// Not at the top level: the build loads the curve at its first use.
const G1 = () => bls.G1.Point
const G2 = () => bls.G2.Point
type G1Point = ReturnType<typeof G1>['BASE']
type G2Point = ReturnType<typeof G2>['BASE']

const POINT_LENGTH = 48
const SCALAR_LENGTH = 32

/**
 * [τ]G2 of the Ethereum KZG ceremony (`g2_monomial[1]` of c-kzg's trusted setup). A verifier needs
 * no other value of the setup.
 */
const TAU_G2 =
  '0xb5bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2'

let tau: G2Point | undefined

/** Returns [τ]G2. Decoded on first use, which takes milliseconds. */
function tauG2(): G2Point {
  tau ??= G2().fromBytes(hexToBytes(TAU_G2))
  return tau
}

/**
 * Whether `proof` shows that the polynomial of `commitment` has the value `y` at `z`
 * (`verify_kzg_proof` of EIP-4844, used by precompile 0x0a). Returns false for invalid point
 * encodings, points outside the subgroup, and a `z` or `y` not below the field order. Never throws.
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
  // EIP-4844 checks e(C - [y]G1, -G2) * e(Q, [τ - z]G2) = 1. Moving [z] to the left gives the
  // equivalent e(C - [y]G1 + [z]Q, -G2) * e(Q, [τ]G2) = 1, which multiplies only in G1.
  const left = c.subtract(G1().BASE.multiplyUnsafe(value)).add(q.multiplyUnsafe(at))
  return pairsToOne([
    [left, G2().BASE.negate()],
    [q, tauG2()],
  ])
}

/**
 * Whether the product of the pairings is 1. A pair with infinity contributes 1 and is skipped,
 * because noble rejects it.
 */
function pairsToOne(pairs: readonly (readonly [G1Point, G2Point])[]): boolean {
  const finite = pairs.filter(([g1, g2]) => !g1.is0() && !g2.is0())
  const product = bls.pairingBatch(finite.map(([g1, g2]) => ({ g1, g2 })))
  return bls.fields.Fp12.eql(product, bls.fields.Fp12.ONE)
}

/** Decodes a compressed G1 point (infinity included). Undefined if the encoding is invalid. */
function readPoint(bytes: Uint8Array): G1Point | undefined {
  if (bytes.length !== POINT_LENGTH) return undefined
  try {
    // Rejects coordinates not below the modulus, and points off the curve or outside the subgroup.
    return G1().fromBytes(bytes)
  } catch {
    return undefined
  }
}

/**
 * Decodes a field element from 32 big-endian bytes. Undefined if it is not below the field order.
 */
function readScalar(bytes: Uint8Array): bigint | undefined {
  if (bytes.length !== SCALAR_LENGTH) return undefined
  const value = bytesToBigInt(bytes)
  return value < bls.fields.Fr.ORDER ? value : undefined
}
