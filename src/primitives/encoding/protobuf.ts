import { bytesToUtf8, concatBytes, EMPTY_BYTES, joinBytes, utf8ToBytes } from './bytes.ts'

const MAX_UINT64 = 2n ** 64n - 1n

/**
 * Encodes an unsigned base-128 integer of at most 64 bits, least significant group first (protobuf
 * varint).
 */
export function encodeVarint(value: bigint): Uint8Array {
  if (value < 0n || value > MAX_UINT64) throw new Error(`bug: ${value} is no uint64`)
  const bytes: number[] = []
  let rest = value
  for (; rest > MAX_SMALL; rest >>= 7n) bytes.push(Number(rest & 0x7fn) | 0x80)
  let small = Number(rest)
  for (; small > 0x7f; small >>>= 7) bytes.push((small & 0x7f) | 0x80)
  bytes.push(small)
  return Uint8Array.from(bytes)
}

/** Largest integer for which 32-bit arithmetic does. */
const MAX_SMALL = 0x7fff_ffffn

/** Encodes a varint field; nothing for 0, as in proto3. */
export function varintField(field: number, value: bigint): Uint8Array {
  if (value === 0n) return EMPTY_BYTES
  return concatBytes(encodeVarint(BigInt(field << 3)), encodeVarint(value))
}

/** Encodes an int64 or int32 field, in two's complement; nothing for 0. */
export function int64Field(field: number, value: bigint): Uint8Array {
  if (BigInt.asIntN(64, value) !== value) throw new Error(`bug: ${value} is no int64`)
  return varintField(field, BigInt.asUintN(64, value))
}

/** Encodes a bytes or string field; nothing if empty. */
export function bytesField(field: number, value: Uint8Array): Uint8Array {
  return value.length === 0 ? EMPTY_BYTES : messageField(field, value)
}

/** Encodes a string field; nothing if empty. */
export function stringField(field: number, value: string): Uint8Array {
  return bytesField(field, utf8ToBytes(value))
}

/**
 * Encodes a message field. An empty message is encoded too, because it differs from an absent one.
 */
export function messageField(field: number, message: Uint8Array): Uint8Array {
  const tag = (field << 3) | 2
  const start = varintSize(tag) + varintSize(message.length)
  const encoded = new Uint8Array(start + message.length)
  writeVarint(encoded, writeVarint(encoded, 0, tag), message.length)
  encoded.set(message, start)
  return encoded
}

function varintSize(value: number): number {
  let size = 1
  for (let rest = value; rest > 0x7f; rest >>>= 7) size++
  return size
}

/** Writes a 32-bit integer. @returns where it ends */
function writeVarint(target: Uint8Array, start: number, value: number): number {
  let at = start
  let rest = value
  for (; rest > 0x7f; rest >>>= 7) target[at++] = (rest & 0x7f) | 0x80
  target[at++] = rest
  return at
}

/** Encodes a google.protobuf.Any: a message with its type URL. */
export function encodeAny(typeUrl: string, value: Uint8Array): Uint8Array {
  return concatBytes(stringField(1, typeUrl), bytesField(2, value))
}

/** Encodes a repeated field of messages, bytes or strings, including empty ones. */
export function repeatedField(field: number, values: readonly Uint8Array[]): Uint8Array {
  return joinBytes(values.map((value) => messageField(field, value)))
}

/**
 * A field of a message: an integer, or the content of bytes, a string or a message (not copied).
 */
export interface Field {
  readonly number: number
  readonly value: bigint | Uint8Array
}

/** Maximum length of a 64-bit varint. */
const MAX_VARINT_BYTES = 10

/**
 * Yields the fields of a message in order. Supports varints and length-delimited fields.
 *
 * @throws RangeError if the bytes end early or contain another wire type.
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
 * Fields of a message by number. An absent field, or one of another type, is empty or 0. A repeated
 * field has its last value.
 */
export interface Fields {
  bytes(field: number): Uint8Array
  text(field: number): string
  varint(field: number): bigint
  int64(field: number): bigint
  /** Returns all messages of a repeated field. */
  messages(field: number): readonly Uint8Array[]
}

/**
 * Decodes a message leniently. To check that it contains nothing else, encode it again and compare.
 *
 * @throws RangeError if the bytes end early or contain another wire type.
 */
export function decodeFields(message: Uint8Array): Fields {
  const found = new Map<number, Uint8Array | bigint>()
  for (const { number, value } of readFields(message)) found.set(number, value)
  const bytes = (field: number) => {
    const value = found.get(field)
    return value instanceof Uint8Array ? value : EMPTY_BYTES
  }
  const varint = (field: number) => {
    const value = found.get(field)
    return typeof value === 'bigint' ? value : 0n
  }
  return {
    bytes,
    text: (field) => bytesToUtf8(bytes(field)),
    varint,
    int64: (field) => BigInt.asIntN(64, varint(field)),
    messages: (field) =>
      [...readFields(message)].flatMap(({ number, value }) =>
        number === field && value instanceof Uint8Array ? [value] : [],
      ),
  }
}
