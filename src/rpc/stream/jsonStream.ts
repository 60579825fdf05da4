import { Readable } from 'node:stream'
import type { Json } from '../../primitives/encoding/json.ts'
import { JsonBuffer } from '../../tracers/jsonBuffer.ts'
import {
  type JsonSink,
  type JsonText,
  ObjectWriter,
  PacedSink,
  writeJson,
  writeList,
} from '../../tracers/jsonSink.ts'
import { TraceBudget } from '../../tracers/traceBudget.ts'
import type { ResponseSlot } from './responseLimiter.ts'
import { TextBuffer } from './textBuffer.ts'
import type { ResponseText, TextPieces } from './textPieces.ts'

/** A result whose text is produced incrementally, because it may exceed the memory. */
export class JsonStream {
  /** Writes one JSON value. */
  readonly writeTo: (sink: JsonSink) => Promise<void>

  constructor(writeTo: (sink: JsonSink) => Promise<void>) {
    this.writeTo = writeTo
  }
}

/** List entries per write. */
const SHORT = 1000

/** Streams a result with a long list at the top level or one level below; undefined for others. */
export function toJsonStream(result: Json): JsonStream | undefined {
  if (typeof result !== 'object' || result === null) return undefined
  const lists = Array.isArray(result) ? [result] : Object.values(result)
  const isLong = lists.some((list) => Array.isArray(list) && list.length > SHORT)
  return isLong ? new JsonStream((sink) => writePieces(sink, result)) : undefined
}

async function writePieces(sink: JsonSink, value: Json): Promise<void> {
  if (Array.isArray(value)) {
    return writeList(sink, value as readonly Json[], (item) => writeJson(sink, item))
  }
  if (typeof value !== 'object' || value === null) return writeJson(sink, value)
  const object = new ObjectWriter(sink)
  for (const [name, field] of Object.entries(value)) {
    object.begin(name)
    if (Array.isArray(field)) await writePieces(sink, field)
    else writeJson(sink, field)
  }
  object.end()
}

/**
 * Returns the text of a result.
 * @throws TraceError TRACE_TOO_LARGE, and errors of its production
 */
export async function stringifyResult(
  result: Json | JsonStream,
  signal?: AbortSignal,
): Promise<string> {
  if (!(result instanceof JsonStream)) return JSON.stringify(result)
  const buffer = new JsonBuffer(new TraceBudget(), signal)
  try {
    await result.writeTo(buffer)
  } catch (error) {
    throw signal?.aborted ? new ReaderClosedError('the client has disconnected') : error
  }
  return buffer.text
}

/** Text that is buffered; an error before that becomes an error response. */
const HELD_BACK = 8 * 1024 * 1024
/** Size from which a response counts as long and waits for its turn. */
const LONG = 256 * 1024

/** Thrown into the producer of a text that is no longer read. */
export class ReaderClosedError extends Error {}

/**
 * Returns a text around a result: a string or its bytes if it is short, otherwise a stream that is
 * produced as it is read.
 *
 * @param signal aborted when the response is no longer needed
 * @param turn permission to send a long response, if their number is limited
 * @param onFailure called if production fails after a part was sent; the stream then ends early
 * @throws errors of the result's production while nothing was sent
 */
export async function streamText(
  { writeTo }: JsonStream,
  [head, tail]: readonly [string, string],
  onFailure: (error: unknown) => void,
  signal?: AbortSignal,
  turn?: ResponseSlot,
): Promise<ResponseText> {
  const sink = new StreamSink(signal, turn)
  sink.write(head)
  const written = writeTo(sink).then(
    () => sink.write(tail),
    (error: unknown) => {
      // The result is no longer needed.
      throw sink.signal?.aborted ? new ReaderClosedError('the client has disconnected') : error
    },
  )
  await Promise.race([written, sink.overflowed])
  const { readable } = sink
  if (readable === undefined) return sink.text
  written.then(
    () => sink.end(),
    (error: unknown) => {
      if (!(error instanceof ReaderClosedError)) onFailure(error)
      readable.destroy(error instanceof Error ? error : new Error(String(error)))
    },
  )
  return readable
}

/** Sends the text to the reader, in its turn and at the reader's pace. */
class StreamSink extends PacedSink {
  /** Undefined while all text is buffered. */
  readable: Readable | undefined
  /** Resolves when there is a stream to read. */
  readonly overflowed: Promise<void>
  #announce: () => void = () => {}
  readonly #buffer = new TextBuffer()
  /** Resumes the producer that waits for the reader. */
  #wake: () => void = () => {}
  #isBehind = false
  readonly #gone: AbortController
  readonly #turn: ResponseSlot | undefined

  constructor(signal?: AbortSignal, turn?: ResponseSlot) {
    const gone = new AbortController()
    super(gone.signal)
    this.#gone = gone
    this.#turn = turn
    signal?.addEventListener('abort', () => this.#leave(), { once: true })
    if (signal?.aborted) this.#leave()
    this.overflowed = new Promise((resolve) => {
      this.#announce = resolve
    })
  }

  /** All text so far, while it is buffered. */
  get text(): string | TextPieces {
    return this.#buffer.text
  }

  override get isFull(): boolean {
    return this.#isBehind || this.#isWaiting || super.isFull
  }

  override write(text: JsonText): void {
    super.write(text)
    this.#buffer.write(text)
    if (this.#buffer.size === 0) return
    if (this.readable !== undefined) this.#pass()
    else if (this.#buffer.size > HELD_BACK) this.#open()
  }

  override async drained(): Promise<void> {
    const { signal } = this.#gone
    if (this.#isWaiting) await this.#turn?.take(signal)
    await super.drained()
    while (this.#isBehind && !signal.aborted) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
    if (signal.aborted) throw new ReaderClosedError('the client has disconnected')
  }

  end(): void {
    this.#buffer.cut()
    this.#pass()
    this.readable?.push(null)
  }

  get #isWaiting(): boolean {
    return this.#buffer.length > LONG && this.#turn?.isTaken === false
  }

  #open(): void {
    this.readable = new Readable({
      highWaterMark: HELD_BACK,
      read: () => {
        this.#isBehind = false
        this.#wake()
      },
      destroy: (error, done) => {
        this.#leave()
        done(error)
      },
    })
    this.#pass()
    this.#announce()
  }

  #leave(): void {
    this.#gone.abort()
    this.#wake()
  }

  #pass(): void {
    for (const piece of this.#buffer.take()) this.#isBehind = this.readable?.push(piece) === false
  }
}
