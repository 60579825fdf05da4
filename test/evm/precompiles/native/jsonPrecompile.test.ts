import fc from 'fast-check'
import { encodeAbiParameters } from 'viem'
import { expect, test } from 'vitest'
import { jsonElements, jsonMembers } from '../../../../src/evm/precompiles/native/jsonSlices.ts'
import { bytesToUtf8, concatBytes, utf8ToBytes } from '../../../../src/primitives/encoding/bytes.ts'
import { bytesToHex, hexToBytes } from '../../../../src/primitives/encoding/hex.ts'
import {
  at,
  interfaceOf,
  outputOf,
  revertedFor,
  Scene,
} from '../../../support/precompiles/scene.ts'

const json = interfaceOf([
  'function extractAsBytes(bytes input, string key) view returns (bytes response)',
  'function extractAsBytesList(bytes input, string key) view returns (bytes[] response)',
  'function extractAsUint256(bytes input, string key) view returns (uint256 response)',
  'function extractAsBytesFromArray(bytes input, uint16 arrayIndex) view returns (bytes response)',
])
const JSON_ADDRESS = at('1003')
const scene = new Scene(() => {})

const hex = (text: string) => bytesToHex(utf8ToBytes(text))

const object =
  ' { "a" : "x\\"y}", "n":12 ,"big":"340282366920938463463374607431768211456","o": {"a":[1, 2]} , "l":["p",{"q":"]"} , 3],"n":13 }\n'

test.each<[string, readonly unknown[], unknown]>([
  ['extractAsBytes', [hex(object), 'a'], hex('x\\"y}')],
  ['extractAsBytes', [hex(object), 'o'], hex('{"a":[1, 2]}')],
  // Of two, the last.
  ['extractAsBytes', [hex(object), 'n'], hex('13')],
  ['extractAsBytes', [hex('{"\\u0061":null}'), 'a'], hex('null')],
  ['extractAsBytes', [hex('{"ä€":"ß"}'), 'ä€'], hex('ß')],
  // What is no character is U+FFFD in Go, each byte of its own.
  ['extractAsBytes', [hex('{"\\ud800":11}'), '\ufffd'], hex('11')],
  ['extractAsBytes', ['0x7b22ff223a31327d', '\ufffd'], hex('12')],
  ['extractAsBytes', ['0x7b22e282223a31327d', '\ufffd\ufffd'], hex('12')],
  ['extractAsBytes', ['0x7b22eda080223a31327d', '\ufffd\ufffd\ufffd'], hex('12')],
  ['extractAsUint256', [hex(object), 'n'], 13n],
  ['extractAsUint256', [hex(object), 'big'], 2n ** 128n],
  ['extractAsBytesList', [hex(object), 'l'], [hex('"p"'), hex('{"q":"]"}'), hex('3')]],
  ['extractAsBytesList', [hex('{"l":[]}'), 'l'], []],
  ['extractAsBytesFromArray', [hex('["a", [1], 5 ]'), 0], hex('a')],
  ['extractAsBytesFromArray', [hex('["a", [1], 5 ]'), 2], hex('5')],
])('%s(%j)', async (name, args, result) => {
  const data = json.encode(name, ...args)
  const outcome = await scene.run({ to: JSON_ADDRESS, data })
  expect(json.decode(name, outputOf(outcome))).toEqual(result)
  expect(outcome.gasUsed).toBe(100n * BigInt(data.length - 4))
})

test.each<[string, readonly unknown[], string]>([
  ['extractAsBytes', [hex(object), 'z'], 'input does not contain key z'],
  ['extractAsBytes', [hex('null'), 'z'], 'input does not contain key z'],
  ['extractAsBytes', [hex('{"a":1'), 'a'], 'unexpected end of JSON input'],
  [
    'extractAsBytesFromArray',
    [hex('invalid json'), 0],
    // As in json_test.go.
    "invalid character 'i' looking for beginning of value",
  ],
  ['extractAsBytes', ['0x', 'a'], 'unexpected end of JSON input'],
  [
    'extractAsBytes',
    [hex('\ufeff{"a":1}'), 'a'],
    "invalid character 'ï' looking for beginning of value",
  ],
  [
    'extractAsBytes',
    [hex('[1]'), 'a'],
    'json: cannot unmarshal array into Go value of type map[string]json.RawMessage',
  ],
  [
    'extractAsBytesList',
    [hex(object), 'a'],
    'json: cannot unmarshal string into Go value of type []json.RawMessage',
  ],
  ['extractAsUint256', [hex(object), 'a'], 'failed to convert x\\"y} to big.Int'],
  ['extractAsUint256', [hex('{"a":1.5}'), 'a'], 'failed to convert 1.5 to big.Int'],
  ['extractAsUint256', [hex(`{"a":${2n ** 256n}}`), 'a'], 'value does not fit in 32 bytes'],
  ['extractAsBytesFromArray', [hex('[1]'), 1], 'index 1 is out of bounds'],
  [
    'extractAsBytesFromArray',
    [hex('{}'), 0],
    'json: cannot unmarshal object into Go value of type []json.RawMessage',
  ],
  [
    'extractAsUint256',
    [hex(`{"a":"${'1'.repeat(101)}"}`), 'a'],
    'value string too long: got 101, max 100',
  ],
  [
    'extractAsUint256',
    [hex(`{"a":"${'é'.repeat(60)}"}`), 'a'],
    'value string too long: got 120, max 100',
  ],
])('%s(%j) fails, and gives gas back', async (name, args, reason) => {
  const data = json.encode(name, ...args)
  const gas = 100n * BigInt(data.length - 4)
  expect(await scene.run({ to: JSON_ADDRESS, data })).toEqual(revertedFor(reason, gas))
})

