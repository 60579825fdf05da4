/**
 * Writes a non-negative integer in base 128, least significant group first (a protobuf varint).
 * Returns the offset after it.
 */
export function writeUvarint(target: Uint8Array, at: number, value: number): number {
  let rest = value
  let end = at
  // Divides instead of shifting, because a doubled version may exceed 32 bits.
  while (rest >= 0x80) {
    target[end++] = (rest % 0x80) + 0x80
    rest = Math.floor(rest / 0x80)
  }
  target[end++] = rest
  return end
}

/**
 * Writes a non-negative integer as a signed varint of Go (zigzag: n becomes 2n). Returns the offset
 * after it.
 */
export function writeVarint(target: Uint8Array, at: number, value: number): number {
  return writeUvarint(target, at, value * 2)
}

/** Maximum length of a safe integer. */
const MAX_UVARINT_BYTES = 8

/** Returns the output of {@link writeUvarint}. */
export function uvarintToBytes(value: number): Uint8Array {
  const bytes = new Uint8Array(MAX_UVARINT_BYTES)
  // A copy: a view would move these few bytes out of V8's heap, which takes longer.
  return bytes.slice(0, writeUvarint(bytes, 0, value))
}

/** Returns the output of {@link writeVarint}. */
export function varintToBytes(value: number): Uint8Array {
  return uvarintToBytes(value * 2)
}

/** Returns the concatenated output of {@link writeUvarint} for each value. */
export function uvarintsToBytes(values: readonly number[]): Uint8Array {
  const bytes = new Uint8Array(MAX_UVARINT_BYTES * values.length)
  let end = 0
  for (const value of values) end = writeUvarint(bytes, end, value)
  return bytes.slice(0, end)
}

/**
 * Reads a varint of {@link writeUvarint}. Returns the value and the offset after it.
 *
 * @throws RangeError if the bytes end inside it, or if it is not a safe integer
 */
export function readUvarint(source: Uint8Array, start: number): [value: number, end: number] {
  let value = 0
  let scale = 1
  for (let at = start; ; at++) {
    const byte = source[at]
    if (byte === undefined) throw new RangeError('a varint is cut off')
    value += (byte & 0x7f) * scale
    if (value > Number.MAX_SAFE_INTEGER) throw new RangeError('a varint is too large')
    if (byte < 0x80) return [value, at + 1]
    scale *= 0x80
  }
}
