import { EVMError, type ExecResult } from '@ethereumjs/evm'
import { StatefulRevert } from '../reference/adaptStatefulPrecompile.ts'
import { returnedBy } from '../reference/referenceCorrections.ts'
import { invalidOpcode } from '../rules/invalidOpcode.ts'
import { STACK_OVERFLOW, STACK_UNDERFLOW, stackUnderflow } from '../rules/stackEffects.ts'

const { errorMessages } = EVMError

/** Geth's wording of failures, which clients' parsers know. */
const reasons: ReadonlyMap<string, string> = new Map([
  [errorMessages.OUT_OF_GAS, 'out of gas'],
  [errorMessages.CODESTORE_OUT_OF_GAS, 'contract creation code storage out of gas'],
  [errorMessages.CODESIZE_EXCEEDS_MAXIMUM, 'max code size exceeded'],
  [errorMessages.STACK_UNDERFLOW, STACK_UNDERFLOW],
  [errorMessages.STACK_OVERFLOW, STACK_OVERFLOW],
  [errorMessages.INVALID_JUMP, 'invalid jump destination'],
  [errorMessages.INVALID_OPCODE, 'invalid opcode'],
  [errorMessages.OUT_OF_RANGE, 'return data out of bounds'],
  [errorMessages.REVERT, 'execution reverted'],
  [errorMessages.STATIC_STATE_CHANGE, 'write protection'],
  [errorMessages.CREATE_COLLISION, 'contract address collision'],
  [errorMessages.VALUE_OVERFLOW, 'balance overflow'],
  [errorMessages.INSUFFICIENT_BALANCE, 'insufficient balance for transfer'],
  [errorMessages.INVALID_BYTECODE_RESULT, 'invalid code: must not begin with 0xef'],
  [errorMessages.INITCODE_SIZE_VIOLATION, 'max initcode size exceeded'],
])

/** Why execution stopped, in geth's words where it has some, else in the library's. */
export function haltReason(error: string): string {
  const known = reasons.get(error)
  if (known !== undefined) return known
  // The library says where a jump went wrong, which geth does not.
  return error.startsWith(errorMessages.INVALID_JUMP) ? 'invalid jump destination' : error
}

/** How a frame failed. */
export interface FrameFailure {
  /** In geth's words. */
  readonly reason: string
  /** By REVERT: the rest of the gas is returned, and the output tells why. */
  readonly isRevert: boolean
}

/**
 * How a frame failed, or undefined where it did not.
 *
 * Before Homestead a creation that cannot pay for its code ends well, with an empty contract; the library commits it, but
 * names an error still.
 */
export function frameFailure(
  result: ExecResult,
  isPrecompile: boolean,
  isBeforeHomestead: boolean,
): FrameFailure | undefined {
  const error = result.exceptionError?.error
  if (error === undefined) return undefined
  if (error === errorMessages.INVALID_OPCODE && result.runState !== undefined) {
    // The library's own note of the opcode takes undefined ones for 0xfe.
    const { code, programCounter } = result.runState
    return { reason: invalidOpcode(code[programCounter] ?? 0), isRevert: false }
  }
  if (error === errorMessages.STACK_UNDERFLOW && result.runState !== undefined) {
    const { opCode, stack } = result.runState
    return { reason: stackUnderflow(opCode, stack.length), isRevert: false }
  }
  if (error === errorMessages.CODESTORE_OUT_OF_GAS && isBeforeHomestead) return undefined
  if (error === errorMessages.REVERT) {
    // The library calls some failures of precompiles a revert, but nothing is returned and all gas is gone.
    if (isPrecompile && !(result.exceptionError instanceof StatefulRevert))
      return { reason: 'invalid precompile input', isRevert: false }
    return { reason: haltReason(error), isRevert: true }
  }
  // If there was no gas after its RETURN, it was the gas for the new code.
  if (error === errorMessages.OUT_OF_GAS && returnedBy(result) !== undefined) {
    return { reason: haltReason(errorMessages.CODESTORE_OUT_OF_GAS), isRevert: false }
  }
  return { reason: haltReason(error), isRevert: false }
}
