import { Readable } from 'node:stream'
import type { Json } from '../../primitives/encoding/json.ts'
import { JsonBuffer } from '../../tracers/jsonBuffer.ts'
import {
  type JsonSink,
  ObjectWriter,
  PacedSink,
  writeJson,
  writeList,
} from '../../tracers/jsonSink.ts'
import { TraceBudget } from '../../tracers/traceBudget.ts'
import type { ResponseSlot } from './responseLimiter.ts'

/** A result whose text is written while it is made: one that may be too long for memory. */
export class JsonStream {
  /** Writes one JSON value. */
  readonly writeTo: (sink: JsonSink) => Promise<void>

  constructor(writeTo: (sink: JsonSink) => Promise<void>) {
    this.writeTo = writeTo
  }
}

/** Entries of a list that are written at once. */
const SHORT = 1000

/**
 * A result with a long list at its top, or one level below, as one that is written piece by piece:
 * undefined for others.
 */
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

/** The text of a result. @throws TraceError TRACE_TOO_LARGE, and what making it throws */
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

/** Text that is held back: until then what fails is answered by an error. */
const HELD_BACK = 8 * 1024 * 1024
/** Text from which an answer is long, and waits for its turn. */
const LONG = 256 * 1024
/** Text goes on its way in pieces of this length at least. */
const PIECE = 64 * 1024

/** Thrown into what makes a text that nobody reads any more. */
export class ReaderClosedError extends Error {}

/**
 * A text around a result that is written while it is made: a string where it is short, else a
 * stream that goes on as it is read.
 *
 * @param signal aborted when nobody wants the answer any more
 * @param turn what lets it be long, where few of a connection's answers may be at a time
 * @param onFailure told what went wrong when a part was sent already; the stream ends early then
 * @throws what making the result throws while nothing was sent
 */
export async function streamText(
  { writeTo }: JsonStream,
  [head, tail]: readonly [string, string],
  onFailure: (error: unknown) => void,
  signal?: AbortSignal,
  turn?: ResponseSlot,
): Promise<string | Readable> {
  const sink = new StreamSink(signal, turn)
  sink.write(head)
  const written = writeTo(sink).then(
    () => sink.write(tail),
    (error: unknown) => {
      // Whatever it was: it was for nobody.
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

/** Sends the text to who reads the answer, in its turn and at the reader's pace. */
class StreamSink extends PacedSink {
  /** Undefined while all text is held back. */
  readable: Readable | undefined
  /** Resolves when there is a stream to read. */
  readonly overflowed: Promise<void>
  #announce: () => void = () => {}
  /** Text that is not in {@link #held} yet. */
  #text = ''
  #held: Buffer[] = []
  #heldBytes = 0
  #length = 0
  /** Lets go on who waits for the reader. */
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

  /** All that was written, while it is held back. */
  get text(): string {
    this.#cut()
    return Buffer.concat(this.#held).toString()
  }

  override get isFull(): boolean {
    return this.#isBehind || this.#isWaiting || super.isFull
  }

  override write(text: string): void {
    super.write(text)
    this.#length += text.length
    this.#text += text
    if (this.#text.length < PIECE) return
    this.#cut()
    if (this.readable !== undefined) this.#pass()
    else if (this.#heldBytes > HELD_BACK) this.#open()
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
    this.#cut()
    this.#pass()
    this.readable?.push(null)
  }

  get #isWaiting(): boolean {
    return this.#length > LONG && this.#turn?.isTaken === false
  }

  #cut(): void {
    const bytes = Buffer.from(this.#text)
    this.#text = ''
    this.#held.push(bytes)
    this.#heldBytes += bytes.length
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
    for (const bytes of this.#held) this.#isBehind = this.readable?.push(bytes) === false
    this.#held = []
  }
}
