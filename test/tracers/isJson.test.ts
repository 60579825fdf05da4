import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isJson } from '../../src/tracers/javascript/isJson.ts'
import { runs } from '../support/runs.ts'

function parses(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('accepts the output of JSON.stringify', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => isJson(JSON.stringify(value))))
})

test('judges mutated text like JSON.parse', () => {
  const piece = fc.constantFrom(...'[]{},:"\\0123456789.eE+-truefalsn\u0001ä')
  const change = fc.tuple(fc.jsonValue(), fc.nat(), fc.nat(3), fc.string({ unit: piece }))
  fc.assert(
    fc.property(change, ([value, at, removed, added]) => {
      const text = JSON.stringify(value)
      const start = at % (text.length + 1)
      const changed = text.slice(0, start) + added + text.slice(start + removed)
      // White space between tokens is JSON, but not what is written here.
      if (/\s/.test(changed)) return
      expect([changed, isJson(changed)]).toEqual([changed, parses(changed)])
    }),
    { numRuns: runs({ quick: 200, full: 2000 }) },
  )
})

test.each([
  '',
  '[',
  '[1,]',
  '[,1]',
  '{,}',
  '{"a"}',
  '{"a":}',
  '{"a":]',
  '[}',
  '{]',
  '01',
  '-',
  '1.',
  '"',
  '"\\x"',
  '[][]',
  '1 ',
  'nul',
  '{"a":1,}',
  '"\n"',
  '[[]',
  '{}]',
  '[]]',
  ',',
  '{a:1}',
])('rejects %j', (text) => {
  expect(isJson(text)).toBe(false)
})

test.each([
  '[]',
  '{}',
  '[[],{}]',
  '{"":{"a":[{}]}}',
  '"\\u00e4\\n"',
  '-0.5e+3',
  'null',
  '[[[]],[]]',
])('%j', (text) => {
  expect(isJson(text)).toBe(true)
})

test('accepts any nesting', () => {
  const depth = 1_000_000
  expect(isJson('['.repeat(depth) + ']'.repeat(depth))).toBe(true)
  expect(isJson('['.repeat(depth) + ']'.repeat(depth - 1))).toBe(false)
})
