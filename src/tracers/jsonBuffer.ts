import { type JsonSink, PacedSink } from './jsonSink.ts'
import type { TraceBudget } from './traceBudget.ts'

/** Keeps the text that is written, as long as a budget lasts. */
export class JsonBuffer extends PacedSink {
  readonly #budget: TraceBudget
  readonly #parts: string[] = []

  constructor(budget: TraceBudget, signal?: AbortSignal) {
    super(signal)
    this.#budget = budget
  }

  override write(text: string): void {
    this.#budget.take(text.length)
    super.write(text)
    this.#parts.push(text)
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
