import { bytesToUtf8, concatBytes, EMPTY_BYTES, utf8ToBytes } from '../primitives/bytes.ts'

/** Unsigned base-128 integer, least significant group first (protobuf varint). */
export function encodeVarint(value: bigint): Uint8Array {
  const bytes: number[] = []
  let rest = value
  while (rest > 0x7fn) {
    bytes.push(Number(rest & 0x7fn) | 0x80)
    rest >>= 7n
  }
  bytes.push(Number(rest))
  return Uint8Array.from(bytes)
}

/** A varint field; nothing for 0, as proto3 wants. */
export function varintField(field: number, value: bigint): Uint8Array {
  if (value === 0n) return EMPTY_BYTES
  return concatBytes(encodeVarint(BigInt(field << 3)), encodeVarint(value))
}

/** A bytes, string or message field; nothing when empty. */
export function bytesField(field: number, value: Uint8Array): Uint8Array {
  if (value.length === 0) return EMPTY_BYTES
  const tag = encodeVarint(BigInt((field << 3) | 2))
  return concatBytes(tag, encodeVarint(BigInt(value.length)), value)
}

/** A string field; nothing when empty. */
export function stringField(field: number, value: string): Uint8Array {
  return bytesField(field, utf8ToBytes(value))
}

/** Fields of a message by number; a repeated field keeps its last value. Only varints and length-delimited fields. */
export interface Fields {
  bytes(field: number): Uint8Array
  text(field: number): string
  varint(field: number): bigint
}

/**
 * Splits a message that this module wrote.
 *
 * @throws RangeError when the bytes end early or hold another wire type.
 */
export function decodeFields(message: Uint8Array): Fields {
  const found = new Map<number, Uint8Array | bigint>()
  let at = 0
  const readVarint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = message[at++]
      if (byte === undefined) throw new RangeError('protobuf message ends early')
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  while (at < message.length) {
    const tag = Number(readVarint())
    const wireType = tag & 7
    if (wireType === 0) {
      found.set(tag >> 3, readVarint())
    } else if (wireType === 2) {
      const length = Number(readVarint())
      if (at + length > message.length) throw new RangeError('protobuf message ends early')
      found.set(tag >> 3, message.subarray(at, at + length))
      at += length
    } else {
      throw new RangeError(`unexpected protobuf wire type ${wireType}`)
    }
  }
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
  }
}
