import { createRequire } from 'node:module'
import { secp256k1 as noble } from '@noble/curves/secp256k1.js'
import { type Address, bytesToAddress } from '../address.ts'
import { bigIntToBytes, bytesToBigInt, concatBytes } from '../encoding/bytes.ts'
import { keccak256 } from './keccak.ts'

/** An ECDSA signature over secp256k1 with its recovery bit. */
export interface Signature {
  readonly r: bigint
  readonly s: bigint
  readonly yParity: 0 | 1
}

/** Half the order of the curve. A larger `s` is malleable and rejected (EIP-2). */
export const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n

/** The used part of the addon `secp256k1`. Each function throws on invalid input. */
interface NativeSecp256k1 {
  ecdsaRecover(
    signature: Uint8Array,
    recovery: number,
    hash: Uint8Array,
    compressed: boolean,
  ): Uint8Array
  publicKeyCreate(key: Uint8Array, compressed: boolean): Uint8Array
  ecdsaSign(hash: Uint8Array, key: Uint8Array): { signature: Uint8Array; recid: number }
  ecdsaVerify(signature: Uint8Array, hash: Uint8Array, publicKey: Uint8Array): boolean
}

let loaded: { readonly native: NativeSecp256k1 | undefined } | undefined

/**
 * Returns the addon if it has a build for this platform (20 times as fast as JavaScript), otherwise
 * undefined.
 */
function native(): NativeSecp256k1 | undefined {
  loaded ??= { native: loadNative() }
  return loaded.native
}

/**
 * Loads the addon, which takes 10 ms, before it is needed. Without this call, the first use of a
 * key or signature loads it.
 */
export function loadSecp256k1(): void {
  native()
}

function loadNative(): NativeSecp256k1 | undefined {
  try {
    return createRequire(import.meta.url)('secp256k1/bindings.js')
  } catch {
    return undefined
  }
}

/**
 * Recovers the uncompressed public key (64 bytes, without the 0x04) of the signer of `hash`.
 *
 * @throws Error if no key matches the signature.
 */
export function recoverPublicKey(hash: Uint8Array, { r, s, yParity }: Signature): Uint8Array {
  return recoverCompact(hash, toCompact(r, s), yParity)
}

/**
 * The same for a signature of 64 bytes: r, then s.
 *
 * @throws Error if no key matches the signature.
 */
export function recoverCompact(
  hash: Uint8Array,
  signature: Uint8Array,
  yParity: Signature['yParity'],
): Uint8Array {
  const addon = native()
  if (addon !== undefined) return addon.ecdsaRecover(signature, yParity, hash, false).subarray(1)
  const recovered = noble.Signature.fromBytes(signature, 'compact').addRecoveryBit(yParity)
  return recovered.recoverPublicKey(hash).toBytes(false).subarray(1)
}

/** Returns the deterministic (RFC 6979) low-s signature of a 32-byte hash. */
export function sign(hash: Uint8Array, privateKey: Uint8Array): Signature {
  const addon = native()
  if (addon !== undefined) {
    const { signature, recid } = addon.ecdsaSign(hash, privateKey)
    return toSignature(signature, recid)
  }
  const bytes = noble.sign(hash, privateKey, { format: 'recovered', prehash: false })
  return toSignature(bytes.subarray(1), bytes[0] ?? 0)
}

/** Returns the signature of {@link sign} as 64 bytes: r, then s. */
export function signCompact(hash: Uint8Array, privateKey: Uint8Array): Uint8Array {
  const { r, s } = sign(hash, privateKey)
  return toCompact(r, s)
}

/**
 * Whether `signature` (64 bytes: r, then s) is valid for a 32-byte hash and a compressed public key
 * (33 bytes). Returns false for a high s and for an invalid key.
 */
export function verifyCompact(
  signature: Uint8Array,
  hash: Uint8Array,
  publicKey: Uint8Array,
): boolean {
  try {
    const addon = native()
    if (addon !== undefined) return addon.ecdsaVerify(signature, hash, publicKey)
    return noble.verify(signature, hash, publicKey, { prehash: false, lowS: true })
  } catch {
    return false
  }
}

/** Whether 32 bytes are a private key: from 1 to the order of the curve - 1. */
export function isPrivateKey(bytes: Uint8Array): boolean {
  const key = bytesToBigInt(bytes)
  return bytes.length === 32 && key > 0n && key <= 2n * HALF_ORDER
}

/** Returns the uncompressed public key (64 bytes, without the 0x04) of a private key. */
export function privateToPublicKey(privateKey: Uint8Array): Uint8Array {
  const addon = native()
  if (addon !== undefined) return addon.publicKeyCreate(privateKey, false).subarray(1)
  return noble.getPublicKey(privateKey, false).subarray(1)
}

/** Compresses an uncompressed 64-byte public key to 33 bytes. */
export function compressPublicKey(publicKey: Uint8Array): Uint8Array {
  const prefix = (publicKey[63] ?? 0) & 1 ? 3 : 2
  return concatBytes(Uint8Array.of(prefix), publicKey.subarray(0, 32))
}

/**
 * Decompresses a public key to 64 bytes, without the 0x04.
 *
 * @throws Error if the bytes are not a compressed key
 */
export function decompressPublicKey(compressed: Uint8Array): Uint8Array {
  if (compressed.length !== 33) throw new RangeError('a compressed key has 33 bytes')
  return noble.Point.fromBytes(compressed).toBytes(false).subarray(1)
}

/** Returns the EVM address of an uncompressed 64-byte public key. */
export function publicKeyToAddress(publicKey: Uint8Array): Address {
  return bytesToAddress(keccak256(publicKey).subarray(12))
}

function toCompact(r: bigint, s: bigint): Uint8Array {
  return concatBytes(bigIntToBytes(r, 32), bigIntToBytes(s, 32))
}

function toSignature(compact: Uint8Array, recovery: number): Signature {
  return {
    r: bytesToBigInt(compact.subarray(0, 32)),
    s: bytesToBigInt(compact.subarray(32)),
    yParity: recovery & 1 ? 1 : 0,
  }
}
