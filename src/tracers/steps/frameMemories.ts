import { STEP, STEP_FLAG } from '../../evm/run/stepRecord.ts'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'

/** Memory of a frame according to its records. */
export class FrameMemory {
  #bytes: Uint8Array = EMPTY_BYTES
  #size = 0

  /** Contents of the memory. Overwritten by later records. */
  get memory(): Uint8Array {
    return this.#bytes.subarray(0, this.#size)
  }

  grow(size: number): void {
    if (size <= this.#size) return
    if (size > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(size, this.#bytes.length * 2))
      larger.set(this.#bytes)
      this.#bytes = larger
    }
    this.#size = size
  }

  change(offset: number, bytes: Uint8Array): void {
    this.#bytes.set(bytes, offset)
  }
}

/** Tracks the memory of all frames from record to record. */
export class FrameMemories {
  readonly #frames: FrameMemory[] = []

  /** Applies a record and returns its frame. @param at offset of the record */
  followStep(bytes: Uint8Array, view: DataView, at: number): FrameMemory {
    const frame = this.#frameAt(view.getUint16(at + STEP.depth, true))
    const flags = view.getUint8(at + STEP.flags)
    frame.grow(view.getUint32(at + STEP.memorySize, true))
    if ((flags & STEP_FLAG.memory) !== 0) {
      const words = view.getUint32(at + STEP.stackWords, true)
      const start = at + STEP.stack + words * 32 + ((flags & STEP_FLAG.storage) !== 0 ? 64 : 0)
      const length = view.getUint32(at + STEP.memoryLength, true)
      const offset = view.getUint32(at + STEP.memoryOffset, true)
      frame.change(offset, bytes.subarray(start, start + length))
    }
    return frame
  }

  /** A frame has ended when a step has a smaller depth. */
  #frameAt(depth: number): FrameMemory {
    this.#frames.length = Math.min(this.#frames.length, depth + 1)
    while (this.#frames.length <= depth) this.#frames.push(new FrameMemory())
    return this.#frames[depth] ?? new FrameMemory()
  }
}
