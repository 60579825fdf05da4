import { STEP, type StepBatch, stepFaults } from '../../evm/run/stepRecord.ts'

/** Numbers whose upper half is less are exact in JavaScript. */
const SAFE_HIGH = 2 ** 21

const REVERTED = stepFaults.indexOf('execution reverted')
const OUT_OF_GAS = stepFaults.indexOf('out of gas')
/** Faults that come before an opcode is priced, or after, as the executor likes it. */
const UNPRICED_FAULTS: ReadonlySet<number> = new Set(
  ['write protection', 'max initcode size exceeded'].map((fault) => stepFaults.indexOf(fault)),
)
/**
 * CALL, CALLCODE, DELEGATECALL, STATICCALL: their cost is not always computed where they cannot be
 * paid.
 */
const UNPRICED_OPS: ReadonlySet<number> = new Set([0xf1, 0xf2, 0xf4, 0xfa])
/** A cost that nobody could ever pay: memory out of all reach. */
const ABSURD_COST = 1n << 45n

/** An amount of gas in decimals, exact also beyond 2^53. */
export function readGas(view: DataView, at: number): string {
  const high = view.getUint32(at + 4, true)
  if (high === 0) return String(view.getUint32(at, true))
  if (high < SAFE_HIGH) return String(high * 2 ** 32 + view.getUint32(at, true))
  return String(view.getBigInt64(at, true))
}

/**
 * Sets the costs of the opcodes that failed in a batch of records: of one that failed before its
 * price was known, the least that it costs, as geth has it. The executors differ there.
 *
 * @param fees the least by opcode, see `opcodeFees`
 */
export function settleCosts({ view, start, end }: StepBatch, fees: Uint32Array): void {
  for (let at = start; at < end; at += view.getUint32(at + STEP.size, true)) {
    const fault = view.getUint32(at + STEP.fault, true)
    if (fault === 0 || fault === REVERTED) continue
    const op = view.getUint8(at + STEP.op)
    const fee = fees[op] ?? 0
    const isUnpriced =
      UNPRICED_FAULTS.has(fault) ||
      view.getBigInt64(at + STEP.gas, true) < fee ||
      (fault === OUT_OF_GAS &&
        (UNPRICED_OPS.has(op) || view.getBigInt64(at + STEP.cost, true) >= ABSURD_COST))
    if (isUnpriced) view.setBigInt64(at + STEP.cost, BigInt(fee), true)
  }
}
