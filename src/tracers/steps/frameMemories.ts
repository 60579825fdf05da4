import { STEP, STEP_FLAG } from '../../evm/run/stepRecord.ts'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { bytesToBareHex, bytesToHex } from '../../primitives/encoding/hex.ts'

/** Memory and return data of a frame according to its records, with their texts in struct logs. */
export class FrameMemory {
  #bytes: Uint8Array = EMPTY_BYTES
  #size = 0
  #returnData: Uint8Array = EMPTY_BYTES
  #memoryText: string | undefined = ''
  #returnDataText: string | undefined = ''

  /** Contents of the memory. Overwritten by later records. */
  get memory(): Uint8Array {
    return this.#bytes.subarray(0, this.#size)
  }

  /** The field `memory`: words of 32 bytes; empty without memory. */
  get memoryText(): string {
    this.#memoryText ??= `,"memory":["0x${(bytesToBareHex(this.memory).match(/.{64}/g) ?? []).join('","0x')}"]`
    return this.#memoryText
  }

  /** The field `returnData`; empty without return data. */
  get returnDataText(): string {
    this.#returnDataText ??= `,"returnData":"${bytesToHex(this.#returnData)}"`
    return this.#returnDataText
  }

  grow(size: number): void {
    if (size <= this.#size) return
    if (size > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(size, this.#bytes.length * 2))
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#size = size
    this.#memoryText = undefined
  }

  change(offset: number, bytes: Uint8Array): void {
    this.#bytes.set(bytes, offset)
    this.#memoryText = undefined
  }

  setReturnData(bytes: Uint8Array): void {
    this.#returnData = bytes
    this.#returnDataText = bytes.length === 0 ? '' : undefined
  }
}

/** Tracks memory and return data of all frames from record to record. */
export class FrameMemories {
  readonly #frames: FrameMemory[] = []

  /**
   * Applies a record and returns its frame.
   *
   * @param at offset of the record
   * @param behind offset of its part about memory
   */
  follow(bytes: Uint8Array, view: DataView, at: number, behind: number): FrameMemory {
    const frame = this.#frameAt(view.getUint16(at + STEP.depth, true))
    const flags = view.getUint8(at + STEP.flags)
    let next = behind
    frame.grow(view.getUint32(at + STEP.memorySize, true))
    if ((flags & STEP_FLAG.memory) !== 0) {
      const length = view.getUint32(at + STEP.memoryLength, true)
      const offset = view.getUint32(at + STEP.memoryOffset, true)
      frame.change(offset, bytes.subarray(next, next + length))
      next += (length + 7) & ~7
    }
    if ((flags & STEP_FLAG.returnData) !== 0) {
      const length = view.getUint32(at + STEP.returnDataLength, true)
      frame.setReturnData(bytes.slice(next, next + length))
    }
    return frame
  }

  /** Applies a record and returns its frame. @param at offset of the record */
  followStep(bytes: Uint8Array, view: DataView, at: number): FrameMemory {
    const words = view.getUint32(at + STEP.stackWords, true)
    const hasStorage = (view.getUint8(at + STEP.flags) & STEP_FLAG.storage) !== 0
    return this.follow(bytes, view, at, at + STEP.stack + words * 32 + (hasStorage ? 64 : 0))
  }

  /** A frame has ended when a step has a smaller depth. */
  #frameAt(depth: number): FrameMemory {
    this.#frames.length = Math.min(this.#frames.length, depth + 1)
    while (this.#frames.length <= depth) this.#frames.push(new FrameMemory())
    return this.#frames[depth] ?? new FrameMemory()
  }
}
