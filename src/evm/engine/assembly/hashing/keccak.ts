import { keccak256 } from '../arithmetic/keccak'
import { START } from '../layout'

// A module of its own: Keccak-256 for everything outside the interpreter.

/** The message, which the host writes. */
const MESSAGE: usize = 16 * 1024

// Constants that reached into the state of keccak would be overwritten.
if (__heap_base > START) unreachable()

/** Makes room for a message of `bytes`. */
export function reserve(bytes: usize): void {
  const pages = <i32>((MESSAGE + bytes + 0xffff) >> 16)
  const missing = pages - memory.size()
  if (missing > 0 && memory.grow(missing) < 0) unreachable()
}

/** Returns the address of the hash of a message of `size` bytes. */
export function hash(size: usize): usize {
  return keccak256(MESSAGE, size)
}

/** For the host. */
export const message = MESSAGE
