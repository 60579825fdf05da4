import { RLP } from '@ethereumjs/rlp'
import { fc, test as propertyTest } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { joinBytes } from '../../src/primitives/encoding/bytes.ts'
import { bytesToHex, hexToBytes } from '../../src/primitives/encoding/hex.ts'
import {
  type RlpInput,
  type RlpItem,
  readBigInt,
  readList,
  readRlp,
  readRlpList,
  writeRlp,
} from '../../src/primitives/encoding/rlp.ts'

const { input } = fc.letrec<{ input: RlpInput; leaf: RlpInput; list: RlpInput }>((tie) => ({
  input: fc.oneof({ depthSize: 'small' }, tie('leaf'), tie('list')),
  leaf: fc.oneof(
    fc.uint8Array({ maxLength: 70 }),
    fc.bigInt({ min: 0n, max: 2n ** 256n }),
    fc.nat(),
  ),
  list: fc.array(tie('input'), { maxLength: 80 }),
}))

propertyTest.prop([input])('encodes like @ethereumjs/rlp', (item) => {
  expect(bytesToHex(writeRlp(item))).toBe(
    bytesToHex(RLP.encode(item as Parameters<typeof RLP.encode>[0])),
  )
})

const changed = fc
  .tuple(input, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 2 }), fc.nat(8))
  .map(([item, changes, cut]) => {
    const bytes = writeRlp(item)
    for (const [at, byte] of changes) bytes[at % bytes.length] = byte
    return cut < 2 ? bytes.subarray(0, Math.max(bytes.length - cut, 1)) : bytes
  })

propertyTest.prop([changed])('decodes like @ethereumjs/rlp, and rejects other bytes', (bytes) => {
  let expected: RlpItem | undefined
  try {
    expected = RLP.decode(bytes)
  } catch {
    expect(() => readRlp(bytes)).toThrow(RangeError)
    return
  }
  expect(readRlp(bytes)).toEqual(expected)
  expect(bytesToHex(writeRlp(readRlp(bytes)))).toBe(bytesToHex(bytes))
})

propertyTest.prop([changed, fc.nat(3)])(
  'reads a list in place like one that is copied',
  (bytes, start) => {
    const shifted = joinBytes([new Uint8Array(start), bytes])
    let expected: readonly RlpItem[]
    try {
      expected = readList(readRlp(bytes))
    } catch (error) {
      expect(() => readRlpList(shifted, start)).toThrow(error as RangeError)
      return
    }
    const list = readRlpList(shifted, start)
    expect(list.length).toBe(expected.length)
    for (const [i, item] of expected.entries()) {
      if (!(item instanceof Uint8Array)) {
        expect(list.list(i)).toEqual(item)
        continue
      }
      expect(list.bytes(i)).toEqual(item)
      expect(list.hex(i, item.length)).toBe(bytesToHex(item))
      const isInteger = item.length <= 32 && item[0] !== 0
      if (isInteger) expect(list.uint(i, 32)).toBe(readBigInt(item))
      else expect(() => list.uint(i, 32)).toThrow(RangeError)
    }
    const encodings = expected.map((item) => writeRlp(item))
    expect(bytesToHex(list.encodingOf(list.length))).toBe(bytesToHex(joinBytes(encodings)))
  },
)

test.each([
  ['', 'no item'],
  ['8100', 'a single byte below 0x80'],
  ['b80161', 'the length fits one byte'],
  ['b90001', 'extra zeros'],
  ['f800', 'extra zeros'],
  ['f801c0', 'the length fits one byte'],
  ['83616263ff', 'bytes after the end'],
  ['c283616263', 'total length is larger'],
  ['bfffffffffffffffff', 'total length is larger'],
  ['ffffffffffffffffff', 'total length is larger'],
])('rejects 0x%s', (hex, reason) => {
  expect(() => readRlp(hexToBytes(`0x${hex}`))).toThrow(reason)
})

test('reads lists with at most 64 levels', () => {
  const nested = (depth: number): RlpInput => (depth === 1 ? [] : [nested(depth - 1)])
  expect(writeRlp(readRlp(writeRlp(nested(64))))).toEqual(writeRlp(nested(64)))
  expect(() => readRlp(writeRlp(nested(65)))).toThrow('nested too deep')
})

test('writes and reads more items than the maximum number of call arguments', () => {
  const items = Array.from({ length: 300_000 }, (_, i) => i)
  expect(readList(readRlp(writeRlp(items)))).toHaveLength(300_000)
})
