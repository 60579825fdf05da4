import { stepFaults } from '../run/stepRecord.ts'

/**
 * Why a frame failed, by the number that the interpreter gives (`Fault` in `assembly/faults.ts`);
 * geth's wording.
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

/** Numbers of those faults that the host speaks of. */
export const FAULT = {
  none: 0,
  stackUnderflow: 2,
  invalidOpcode: 4,
  revert: 9,
  memoryLimit: 10,
  callDepth: 11,
  insufficientBalance: 12,
  nonceOverflow: 13,
  collision: 14,
  balanceOverflow: 17,
  precompile: 18,
} as const
