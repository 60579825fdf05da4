import type { Outcome } from '../evm/executor.ts'
import { decodeRevert } from '../evm/revertReason.ts'
import { bytesToHex } from '../primitives/hex.ts'
import { RpcError, rpcCode } from './rpcError.ts'

/** The reason in revert data, or undefined where there is none to read. */
export function revertReason(data: Uint8Array): string | undefined {
  if (data.length < 4) return undefined
  return decodeRevert(data) ?? `custom error ${bytesToHex(data.subarray(0, 4))}`
}

/**
 * The error that answers a call which did not succeed: code 3 with the data for a revert, as geth has it. Where there is no data,
 * the reason is that of a precompiled contract.
 */
export function executionError(outcome: Exclude<Outcome, { kind: 'success' }>): RpcError {
  if (outcome.kind === 'halt') return new RpcError(rpcCode.refused, outcome.reason)
  const { output, precompileError } = outcome
  const reason = output.length === 0 ? precompileError || undefined : revertReason(output)
  const message = reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`
  return new RpcError(rpcCode.reverted, message, bytesToHex(output))
}
