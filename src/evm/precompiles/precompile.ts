import { EVMError } from '@ethereumjs/evm'
import { haltReason } from '../run/haltReason.ts'

/**
 * Result of a precompile: gas and output, or the reason of a failure, which consumes all gas.
 * Reasons are worded as the `reason` of an execution result.
 */
export type PrecompileResult =
  | { readonly gasUsed: bigint; readonly output: Uint8Array }
  | { readonly fault: string }

/** A precompile. It keeps no reference to `input`; the caller owns its output. */
export type Precompile = (input: Uint8Array, gasLimit: bigint) => PrecompileResult

/** Failures by the names of @ethereumjs/evm, so that both executors use the same words. */
export type FaultName = keyof typeof EVMError.errorMessages

/** Result of a failed precompile. */
export function faultOf(name: FaultName): PrecompileResult {
  return faultOfMessage(EVMError.errorMessages[name])
}

/** Result of a precompile whose computation threw an error of the library's curve code. */
export function faultOfError(error: unknown): PrecompileResult {
  return error instanceof EVMError ? faultOfMessage(error.error) : faultOf('REVERT')
}

function faultOfMessage(message: string): PrecompileResult {
  // The library calls some of these failures a revert, but they return nothing and consume all gas.
  if (message === EVMError.errorMessages.REVERT) return { fault: 'invalid precompile input' }
  return { fault: haltReason(message) }
}

/** Returns the first `length` bytes, padded with zeros; may share memory with the input. */
export function padRight(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length >= length) return bytes.subarray(0, length)
  const padded = new Uint8Array(length)
  padded.set(bytes)
  return padded
}
