import { expect, test } from 'vitest'
import { utf8ToBytes } from '../../../src/primitives/encoding/bytes.ts'
import { type GoStruct, parseGoJson } from '../../../src/primitives/encoding/goJson.ts'
import { parseSignedDecimal } from '../../../src/primitives/encoding/signedDecimal.ts'

const inner: GoStruct = {
  kind: 'struct',
  package: 'pkg',
  name: 'Inner',
  fields: new Map([
    ['height', { kind: 'int64' }],
    ['value', { kind: 'any' }],
  ]),
}
const outer: GoStruct = {
  kind: 'struct',
  package: 'pkg',
  name: 'Outer',
  fields: new Map([
    ['is_on', { kind: 'bool' }],
    ['name', { kind: 'string' }],
    ['items', { kind: 'slice', of: inner }],
    ['plan', { kind: 'pointer', to: inner }],
  ]),
}
const read = (text: string) => Object.fromEntries(parseGoJson(utf8ToBytes(text), outer))
const members = (values: object) => new Map(Object.entries(values))
const readValue = (text: string) => {
  const { items } = read(`{"items":[{"value":${text}}]}`) as {
    items: ReadonlyMap<string, unknown>[]
  }
  return items[0]?.get('value')
}

test.each<[string, object]>([
  ['null', {}],
  ['{}', {}],
  ['{"NAME":"a","Is_On":true,"other":{"name":1}}', { name: 'a', is_on: true }],
  ['{"name":"a","Name":"b"}', { name: 'b' }],
  ['{"name":"a","name":null}', { name: 'a' }],
  ['{"name":"\\ud800"}', { name: '\ufffd' }],
  ['{"items":[null]}', { items: [undefined] }],
  // As encoding/json/decode.go: pointers are kept, and null sets them to nil.
  ['{"plan":{"height":1},"plan":{"value":2}}', { plan: members({ height: 1n, value: '2' }) }],
  ['{"plan":{"height":1},"plan":null}', {}],
  ['{"plan":{"height":1},"plan":null,"plan":{"value":2}}', { plan: members({ value: '2' }) }],
  ['{"items":[{}],"items":null}', {}],
  // Items are decoded into those that the slice's array had at their places.
  [
    '{"items":[{"height":1},{"height":2}],"items":[{"value":3}],"items":[null,{"value":4}]}',
    { items: [members({ height: 1n, value: '3' }), members({ height: 2n, value: '4' })] },
  ],
  ['{"items":[{"height":1}],"items":[],"items":[{}]}', { items: [members({})] }],
])('%s', (text, found) => {
  expect(read(text)).toEqual(found)
})

test.each<[string, string]>([
  ['', 'unexpected end of JSON input'],
  ['\ufeff{}', "invalid character 'ï' looking for beginning of value"],
  [
    '{"plan":"x"}',
    'json: cannot unmarshal string into Go struct field Outer.plan of type pkg.Inner',
  ],
  ['{"name"}', "invalid character '}' after object key"],
  ['5', 'json: cannot unmarshal number into Go value of type pkg.Outer'],
  ['{"name":true}', 'json: cannot unmarshal bool into Go struct field Outer.name of type string'],
  ['{"is_on":{}}', 'json: cannot unmarshal object into Go struct field Outer.is_on of type bool'],
  [
    '{"items":"x","name":1}',
    'json: cannot unmarshal string into Go struct field Outer.items of type []pkg.Inner',
  ],
  [
    '{"items":[1]}',
    'json: cannot unmarshal number into Go struct field Outer.items of type pkg.Inner',
  ],
  [
    '{"items":[{"height":9223372036854775808}]}',
    'json: cannot unmarshal number 9223372036854775808 into Go struct field Inner.items.height of type int64',
  ],
  [
    '{"items":[{"height":"1"}]}',
    'json: cannot unmarshal string into Go struct field Inner.items.height of type int64',
  ],
  [
    '{"items":[{"value":[1e999]}]}',
    'json: cannot unmarshal number 1e999 into Go struct field Inner.items.value of type float64',
  ],
])('%s has a fault', (text, fault) => {
  expect(() => read(text)).toThrow(new RangeError(fault))
})

test('values nest at most 10,000 times', () => {
  // Behind an object, an array and an object.
  const value = (count: number) => `${'['.repeat(count)}${']'.repeat(count)}`
  expect(readValue(value(9_997))).toBe(value(9_997))
  expect(() => readValue(value(9_998))).toThrow(new RangeError('exceeded max depth'))
})

test.each([
  ['{ "b": 1, "a": [true, null] }', '{"a":[true,null],"b":1}'],
  ['"<a & b>"', '"\\u003ca \\u0026 b\\u003e"'],
  ['"\\u2028"', '"\\u2028"'],
  ['1e21', '1e+21'],
  ['0.0000001', '1e-7'],
  ['-0', '-0'],
  ['100000000000000000000', '100000000000000000000'],
])('the value %s is kept as Go writes it', (text, kept) => {
  expect(readValue(text)).toBe(kept)
})

test.each<[string, bigint]>([
  ['1', 10n ** 18n],
  ['-0.5', -5n * 10n ** 17n],
  ['+2', 2n * 10n ** 18n],
  ['--2', 2n * 10n ** 18n],
])('the decimal %s', (text, value) => {
  expect(parseSignedDecimal(text)).toBe(value)
})

test.each([
  ['', ': decimal string cannot be empty'],
  ['-', ': decimal string cannot be empty'],
  ['.5', 'invalid decimal length'],
  ['5.', 'invalid decimal length'],
  ['1.2.3', 'invalid decimal string'],
  ['x', 'failed to set decimal string with base 10: x000000000000000000'],
  [
    '0.1234567890123456789',
    "value '0.1234567890123456789' exceeds max precision by -1 decimal places: max precision 18",
  ],
  ['1'.repeat(101), 'decimal string too long: got 101, max 100'],
  ['1'.repeat(90), `decimal '${'1'.repeat(90)}' out of range`],
])('the decimal %s has a fault', (text, fault) => {
  expect(() => parseSignedDecimal(text)).toThrow(new RangeError(fault))
})
