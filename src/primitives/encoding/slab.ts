const SLAB_BYTES = 65_536
/** A longer array gets a buffer of its own. */
const LONGEST = 4096

let slab = new Uint8Array(0)
let used = 0

/**
 * Copies bytes that live long into a buffer that they share with others of their kind. Bytes read
 * from text are slices of the buffer pool of Node.js, and each of them keeps 8 KB alive.
 */
export function copyToSlab(bytes: Uint8Array): Uint8Array {
  const { length } = bytes
  if (length > LONGEST) return Uint8Array.prototype.slice.call(bytes)
  if (used + length > slab.length) {
    slab = new Uint8Array(SLAB_BYTES)
    used = 0
  }
  const copy = slab.subarray(used, used + length)
  copy.set(bytes)
  used += length
  return copy
}
