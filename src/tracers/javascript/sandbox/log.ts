/*
 * The `log` argument of `step` and `fault`. Runs inside the sandbox.
 */
import bigInt, { type BigInteger } from 'big-integer'
import { STEP } from '../../../evm/run/stepRecord.ts'
import { isPush, opcodeNames } from '../../steps/opcodeNames.ts'
import { Bytes, bytesToBigInt } from './bytes.ts'
import type { Frames } from './frames.ts'
import type { Records } from './records.ts'
import type { CapabilityGuard } from './tracerCapabilities.ts'

/** Maximum number of bytes that `memory.slice` pads beyond the end of the memory. */
const MAX_PADDING = 1024 * 1024

export interface StepLog {
  readonly op: { toNumber(): number; toString(): string; isPush(): boolean }
  readonly stack: { peek(index: number): BigInteger; length(): number }
  readonly memory: {
    slice(start: number, stop: number): Uint8Array
    getUint(offset: number): BigInteger
    length(): number
  }
  readonly contract: {
    getCaller(): Uint8Array
    getAddress(): Uint8Array
    getValue(): BigInteger
    getInput(): Uint8Array
  }
  getPC(): number
  getGas(): number
  getCost(): number
  getDepth(): number
  getRefund(): number
  getError(): string | undefined
}

/** Source of a log: the current record. */
export interface LogSource {
  readonly records: Records
  readonly frames: Frames
  readonly need: CapabilityGuard
  /** Reason of the opcode's failure, if known. */
  error: string | undefined
}

export function createLog(source: LogSource): StepLog {
  const { records, frames, need } = source
  return {
    op: {
      toNumber: () => opOf(records),
      toString: () => opcodeNames[opOf(records)] as string,
      isPush: () => isPush(opOf(records)),
    },
    stack: stackOf(records, need),
    memory: memoryOf(records, need),
    contract: contractOf(records, frames, need),
    getPC: () => records.word(STEP.pc),
    getGas: () => records.long(STEP.gas),
    getCost: () => records.long(STEP.cost),
    getDepth: () => records.depth() + 1,
    getRefund: () => records.long(STEP.refund),
    getError: () => source.error,
  }
}

/** The record's opcode. */
export function opOf(records: Records): number {
  return records.bytes[records.at + STEP.op] as number
}

function stackOf(records: Records, need: CapabilityGuard): StepLog['stack'] {
  const hasStack = need.capabilities.stack
  return {
    peek(index) {
      if (!hasStack) need.require('stack')
      const size = records.word(STEP.stackSize)
      if (!(index >= 0 && index < size)) {
        throw new Error(`tracer accessed out of bound stack: size ${size}, index ${index}`)
      }
      return bigInt(records.stackWord(index | 0))
    },
    length: () => records.word(STEP.stackSize),
  }
}

function memoryOf(records: Records, need: CapabilityGuard): StepLog['memory'] {
  return {
    slice(start, stop) {
      need.require('memory')
      const from = Math.trunc(Number(start))
      const to = Math.trunc(Number(stop))
      if (from === to) return new Bytes(0)
      if (!(from >= 0 && to > from)) {
        throw new Error(`tracer accessed out of bound memory: offset ${start}, end ${stop}`)
      }
      const missing = to - records.word(STEP.memorySize)
      if (missing > MAX_PADDING) {
        throw new Error(`reached limit for padding memory slice: ${missing}`)
      }
      return records.memorySlice(from, to - from)
    },
    getUint(offset) {
      need.require('memory')
      const size = records.word(STEP.memorySize)
      const at = Math.trunc(Number(offset))
      if (!(at >= 0 && at + 32 <= size)) {
        const range = `available ${size}, offset ${offset}, size 32`
        throw new Error(`tracer accessed out of bound memory: ${range}`)
      }
      return bigInt(bytesToBigInt(records.memorySlice(at, 32)))
    },
    length: () => records.word(STEP.memorySize),
  }
}

function contractOf(records: Records, frames: Frames, need: CapabilityGuard): StepLog['contract'] {
  const contract = () => {
    need.require('contract')
    return frames.contractAt(records.depth())
  }
  return {
    getCaller: () => new Bytes(contract().caller),
    getAddress: () => new Bytes(contract().address),
    getValue: () => bigInt(contract().value),
    getInput: () => {
      need.require('input')
      return new Bytes(contract().input)
    },
  }
}
