import type { Outcome } from '../evm/executor.ts'
import { decodeRevert } from '../evm/revertReason.ts'
import { bytesToHex } from '../primitives/hex.ts'
import { RpcError, rpcCode } from './rpcError.ts'

/** The reason in revert data, or undefined where there is none to read. */
export function revertReason(data: Uint8Array): string | undefined {
  if (data.length < 4) return undefined
  return decodeRevert(data) ?? `custom error ${bytesToHex(data.subarray(0, 4))}`
}

/** The error that answers a call which did not succeed: code 3 with the data for a revert, as geth has it. */
export function executionError(outcome: Exclude<Outcome, { kind: 'success' }>): RpcError {
  if (outcome.kind === 'halt') return new RpcError(rpcCode.refused, outcome.reason)
  const reason = revertReason(outcome.output)
  const message = reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`
  return new RpcError(rpcCode.reverted, message, bytesToHex(outcome.output))
}
