import type {
  FrameEnd,
  FrameObserver,
  FrameStart,
  Observer,
  StepObserver,
} from '../../evm/run/observer.ts'
import { STEP, type StepBatch, stepFaults } from '../../evm/run/stepRecord.ts'
import type { Trace, TraceEnd } from '../tracer.ts'
import { writeEnter, writeExit } from './frameMessages.ts'
import type { EndFacts } from './sandbox/protocol.ts'
import type { TracerCapabilities } from './sandbox/tracerCapabilities.ts'
import type { TracerSandbox } from './tracerSandbox.ts'

/** Bytes of records copied into the sandbox at a time. */
const CHUNK_BYTES = 1024 * 1024

/** Serves storage reads of the sandbox while the message runs. */
export interface StorageView {
  live: Parameters<NonNullable<Observer['begin']>>[0] | undefined
}

/** A trace by a tracer in a sandbox. */
export class SandboxTrace implements Trace {
  readonly observer: Observer
  readonly #sandbox: TracerSandbox
  readonly #wants: TracerCapabilities
  readonly #endOf: (end: TraceEnd) => EndFacts
  readonly #storage: StorageView
  #json: string | undefined

  /** @param endOf returns the arguments of `result` */
  constructor(
    sandbox: TracerSandbox,
    wants: TracerCapabilities,
    storage: StorageView,
    endOf: (end: TraceEnd) => EndFacts,
  ) {
    this.#sandbox = sandbox
    this.#wants = wants
    this.#endOf = endOf
    this.#storage = storage
    const needsFrames = sandbox.hasEnter || wants.contract
    this.observer = {
      steps: this.#stepObserver(),
      ...(needsFrames && { frames: this.#frameObserver() }),
      begin: (live) => {
        storage.live = live
      },
    }
  }

  finish(end: TraceEnd): void {
    this.#storage.live = undefined
    this.#json = this.#sandbox.result(this.#endOf(end))
  }

  /**
   * Result of the tracer.
   * @throws Error before the end
   */
  get json(): string {
    if (this.#json === undefined) throw new Error('the trace has not ended')
    return this.#json
  }

  write(sink: { write(text: string): void }): void {
    sink.write(this.json)
  }

  #stepObserver(): StepObserver {
    const { stack, memory, state } = this.#wants
    // `fault` receives all failures, also without `step`.
    const isSparse = !this.#sandbox.hasStep && !memory
    return {
      stackWords: stack ? 1024 : 0,
      memory,
      returnData: false,
      isSingle: state,
      steps: isSparse ? (batch) => this.#feedFailures(batch) : (batch) => this.#feed(batch),
    }
  }

  #frameObserver(): FrameObserver {
    const withInput = this.#wants.input
    return {
      enter: (frame: FrameStart) => this.#sandbox.enter(writeEnter(frame, withInput)),
      exit: (end: FrameEnd) => this.#sandbox.exit(writeExit(end)),
      log: () => undefined,
      access: () => undefined,
    }
  }

  #feed(batch: StepBatch): void {
    for (let start = batch.start; start < batch.end; ) {
      const end = chunkEnd(batch, start)
      this.#sandbox.steps(batch.bytes.subarray(start, end))
      start = end
    }
  }

  #feedFailures({ bytes, view, start, end }: StepBatch): void {
    for (let at = start; at < end; ) {
      const size = view.getUint32(at + STEP.size, true)
      const fault = stepFaults[view.getUint32(at + STEP.fault, true)]
      if (fault !== '') this.#sandbox.steps(bytes.subarray(at, at + size))
      at += size
    }
  }
}

/** Returns where to split the records from `start`: after the last complete one that fits. */
function chunkEnd({ view, end }: StepBatch, start: number): number {
  if (end - start <= CHUNK_BYTES) return end
  let at = start + view.getUint32(start + STEP.size, true)
  for (;;) {
    if (at >= end) return end
    const next = at + view.getUint32(at + STEP.size, true)
    if (next - start > CHUNK_BYTES) return at
    at = next
  }
}
