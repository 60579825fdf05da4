import type { Address } from '../../primitives/address.ts'
import { sha256 } from '../../primitives/crypto/sha256.ts'
import { bytesToBigInt, equalBytes } from '../../primitives/encoding/bytes.ts'

/** All words of {@link precompileFailure}. */
export const precompileFailures = [
  'invalid input length',
  'invalid final flag',
  'bad elliptic curve pairing size',
  'invalid fp.Element encoding',
  'point is not on curve',
  'invalid field element top bytes',
  'invalid point: not on curve',
  'mismatched versioned hash',
  'error verifying kzg proof',
] as const

type PrecompileFailureText = (typeof precompileFailures)[number]

/** Order of the field of BN254 (EIP-196). */
const BN254_FIELD = 21888242871839275222246405745257275088696311157297823662689037894645226208583n
/** Order of the field of BLS12-381 (EIP-2537). */
const BLS12_FIELD =
  0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn

/** First byte of a versioned hash (EIP-4844). */
const KZG_VERSION = 1

/** Bytes of a field element, of which the first 16 are zero, and of a pair with its scalar. */
const BLS12_ELEMENT = 64
const BLS12_PADDING = 16
const BLS12_LENGTHS: ReadonlyMap<number, { readonly item: number; readonly points: number }> =
  new Map([
    [0x0b, { item: 256, points: 256 }],
    [0x0c, { item: 160, points: 128 }],
    [0x0d, { item: 512, points: 512 }],
    [0x0e, { item: 288, points: 256 }],
    [0x0f, { item: 384, points: 384 }],
    [0x10, { item: 64, points: 64 }],
    [0x11, { item: 128, points: 128 }],
  ])
/** Those that take any number of items. */
const BLS12_LISTS: ReadonlySet<number> = new Set([0x0c, 0x0e, 0x0f])

/**
 * Returns geth's words for the failure of a precompile that had enough gas
 * (core/vm/contracts.go). A point outside the subgroup of BLS12-381 is worded as not on the curve.
 */
export function precompileFailure(address: Address, input: Uint8Array): PrecompileFailureText {
  const number = Number(address)
  const bls12 = BLS12_LENGTHS.get(number)
  if (bls12 !== undefined) return bls12Failure(number, bls12, input)
  if (number === 0x09) {
    return input.length === 213 ? 'invalid final flag' : 'invalid input length'
  }
  if (number === 0x0a) return pointEvaluationFailure(input)
  if (number === 0x08 && input.length % 192 !== 0) return 'bad elliptic curve pairing size'
  return bn254Failure(number, input)
}

function bn254Failure(number: number, input: Uint8Array): PrecompileFailureText {
  const points = number === 0x08 ? input : input.subarray(0, number === 0x06 ? 128 : 64)
  for (let at = 0; at < points.length; at += 32) {
    const element = points.subarray(at, at + 32)
    const missing = BigInt(8 * (32 - element.length))
    if (bytesToBigInt(element) << missing >= BN254_FIELD) {
      return 'invalid fp.Element encoding'
    }
  }
  return 'point is not on curve'
}

function pointEvaluationFailure(input: Uint8Array): PrecompileFailureText {
  if (input.length !== 192) return 'invalid input length'
  const versionedHash = sha256(input.subarray(96, 144))
  versionedHash[0] = KZG_VERSION
  const isMatch = equalBytes(versionedHash, input.subarray(0, 32))
  return isMatch ? 'error verifying kzg proof' : 'mismatched versioned hash'
}

function bls12Failure(
  number: number,
  { item, points }: { readonly item: number; readonly points: number },
  input: Uint8Array,
): PrecompileFailureText {
  const isList = BLS12_LISTS.has(number) && input.length > 0 && input.length % item === 0
  if (!isList && input.length !== item) return 'invalid input length'
  for (let start = 0; start < input.length; start += item) {
    for (let at = start; at < start + points; at += BLS12_ELEMENT) {
      const element = input.subarray(at, at + BLS12_ELEMENT)
      if (element.subarray(0, BLS12_PADDING).some((byte) => byte !== 0)) {
        return 'invalid field element top bytes'
      }
      if (bytesToBigInt(element) >= BLS12_FIELD) return 'invalid fp.Element encoding'
    }
  }
  return 'invalid point: not on curve'
}
