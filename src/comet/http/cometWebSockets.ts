import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Logger } from '../../primitives/logger.ts'
import { rejectUpgrade } from '../../server/http/upgrades.ts'
import type { CometDispatcher } from '../rpc/cometDispatcher.ts'
import type { SubscriptionCenter } from '../rpc/subscriptions.ts'

const PATH = '/websocket'
const PING_MS = 30_000
/** Bytes of unsent messages to a slow client. */
const MOST_UNSENT = 16 * 1024 * 1024
/** Requests of a client that wait for their turn; more are not read from its socket. */
const MOST_WAITING = 100
/** Time for the close handshake. */
const GOODBYE_MS = 300

/** CometBFT's JSON-RPC with subscriptions over WebSocket. */
export class CometWebSockets {
  readonly #dispatcher: CometDispatcher
  readonly #center: SubscriptionCenter
  readonly #logger: Logger
  readonly #server: WebSocketServer
  readonly #alive = new Map<WebSocket, { isHeard: boolean }>()
  readonly #pinging: NodeJS.Timeout

  constructor(
    dispatcher: CometDispatcher,
    center: SubscriptionCenter,
    logger: Logger,
    messageBytes: number,
  ) {
    this.#dispatcher = dispatcher
    this.#center = center
    this.#logger = logger
    this.#server = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      maxPayload: messageBytes,
    })
    this.#pinging = setInterval(() => this.#ping(), PING_MS)
    this.#pinging.unref()
  }

  /** Completes or rejects a handshake. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const path = (request.url ?? '/').split('?', 1)[0]
    if (path === PATH) this.#server.handleUpgrade(request, socket, head, (ws) => this.#serve(ws))
    else rejectUpgrade(socket, '404 Not Found', `WebSocket is served at ${PATH}`)
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    clearInterval(this.#pinging)
    const open = [...this.#alive.keys()]
    if (open.length === 0) return
    const gone = open.map((ws) => new Promise<void>((resolve) => ws.once('close', () => resolve())))
    for (const ws of open) ws.close(1001, 'the node is shutting down')
    const goodbye = setTimeout(() => {
      for (const ws of open) ws.terminate()
    }, GOODBYE_MS)
    await Promise.all(gone)
    clearTimeout(goodbye)
  }

  #serve(ws: WebSocket): void {
    const life = { isHeard: true }
    this.#alive.set(ws, life)
    const send = (text: string): void => {
      if (ws.readyState !== ws.OPEN) return
      if (ws.bufferedAmount > MOST_UNSENT) {
        this.#logger.error('WebSocket client disconnected: too many pending events')
        ws.terminate()
        return
      }
      ws.send(text)
    }
    const subscriber = this.#center.subscriber((id, result) =>
      send(`{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`),
    )
    let last: Promise<void> = Promise.resolve()
    let waiting = 0
    // One after the other, as CometBFT does.
    const take = async (text: string): Promise<void> => {
      const answer = await this.#dispatcher.body(text, subscriber)
      if (answer !== undefined) send(JSON.stringify(answer.json))
    }
    ws.on('message', (data) => {
      life.isHeard = true
      waiting++
      if (waiting >= MOST_WAITING) ws.pause()
      last = last
        .then(() => (ws.readyState === ws.OPEN ? take(String(data)) : undefined))
        .catch((error) => this.#logger.error('a WebSocket request failed', error))
        .then(() => {
          waiting--
          if (ws.isPaused) ws.resume()
        })
    })
    ws.on('pong', () => {
      life.isHeard = true
    })
    ws.on('close', () => {
      this.#alive.delete(ws)
      subscriber.close()
    })
    // The library closes with the code for frames that are too large or malformed.
    ws.on('error', () => {})
  }

  /** Ends the connections that were silent since the last ping. */
  #ping(): void {
    for (const [ws, life] of this.#alive) {
      if (!life.isHeard) ws.terminate()
      else {
        life.isHeard = false
        ws.ping()
      }
    }
  }
}
