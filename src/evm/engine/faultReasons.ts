import { invalidOpcode } from '../rules/invalidOpcode.ts'
import { stackUnderflow } from '../rules/stackEffects.ts'
import { stepFaults } from '../run/stepRecord.ts'
import type { Interpreter } from './interpreter.ts'

/**
 * Reasons of failed frames by the interpreter's number (`Fault` in `assembly/faults.ts`), in geth's
 * wording.
 */
export const faultReasons: readonly string[] = [
  ...stepFaults,
  'max call depth exceeded',
  'insufficient balance for transfer',
  'nonce uint64 overflow',
  'contract address collision',
  'max code size exceeded',
  'invalid code: must not begin with 0xef',
  'balance overflow',
  'invalid precompile input',
  'contract creation code storage out of gas',
]

/** Numbers of the faults that the host uses. */
export const FAULT = {
  none: 0,
  stackUnderflow: 2,
  invalidOpcode: 4,
  revert: 9,
  memoryLimit: 10,
  callDepth: 12,
  insufficientBalance: 13,
  nonceOverflow: 14,
  collision: 15,
  balanceOverflow: 18,
  precompile: 19,
} as const

/** Reason of the frame that just failed, in geth's wording, unless a precompile failed. */
export function reasonOf(
  fault: number,
  { failedOpcode, failedStack }: Pick<Interpreter, 'failedOpcode' | 'failedStack'>,
): string {
  if (fault === FAULT.invalidOpcode) return invalidOpcode(failedOpcode.value)
  if (fault === FAULT.stackUnderflow) return stackUnderflow(failedOpcode.value, failedStack.value)
  return faultReasons[fault] ?? ''
}
