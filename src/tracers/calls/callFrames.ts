import type { Log } from '../../evm/run/log.ts'
import type { FrameEnd, FrameKind, FrameObserver, FrameStart } from '../../evm/run/observer.ts'
import type { Address } from '../../primitives/address.ts'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import type { TraceBudget } from '../traceBudget.ts'

/** A log of a frame. */
export interface FrameLog {
  readonly log: Log
  /** Number of calls that the frame made before it. */
  readonly position: number
  /** Index in the block, as in receipts; a reverted log's index is used again. */
  readonly index: number
}

/** A frame with its inner frames. */
export interface CallFrame {
  readonly kind: FrameKind
  readonly from: Address
  readonly to: Address
  readonly input: Uint8Array
  readonly gas: bigint
  readonly value: bigint
  gasUsed: bigint
  /** Return data or revert data; for a creation the code. */
  output: Uint8Array
  error: string | undefined
  readonly calls: CallFrame[]
  readonly logs: FrameLog[]
}

/** Parts of the frames to record. */
export interface CallRecorderOptions {
  readonly logs: boolean
  /** Omits all inner frames. */
  readonly onlyTop?: boolean
  /** Number of earlier logs in the block; default: 0. */
  readonly firstLogIndex?: number
}

/** Approximate size of a frame or a log as text, without its data. */
const FRAME_TEXT_BYTES = 500
const LOG_TEXT_BYTES = 400

/** Builds the tree of a message's frames. */
export class CallRecorder implements FrameObserver {
  readonly #options: CallRecorderOptions
  readonly #budget: TraceBudget
  /** Open frames, starting with the message. */
  readonly #open: CallFrame[] = []
  #root: CallFrame | undefined
  /** Number of logs at the start of each open frame, including omitted ones. */
  readonly #logCounts: number[] = []
  #logCount: number

  constructor(budget: TraceBudget, options: CallRecorderOptions) {
    this.#budget = budget
    this.#options = options
    this.#logCount = options.firstLogIndex ?? 0
  }

  /** The message. */
  get root(): CallFrame {
    if (this.#root === undefined) throw new Error('bug: the message has no frame')
    return this.#root
  }

  /** The innermost open frame. */
  get current(): CallFrame {
    const frame = this.#open.at(-1)
    if (frame === undefined) throw new Error('bug: no frame is open')
    return frame
  }

  enter({ kind, depth, from, to, input, gas, value }: FrameStart): void {
    this.#logCounts.push(this.#logCount)
    if (this.#leavesOut(depth)) return
    this.#budget.take(input.length * 2 + FRAME_TEXT_BYTES)
    const frame: CallFrame = {
      ...{ kind, from, to, input, gas, value },
      gasUsed: 0n,
      output: EMPTY_BYTES,
      error: undefined,
      calls: [],
      logs: [],
    }
    const parent = this.#open.at(-1)
    if (parent === undefined) this.#root = frame
    else parent.calls.push(frame)
    this.#open.push(frame)
  }

  exit({ depth, output, gasUsed, error }: FrameEnd): void {
    const before = this.#logCounts.pop()
    if (error !== undefined) this.#logCount = before ?? 0
    if (this.#leavesOut(depth)) return
    const frame = this.#open.pop()
    if (frame === undefined) throw new Error('bug: a frame ends that did not begin')
    this.#budget.take(output.length * 2)
    frame.output = output
    frame.gasUsed = gasUsed
    frame.error = error
  }

  log(log: Log): void {
    const index = this.#logCount++
    const frame = this.#open.at(-1)
    const isLeftOut = this.#leavesOut(this.#logCounts.length - 1)
    if (!this.#options.logs || isLeftOut || frame === undefined) return
    this.#budget.take(log.data.length * 2 + LOG_TEXT_BYTES)
    frame.logs.push({ log, position: frame.calls.length, index })
  }

  access(): void {}

  #leavesOut(depth: number): boolean {
    return depth > 0 && this.#options.onlyTop === true
  }
}
