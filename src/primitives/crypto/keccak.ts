import { keccak_256 } from '@noble/hashes/sha3.js'
import { createKeccak } from 'hash-wasm'

/** keccak256, the hash of Ethereum: 32 bytes. */
export type Keccak256 = (message: Uint8Array) => Uint8Array

let backend: Keccak256 = keccak_256

/** keccak256 of `message`. */
export function keccak256(message: Uint8Array): Uint8Array {
  return backend(message)
}

/**
 * Switches {@link keccak256} to WebAssembly, about nine times faster than the portable one on short
 * messages. Both give the same bytes, so callers need not wait for it; a second call does nothing.
 */
export async function loadFastKeccak(): Promise<void> {
  if (backend !== keccak_256) return
  const hasher = await createKeccak(256)
  backend = (message) => hasher.init().update(message).digest('binary')
}
