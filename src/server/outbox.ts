import type { Duplex, Readable } from 'node:stream'
import type { WebSocket } from 'ws'
import type { EncodedJson } from '../rpc/stream/encodedJson.ts'
import type { Backlog } from '../rpc/subscribe/backlog.ts'
import { Fifo } from './fifo.ts'
import { notificationFrame } from './webSocket/notificationFrame.ts'

/** Maximum of bytes buffered in a socket; the rest is queued here at a low cost. */
const FULL = 64 * 1024
/** Longer responses are sent in fragments of this size, each after the previous one was written. */
const PIECE = 256 * 1024

/** A notification, which shares its result with all recipients. */
export interface Notification {
  readonly subscription: string
  readonly result: EncodedJson
}

interface Answer {
  readonly content: string | Readable
  readonly length: number
  /** It was sent or dropped. */
  readonly done: () => void
}

/**
 * Lets outboxes write once per turn of the event loop, so that many small messages are one system
 * call.
 */
export class Flusher {
  readonly #outboxes = new Set<Outbox>()

  add(outbox: Outbox): void {
    if (this.#outboxes.size === 0) setImmediate(() => this.#flush())
    this.#outboxes.add(outbox)
  }

  #flush(): void {
    const outboxes = [...this.#outboxes]
    this.#outboxes.clear()
    for (const outbox of outboxes) outbox.flush()
  }
}

/**
 * Output queue of a client. Sent and dropped notifications are removed from the client's backlog.
 */
export class Outbox {
  /** Something was sent since this was last reset. */
  hasMoved = false
  readonly #ws: WebSocket
  readonly #socket: Duplex
  readonly #flusher: Flusher
  readonly #backlog: Backlog
  readonly #queue = new Fifo<Notification | Answer>()
  /** Characters of queued responses. */
  #answers = 0
  /** A long response is being sent: nothing may come between its fragments. */
  #isInPieces = false
  #isClosed = false

  constructor(ws: WebSocket, socket: Duplex, flusher: Flusher, backlog: Backlog) {
    this.#ws = ws
    this.#socket = socket
    this.#flusher = flusher
    this.#backlog = backlog
    socket.on('drain', () => {
      this.hasMoved = true
      this.flush()
    })
  }

  /** Approximate bytes of queued responses. */
  get answerBytes(): number {
    return this.#answers
  }

  get isEmpty(): boolean {
    return this.#queue.size === 0 && !this.#isInPieces && this.#socket.writableLength === 0
  }

  /** Whether writes are buffered in memory. */
  get isFull(): boolean {
    return this.#socket.writableLength >= FULL
  }

  /** Queues a notification. */
  notify(notification: Notification): void {
    if (this.#isClosed) return
    this.#queue.push(notification)
    this.#flusher.add(this)
  }

  /** Queues a response. Resolves when it was sent or dropped. */
  answer(content: string | Readable): Promise<void> {
    // The producer of the response logs its errors.
    if (typeof content !== 'string') content.on('error', () => {})
    return new Promise((done) => {
      const length = typeof content === 'string' ? content.length : content.readableLength
      const answer = { content, length, done }
      if (this.#isClosed) return drop(answer)
      this.#answers += length
      this.#queue.push(answer)
      this.#flusher.add(this)
    })
  }

  /** Writes as much as the socket takes. */
  flush(): void {
    if (this.#isInPieces || this.#isClosed) return
    this.#socket.cork()
    while (!this.isFull && !this.#isInPieces) {
      const next = this.#queue.shift()
      if (next === undefined) break
      this.#write(next)
    }
    this.#socket.uncork()
  }

  /** Drops unsent messages. */
  close(): void {
    this.#isClosed = true
    for (const waiting of this.#queue.drain()) {
      if ('content' in waiting) drop(waiting)
    }
  }

  #write(next: Notification | Answer): void {
    if ('result' in next) {
      this.#backlog.remove(next.result)
      // Nothing may follow the close frame.
      if (this.#ws.readyState !== this.#ws.OPEN) return
      this.#socket.write(notificationFrame(next.subscription, next.result.bytes))
    } else if (typeof next.content === 'string' && next.length <= PIECE) {
      this.#answers -= next.length
      this.#ws.send(next.content)
      next.done()
    } else {
      this.#isInPieces = true
      void this.#writePieces(next)
    }
  }

  /**
   * Waits for the client after each fragment, and before each for the response's producer, for
   * which the client is not responsible.
   */
  async #writePieces(answer: Answer): Promise<void> {
    try {
      const pieces = piecesOf(answer.content)
      for (;;) {
        this.#backlog.excuse()
        const { done, value: piece } = await pieces.next()
        this.#backlog.blame()
        if (done) break
        await this.#send(piece, false)
      }
      await this.#send(Buffer.alloc(0), true)
    } catch {
      // The client is gone, or the response failed midway, which cannot be reported otherwise.
      this.#ws.close(1011, 'a response was aborted')
    }
    this.#backlog.blame()
    this.#answers -= answer.length
    drop(answer)
    this.#isInPieces = false
    this.flush()
  }

  #send(piece: Buffer, fin: boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#ws.send(piece, { binary: false, fin }, (error) => {
        if (error) return reject(error)
        this.hasMoved = true
        resolve()
      })
    })
  }
}

function drop({ content, done }: Answer): void {
  if (typeof content !== 'string') content.destroy()
  done()
}

async function* piecesOf(content: string | Readable): AsyncGenerator<Buffer, undefined> {
  const chunks: Iterable<unknown> | AsyncIterable<unknown> =
    typeof content === 'string' ? [content] : content
  for await (const chunk of chunks) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE)
  }
  return undefined
}
