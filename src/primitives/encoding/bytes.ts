/** No bytes. */
export const EMPTY_BYTES = new Uint8Array(0)

/** All parts, one after the other. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  return joinBytes(parts)
}

/** All parts, one after the other; unlike arguments of a call there may be any number of them. */
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
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false
  return true
}

/** Bytewise unsigned order, a shorter prefix first: negative, zero or positive. */
export function compareBytes(a: Uint8Array, b: Uint8Array): number {
  return Buffer.compare(a, b)
}

/** Big-endian unsigned integer; 0 for no bytes. */
export function bytesToBigInt(bytes: Uint8Array): bigint {
  if (bytes.length === 0) return 0n
  return BigInt(`0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}`)
}

/**
 * Big-endian unsigned integer in exactly `length` bytes.
 *
 * @throws RangeError when the value is negative or does not fit.
 */
export function bigIntToBytes(value: bigint, length: number): Uint8Array {
  if (value < 0n || value >> BigInt(length * 8) !== 0n) {
    throw new RangeError(`${value} does not fit ${length} bytes`)
  }
  const bytes = Buffer.from(value.toString(16).padStart(length * 2, '0'), 'hex')
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** Pads with zeros on the left; longer input is returned as it is. */
export function padLeft(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length >= length) return bytes
  const padded = new Uint8Array(length)
  padded.set(bytes, length - bytes.length)
  return padded
}

/** Drops leading zero bytes; the result may share memory with the input. */
export function trimLeft(bytes: Uint8Array): Uint8Array {
  let start = 0
  while (start < bytes.length && bytes[start] === 0) start++
  return start === 0 ? bytes : bytes.subarray(start)
}

const scratch = Buffer.alloc(64)

/**
 * One character a byte: the cheapest map key for bytes in V8.
 *
 * Up to 64 bytes V8 keeps an array on its own heap and moves it out when `buffer` is read, which
 * costs 4 times as much as copying it and burdens the garbage collector; so a short array is
 * copied.
 */
export function bytesToLatin1(bytes: Uint8Array): string {
  if (bytes.length > scratch.length) {
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  }
  scratch.set(bytes)
  return scratch.toString('latin1', 0, bytes.length)
}

/** Undoes {@link bytesToLatin1}. */
export function latin1ToBytes(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'latin1')
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** Bytes as base64 with padding. */
export function bytesToBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const strictDecoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Text as UTF-8. */
export function utf8ToBytes(text: string): Uint8Array {
  return encoder.encode(text)
}

/** UTF-8 as text; a malformed sequence becomes U+FFFD. */
export function bytesToUtf8(bytes: Uint8Array): string {
  return decoder.decode(bytes)
}

/**
 * UTF-8 as exactly the text that {@link utf8ToBytes} makes the same bytes of.
 *
 * @throws TypeError when a sequence is malformed.
 */
export function parseUtf8(bytes: Uint8Array): string {
  return strictDecoder.decode(bytes)
}

/** The smallest bytes above all that begin with `prefix`; undefined where nothing is above them. */
export function afterPrefix(prefix: Uint8Array): Uint8Array | undefined {
  for (let last = prefix.length - 1; last >= 0; last--) {
    const byte = prefix[last] ?? 0xff
    if (byte < 0xff) return concatBytes(prefix.subarray(0, last), Uint8Array.of(byte + 1))
  }
  return undefined
}
