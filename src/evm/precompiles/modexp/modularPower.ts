import { constants, createPublicKey, publicEncrypt } from 'node:crypto'
import { bigIntToBytes, bytesToBigInt, trimLeft } from '../../../primitives/encoding/bytes.ts'

/** OpenSSL rejects longer exponents for longer moduli (OPENSSL_RSA_SMALL_MODULUS_BITS). */
const SMALL_MODULUS_BITS = 3072
const SMALL_EXPONENT_BYTES = 7

/** Minimum length of pieces of a split exponent: each piece takes two calls. */
const WORTHY_PIECE_BYTES = 24

/**
 * Bits of the exponent times bytes of the modulus from which a call of OpenSSL (20 µs) is faster.
 */
const WORTH_A_CALL = 4096

/**
 * Returns `base` to the power of `exponent` modulo `modulus` (0 for a modulus of 0), big-endian,
 * with the length of the modulus.
 */
export function modularPower(
  base: Uint8Array,
  exponent: Uint8Array,
  modulus: Uint8Array,
): Uint8Array {
  const m = bytesToBigInt(modulus)
  // Modulo 1 everything is 0.
  if (m <= 1n) return new Uint8Array(modulus.length)
  const e = trimLeft(exponent)
  const size = trimLeft(modulus).length
  const compute = e.length * 8 * size < WORTH_A_CALL ? portablePower : nativePower
  return bigIntToBytes(compute(bytesToBigInt(base) % m, e, m), modulus.length)
}

/** Square and multiply; the modulus is greater than 1. */
export function portablePower(base: bigint, exponent: Uint8Array, modulus: bigint): bigint {
  let result = 1n
  for (const byte of exponent) {
    for (let bit = 0x80; bit > 0; bit >>= 1) {
      if (result !== 1n) result = (result * result) % modulus
      if (byte & bit) result = (result * base) % modulus
    }
  }
  return result
}

/**
 * Uses OpenSSL if possible: RSA encryption without padding is this operation (RFC 8017, RSAEP) for
 * any odd modulus. An even modulus is split into its odd part and a power of two, for which the
 * computation is small.
 */
export function nativePower(base: bigint, exponent: Uint8Array, modulus: bigint): bigint {
  const twos = trailingZeros(modulus)
  if (twos === 0) return oddPower(base, exponent, modulus)
  const odd = modulus >> BigInt(twos)
  const high = odd === 1n ? 0n : oddPower(base % odd, exponent, odd)
  const low = powerOfTwoPower(base, exponent, twos)
  // Returns the number below odd * 2^twos that is congruent to `high` modulo one and to `low`
  // modulo the other.
  return high + odd * BigInt.asUintN(twos, (low - high) * inverse(odd, twos))
}

/** For `base` below an odd modulus. */
function oddPower(base: bigint, exponent: Uint8Array, modulus: bigint): bigint {
  const bits = modulus.toString(2).length
  const isSmall = bits <= SMALL_MODULUS_BITS
  const fits = isSmall && (exponent.length * 8 < bits || bytesToBigInt(exponent) < modulus)
  const piece = isSmall ? (bits - 1) >> 3 : SMALL_EXPONENT_BYTES
  if (!fits && isSmall && piece < WORTHY_PIECE_BYTES) return portablePower(base, exponent, modulus)
  try {
    const encrypt = createRsa(modulus)
    return fits ? encrypt(base, exponent) : powerByPieces(base, exponent, modulus, piece, encrypt)
  } catch {
    // Some builds of OpenSSL reject such keys.
    return portablePower(base, exponent, modulus)
  }
}

type Encrypt = (base: bigint, exponent: Uint8Array) => bigint

/** Horner's rule with pieces of the exponent as digits. */
function powerByPieces(
  base: bigint,
  exponent: Uint8Array,
  modulus: bigint,
  piece: number,
  encrypt: Encrypt,
): bigint {
  const shift = new Uint8Array(piece + 1).fill(1, 0, 1)
  const first = exponent.length % piece
  let result = encrypt(base, exponent.subarray(0, first))
  for (let at = first; at < exponent.length; at += piece) {
    const digit = encrypt(base, exponent.subarray(at, at + piece))
    result = (encrypt(result, shift) * digit) % modulus
  }
  return result
}

/** RSA without padding with the modulus `n`: `base`, below `n`, to the power of `exponent`. */
function createRsa(n: bigint): Encrypt {
  const length = Math.ceil(n.toString(16).length / 2)
  const modulus = Buffer.from(bigIntToBytes(n, length)).toString('base64url')
  return (base, exponent) => {
    const e = trimLeft(exponent)
    if (e.length === 0) return 1n
    if (base <= 1n || (e.length === 1 && e[0] === 1)) return base
    const jwk = { kty: 'RSA', n: modulus, e: Buffer.from(e).toString('base64url') }
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    const padding = constants.RSA_NO_PADDING
    return bytesToBigInt(publicEncrypt({ key, padding }, bigIntToBytes(base, length)))
  }
}

/** Modulo 2 to the power of `bits`. */
function powerOfTwoPower(base: bigint, exponent: Uint8Array, bits: number): bigint {
  // An odd number to the power of 2^bits is 1; an even one to any power of at least `bits` is 0.
  const isOdd = (base & 1n) === 1n
  if (!isOdd && (exponent.length > 6 || bytesToBigInt(exponent) >= BigInt(bits))) return 0n
  const e = isOdd ? lastBits(exponent, bits) : bytesToBigInt(exponent)
  let result = 1n
  for (const digit of e.toString(2)) {
    result = BigInt.asUintN(bits, result * result)
    if (digit === '1') result = BigInt.asUintN(bits, result * base)
  }
  return result
}

function lastBits(bytes: Uint8Array, bits: number): bigint {
  return BigInt.asUintN(bits, bytesToBigInt(bytes.subarray(-Math.ceil(bits / 8))))
}

/** Inverse of an odd number modulo 2 to the power of `bits`, by Newton's iteration. */
function inverse(odd: bigint, bits: number): bigint {
  // Correct in the last three bits; each step doubles them.
  let result = odd
  for (let right = 3; right < bits; right *= 2) {
    result = BigInt.asUintN(bits, result * (2n - odd * result))
  }
  return BigInt.asUintN(bits, result)
}

function trailingZeros(value: bigint): number {
  const digits = value.toString(2)
  return digits.length - 1 - digits.lastIndexOf('1')
}
