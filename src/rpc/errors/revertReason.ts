import type { Receipt } from '../../chain/block/block.ts'
import type { ExecutionResult } from '../../evm/run/executor.ts'
import { decodeRevert } from '../../evm/run/revertReason.ts'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { bytesToHex, type Hash } from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import { RpcError, rpcCode } from './rpcError.ts'

const REVERTED = 'execution reverted'
/** Halts at a limit that an option sets. */
const CODE_SIZE = new Set(['max code size exceeded', 'max initcode size exceeded'])

/** Result of a failed message. */
export type FailedExecution = Exclude<ExecutionResult, { kind: 'success' }>

/** Error of a failed call or transaction, which dialects word differently. */
export class ExecutionError extends RpcError {
  readonly outcome: FailedExecution
  /** Undefined for a call. */
  transactionHash: Hash | undefined

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
  if (outcome.kind === 'halt') {
    const hint = CODE_SIZE.has(outcome.reason) ? '; --code-size-limit raises it' : ''
    return new ExecutionError(outcome, rpcCode.refused, outcome.reason + hint)
  }
  const { output, precompileError } = outcome
  const reason = output.length === 0 ? precompileError || undefined : revertReason(output)
  const message = reason === undefined ? REVERTED : `${REVERTED}: ${reason}`
  return new ExecutionError(outcome, rpcCode.reverted, message, bytesToHex(output))
}

/** Returns the error of a mined transaction, or undefined if it succeeded. */
export function createTransactionError(hash: Hash, receipt: Receipt): ExecutionError | undefined {
  const { status, gasUsed, error = '', revertData } = receipt
  if (status === 1) return undefined
  const [reason = '', precompileError] = splitOnce(error, '|')
  const failure = { gasUsed, ...(precompileError !== undefined && { precompileError }) }
  const isRevert = revertData !== undefined || reason === REVERTED
  const thrown = createExecutionError(
    isRevert
      ? { kind: 'revert', output: revertData ?? EMPTY_BYTES, ...failure }
      : { kind: 'halt', reason, ...failure },
  )
  thrown.transactionHash = hash
  return thrown
}

function splitOnce(text: string, separator: string): readonly string[] {
  const at = text.indexOf(separator)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + 1)]
}
