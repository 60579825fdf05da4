import type { ExecutionResult } from '../../evm/run/executor.ts'
import { decodeRevert } from '../../evm/run/revertReason.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import { RpcError, rpcCode } from './rpcError.ts'

/** Result of a failed message. */
export type FailedExecution = Exclude<ExecutionResult, { kind: 'success' }>

/** Error of a failed call, which dialects word differently. */
export class ExecutionError extends RpcError {
  readonly outcome: FailedExecution

  constructor(outcome: FailedExecution, code: number, message: string, data?: Json) {
    super(code, message, data)
    this.outcome = outcome
  }
}

/** Decodes the reason of revert data, or returns undefined. */
export function revertReason(data: Uint8Array): string | undefined {
  if (data.length < 4) return undefined
  return decodeRevert(data) ?? `custom error ${bytesToHex(data.subarray(0, 4))}`
}

/**
 * Returns the error of a failed call: code 3 with the data for a revert, as in geth. Without data,
 * the reason is that of a precompile.
 */
export function createExecutionError(outcome: FailedExecution): ExecutionError {
  if (outcome.kind === 'halt') return new ExecutionError(outcome, rpcCode.refused, outcome.reason)
  const { output, precompileError } = outcome
  const reason = output.length === 0 ? precompileError || undefined : revertReason(output)
  const message = reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`
  return new ExecutionError(outcome, rpcCode.reverted, message, bytesToHex(output))
}
