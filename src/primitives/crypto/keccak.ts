import { keccak_256 } from '@noble/hashes/sha3.js'
import { createKeccak } from 'hash-wasm'

/** keccak256, the hash function of Ethereum: 32 bytes. */
export type Keccak256 = (message: Uint8Array) => Uint8Array

let backend: Keccak256 = keccak_256

/** Returns keccak256 of `message`. */
export function keccak256(message: Uint8Array): Uint8Array {
  return backend(message)
}

/**
 * Switches {@link keccak256} to WebAssembly, which is about nine times faster on short messages.
 * Both return the same bytes, so callers need not wait. Idempotent.
 */
export async function loadFastKeccak(): Promise<void> {
  if (backend !== keccak_256) return
  const hasher = await createKeccak(256)
  backend = (message) => hasher.init().update(message).digest('binary')
}
