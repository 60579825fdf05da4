import { STEP, STEP_FLAG, type StepBatch, stepFaults } from '../../../src/evm/run/stepRecord.ts'
import { bytesToBigInt } from '../../../src/primitives/encoding/bytes.ts'

const NO_BYTES = new Uint8Array(0)

/** A step record as a plain object. */
export interface DecodedStep {
  readonly pc: number
  readonly op: number
  readonly depth: number
  readonly gas: bigint
  readonly cost: bigint
  readonly refund: bigint
  /** Number of words on the stack; {@link stack} has the topmost ones. */
  readonly stackSize: number
  /** Bottom first. */
  readonly stack: readonly bigint[]
  /** Slot and word of SLOAD and SSTORE. */
  readonly storage?: { readonly slot: bigint; readonly word: bigint }
  readonly memorySize: number
  /**
   * Memory of the frame before the opcode; empty if records omit it. Shared by steps that do not
   * change it.
   */
  readonly memory: Uint8Array
  /** Return data of the frame's last call; empty if records omit it. */
  readonly returnData: Uint8Array
  /** Reason of the opcode's failure, or ''. */
  readonly fault: string
}

/** State of a frame between its steps. */
interface FrameMemory {
  memory: Uint8Array
  returnData: Uint8Array
}

/** Reads the records of one message by batch. */
export class StepDecoder {
  readonly #hasMemory: boolean
  readonly #frames: FrameMemory[] = []

  /** @param hasMemory whether records contain changes of memory */
  constructor(hasMemory: boolean) {
    this.#hasMemory = hasMemory
  }

  *decode(batch: StepBatch): Iterable<DecodedStep> {
    let at = batch.start
    while (at < batch.end) {
      const size = batch.view.getUint32(at + STEP.size, true)
      if (size < STEP.stack || size % 8 !== 0 || at + size > batch.end) {
        throw new Error(`a record of ${size} bytes at ${at} of ${batch.end}`)
      }
      yield this.#decodeOne(batch, at, size)
      at += size
    }
  }

  #decodeOne({ bytes, view }: StepBatch, start: number, size: number): DecodedStep {
    const number = (offset: number) => view.getUint32(start + offset, true)
    const gas = (offset: number) => view.getBigInt64(start + offset, true)
    let at = start + STEP.stack
    const take = (length: number): Uint8Array => {
      const taken = bytes.slice(at, at + length)
      at += Math.ceil(length / 8) * 8
      if (at > start + size) throw new Error(`a record of ${size} bytes with too little in it`)
      return taken
    }
    const takeWord = () => bytesToBigInt(take(32).reverse())

    const flags = view.getUint8(start + STEP.flags)
    const depth = view.getUint16(start + STEP.depth, true)
    const stack = Array.from({ length: number(STEP.stackWords) }, takeWord)
    const storage =
      (flags & STEP_FLAG.storage) === 0 ? undefined : { slot: takeWord(), word: takeWord() }
    const changed = (flags & STEP_FLAG.memory) === 0 ? undefined : take(number(STEP.memoryLength))
    const returned =
      (flags & STEP_FLAG.returnData) === 0 ? undefined : take(number(STEP.returnDataLength))
    if (at !== start + size) throw new Error(`a record of ${size} bytes with ${at - start} in it`)

    const memorySize = number(STEP.memorySize)
    const frame = this.#frameAt(depth)
    if (this.#hasMemory) updateMemory(frame, memorySize, number(STEP.memoryOffset), changed)
    if (returned !== undefined) frame.returnData = returned
    const fault = stepFaults[number(STEP.fault)]
    if (fault === undefined) throw new Error(`fault ${number(STEP.fault)} has no name`)
    return {
      pc: number(STEP.pc),
      op: view.getUint8(start + STEP.op),
      depth,
      gas: gas(STEP.gas),
      cost: gas(STEP.cost),
      refund: gas(STEP.refund),
      stackSize: number(STEP.stackSize),
      stack,
      ...(storage === undefined ? {} : { storage }),
      memorySize,
      memory: frame.memory,
      returnData: frame.returnData,
      fault,
    }
  }

  /** A frame ends when a step of a smaller depth follows. */
  #frameAt(depth: number): FrameMemory {
    this.#frames.length = Math.min(this.#frames.length, depth + 1)
    while (this.#frames.length <= depth) {
      this.#frames.push({ memory: NO_BYTES, returnData: NO_BYTES })
    }
    return this.#frames[depth] as FrameMemory
  }
}

function updateMemory(
  frame: FrameMemory,
  size: number,
  offset: number,
  changed: Uint8Array | undefined,
): void {
  if (changed === undefined && frame.memory.length === size) return
  if (frame.memory.length > size) throw new Error(`memory shrank to ${size} bytes`)
  const memory = new Uint8Array(size)
  memory.set(frame.memory)
  if (changed !== undefined) memory.set(changed, offset)
  frame.memory = memory
}
