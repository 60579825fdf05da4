import { type JsonSink, type JsonText, toText } from './jsonSink.ts'

/** Buffered text that can still be dropped. */
const HELD_BACK = 4 * 1024 * 1024

/** Buffers text until it is released or exceeds the limit. */
export class BufferedSink implements JsonSink {
  readonly #inner: JsonSink
  readonly #before: string
  #held: string[] = []
  #length = 0
  #isPassing = false

  /** @param before text that precedes all other */
  constructor(inner: JsonSink, before = '') {
    this.#inner = inner
    this.#before = before
  }

  /** Whether text was passed on, which cannot be undone. */
  get isPassing(): boolean {
    return this.#isPassing
  }

  get isFull(): boolean {
    return this.#inner.isFull
  }

  get signal(): AbortSignal | undefined {
    return this.#inner.signal
  }

  drained(): Promise<void> {
    return this.#inner.drained()
  }

  write(text: JsonText): void {
    if (this.#isPassing) {
      this.#inner.write(text)
      return
    }
    this.#held.push(toText(text))
    this.#length += text.length
    if (this.#length > HELD_BACK) this.pass()
  }

  /** Releases all text. */
  pass(): void {
    if (this.#isPassing) return
    this.#isPassing = true
    this.#inner.write(this.#before + this.#held.join(''))
    this.#held = []
  }
}
