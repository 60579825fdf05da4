import type { Outcome } from '../evm/executor.ts'
import { bytesToBigInt, bytesToUtf8 } from '../primitives/bytes.ts'
import { bytesToBareHex, bytesToHex, toQuantity } from '../primitives/hex.ts'
import { RpcError, rpcCode } from './rpcError.ts'

/** Selector of `Error(string)`. */
const ERROR = '08c379a0'
/** Selector of `Panic(uint256)`. */
const PANIC = '4e487b71'

/** What Solidity's panic codes mean, in geth's words. */
const PANICS: ReadonlyMap<bigint, string> = new Map([
  [0x00n, 'generic panic'],
  [0x01n, 'assert(false)'],
  [0x11n, 'arithmetic underflow or overflow'],
  [0x12n, 'division or modulo by zero'],
  [0x21n, 'enum overflow'],
  [0x22n, 'invalid encoded storage byte array accessed'],
  [0x31n, 'out-of-bounds array access; popping on an empty array'],
  [0x32n, 'out-of-bounds access of an array or bytesN'],
  [0x41n, 'out of memory'],
  [0x51n, 'uninitialized function'],
])

/** The reason in revert data, or undefined where there is none to read. */
export function revertReason(data: Uint8Array): string | undefined {
  if (data.length < 4) return undefined
  const selector = bytesToBareHex(data.subarray(0, 4))
  if (selector === ERROR) return decodeString(data.subarray(4)) ?? `custom error 0x${selector}`
  if (selector === PANIC && data.length === 36) return panicReason(bytesToBigInt(data.subarray(4)))
  return `custom error 0x${selector}`
}

/** The error that answers a call which did not succeed: code 3 with the data for a revert, as geth has it. */
export function executionError(outcome: Exclude<Outcome, { kind: 'success' }>): RpcError {
  if (outcome.kind === 'halt') return new RpcError(rpcCode.refused, outcome.reason)
  const reason = revertReason(outcome.output)
  const message = reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`
  return new RpcError(rpcCode.reverted, message, bytesToHex(outcome.output))
}

function panicReason(code: bigint): string {
  return PANICS.get(code) ?? `unknown panic code: ${toQuantity(code)}`
}

/** The ABI encoding of one string: offset, length, text. */
function decodeString(data: Uint8Array): string | undefined {
  const offset = bytesToBigInt(data.subarray(0, 32))
  if (data.length < 64 || offset > BigInt(data.length - 32)) return undefined
  const start = Number(offset) + 32
  const length = bytesToBigInt(data.subarray(start - 32, start))
  if (length > BigInt(data.length - start)) return undefined
  return bytesToUtf8(data.subarray(start, start + Number(length)))
}
