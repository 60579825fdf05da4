import fc from 'fast-check'
import { encodeAbiParameters, type AbiParameter as ViemParameter } from 'viem'
import { describe, expect, test } from 'vitest'
import {
  AbiError,
  decodeArguments,
  textSizeOf,
} from '../../../../src/evm/precompiles/native/abi/abiDecoder.ts'
import {
  type AbiFields,
  type AbiParameter,
  address,
  arrayOf,
  bool,
  bytes,
  int32,
  int64,
  parametersOf,
  string,
  tuple,
  uint8,
  uint16,
  uint64,
  uint256,
} from '../../../../src/evm/precompiles/native/abi/abiType.ts'
import { bytesToHex, hexToBytes } from '../../../../src/primitives/encoding/hex.ts'
import { runs } from '../../../support/runs.ts'

const fields = {
  who: address,
  yes: bool,
  text: string,
  pair: tuple('Pair', { low: uint8, high: int64 }),
  list: arrayOf(string),
  payload: bytes,
  options: arrayOf(tuple('Option', { option: int32, weight: string })),
  flat: arrayOf(tuple('Flat', { a: uint64, b: uint16 })),
  sum: uint256,
}

const inputs = parametersOf(fields)
const asViem = (parameters: readonly AbiParameter[]) => parameters as readonly ViemParameter[]

const hex = (length: number) =>
  fc.uint8Array({ minLength: length, maxLength: length }).map(bytesToHex)
const text = fc.string({ unit: 'grapheme', maxLength: 70 })
const values = fc.record({
  who: hex(20),
  yes: fc.boolean(),
  text,
  pair: fc.record({
    low: fc.bigInt(0n, 255n),
    high: fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n),
  }),
  list: fc.array(text),
  payload: fc.uint8Array({ maxLength: 70 }).map(bytesToHex),
  options: fc.array(fc.record({ option: fc.bigInt(-(2n ** 31n), 2n ** 31n - 1n), weight: text })),
  flat: fc.array(fc.record({ a: fc.bigInt(0n, 2n ** 64n - 1n), b: fc.bigInt(0n, 65_535n) })),
  sum: fc.bigInt(0n, 2n ** 256n - 1n),
})

function encode(parameters: readonly AbiParameter[], given: readonly unknown[]): Uint8Array {
  return hexToBytes(encodeAbiParameters(asViem(parameters), given))
}

test('reads what compilers write', () => {
  fc.assert(
    fc.property(values, (given) => {
      const data = encode(inputs, Object.values(given))
      const read = decodeArguments(inputs, data)
      expect({ ...read, payload: bytesToHex(read.payload as Uint8Array) }).toEqual(given)
      const strings = [given.text, ...given.list, ...given.options.map(({ weight }) => weight)]
      const size = strings.reduce((sum, each) => sum + Buffer.byteLength(each), 0)
      expect(textSizeOf(inputs, data)).toBe(size)
    }),
    { numRuns: runs({ quick: 50, full: 1000 }) },
  )
})

const word = (value: bigint | number) => value.toString(16).padStart(64, '0')
const dataOf = (...words: readonly string[]) => hexToBytes(`0x${words.join('')}`)
const read = (type: AbiFields, ...words: readonly string[]) =>
  decodeArguments(parametersOf(type), dataOf(...words))

describe('reads what geth reads', () => {
  test('an address with other bytes before it', () => {
    expect(read({ who: address }, 'ff'.repeat(12) + '11'.repeat(20))).toEqual({
      who: `0x${'11'.repeat(20)}`,
    })
  })

  test('a string without padding, behind a gap, and bytes that are not UTF-8', () => {
    expect(read({ text: string }, word(64), word(7), word(2), '6869')).toEqual({ text: 'hi' })
    expect(read({ text: string }, word(32), word(1), 'ff')).toEqual({ text: '\ufffd' })
  })

  test('two strings in one place', () => {
    const words = [word(64), word(64), word(1), '78']
    expect(read({ a: string, b: string }, ...words)).toEqual({ a: 'x', b: 'x' })
  })
})

// accounts/abi of geth 1.15: unpack.go, argument.go, error_handling.go.
const MANY = 2n ** 63n
test.each<[string, AbiFields, readonly string[], string]>([
  [
    'nothing',
    { sum: uint256 },
    [],
    'abi: attempting to unmarshal an empty string while arguments are expected',
  ],
  [
    'a cut word',
    { sum: uint256 },
    ['00'],
    'abi: cannot marshal in to go type: length insufficient 1 require 32',
  ],
  [
    'a missing word',
    { a: uint256, b: uint256 },
    [word(1)],
    'abi: cannot marshal in to go type: length insufficient 32 require 64',
  ],
  ['a number', { a: uint8 }, [word(256)], 'abi: improperly encoded uint8 value'],
  ['a number', { a: uint64 }, [word(2n ** 64n)], 'abi: improperly encoded uint64 value'],
  ['a number', { a: int32 }, [word(2 ** 31)], 'abi: improperly encoded int32 value'],
  ['a boolean', { a: bool }, [word(2)], 'abi: improperly encoded boolean value'],
  [
    'an offset',
    { a: string },
    [word(33)],
    'abi: cannot marshal in to go slice: offset 65 would go over slice boundary (len=32)',
  ],
  [
    'a length',
    { a: bytes },
    [word(32), word(1)],
    'abi: cannot marshal in to go type: length insufficient 64 require 65',
  ],
  [
    'a huge length',
    { a: bytes },
    [word(32), word(MANY)],
    `abi: length larger than int64: ${MANY + 64n}`,
  ],
  [
    'a list',
    { a: arrayOf(uint256) },
    [word(32), word(2), word(1)],
    'abi: cannot marshal into go array: offset 32 would go over slice boundary (len=64)',
  ],
  [
    'a struct',
    { a: tuple('Text', { text: string }) },
    [word(33)],
    'abi: cannot marshal in to go slice: offset 33 would go over slice boundary (len=32)',
  ],
])('refuses %s of %o in the words of geth', (_what, type, words, message) => {
  expect(() => read(type, ...words)).toThrow(new AbiError(message))
})
