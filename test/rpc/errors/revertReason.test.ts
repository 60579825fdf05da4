import { fc, test } from '@fast-check/vitest'
import { encodeErrorResult } from 'viem'
import { expect } from 'vitest'
import { hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { createExecutionError, revertReason } from '../../../src/rpc/errors/revertReason.ts'

const abi = [
  { type: 'error', name: 'Error', inputs: [{ type: 'string', name: 'reason' }] },
  { type: 'error', name: 'Panic', inputs: [{ type: 'uint256', name: 'code' }] },
] as const

test.prop([fc.string({ unit: 'grapheme' })])('decodes Error(string)', (reason) => {
  const data = encodeErrorResult({ abi, errorName: 'Error', args: [reason] })
  expect(revertReason(hexToBytes(data))).toBe(reason)
})

test.each([
  [0x01n, 'assert(false)'],
  [0x11n, 'arithmetic underflow or overflow'],
  [0x99n, 'unknown panic code: 0x99'],
])('decodes Panic(%i)', (code, reason) => {
  const data = encodeErrorResult({ abi, errorName: 'Panic', args: [code] })
  expect(revertReason(hexToBytes(data))).toBe(reason)
})

test.prop([fc.uint8Array({ maxLength: 200 })])('accepts any data', (data) => {
  const prefixed = Uint8Array.of(0x08, 0xc3, 0x79, 0xa0, ...data)
  expect(revertReason(prefixed)).toEqual(expect.any(String))
  revertReason(data)
})

test.each([
  ['', 'execution reverted', '0x'],
  ['12', 'execution reverted', '0x12'],
  ['12345678', 'execution reverted: custom error 0x12345678', '0x12345678'],
])('a revert with data %j', (data, message, hex) => {
  const error = createExecutionError({ kind: 'revert', output: hexToBytes(data), gasUsed: 0n })
  expect(error).toMatchObject({ code: 3, message, data: hex })
})

test('a halt has no data', () => {
  const error = createExecutionError({ kind: 'halt', reason: 'out of gas', gasUsed: 0n })
  expect(error).toMatchObject({ code: -32000, message: 'out of gas', data: undefined })
})
