import { setImmediate } from 'node:timers/promises'
import type { JsonSink } from './jsonSink.ts'
import type { TraceBudget } from './traceBudget.ts'

/** Characters after which whoever writes should give way to others. */
const PAUSE_AFTER = 256 * 1024

/** Keeps the text that is written, as long as a budget lasts. */
export class JsonBuffer implements JsonSink {
  readonly signal: AbortSignal | undefined
  readonly #budget: TraceBudget
  readonly #parts: string[] = []
  #sincePause = 0

  constructor(budget: TraceBudget, signal?: AbortSignal) {
    this.#budget = budget
    this.signal = signal
  }

  write(text: string): void {
    this.#budget.take(text.length)
    this.#sincePause += text.length
    this.#parts.push(text)
  }

  get isFull(): boolean {
    return this.#sincePause > PAUSE_AFTER
  }

  async drained(): Promise<void> {
    this.#sincePause = 0
    await setImmediate()
  }

  /** Writes all that was written to another sink, and lets go of it. */
  async moveTo(sink: JsonSink): Promise<void> {
    for (const part of this.#parts) {
      sink.write(part)
      if (sink.isFull) await sink.drained()
    }
    this.#parts.length = 0
  }

  /** All that was written. */
  get text(): string {
    return this.#parts.join('')
  }
}
