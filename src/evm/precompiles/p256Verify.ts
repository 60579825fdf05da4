import { createECDH, type ECDH } from 'node:crypto'
import type { Common } from '@ethereumjs/common'
import { assert } from '../../primitives/assert.ts'
import {
  bigIntToBytes,
  bytesToBigInt,
  concatBytes,
  EMPTY_BYTES,
} from '../../primitives/encoding/bytes.ts'
import { faultOf, type Precompile } from './precompile.ts'
import { stockPrecompile } from './stockPrecompile.ts'

/** EIP-7951; @ethereumjs/common has no parameter for it. */
const GAS = 6900n

/** The curve secp256r1: modulus, order and the coefficients of y² = x³ + ax + b (EIP-7951). */
const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn
const N = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
const A = P - 3n
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn

/** 0x100, EIP-7951: whether a signature of secp256r1 is right: 1, or nothing. */
export function createP256Verify(rules: Common): Precompile {
  const portable = stockPrecompile(rules, '100'.padStart(40, '0'))
  return (input, gasLimit) => {
    if (gasLimit < GAS) return faultOf('OUT_OF_GAS')
    if (input.length !== 160) return { gasUsed: GAS, output: EMPTY_BYTES.slice() }
    let isRight: boolean
    try {
      isRight = verifyP256(input)
    } catch {
      // A build of OpenSSL without the curve.
      return portable(input, gasLimit)
    }
    if (!isRight) return { gasUsed: GAS, output: EMPTY_BYTES.slice() }
    return { gasUsed: GAS, output: bigIntToBytes(1n, 32) }
  }
}

let shared: ECDH | undefined

/**
 * Verifies hash, r, s and the key's x and y. Node verifies signatures of messages only, not of hashes. So OpenSSL does the
 * two multiplications as exchanges of keys: with z the hash and Q the key, (z/s)G + (r/s)Q = (r/s)((z/r)G + Q).
 */
function verifyP256(input: Uint8Array): boolean {
  const word = (index: number) => bytesToBigInt(input.subarray(index * 32, (index + 1) * 32))
  const [z, r, s, x, y] = [word(0) % N, word(1), word(2), word(3), word(4)]
  if (r === 0n || r >= N || s === 0n || s >= N) return false
  if (x >= P || y >= P || (y * y - (x * x + A) * x - B) % P !== 0n) return false

  shared ??= createECDH('prime256v1')
  const inverse = invert(r * s, N)
  const key = { x, y }
  const scalar = (z * s * inverse) % N
  const sum = scalar === 0n ? key : addPoints(multiplyGenerator(shared, scalar), key)
  if (sum === undefined) return false
  shared.setPrivateKey(bigIntToBytes((r * r * inverse) % N, 32))
  return bytesToBigInt(shared.computeSecret(encodePoint(sum))) % N === r
}

interface Point {
  readonly x: bigint
  readonly y: bigint
}

function multiplyGenerator(ecdh: ECDH, scalar: bigint): Point {
  ecdh.setPrivateKey(bigIntToBytes(scalar, 32))
  const bytes = ecdh.getPublicKey()
  return { x: bytesToBigInt(bytes.subarray(1, 33)), y: bytesToBigInt(bytes.subarray(33)) }
}

/** The sum of two finite points; undefined for infinity. */
function addPoints(a: Point, b: Point): Point | undefined {
  if (a.x === b.x && a.y !== b.y) return undefined
  const slope =
    a.x === b.x ? (3n * a.x * a.x + A) * invert(2n * a.y, P) : (b.y - a.y) * invert(b.x - a.x, P)
  const x = modulo(slope * slope - a.x - b.x, P)
  return { x, y: modulo(slope * (a.x - x) - a.y, P) }
}

function encodePoint({ x, y }: Point): Uint8Array {
  return concatBytes(Uint8Array.of(4), bigIntToBytes(x, 32), bigIntToBytes(y, 32))
}

function modulo(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus
  return rest < 0n ? rest + modulus : rest
}

/** The inverse modulo a prime of what is no multiple of it, by Euclid's algorithm. */
function invert(value: bigint, prime: bigint): bigint {
  let [a, b] = [prime, modulo(value, prime)]
  let [x, y] = [0n, 1n]
  while (b > 1n) {
    const quotient = a / b
    ;[a, b] = [b, a - quotient * b]
    ;[x, y] = [y, x - quotient * y]
  }
  assert(b === 1n, 'a number with an inverse')
  return modulo(y, prime)
}
