import { expect, test } from 'vitest'
import { bech32Fault } from '../../../src/primitives/encoding/bech32Fault.ts'
import { utf8ToBytes } from '../../../src/primitives/encoding/bytes.ts'
import { hexFault } from '../../../src/primitives/encoding/hexFault.ts'
import { jsonFault } from '../../../src/primitives/encoding/jsonFault.ts'

// Texts that go1.22's encoding/json refuses, with its words (scanner.go and its tests).
test.each([
  ['', 'unexpected end of JSON input'],
  [' [1', 'unexpected end of JSON input'],
  ['{"a"', 'unexpected end of JSON input'],
  ['"a', 'unexpected end of JSON input'],
  ['tru', 'unexpected end of JSON input'],
  ['invalid json', "invalid character 'i' looking for beginning of value"],
  ['[1,]', "invalid character ']' looking for beginning of value"],
  ['not json at all', "invalid character 'o' in literal null (expecting 'u')"],
  ['{not json', "invalid character 'n' looking for beginning of object key string"],
  ['{"a":1,}', "invalid character '}' looking for beginning of object key string"],
  ['{"a" 1}', "invalid character '1' after object key"],
  ['{"a":1 "b":2}', `invalid character '"' after object key:value pair`],
  ['[1 2]', "invalid character '2' after array element"],
  ['[1}', "invalid character '}' after array element"],
  ['{} x', "invalid character 'x' after top-level value"],
  ['01', "invalid character '1' after top-level value"],
  ['-a', "invalid character 'a' in numeric literal"],
  ['1.x', "invalid character 'x' after decimal point in numeric literal"],
  ['1e+x', "invalid character 'x' in exponent of numeric literal"],
  ['"\n"', "invalid character '\\n' in string literal"],
  ['"\\x"', "invalid character 'x' in string escape code"],
  ['"\\u12g4"', "invalid character 'g' in \\u hexadecimal character escape"],
  ["'a'", "invalid character '\\'' looking for beginning of value"],
  ['\u0001', "invalid character '\\x01' looking for beginning of value"],
  ['ä', "invalid character 'Ã' looking for beginning of value"],
  ['['.repeat(100_000), 'exceeded max depth'],
])('JSON: %j', (text, fault) => {
  expect(jsonFault(utf8ToBytes(text))).toBe(fault)
  expect(() => JSON.parse(text)).toThrow()
})

// btcd's errors of bech32 (bech32/error.go, bech32.go).
test.each([
  ['sei1', 'invalid bech32 string length 4'],
  ['a'.repeat(1024), 'invalid bech32 string length 1024'],
  ['sei1 xxxxxxxxx', "invalid character in string: ' '"],
  ['sei1Qqqqqqqqqq', 'string not all lowercase or all uppercase'],
  ['nonsense', 'invalid separator index -1'],
  ['sei1xxxxx', 'invalid separator index 3'],
  ['sei1bqqqqqqqqq', 'invalid character not part of charset: 98'],
  // BIP-173: A12UEL5L is valid.
  ['a12uel5q', 'invalid checksum (expected 2uel5l got 2uel5q)'],
  ['A12UEL5Q', 'invalid checksum (expected 2uel5l got 2uel5q)'],
])('bech32: %s', (text, fault) => {
  expect(bech32Fault(text)).toBe(fault)
})

test.each([
  ['0x12', "encoding/hex: invalid byte: U+0078 'x'"],
  ['nothex', "encoding/hex: invalid byte: U+006E 'n'"],
  ['zzz', "encoding/hex: invalid byte: U+007A 'z'"],
  ['ä', "encoding/hex: invalid byte: U+00C3 'Ã'"],
  ['abc', 'encoding/hex: odd length hex string'],
  ['abCD', undefined],
])('hexadecimal digits: %s', (text, fault) => {
  expect(hexFault(text)).toBe(fault)
})
