import { STEP, STEP_FLAG, type StepBatch } from './stepRecord.ts'

/** Size in bytes at which a batch of records is delivered. */
const BATCH_BYTES = 256 * 1024
/** Size of a record with a full stack and a storage word, without memory and return data. */
const USUAL_RECORD_BYTES = STEP.stack + (1024 + 2) * 32
const MAX_GAS = (1n << 63n) - 1n

/** The part of a step that is known before its opcode runs. */
export interface StepStart {
  readonly pc: number
  readonly op: number
  readonly depth: number
  readonly gas: bigint
  readonly cost: bigint
  readonly refund: bigint
  /** In bytes. */
  readonly memorySize: number
  /** Number of words on the stack. */
  readonly stackSize: number
  /** The words of the record, top of the stack first. */
  readonly words: readonly bigint[]
}

/** The part of a step that is known after its opcode ran. */
export interface StepEnd {
  /** Index in `stepFaults`. */
  readonly fault: number
  /** Slot and word. */
  readonly storage?: readonly [bigint, bigint] | undefined
  /** The changed memory range. Not empty. */
  readonly memory?: { readonly offset: number; readonly bytes: Uint8Array } | undefined
  readonly returnData?: Uint8Array | undefined
}

/**
 * Writes step records (see `stepRecord.ts`) and delivers them in batches. A record begins before
 * its opcode runs and is finished when the opcode has succeeded or failed. At most one record is
 * open.
 */
export class StepWriter {
  readonly #deliver: (batch: StepBatch) => void
  #bytes = new Uint8Array(BATCH_BYTES + USUAL_RECORD_BYTES)
  #view = new DataView(this.#bytes.buffer)
  /** End of the finished records and start of the open record. */
  #start = 0
  /** Current end of the open record. Equal to {@link #start} if no record is open. */
  #end = 0
  /** Whether a finished record has a fault. */
  #hasFault = false

  constructor(deliver: (batch: StepBatch) => void) {
    this.#deliver = deliver
  }

  get isOpen(): boolean {
    return this.#end !== this.#start
  }

  begin(step: StepStart): void {
    const { words } = step
    this.#reserve(STEP.stack + words.length * 32)
    const at = this.#start
    const view = this.#view
    view.setUint32(at + STEP.pc, step.pc, true)
    view.setUint8(at + STEP.op, step.op)
    view.setUint16(at + STEP.depth, step.depth, true)
    view.setUint32(at + STEP.stackSize, step.stackSize, true)
    view.setBigInt64(at + STEP.gas, step.gas, true)
    view.setBigInt64(at + STEP.refund, step.refund, true)
    view.setUint32(at + STEP.memorySize, step.memorySize, true)
    view.setUint32(at + STEP.stackWords, words.length, true)
    this.#end = at + STEP.stack
    for (let i = words.length - 1; i >= 0; i--) this.#putWord(words[i] ?? 0n)
    this.setCost(step.cost)
  }

  /** Replaces the cost of the open record. */
  setCost(cost: bigint): void {
    this.#view.setBigInt64(this.#start + STEP.cost, cost > MAX_GAS ? MAX_GAS : cost, true)
  }

  /** Replaces the refund counter of the open record. */
  setRefund(refund: bigint): void {
    this.#view.setBigInt64(this.#start + STEP.refund, refund, true)
  }

  /** Completes the open record. */
  finish({ fault, storage, memory, returnData }: StepEnd): void {
    const memoryLength = memory?.bytes.length ?? 0
    const returnDataLength = returnData?.length ?? 0
    this.#reserve(this.#end - this.#start + 64 + memoryLength + returnDataLength + 16)
    let flags = 0
    if (storage !== undefined) {
      flags |= STEP_FLAG.storage
      for (const word of storage) this.#putWord(word)
    }
    if (memory !== undefined) {
      flags |= STEP_FLAG.memory
      this.#putPadded(memory.bytes)
    }
    if (returnData !== undefined) {
      flags |= STEP_FLAG.returnData
      this.#putPadded(returnData)
    }
    const at = this.#start
    const view = this.#view
    view.setUint8(at + STEP.flags, flags)
    view.setUint32(at + STEP.memoryOffset, memory?.offset ?? 0, true)
    view.setUint32(at + STEP.memoryLength, memoryLength, true)
    view.setUint32(at + STEP.returnDataLength, returnDataLength, true)
    view.setUint32(at + STEP.fault, fault, true)
    view.setUint32(at + STEP.size, this.#end - at, true)
    this.#start = this.#end
    if (fault !== 0) this.#hasFault = true
    if (this.#start >= BATCH_BYTES) this.flush()
  }

  /** Delivers all finished records. An open record stays. */
  flush(): void {
    const end = this.#start
    if (end === 0) return
    const hasFault = this.#hasFault
    this.#hasFault = false
    this.#deliver({ bytes: this.#bytes, view: this.#view, start: 0, end, hasFault })
    this.#bytes.copyWithin(0, end, this.#end)
    this.#end -= end
    this.#start = 0
  }

  /** Ensures room for `size` bytes from the start of the open record. */
  #reserve(size: number): void {
    if (this.#start + size <= this.#bytes.length) return
    this.flush()
    if (size <= this.#bytes.length) return
    const bytes = new Uint8Array(Math.max(size, this.#bytes.length * 2))
    bytes.set(this.#bytes.subarray(0, this.#end))
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer)
  }

  #putWord(word: bigint): void {
    const at = this.#end
    for (let i = 0; i < 4; i++) {
      this.#view.setBigUint64(at + i * 8, BigInt.asUintN(64, word >> BigInt(i * 64)), true)
    }
    this.#end = at + 32
  }

  #putPadded(bytes: Uint8Array): void {
    this.#bytes.set(bytes, this.#end)
    const end = this.#end + bytes.length
    this.#end = (end + 7) & ~7
    this.#bytes.fill(0, end, this.#end)
  }
}
