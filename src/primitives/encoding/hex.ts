/** A text `0x…` with any number of hexadecimal digits, even or odd. */
export type Hex = `0x${string}`

/** 32 bytes as `0x` and 64 lower-case digits: a transaction, block or code hash. */
export type Hash = Hex & { readonly __brand: 'Hash' }

const HEX = /^0x[0-9a-fA-F]*$/

/** Whether `value` is a string of `0x` and hexadecimal digits, possibly none. */
export function isHex(value: unknown): value is Hex {
  return typeof value === 'string' && HEX.test(value)
}

/** Encodes bytes as lower-case digits with `0x`. */
export function bytesToHex(bytes: Uint8Array): Hex {
  return `0x${bytesToBareHex(bytes)}`
}

/** Encodes bytes as lower-case digits without prefix. */
export function bytesToBareHex(bytes: Uint8Array): string {
  const { length } = bytes
  if (length > short.length) return buffer(bytes).toString('hex')
  short.set(bytes)
  return short.toString('hex', 0, length)
}

/** Holds short values while they are encoded: creating a `Buffer` costs more than encoding one. */
const short = Buffer.alloc(64)

/**
 * Decodes an even number of hexadecimal digits, with or without `0x`.
 *
 * @throws RangeError if the text has an odd length or an invalid character.
 */
export function hexToBytes(text: string): Uint8Array {
  const digits = text.startsWith('0x') ? text.slice(2) : text
  const bytes = Buffer.from(digits, 'hex')
  if (bytes.length * 2 !== digits.length) throw new RangeError('not hexadecimal bytes')
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** Encodes a 32-byte hash. */
export function bytesToHash(bytes: Uint8Array): Hash {
  return bytesToHex(bytes) as Hash
}

/** Encodes a non-negative integer in the minimal `0x` form of JSON-RPC quantities. */
export function toQuantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`
}

/** The hash of 32 zero bytes, used for header fields without meaning on this chain. */
export const ZERO_HASH = `0x${'00'.repeat(32)}` as Hash

function buffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
