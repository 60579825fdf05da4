import type { Message } from '@ethereumjs/evm'
import { EMPTY_BYTES, equalBytes } from '../../primitives/encoding/bytes.ts'
import type { FrameStart, StepObserver } from '../run/observer.ts'
import { stepFaults } from '../run/stepRecord.ts'
import { StepWriter } from '../run/stepWriter.ts'
import type { RunState } from './referenceCorrections.ts'

/** A frame that an opcode requests. */
export type FrameRequest = Omit<FrameStart, 'depth' | 'from'>

/** A running frame, as an observer's hooks see it. */
export interface Frame {
  readonly message: Message
  /** The interpreter's state, from the first opcode on. */
  runState: RunState | undefined
  /** The current or last opcode. */
  op: number
  hasFaulted: boolean
  /** The frame that the current opcode requests, until it starts. */
  request: FrameRequest | undefined
  /** Memory as reported by records so far, with zeros after its end. */
  toldMemory: Uint8Array
  toldReturnData: Uint8Array
}

export function createFrame(message: Message): Frame {
  return {
    message,
    runState: undefined,
    op: 0,
    hasFaulted: false,
    request: undefined,
    toldMemory: EMPTY_BYTES,
    toldReturnData: EMPTY_BYTES,
  }
}

/** Opcodes that end a frame without failing: STOP, RETURN, SELFDESTRUCT. */
const ENDINGS: ReadonlySet<number> = new Set([0x00, 0xf3, 0xff])

/**
 * Opcodes that change memory besides growing it: *COPY, MSTORE, MSTORE8, CALL, CALLCODE,
 * DELEGATECALL, STATICCALL.
 */
const MEMORY_WRITERS: ReadonlySet<number> = new Set([
  ...[0x37, 0x39, 0x3c, 0x3e, 0x5e],
  ...[0x52, 0x53],
  ...[0xf1, 0xf2, 0xf4, 0xfa],
])

/** Creates the step records of a message. */
export class ReferenceSteps {
  readonly #observer: StepObserver
  readonly #writer: StepWriter
  #frame: Frame | undefined
  #memory: { readonly offset: number; readonly bytes: Uint8Array } | undefined
  #returnData: Uint8Array | undefined

  /** @param guard calls the observer's functions and handles their exceptions */
  constructor(observer: StepObserver, guard: (call: () => void) => void) {
    this.#observer = observer
    this.#writer = new StepWriter((batch) => guard(() => observer.steps(batch)))
  }

  /** Called before an opcode does anything, including charging gas. */
  begin(frame: Frame, runState: RunState, op: number, cost: bigint): void {
    const { stack } = runState
    this.#frame = frame
    // The code below uses the previous opcode.
    this.#memory = this.#observer.memory ? memoryChange(frame, runState) : undefined
    this.#returnData = this.#observer.returnData ? returnDataChange(frame, runState) : undefined
    frame.runState = runState
    frame.op = op
    this.#writer.begin({
      pc: runState.programCounter,
      op,
      depth: frame.message.depth,
      gas: runState.gasLeft,
      cost,
      refund: runState.gasRefund,
      memorySize: Number(runState.memoryWordCount) * 32,
      stackSize: stack.length,
      words: stack.peek(Math.min(stack.length, this.#observer.stackWords)),
    })
  }

  setCost(cost: bigint): void {
    this.#writer.setCost(cost)
  }

  setRefund(refund: bigint): void {
    this.#writer.setRefund(refund)
  }

  /** Completes the record of a successful opcode, if it is still open. */
  succeed(storage?: readonly [slot: bigint, word: bigint]): void {
    if (this.#writer.isOpen) this.#finish(0, storage)
  }

  /** Completes the record of a failed opcode; the reason is geth's wording. */
  fail(reason: string): void {
    if (!this.#writer.isOpen) return
    const fault = stepFaults.indexOf(reason)
    if (fault <= 0) throw new Error(`bug: no step fault for: ${reason}`)
    if (this.#frame !== undefined) this.#frame.hasFaulted = true
    this.#finish(fault)
  }

  /**
   * Called when a frame ends: adds the implicit STOP after the end of the code, if it was reached.
   */
  endFrame(frame: Frame): void {
    const { runState, op, hasFaulted } = frame
    if (runState === undefined || hasFaulted || ENDINGS.has(op)) return
    this.begin(frame, runState, 0x00, 0n)
    this.succeed()
  }

  flush(): void {
    this.#writer.flush()
  }

  #finish(fault: number, storage?: readonly [bigint, bigint]): void {
    const memory = this.#memory
    this.#writer.finish({ fault, storage, memory, returnData: this.#returnData })
    if (this.#observer.isSingle === true) this.#writer.flush()
  }
}

/** Returns the changes of memory since the last record of a frame, and marks them as reported. */
function memoryChange(frame: Frame, runState: RunState) {
  if (!MEMORY_WRITERS.has(frame.op)) return undefined
  const size = Number(runState.memoryWordCount) * 32
  const memory = runState.memory.read(0, size, true)
  if (frame.toldMemory.length < size) {
    const larger = new Uint8Array(Math.max(size, frame.toldMemory.length * 2))
    larger.set(frame.toldMemory)
    frame.toldMemory = larger
  }
  const told = frame.toldMemory
  let start = 0
  while (start < size && memory[start] === told[start]) start++
  if (start === size) return undefined
  let end = size
  while (memory[end - 1] === told[end - 1]) end--
  told.set(memory.subarray(start, end), start)
  return { offset: start, bytes: told.subarray(start, end) }
}

/** Returns the return data of a frame if it differs from that of its last record. */
function returnDataChange(frame: Frame, runState: RunState): Uint8Array | undefined {
  const told = frame.toldReturnData
  const now = runState.returnBytes
  if (now === told) return undefined
  frame.toldReturnData = now
  return equalBytes(now, told) ? undefined : now
}
