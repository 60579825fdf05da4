/*
 * Bytes and their text, with the original intrinsics even if a tracer changes globals. Runs inside
 * the sandbox.
 */

export const { apply } = Reflect
export const { parse, stringify } = JSON
export const Bytes = Uint8Array
export const Text = String

const copy = Uint8Array.prototype.set
const { isArray } = Array

/** Two digits per byte. */
const digits: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  byte.toString(16).padStart(2, '0'),
)

/** Copies `source` into `target`. */
export function copyBytes(target: Uint8Array, source: Uint8Array, offset: number): void {
  apply(copy, target, [source, offset])
}

/** Copies `length` bytes of a buffer. */
export function bytesAt(buffer: ArrayBuffer, offset: number, length: number): Uint8Array {
  const bytes = new Bytes(length)
  copyBytes(bytes, new Bytes(buffer, offset, length), 0)
  return bytes
}

export function toHex(bytes: Uint8Array): string {
  let text = '0x'
  for (let i = 0; i < bytes.length; i++) text += digits[bytes[i] as number]
  return text
}

/**
 * Decodes hexadecimal text, with or without `0x`; an odd first digit is a byte.
 *
 * @throws Error
 */
export function hexToBytes(text: string): Uint8Array {
  const start = text[0] === '0' && (text[1] === 'x' || text[1] === 'X') ? 2 : 0
  const length = (text.length - start + 1) >> 1
  const bytes = new Bytes(length)
  let at = text.length
  for (let i = length - 1; i >= 0; i--) {
    const low = digitAt(text, --at)
    bytes[i] = at > start ? low + 16 * digitAt(text, --at) : low
  }
  return bytes
}

/**
 * Converts what geth accepts as bytes: Uint8Array, array of numbers, hexadecimal text. @throws
 * Error
 */
export function toBytes(value: unknown): Uint8Array {
  if (value instanceof Bytes) return value
  if (typeof value === 'string') return hexToBytes(value)
  if (value instanceof ArrayBuffer) return new Bytes(value)
  if (isArray(value)) return new Bytes(value)
  throw new Error('invalid buffer type')
}

/** Returns the last `length` bytes, padded with zeros on the left. */
export function lastBytes(value: unknown, length: number): Uint8Array {
  const given = toBytes(value)
  const bytes = new Bytes(length)
  for (let i = 1; i <= length && i <= given.length; i++) {
    bytes[length - i] = given[given.length - i] as number
  }
  return bytes
}

/** Reads a big-endian number. */
export function bytesToBigInt(bytes: Uint8Array): bigint {
  return bytes.length === 0 ? 0n : BigInt(toHex(bytes))
}

/** Decodes one character per byte. */
export function latin1(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i++) text += Text.fromCharCode(bytes[i] as number)
  return text
}

function digitAt(text: string, at: number): number {
  const code = text.charCodeAt(at)
  if (code >= 48 && code <= 57) return code - 48
  const letter = code | 32
  if (letter >= 97 && letter <= 102) return letter - 87
  throw new Error('invalid hexadecimal digit')
}
