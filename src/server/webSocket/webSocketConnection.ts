import type { Duplex } from 'node:stream'
import type { WebSocket } from 'ws'
import type { Logger } from '../../primitives/logger.ts'
import type { Dispatcher } from '../../rpc/core/dispatch.ts'
import { ResponseLimiter } from '../../rpc/stream/responseLimiter.ts'
import { TextPieces } from '../../rpc/stream/textPieces.ts'
import { Backlog } from '../../rpc/subscribe/backlog.ts'
import type { Subscriber } from '../../rpc/subscribe/subscription.ts'
import { Fifo } from '../fifo.ts'
import { type Flusher, Outbox } from '../outbox.ts'

/** Maximum number of concurrent requests and unsent responses per connection. */
const MOST_REQUESTS = 100

/** State common to all connections. */
export interface ConnectionContext {
  readonly logger: Logger
  readonly flusher: Flusher
  /**
   * Maximum bytes of unsent notifications. With as many bytes of requests or responses, reading
   * pauses.
   */
  readonly bufferBytes: number
}

/** A client with its requests, subscriptions and output. Ends with its socket. */
export class WebSocketConnection {
  readonly #ws: WebSocket
  readonly #dispatcher: Dispatcher
  readonly #logger: Logger
  readonly #bufferBytes: number
  readonly #outbox: Outbox
  readonly #subscriber: Subscriber
  readonly #longAnswers = new ResponseLimiter()
  /** Received requests that are not started, at most those of one socket read. */
  readonly #waiting = new Fifo<string>()
  /** One per request, aborted when the client disconnects. */
  readonly #running = new Set<AbortController>()
  /** Characters of the running requests. */
  #runningLength = 0
  #isClosed = false
  /** Something was received since the last ping. */
  #wasHeard = true
  /** Checks in a row without a sign of life. */
  #missed = 0

  constructor(ws: WebSocket, socket: Duplex, dispatcher: Dispatcher, around: ConnectionContext) {
    this.#ws = ws
    this.#dispatcher = dispatcher
    this.#logger = around.logger
    this.#bufferBytes = around.bufferBytes
    const backlog = new Backlog(around.bufferBytes)
    this.#outbox = new Outbox(ws, socket, around.flusher, backlog)
    this.#subscriber = dispatcher.subscriber({
      backlog,
      notify: (subscription, result) => this.#outbox.notify({ subscription, result }),
      overflow: () => this.#dropOverflown(),
    })
    // A binary frame is also accepted as text.
    ws.on('message', (data) => this.#take(String(data)))
    ws.on('pong', () => this.#hear())
    ws.on('ping', (data) => this.#answerPing(data))
    ws.on('close', () => this.#end())
    // The library closes with the code for frames that are too large or malformed.
    ws.on('error', () => {})
  }

  /**
   * Pings the client, and closes it after two calls in a row without a sign of life. One may be
   * the fault of a busy process: a pong can arrive right after the check that missed it.
   */
  check(): void {
    const isAlive = this.#wasHeard || this.#outbox.hasMoved
    // While reading is paused, nothing can be received; without unsent output the client is not
    // responsible.
    const isMissed = !isAlive && !(this.#ws.isPaused && this.#outbox.isEmpty)
    this.#missed = isMissed ? this.#missed + 1 : 0
    if (this.#missed === 2) {
      this.#logger.info('WebSocket client disconnected: no response to pings')
      this.#drop()
      return
    }
    this.#wasHeard = false
    this.#outbox.hasMoved = false
    if (!this.#outbox.isFull) this.#ws.ping()
  }

  /** Closes with the code and reason of a shutdown. */
  close(reason: string): void {
    this.#ws.close(1001, reason)
    this.#end()
  }

  terminate(): void {
    this.#ws.terminate()
  }

  #hear(): void {
    this.#wasHeard = true
  }

  #answerPing(data: Buffer): void {
    this.#hear()
    if (!this.#outbox.isFull) this.#ws.pong(data)
  }

  #take(text: string): void {
    this.#hear()
    if (this.#isClosed) return
    this.#waiting.push(text)
    this.#startWaiting()
  }

  /** Starts queued requests up to the limit, in order of arrival. */
  #startWaiting(): void {
    while (this.#mayStart()) {
      const text = this.#waiting.shift()
      if (text === undefined) break
      void this.#run(text)
    }
    if (this.#isClosed) return
    if (this.#waiting.size > 0 || !this.#mayStart()) this.#ws.pause()
    else if (this.#ws.isPaused) this.#ws.resume()
  }

  #mayStart(): boolean {
    if (this.#running.size >= MOST_REQUESTS) return false
    return Math.max(this.#runningLength, this.#outbox.answerBytes) <= this.#bufferBytes
  }

  async #run(text: string): Promise<void> {
    const leaving = new AbortController()
    this.#running.add(leaving)
    this.#runningLength += text.length
    const subscriptions = this.#subscriber.forRequest()
    const turn = this.#longAnswers.turn()
    const { signal } = leaving
    const answer = await this.#dispatcher.handle(text, { signal, subscriptions, turn })
    const sent =
      answer === undefined
        ? undefined
        : this.#outbox.answer(answer instanceof TextPieces ? String(answer) : answer)
    subscriptions.answered()
    await sent
    turn.end()
    this.#running.delete(leaving)
    this.#runningLength -= text.length
    this.#startWaiting()
  }

  #dropOverflown(): void {
    if (this.#isClosed) return
    this.#logger.error('WebSocket client disconnected: too many pending notifications')
    this.#drop()
  }

  #drop(): void {
    this.#ws.terminate()
    this.#end()
  }

  #end(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#waiting.drain()
    this.#subscriber.closeAll()
    for (const leaving of this.#running) leaving.abort()
    this.#outbox.close()
  }
}
