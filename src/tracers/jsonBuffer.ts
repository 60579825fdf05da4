import { type JsonSink, type JsonText, PacedSink, toText } from './jsonSink.ts'
import type { TraceBudget } from './traceBudget.ts'

/** Buffers text up to a budget. */
export class JsonBuffer extends PacedSink {
  readonly #budget: TraceBudget
  readonly #parts: string[] = []

  constructor(budget: TraceBudget, signal?: AbortSignal) {
    super(signal)
    this.#budget = budget
  }

  override write(text: JsonText): void {
    this.#budget.take(text.length)
    super.write(text)
    this.#parts.push(toText(text))
  }

  /** Moves the text to another sink. */
  async moveTo(sink: JsonSink): Promise<void> {
    for (const part of this.#parts) {
      sink.write(part)
      if (sink.isFull) await sink.drained()
    }
    this.#parts.length = 0
  }

  /** The buffered text. */
  get text(): string {
    return this.#parts.join('')
  }
}
