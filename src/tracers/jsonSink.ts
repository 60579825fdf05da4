import { setImmediate } from 'node:timers/promises'
import type { Json } from '../primitives/encoding/json.ts'

/** JSON text, or its bytes if it is ASCII. */
export type JsonText = string | Uint8Array

/** Receives JSON text while it is produced. */
export interface JsonSink {
  /** The sink may keep bytes, which do not change. */
  write(text: JsonText): void
  /** Whether the producer should wait for {@link drained}: to yield, or for the reader. */
  readonly isFull: boolean
  /** Resolves when the producer may continue. Rejects when the text is no longer read. */
  drained(): Promise<void>
  /** Aborted when the text is no longer read. */
  readonly signal?: AbortSignal | undefined
}

/** Characters between yields to the event loop. */
const PAUSE_AFTER = 256 * 1024

/** Makes the producer yield from time to time. Discards the text by itself. */
export class PacedSink implements JsonSink {
  readonly signal: AbortSignal | undefined
  #sincePause = 0

  constructor(signal?: AbortSignal) {
    this.signal = signal
  }

  write(text: JsonText): void {
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

/** Returns the text as a string. */
export function toText(text: JsonText): string {
  if (typeof text === 'string') return text
  return Buffer.from(text.buffer, text.byteOffset, text.length).toString('latin1')
}

/** Writes a complete value. */
export function writeJson(sink: JsonSink, value: Json): void {
  sink.write(JSON.stringify(value))
}

/** Writes a list, and pauses when the sink requires it. */
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

  /** Writes fields with available values. */
  add(fields: Readonly<Record<string, Json>>): void {
    for (const [name, value] of Object.entries(fields)) {
      this.begin(name)
      writeJson(this.#sink, value)
    }
  }

  /** Starts a field, whose value the caller writes next. */
  begin(name: string): void {
    this.#sink.write(`${this.#separator}${JSON.stringify(name)}:`)
    this.#separator = ','
  }

  end(): void {
    this.#sink.write(this.#separator === '{' ? '{}' : '}')
  }
}
