import { OUT_OF_GAS, REENTRANCY_SENTRY } from '../../evm/rules/outOfGas.ts'
import { STACK_OVERFLOW, STACK_UNDERFLOW, stackUnderflow } from '../../evm/rules/stackEffects.ts'

/** Faults before an opcode runs: only these are reported with it, as in geth. */
const FAULTS_BEFORE: ReadonlySet<string> = new Set([
  OUT_OF_GAS,
  REENTRANCY_SENTRY,
  STACK_UNDERFLOW,
  STACK_OVERFLOW,
  'max initcode size exceeded',
  'memory limit reached',
])

/** Returns the field `error` of an opcode that failed; empty if it has none. */
export function structLogError(fault: string, op: number, stackSize: number): string {
  if (!FAULTS_BEFORE.has(fault)) return ''
  const error = fault === STACK_UNDERFLOW ? stackUnderflow(op, stackSize) : fault
  return `,"error":${JSON.stringify(error)}`
}
