import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { Logger } from '../../primitives/logger.ts'
import type { Dispatcher } from '../../rpc/core/dispatch.ts'
import type { EncodedJson } from '../../rpc/stream/encodedJson.ts'
import { ResponseLimiter } from '../../rpc/stream/responseLimiter.ts'
import { TextPieces } from '../../rpc/stream/textPieces.ts'
import { Backlog } from '../../rpc/subscribe/backlog.ts'
import type { Subscriber } from '../../rpc/subscribe/subscription.ts'
import { JsonSplitter } from './jsonSplitter.ts'

/** Maximum number of concurrent requests and unsent responses per connection. */
const MOST_REQUESTS = 100

/** Limits of a connection. */
export interface IpcLimits {
  /** Maximum size of a request in bytes. */
  readonly messageBytes: number
  /** Maximum characters of unsent notifications. */
  readonly bufferBytes: number
}

/** A client of a Unix socket with its requests, subscriptions and output. */
export class IpcConnection {
  readonly #socket: Socket
  readonly #dispatcher: Dispatcher
  readonly #logger: Logger
  readonly #limits: IpcLimits
  readonly #splitter = new JsonSplitter()
  readonly #longAnswers = new ResponseLimiter()
  readonly #backlog: Backlog
  readonly #subscriber: Subscriber
  readonly #leaving = new AbortController()
  #running = 0
  /** Resolves when all earlier output was written. */
  #last: Promise<void> = Promise.resolve()

  constructor(socket: Socket, dispatcher: Dispatcher, logger: Logger, limits: IpcLimits) {
    this.#socket = socket
    this.#dispatcher = dispatcher
    this.#logger = logger
    this.#limits = limits
    this.#backlog = new Backlog(limits.bufferBytes)
    this.#subscriber = dispatcher.subscriber({
      backlog: this.#backlog,
      notify: (id, result) => void this.#notify(id, result),
      overflow: () => this.#drop('too many pending notifications'),
    })
    socket.on('data', (chunk) => this.#take(chunk))
    socket.on('close', () => this.#end())
    // The close event follows.
    socket.on('error', () => {})
  }

  /** Ends the connection. */
  close(): void {
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    for (const message of this.#splitter.push(chunk)) void this.#run(message)
    if (this.#splitter.size > this.#limits.messageBytes) this.#drop('request too large')
    else if (this.#running >= MOST_REQUESTS) this.#socket.pause()
  }

  async #run(text: string): Promise<void> {
    this.#running++
    const subscriptions = this.#subscriber.forRequest()
    const turn = this.#longAnswers.turn()
    const { signal } = this.#leaving
    const answer = await this.#dispatcher.handle(text, { signal, subscriptions, turn })
    const sent =
      answer === undefined
        ? undefined
        : this.#send(answer instanceof TextPieces ? String(answer) : answer)
    subscriptions.answered()
    await sent
    turn.end()
    this.#running--
    if (this.#running < MOST_REQUESTS) this.#socket.resume()
  }

  async #notify(id: string, result: EncodedJson): Promise<void> {
    const params = `{"subscription":"${id}","result":${result.text}}`
    await this.#send(`{"jsonrpc":"2.0","method":"eth_subscription","params":${params}}`)
    this.#backlog.remove(result)
  }

  /** Writes responses one after the other, one per line. Resolves when it was sent or dropped. */
  #send(content: string | Readable): Promise<void> {
    // The producer of the response logs its errors.
    if (typeof content !== 'string') content.on('error', () => {})
    this.#last = this.#last.then(() => this.#write(content))
    return this.#last
  }

  async #write(content: string | Readable): Promise<void> {
    try {
      if (typeof content === 'string') return await this.#put(`${content}\n`)
      for await (const piece of content) await this.#put(piece)
      await this.#put('\n')
    } catch {
      // A part of the response was sent, and the rest will not be.
      this.#socket.destroy()
    }
  }

  async #put(piece: string | Uint8Array): Promise<void> {
    const { signal } = this.#leaving
    if (signal.aborted || this.#socket.write(piece)) return
    await once(this.#socket, 'drain', { signal }).catch(() => {})
  }

  #drop(reason: string): void {
    this.#logger.error(`IPC client disconnected: ${reason}`)
    this.#socket.destroy()
  }

  #end(): void {
    this.#leaving.abort('the client has disconnected')
    this.#subscriber.closeAll()
  }
}
