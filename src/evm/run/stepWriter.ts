import { STEP, STEP_FLAG, type StepBatch } from './stepRecord.ts'

/** Records are handed over when there are this many bytes of them. */
const BATCH_BYTES = 256 * 1024
/** Room for a record without memory and return data, with a full stack and a storage word. */
const USUAL_RECORD_BYTES = STEP.stack + (1024 + 2) * 32
const MAX_GAS = (1n << 63n) - 1n

/** What is known of a step before its opcode runs. */
export interface StepStart {
  readonly pc: number
  readonly op: number
  readonly depth: number
  readonly gas: bigint
  readonly cost: bigint
  readonly refund: bigint
  /** In bytes. */
  readonly memorySize: number
  /** How many words are on the stack. */
  readonly stackSize: number
  /** The words of the record, top of the stack first. */
  readonly words: readonly bigint[]
}

/** What a record tells beyond its fixed part. */
export interface StepEnd {
  /** Index in `stepFaults`. */
  readonly fault: number
  /** Slot and word. */
  readonly storage?: readonly [bigint, bigint] | undefined
  /** What changed in memory, and where; not empty. */
  readonly memory?: { readonly offset: number; readonly bytes: Uint8Array } | undefined
  readonly returnData?: Uint8Array | undefined
}

/**
 * Writes step records (see `stepRecord.ts`) and hands them over in batches. A record is begun before its opcode runs and
 * finished once it is known whether the opcode failed; there is one open record at a time.
 */
export class StepWriter {
  readonly #deliver: (batch: StepBatch) => void
  #bytes = new Uint8Array(BATCH_BYTES + USUAL_RECORD_BYTES)
  #view = new DataView(this.#bytes.buffer)
  /** Where the finished records end and the open one begins. */
  #start = 0
  /** Where the open record ends by now; where none is open, as {@link #start}. */
  #end = 0

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

  /** Sets the cost of the open record anew. */
  setCost(cost: bigint): void {
    this.#view.setBigInt64(this.#start + STEP.cost, cost > MAX_GAS ? MAX_GAS : cost, true)
  }

  /** Sets the refund counter of the open record anew. */
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
    if (this.#start >= BATCH_BYTES) this.flush()
  }

  /** Hands over all finished records; an open one stays. */
  flush(): void {
    const end = this.#start
    if (end === 0) return
    this.#deliver({ bytes: this.#bytes, view: this.#view, start: 0, end })
    this.#bytes.copyWithin(0, end, this.#end)
    this.#end -= end
    this.#start = 0
  }

  /** Makes sure that `size` bytes fit from the beginning of the open record on. */
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
