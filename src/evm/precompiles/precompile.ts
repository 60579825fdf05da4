import { EVMError } from '@ethereumjs/evm'
import { haltReason } from '../run/haltReason.ts'

/**
 * What a precompiled contract did: gas and output of a success, or why it halted, which takes all
 * gas that it had. A fault is worded as the `reason` of an executor's outcome.
 */
export type PrecompileResult =
  | { readonly gasUsed: bigint; readonly output: Uint8Array }
  | { readonly fault: string }

/**
 * A precompiled contract. It keeps no reference to `input`; its output is an array of the caller's
 * own.
 */
export type Precompile = (input: Uint8Array, gasLimit: bigint) => PrecompileResult

/** The names of @ethereumjs/evm for ways to fail, so that both executors fail in the same words. */
export type FaultName = keyof typeof EVMError.errorMessages

/** The outcome of a precompile that failed. */
export function faultOf(name: FaultName): PrecompileResult {
  return faultOfMessage(EVMError.errorMessages[name])
}

/** The outcome of a precompile whose work ended in an exception of the library's curve code. */
export function faultOfError(error: unknown): PrecompileResult {
  return error instanceof EVMError ? faultOfMessage(error.error) : faultOf('REVERT')
}

function faultOfMessage(message: string): PrecompileResult {
  // The library calls some of these failures a revert, but nothing is returned and all gas is gone.
  if (message === EVMError.errorMessages.REVERT) return { fault: 'invalid precompile input' }
  return { fault: haltReason(message) }
}

/**
 * The first `length` bytes, zeros behind where there are fewer; may share memory with the input.
 */
export function padRight(bytes: Uint8Array, length: number): Uint8Array {
  if (bytes.length >= length) return bytes.subarray(0, length)
  const padded = new Uint8Array(length)
  padded.set(bytes)
  return padded
}