test.each([
  ['-1', 1n],
  [`"${'0'.repeat(99)}7"`, 7n],
  [`${2n ** 256n - 1n}`, 2n ** 256n - 1n],
])('extractAsUint256 reads %s without its sign', async (text, number) => {
  const data = json.encode('extractAsUint256', hex(`{"a":${text}}`), 'a')
  const outcome = await scene.run({ to: JSON_ADDRESS, data })
  expect(json.decode('extractAsUint256', outputOf(outcome))).toBe(number)
})

test.each(['0x7b22ff223a31337d', hex('{"\ufffd":13}')])('bytes are no key of %s', async (text) => {
  // As bytes, which have the form of a string.
  const types = [{ type: 'bytes' }, { type: 'bytes' }]
  const args = hexToBytes(encodeAbiParameters(types, [text, '0xff']))
  const selector = json.encode('extractAsBytes', '0x', '').subarray(0, 4)
  const outcome = await scene.run({ to: JSON_ADDRESS, data: concatBytes(selector, args) })
  const reason = 'input does not contain key \ufffd'
  expect(outcome).toEqual(revertedFor(reason, 100n * BigInt(args.length)))
})

test('a text nests at most 10,000 objects and arrays', async () => {
  const arrays = (count: number) => `${'['.repeat(count)}${']'.repeat(count)}`
  const ask = (count: number) => {
    const data = json.encode('extractAsBytes', hex(`{"a":${arrays(count)}}`), 'a')
    return scene.run({ to: JSON_ADDRESS, data, gasLimit: 10n ** 8n })
  }
  expect(json.decode('extractAsBytes', outputOf(await ask(9_999)))).toBe(hex(arrays(9_999)))
  expect(await ask(10_000)).toMatchObject({
    kind: 'revert',
    precompileError: 'exceeded max depth',
  })
})

test('arrays have at most 2^16 elements', async () => {
  const array = (length: number) => hex(`[${Array(length).fill('1').join(',')}]`)
  const ask = (length: number) => {
    const data = json.encode('extractAsBytesFromArray', array(length), 65_535)
    return scene.run({ to: JSON_ADDRESS, data, gasLimit: 10n ** 8n })
  }
  expect(json.decode('extractAsBytesFromArray', outputOf(await ask(65_536)))).toBe(hex('1'))
  expect(await ask(65_537)).toMatchObject({
    kind: 'revert',
    precompileError: 'input array is larger than 2^16',
  })
})

test('out of gas consumes all gas', async () => {
  const data = json.encode('extractAsBytes', hex(object), 'a')
  const gasLimit = 100n * BigInt(data.length - 4) - 1n
  const outcome = await scene.run({ to: JSON_ADDRESS, data, gasLimit })
  expect(outcome).toEqual({ kind: 'halt', reason: 'out of gas', gasUsed: gasLimit })
})

test('slices of any JSON are its values', () => {
  const spaces = fc.constantFrom(undefined, 1, '\t')
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), spaces, (value, indent) => {
      const members = jsonMembers(utf8ToBytes(JSON.stringify(value, null, indent)))
      const read = [...members].map(([key, text]) => [key, JSON.parse(bytesToUtf8(text))])
      expect(Object.fromEntries(read)).toEqual(JSON.parse(JSON.stringify(value)))
      for (const text of members.values()) expect(bytesToUtf8(text)).toBe(bytesToUtf8(text).trim())
    }),
  )
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), spaces, (value, indent) => {
      const elements = jsonElements(utf8ToBytes(JSON.stringify(value, null, indent)))
      const read = elements.map((text) => JSON.parse(bytesToUtf8(text)))
      expect(read).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('passes unknown escapes to the JSON parser', () => {
  expect(() => jsonMembers(hexToBytes('0x7b225c78223a317d'))).toThrow(
    "invalid character 'x' in string escape code",
  )
})
