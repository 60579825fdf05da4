/*
 * Step records from the host. Runs inside the sandbox for every step, where private fields would
 * be slow.
 */
import { STEP, STEP_FLAG } from '../../../evm/run/stepRecord.ts'
import { Bytes, copyBytes } from './bytes.ts'

const Words = Uint32Array
const Longs = BigUint64Array

const HIGH = 2 ** 32

/** Numbers from this value are not exact: words above 2^53. */
const EXACT_HIGH = 2 ** 21

/** Memory of one frame. */
export interface RecordedMemory {
  /** May be longer than the memory. */
  bytes: Uint8Array
  size: number
}

/** The current record, and state of earlier ones. */
export class Records {
  /** Offset of the record in bytes. */
  at = 0
  bytes: Uint8Array
  words: Uint32Array
  longs: BigUint64Array
  /** Memory of the record's frame before its opcode. */
  memory: RecordedMemory = { bytes: new Bytes(0), size: 0 }
  readonly memories: RecordedMemory[] = []
  memoryDepth = -1
  buffer: ArrayBuffer

  constructor() {
    this.buffer = new ArrayBuffer(STEP.stack)
    this.bytes = new Bytes(this.buffer)
    this.words = new Words(this.buffer)
    this.longs = new Longs(this.buffer)
  }

  /** Sets the first of new records and returns its size in bytes. */
  show(buffer: ArrayBuffer): number {
    this.at = 0
    this.buffer = buffer
    this.bytes = new Bytes(buffer)
    this.words = new Words(buffer)
    this.longs = new Longs(buffer)
    return this.bytes.length
  }

  /** Reads a field of four bytes. */
  word(field: number): number {
    return this.words[(this.at + field) >> 2] as number
  }

  /** Reads a field of eight bytes. */
  long(field: number): number {
    const index = (this.at + field) >> 2
    return (this.words[index] as number) + (this.words[index + 1] as number) * HIGH
  }

  /** 0 for the message itself. */
  depth(): number {
    return (this.words[(this.at + STEP.op) >> 2] as number) >>> 16
  }

  /** Reads a word of the stack, 0 is the top. */
  stackWord(index: number): bigint {
    const { words, longs } = this
    const start = this.at + STEP.stack + 32 * (this.word(STEP.stackWords) - 1 - index)
    const first = start >> 2
    const high = words[first + 1] as number
    const isSmall =
      high < EXACT_HIGH &&
      ((words[first + 2] as number) |
        (words[first + 3] as number) |
        (words[first + 4] as number) |
        (words[first + 5] as number) |
        (words[first + 6] as number) |
        (words[first + 7] as number)) ===
        0
    if (isSmall) return BigInt((words[first] as number) + high * HIGH)
    const long = start >> 3
    const low = ((longs[long + 1] as bigint) << 64n) | (longs[long] as bigint)
    return ((longs[long + 3] as bigint) << 192n) | ((longs[long + 2] as bigint) << 128n) | low
  }

  /** Applies the record's changes of the memory. Called for every record, in order. */
  followMemory(): void {
    const depth = this.depth()
    if (depth !== this.memoryDepth) this.enterMemory(depth)
    const { memory } = this
    const size = this.word(STEP.memorySize)
    const flags = this.bytes[this.at + STEP.flags] as number
    if (size > memory.bytes.length) {
      const bytes = new Bytes(Math.max(size, 2 * memory.bytes.length))
      copyBytes(bytes, memory.bytes, 0)
      memory.bytes = bytes
    }
    memory.size = size
    if ((flags & STEP_FLAG.memory) === 0) return
    let start = this.at + STEP.stack + 32 * this.word(STEP.stackWords)
    if ((flags & STEP_FLAG.storage) !== 0) start += 64
    const changed = new Bytes(this.buffer, start, this.word(STEP.memoryLength))
    copyBytes(memory.bytes, changed, this.word(STEP.memoryOffset))
  }

  /** Frames end before a step of a smaller depth. */
  enterMemory(depth: number): void {
    const { memories } = this
    if (memories.length > depth + 1) memories.length = depth + 1
    while (memories.length <= depth) memories.push({ bytes: new Bytes(0), size: 0 })
    this.memory = memories[depth] as RecordedMemory
    this.memoryDepth = depth
  }

  /** Copies a part of the memory, padded with zeros. */
  memorySlice(start: number, length: number): Uint8Array {
    const { bytes, size } = this.memory
    const slice = new Bytes(length)
    const present = Math.min(length, size - start)
    if (present > 0) copyBytes(slice, new Bytes(bytes.buffer, start, present), 0)
    return slice
  }
}
