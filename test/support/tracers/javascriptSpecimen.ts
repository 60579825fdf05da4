import { alice } from '../accounts.ts'
import { code, push } from '../evm/programs.ts'
import { addressOf, chainWith, traceCall } from '../evm/tracing.ts'

export const A = addressOf(0xaa)
export const B = addressOf(0xbb)
export const C = addressOf(0xcc)
export const from = alice.address

export const OP = {
  ADD: 1,
  POP: 0x50,
  MSTORE: 0x52,
  MSTORE8: 0x53,
  SLOAD: 0x54,
  SSTORE: 0x55,
} as const
export const STOP = 0x00
export const CREATE = 0xf0
export const CALL = 0xf1
export const CALLCODE = 0xf2
export const RETURN = 0xf3
export const DELEGATECALL = 0xf4
export const STATICCALL = 0xfa
export const REVERT = 0xfd
export const SELFDESTRUCT = 0xff

/** An opcode with pushed operands, the first on top. */
export const op = (opcode: number, ...args: readonly (number | bigint | string)[]) =>
  code(...[...args].reverse().map((arg) => push(BigInt(arg))), opcode)

/** Stores 42 in memory, 7 in slot 3, and calls B with 5 wei and the last two bytes of the 42. */
export const caller = code(
  op(OP.MSTORE, 0, 42),
  op(OP.SSTORE, 3, 7),
  op(CALL, 50_000, B, 5, 30, 2, 0, 0),
  STOP,
)
/** Returns one byte, 9. */
export const callee = code(op(OP.MSTORE8, 0, 9), op(RETURN, 0, 1))

export const chain = chainWith([
  [A, caller],
  [B, callee],
])

export const trace = (source: string, request = {}) =>
  traceCall(chain, { from, to: A, value: 8n, gas: 1_000_000n, ...request }, { source })
