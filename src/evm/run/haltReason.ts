import { EVMError, type ExecResult } from '@ethereumjs/evm'
import { returnedBy } from '../reference/referenceCorrections.ts'
import { WordedError } from '../reference/wordedError.ts'
import { invalidOpcode } from '../rules/invalidOpcode.ts'
import { OUT_OF_GAS } from '../rules/outOfGas.ts'
import { STACK_OVERFLOW, STACK_UNDERFLOW, stackUnderflow } from '../rules/stackEffects.ts'

const { errorMessages } = EVMError

/** Geth's wording of failures, which clients parse. */
const reasons: ReadonlyMap<string, string> = new Map([
  [errorMessages.OUT_OF_GAS, OUT_OF_GAS],
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

/** Returns the reason of a halt in geth's wording, or in the library's if geth has none. */
export function haltReason(error: string): string {
  const known = reasons.get(error)
  if (known !== undefined) return known
  // The library appends the position of an invalid jump; geth does not.
  return error.startsWith(errorMessages.INVALID_JUMP) ? 'invalid jump destination' : error
}

/** The failure of a frame. */
export interface FrameFailure {
  /** In geth's wording. */
  readonly reason: string
  /** True for REVERT: the remaining gas is returned, and the output is the reason. */
  readonly isRevert: boolean
}

/**
 * Returns the failure of a frame, or undefined if it succeeded.
 *
 * Before Homestead, a creation without gas for its code succeeds with an empty contract. The
 * library commits it, but still reports an error.
 */
export function frameFailure(
  result: ExecResult,
  isBeforeHomestead: boolean,
): FrameFailure | undefined {
  const error = result.exceptionError?.error
  if (error === undefined) return undefined
  if (result.exceptionError instanceof WordedError) {
    return { reason: result.exceptionError.reason, isRevert: false }
  }
  if (error === errorMessages.INVALID_OPCODE && result.runState !== undefined) {
    // The library records undefined opcodes as 0xfe, so read the opcode from the code.
    const { code, programCounter } = result.runState
    return { reason: invalidOpcode(code[programCounter] ?? 0), isRevert: false }
  }
  if (error === errorMessages.STACK_UNDERFLOW && result.runState !== undefined) {
    const { opCode, stack } = result.runState
    return { reason: stackUnderflow(opCode, stack.length), isRevert: false }
  }
  if (error === errorMessages.CODESTORE_OUT_OF_GAS && isBeforeHomestead) return undefined
  if (error === errorMessages.REVERT) {
    return { reason: haltReason(error), isRevert: true }
  }
  // Out of gas after RETURN means out of gas for the code deposit.
  if (error === errorMessages.OUT_OF_GAS && returnedBy(result) !== undefined) {
    return { reason: haltReason(errorMessages.CODESTORE_OUT_OF_GAS), isRevert: false }
  }
  return { reason: haltReason(error), isRevert: false }
}
