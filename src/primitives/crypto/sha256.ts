import { hash } from 'node:crypto'
import { ripemd160 } from '@noble/hashes/legacy.js'

/** Returns the SHA-256 digest of `message`: 32 bytes. */
export function sha256(message: Uint8Array): Uint8Array {
  const digest = hash('sha256', message, 'buffer')
  return new Uint8Array(digest.buffer, digest.byteOffset, digest.length)
}

/** Returns the RIPEMD-160 of SHA-256: the 20 bytes of a bech32 account address. */
export function hash160(message: Uint8Array): Uint8Array {
  return ripemd160(sha256(message))
}
