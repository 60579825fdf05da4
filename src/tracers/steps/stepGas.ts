import { STEP, type StepBatch, stepFaults } from '../../evm/run/stepRecord.ts'

/** 64-bit numbers with a smaller upper half are safe integers. */
const SAFE_HIGH = 2 ** 21

const REVERTED = stepFaults.indexOf('execution reverted')
const OUT_OF_GAS = stepFaults.indexOf('out of gas')
/** Faults before or after an opcode is priced, depending on the executor. */
const UNPRICED_FAULTS: ReadonlySet<number> = new Set(
  ['write protection', 'max initcode size exceeded'].map((fault) => stepFaults.indexOf(fault)),
)
/**
 * CALL, CALLCODE, DELEGATECALL, STATICCALL: their cost is not always computed if it exceeds the
 * gas.
 */
const UNPRICED_OPS: ReadonlySet<number> = new Set([0xf1, 0xf2, 0xf4, 0xfa])
/** A cost that cannot be paid: unreachable memory. */
const ABSURD_COST = 1n << 45n

/** Formats gas as decimal, exact also beyond 2^53. */
export function readGas(view: DataView, at: number): string {
  const high = view.getUint32(at + 4, true)
  if (high === 0) return String(view.getUint32(at, true))
  if (high < SAFE_HIGH) return String(high * 2 ** 32 + view.getUint32(at, true))
  return String(view.getBigInt64(at, true))
}

/**
 * Normalises the costs of failed opcodes in a batch of records: the minimum for those that failed
 * before they were priced, as in geth. The executors differ there.
 *
 * @param fees minimum by opcode, see `opcodeFees`
 */
export function settleCosts({ view, start, end, hasFault }: StepBatch, fees: Uint32Array): void {
  if (!hasFault) return
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
