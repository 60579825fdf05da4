import { expect, test } from 'vitest'
import { invalidOpcode } from '../../src/evm/rules/invalidOpcode.ts'

// Wording of geth's ErrInvalidOpCode and OpCode.String.
test.each([
  [0x5f, 'invalid opcode: PUSH0'],
  [0x1e, 'invalid opcode: CLZ'],
  [0xfe, 'invalid opcode: INVALID'],
  [0x0c, 'invalid opcode: opcode 0xc not defined'],
  [0xef, 'invalid opcode: opcode 0xef not defined'],
])('%s', (opcode, words) => {
  expect(invalidOpcode(opcode)).toBe(words)
})
