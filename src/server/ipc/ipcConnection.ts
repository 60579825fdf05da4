import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { Logger } from '../../primitives/logger.ts'
import type { Dispatcher } from '../../rpc/core/dispatch.ts'
import type { EncodedJson } from '../../rpc/stream/encodedJson.ts'
import { ResponseLimiter } from '../../rpc/stream/responseLimiter.ts'
import { Backlog } from '../../rpc/subscribe/backlog.ts'
import type { Subscriber } from '../../rpc/subscribe/subscription.ts'
import { JsonSplitter } from './jsonSplitter.ts'

/** Requests of one connection that run, or whose answers wait, at a time. */
const MOST_REQUESTS = 100

/** How much a connection may hold. */
export interface IpcLimits {
  /** Bytes of a request. */
  readonly messageBytes: number
  /** Characters of notifications that may wait. */
  readonly bufferBytes: number
}

/**
 * A client on a Unix socket: its requests, its subscriptions and what is to be sent to it. Ends
 * with its socket.
 */
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
  /** When all that was to be sent before is with the operating system. */
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
      overflow: () => this.#drop('more notifications wait for it than may'),
    })
    socket.on('data', (chunk) => this.#take(chunk))
    socket.on('close', () => this.#end())
    // The close that follows says all that there is to say.
    socket.on('error', () => {})
  }

  /** Ends the connection. */
  close(): void {
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    for (const message of this.#splitter.push(chunk)) void this.#run(message)
    if (this.#splitter.size > this.#limits.messageBytes) this.#drop('its request is too large')
    else if (this.#running >= MOST_REQUESTS) this.#socket.pause()
  }

  async #run(text: string): Promise<void> {
    this.#running++
    const subscriptions = this.#subscriber.forRequest()
    const turn = this.#longAnswers.turn()
    const { signal } = this.#leaving
    const answer = await this.#dispatcher.handle(text, { signal, subscriptions, turn })
    const sent = answer === undefined ? undefined : this.#send(answer)
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

  /**
   * One after the other, each on a line of its own. Resolves when it was sent, or never will be.
   */
  #send(content: string | Readable): Promise<void> {
    // Nothing else may bring the process down: whoever makes the answer logs what fails.
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
      // A part of the answer is with the client, and the rest will never be.
      this.#socket.destroy()
    }
  }

  async #put(piece: string | Uint8Array): Promise<void> {
    const { signal } = this.#leaving
    if (signal.aborted || this.#socket.write(piece)) return
    await once(this.#socket, 'drain', { signal }).catch(() => {})
  }

  #drop(reason: string): void {
    this.#logger.error(`an IPC client was dropped: ${reason}`)
    this.#socket.destroy()
  }

  #end(): void {
    this.#leaving.abort('the client is gone')
    this.#subscriber.closeAll()
  }
}
