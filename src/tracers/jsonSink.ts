import { setImmediate } from 'node:timers/promises'
import type { Json } from '../primitives/encoding/json.ts'

/** Takes the text of JSON as it is made. */
export interface JsonSink {
  write(text: string): void
  /**
   * Whether whoever makes the text should wait for {@link drained}: for others to be answered, or
   * for the reader.
   */
  readonly isFull: boolean
  /** Resolves when it may go on. Rejects when nobody reads any more. */
  drained(): Promise<void>
  /** Aborted when nobody reads any more. */
  readonly signal?: AbortSignal | undefined
}

/** Characters after which whoever writes should give way to others. */
const PAUSE_AFTER = 256 * 1024

/** Asks whoever writes to give way to others now and then. By itself it drops the text. */
export class PacedSink implements JsonSink {
  readonly signal: AbortSignal | undefined
  #sincePause = 0

  constructor(signal?: AbortSignal) {
    this.signal = signal
  }

  write(text: string): void {
    this.#sincePause += text.length
  }

  get isFull(): boolean {
    return this.#sincePause > PAUSE_AFTER
  }

  async drained(): Promise<void> {
    this.#sincePause = 0
    await setImmediate()
  }
}

/** Writes a whole value. */
export function writeJson(sink: JsonSink, value: Json): void {
  sink.write(JSON.stringify(value))
}

/** Writes a list, with a pause where the sink wants one. */
export async function writeList<T>(
  sink: JsonSink,
  items: Iterable<T>,
  writeItem: (item: T) => Promise<void> | void,
): Promise<void> {
  let separator = '['
  for (const item of items) {
    sink.write(separator)
    separator = ','
    await writeItem(item)
    if (sink.isFull) await sink.drained()
  }
  sink.write(separator === '[' ? '[]' : ']')
}

/** Writes an object field by field. */
export class ObjectWriter {
  readonly #sink: JsonSink
  #separator = '{'

  constructor(sink: JsonSink) {
    this.#sink = sink
  }

  /** Fields whose values are at hand. */
  add(fields: Readonly<Record<string, Json>>): void {
    for (const [name, value] of Object.entries(fields)) {
      this.begin(name)
      writeJson(this.#sink, value)
    }
  }

  /** Begins a field, whose value is to be written to the sink next. */
  begin(name: string): void {
    this.#sink.write(`${this.#separator}${JSON.stringify(name)}:`)
    this.#separator = ','
  }

  end(): void {
    this.#sink.write(this.#separator === '{' ? '{}' : '}')
  }
}
