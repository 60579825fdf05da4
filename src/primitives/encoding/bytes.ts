/** No bytes. */
export const EMPTY_BYTES = new Uint8Array(0)

/** Concatenates all parts. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  return joinBytes(parts)
}

/** Concatenates an array of parts, whose length is not limited by the number of call arguments. */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  let length = 0
  for (const part of parts) length += part.length
  const whole = new Uint8Array(length)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

/** Whether both hold the same bytes. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false
  // Words that differ mostly do so at their ends.
  for (let i = a.length - 1; i >= 0; i--) if (a[i] !== b[i]) return false
  return true
}

/**
 * Compares in bytewise unsigned order, a prefix first. Returns a negative number, zero or a
 * positive number.
 */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  return Buffer.compare(a, b)
}

/** Decodes a big-endian unsigned integer; 0 if empty. */
export function bytesToBigInt(bytes: Uint8Array): bigint {
  if (bytes.length === 0) return 0n
  return BigInt(`0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}`)
}

/**
 * Encodes a big-endian unsigned integer in exactly `length` bytes.
 *
 * @throws RangeError if the value is negative or does not fit.
 */
export function bigIntToBytes(value: bigint, length: number): Uint8Array {
  if (value >= 0n && value <= MAX_SAFE && length >= 8) return safeToBytes(Number(value), length)
  if (value < 0n || value >> BigInt(length * 8) !== 0n) {
    throw new RangeError(`${value} does not fit ${length} bytes`)
  }
  const bytes = Buffer.from(value.toString(16).padStart(length * 2, '0'), 'hex')
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER)

/** Encodes a safe integer in at least eight bytes, without a text. */
function safeToBytes(value: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  const low = value % 2 ** 32
  const high = (value - low) / 2 ** 32
  for (let i = 0; i < 4; i++) {
    bytes[length - 1 - i] = low >>> (8 * i)
    bytes[length - 5 - i] = high >>> (8 * i)
  }
  return bytes
}

/** Pads with zeros on the left. Returns longer input unchanged. */
export function padLeft(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length >= length) return bytes
  const padded = new Uint8Array(length)
  padded.set(bytes, length - bytes.length)
  return padded
}

/** Drops leading zero bytes. The result may share memory with the input. */
export function trimLeft(bytes: Uint8Array): Uint8Array {
  let start = 0
  while (start < bytes.length && bytes[start] === 0) start++
  return start === 0 ? bytes : bytes.subarray(start)
}

const scratch = Buffer.alloc(64)

/**
 * Returns a string with one character per byte, which is the cheapest map key for bytes in V8.
 *
 * V8 keeps arrays of up to 64 bytes on its heap, and moves them out when `buffer` is read. This
 * costs 4 times as much as a copy and burdens the garbage collector, so a short array is copied.
 */
export function bytesToLatin1(bytes: Uint8Array): string {
  if (bytes.length > scratch.length) {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  }
  scratch.set(bytes)
  return scratch.toString('latin1', 0, bytes.length)
}

/** Reverses {@link bytesToLatin1}. */
export function latin1ToBytes(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'latin1')
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** Encodes bytes as base64 with padding. */
export function bytesToBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')
}

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

/** Whether a text is base64 with padding (RFC 4648, section 4). */
export function isBase64(text: string): boolean {
  return BASE64.test(text)
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Encodes text as UTF-8. */
export function utf8ToBytes(text: string): Uint8Array {
  return encoder.encode(text)
}

/** Decodes UTF-8. A malformed sequence becomes U+FFFD. */
export function bytesToUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

/**
 * Decodes UTF-8 strictly: {@link utf8ToBytes} of the result gives the same bytes.
 *
 * @throws TypeError if a sequence is malformed.
 */
export function parseUtf8(bytes: Uint8Array): string {
  return strictDecoder.decode(bytes)
}

/**
 * Returns the smallest bytes above all that start with `prefix`. Undefined if no such bytes exist.
 */
export function afterPrefix(prefix: Uint8Array): Uint8Array | undefined {
  for (let last = prefix.length - 1; last >= 0; last--) {
    const byte = prefix[last] ?? 0xff
    if (byte < 0xff) return concatBytes(prefix.subarray(0, last), Uint8Array.of(byte + 1))
  }
  return undefined
}
