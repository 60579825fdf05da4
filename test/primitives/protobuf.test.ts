import { BinaryReader, BinaryWriter } from 'cosmjs-types/binary'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  decodeFields,
  encodeVarint,
  int64Field,
  messageField,
  repeatedField,
  varintField,
} from '../../src/primitives/encoding/protobuf.ts'

const field = fc.integer({ min: 1, max: 2 ** 28 - 1 })

test('another implementation reads varints, from both sides of each length', () => {
  const limits = [31n, 32n, ...Array.from({ length: 9 }, (_, i) => 7n * BigInt(i + 1))]
  const uint64 = fc.oneof(
    fc.constantFrom(...limits.map((bits) => 1n << bits)),
    fc.bigInt({ min: 1n, max: (1n << 64n) - 1n }),
  )
  fc.assert(
    fc.property(field, uint64, (number, value) => {
      for (const integer of [value, value - 1n]) {
        const encoded = encodeVarint(integer)
        const reader = new BinaryReader(encoded)
        expect([reader.uint64(), reader.pos]).toEqual([integer, encoded.length])
        const bits = integer === 0n ? 1 : integer.toString(2).length
        expect(encoded).toHaveLength(Math.ceil(bits / 7))
      }
      const reader = new BinaryReader(varintField(number, value))
      expect([reader.uint32(), reader.uint64()]).toEqual([number * 8, value])
    }),
  )
})

test('another implementation reads an int64, and it decodes to itself', () => {
  const limits = [0n, -1n, 1n, -62_135_596_800n, 2n ** 63n - 1n, -(2n ** 63n)]
  const int64 = fc.oneof(fc.constantFrom(...limits), fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n))
  fc.assert(
    fc.property(field, int64, (number, value) => {
      const encoded = int64Field(number, value)
      const all = new BinaryWriter()
      if (value !== 0n) all.uint32(number * 8).int64(value)
      expect(encoded).toEqual(all.finish())
      expect(decodeFields(encoded).int64(number)).toBe(value)
    }),
  )
})

test.each([-1n, 2n ** 64n])('refuses to write %i as a varint', (value) => {
  expect(() => encodeVarint(value)).toThrow(`bug: ${value} is no uint64`)
})

test.each([2n ** 63n, -(2n ** 63n) - 1n])('refuses to write %i as an int64', (value) => {
  expect(() => int64Field(1, value)).toThrow(`bug: ${value} is no int64`)
})

test('messages have the bytes of another implementation, on both sides of 127 bytes', () => {
  const message = fc.oneof(
    fc.uint8Array({ maxLength: 20 }),
    fc.constantFrom(127, 128, 16_383, 16_384).map((length) => new Uint8Array(length).fill(7)),
  )
  fc.assert(
    fc.property(field, fc.array(message, { maxLength: 3 }), (number, messages) => {
      const all = new BinaryWriter()
      for (const bytes of messages) {
        const one = new BinaryWriter().uint32(number * 8 + 2).bytes(bytes)
        expect(messageField(number, bytes)).toEqual(one.finish())
        all.uint32(number * 8 + 2).bytes(bytes)
      }
      expect(repeatedField(number, messages)).toEqual(all.finish())
    }),
  )
})
