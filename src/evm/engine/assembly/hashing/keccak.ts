import { keccak256 } from '../arithmetic/keccak'

// Keccak-256 for everything outside the interpreter.

/** The message, which the host writes. */
const MESSAGE: usize = 16 * 1024

/** Returns the address of the hash of a message of `size` bytes. */
export function hash(size: usize): usize {
  return keccak256(MESSAGE, size)
}

/** For the host. */
export const message = MESSAGE
