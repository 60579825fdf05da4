import { bytesToUtf8, concatBytes, EMPTY_BYTES, joinBytes, utf8ToBytes } from './bytes.ts'

/** Unsigned base-128 integer, least significant group first (protobuf varint). */
export function encodeVarint(value: bigint): Uint8Array {
  const bytes: number[] = []
  let rest = value
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80)
    rest >>= 7n
  }
  bytes.push(Number(rest))
  return new Uint8Array(bytes)
}

/** A varint field; nothing for 0, as proto3 wants. */
export function varintField(field: number, value: bigint): Uint8Array {
  if (value === 0n) return EMPTY_BYTES
  return concatBytes(encodeVarint(BigInt(field << 3)), encodeVarint(value))
}

/** A bytes or string field; nothing when empty. */
export function bytesField(field: number, value: Uint8Array): Uint8Array {
  return value.length === 0 ? EMPTY_BYTES : messageField(field, value)
}

/** A string field; nothing when empty. */
export function stringField(field: number, value: string): Uint8Array {
  return bytesField(field, utf8ToBytes(value))
}

/** A message field, also of an empty message: unlike empty bytes that is not the same as none. */
export function messageField(field: number, message: Uint8Array): Uint8Array {
  const tag = encodeVarint(BigInt((field << 3) | 2))
  return concatBytes(tag, encodeVarint(BigInt(message.length)), message)
}

/** google.protobuf.Any: a message with the name of its type. */
export function encodeAny(typeUrl: string, value: Uint8Array): Uint8Array {
  return concatBytes(stringField(1, typeUrl), bytesField(2, value))
}

/** A repeated field of messages, bytes or strings: each is there, also an empty one. */
export function repeatedField(field: number, values: readonly Uint8Array[]): Uint8Array {
  const tag = encodeVarint(BigInt((field << 3) | 2))
  const parts: Uint8Array[] = []
  for (const value of values) parts.push(tag, encodeVarint(BigInt(value.length)), value)
  return joinBytes(parts)
}

/**
 * A field as it stands in a message: an integer, or the bytes of bytes, a string or a message (not
 * copied).
 */
export interface Field {
  readonly number: number
  readonly value: bigint | Uint8Array
}

/** A varint of 64 bits takes no more. */
const MAX_VARINT_BYTES = 10

/**
 * The fields of a message in their order. Only varints and length-delimited fields.
 *
 * @throws RangeError when the bytes end early or hold another wire type.
 */
export function* readFields(message: Uint8Array): Generator<Field, void, undefined> {
  let at = 0
  const readVarint = (): bigint => {
    let value = 0n
    for (let i = 0; i < MAX_VARINT_BYTES; i++) {
      const byte = message[at++]
      if (byte === undefined) throw new RangeError('protobuf message ends early')
      value |= BigInt(byte & 0x7f) << BigInt(7 * i)
      if (byte < 0x80) return value
    }
    throw new RangeError('protobuf integer is too long')
  }
  while (at < message.length) {
    const tag = readVarint()
    const number = Number(tag >> 3n)
    const wireType = Number(tag & 7n)
    if (wireType === 0) {
      yield { number, value: readVarint() }
    } else if (wireType === 2) {
      const length = readVarint()
      if (length > BigInt(message.length - at)) throw new RangeError('protobuf message ends early')
      const end = at + Number(length)
      yield { number, value: message.subarray(at, end) }
      at = end
    } else {
      throw new RangeError(`unexpected protobuf wire type ${wireType}`)
    }
  }
}

/**
 * Fields of a message by number. One that is absent or of another kind is empty or 0, a repeated
 * one its last value.
 */
export interface Fields {
  bytes(field: number): Uint8Array
  text(field: number): string
  varint(field: number): bigint
  /** Every message of a repeated field. */
  messages(field: number): readonly Uint8Array[]
}

/**
 * Splits a message. It is read leniently; who must know that nothing else is in it encodes it again
 * and compares.
 *
 * @throws RangeError when the bytes end early or hold another wire type.
 */
export function decodeFields(message: Uint8Array): Fields {
  const found = new Map<number, Uint8Array | bigint>()
  for (const { number, value } of readFields(message)) found.set(number, value)
  const bytes = (field: number) => {
    const value = found.get(field)
    return value instanceof Uint8Array ? value : EMPTY_BYTES
  }
  return {
    bytes,
    text: (field) => bytesToUtf8(bytes(field)),
    varint: (field) => {
      const value = found.get(field)
      return typeof value === 'bigint' ? value : 0n
    },
    messages: (field) =>
      [...readFields(message)].flatMap(({ number, value }) =>
        number === field && value instanceof Uint8Array ? [value] : [],
      ),
  }
}
