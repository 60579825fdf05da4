import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { WebSocketServer } from 'ws'
import type { Logger } from '../../primitives/logger.ts'
import type { Dispatcher } from '../../rpc/core/dispatch.ts'
import type { AccessPolicy } from '../http/accessPolicy.ts'
import { rejectUpgrade } from '../http/upgrades.ts'
import { Flusher } from '../outbox.ts'
import { type ConnectionContext, WebSocketConnection } from './webSocketConnection.ts'

/** Limits and access policy of WebSocket connections. */
export interface WebSocketOptions {
  /** Browsers do not apply CORS to WebSocket, but send the page's origin. */
  readonly access: AccessPolicy
  /** Maximum size of a client's message. */
  readonly messageBytes: number
  /** Maximum of unsent bytes for a slow client. */
  readonly bufferBytes: number
  /** Interval of pings. */
  readonly pingIntervalMs: number
}

/** Reason of a rejected handshake. */
export interface UpgradeRejection {
  readonly status: string
  /** In ASCII. */
  readonly words: string
}

/** JSON-RPC over WebSocket on the sockets of an HTTP server. */
export interface WebSockets {
  /** Completes or rejects a handshake. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Closes the connections of one dispatcher. */
  closeThose(to: Dispatcher): void
  /** Closes all connections and rejects new ones. */
  close(): Promise<void>
}

/** Time for the close handshake. */
const GOODBYE_MS = 300

/**
 * Serves dispatchers by path.
 *
 * @param find returns the dispatcher of a URL, or the reason for a rejection
 */
export function createWebSockets(
  find: (url: string) => Dispatcher | UpgradeRejection,
  logger: Logger,
  options: WebSocketOptions,
): WebSockets {
  const { access, messageBytes, bufferBytes, pingIntervalMs } = options
  let handshake: WebSocketServer | undefined
  let loading: Promise<void> | undefined
  const around: ConnectionContext = { logger, flusher: new Flusher(), bufferBytes }
  const connections = new Map<WebSocketConnection, Dispatcher>()
  /** Sockets during or before the handshake, which the HTTP server no longer closes. */
  const strangers = new Set<Duplex>()
  let isClosed = false
  let onLastGone = (): void => {}

  function checkAll(): void {
    for (const connection of connections.keys()) connection.check()
  }

  /** Loads `ws` with the first upgrade: many nodes have none. */
  async function loadHandshake(): Promise<void> {
    const { WebSocketServer } = await import('ws')
    handshake = new WebSocketServer({
      noServer: true,
      clientTracking: false,
      perMessageDeflate: false,
      autoPong: false,
      maxPayload: messageBytes,
    })
  }

  /** @param url at the time of the upgrade: routers change it while they call */
  function upgrade(
    url: string,
    ...[request, socket, head]: Parameters<WebSockets['upgrade']>
  ): void {
    const dispatcher = find(url)
    const refusal = access.check(request.headers)
    if (isClosed) {
      rejectUpgrade(socket, '503 Service Unavailable', 'the node is shutting down')
    } else if ('words' in dispatcher) {
      rejectUpgrade(socket, dispatcher.status, dispatcher.words)
    } else if (refusal !== undefined) {
      rejectUpgrade(socket, '403 Forbidden', refusal)
    } else {
      handshake?.handleUpgrade(request, socket, head, (ws) => {
        strangers.delete(socket)
        const connection = new WebSocketConnection(ws, socket, dispatcher, around)
        connections.set(connection, dispatcher)
        ws.once('close', () => {
          connections.delete(connection)
          if (connections.size === 0) onLastGone()
        })
      })
    }
  }

  // After pending input was read: clients are not responsible for a busy process.
  const pinging = setInterval(() => setImmediate(checkAll), pingIntervalMs)
  pinging.unref()

  return {
    upgrade(request, socket, head) {
      strangers.add(socket)
      socket.once('close', () => strangers.delete(socket))
      const { url = '' } = request
      if (handshake !== undefined) {
        upgrade(url, request, socket, head)
        return
      }
      const ignore = (): void => {}
      socket.on('error', ignore)
      loading ??= loadHandshake()
      loading.then(
        () => {
          socket.off('error', ignore)
          upgrade(url, request, socket, head)
        },
        (error) => {
          logger.error('WebSocket failed', error)
          socket.destroy()
        },
      )
    },
    closeThose(to) {
      for (const [connection, dispatcher] of connections) {
        if (dispatcher === to) connection.close('the branch was deleted')
      }
    },
    async close() {
      isClosed = true
      clearInterval(pinging)
      for (const socket of strangers) socket.destroy()
      if (connections.size === 0) return
      const allGone = new Promise<void>((resolve) => {
        onLastGone = resolve
      })
      for (const connection of connections.keys()) connection.close('the node is shutting down')
      const goodbye = setTimeout(() => {
        for (const connection of connections.keys()) connection.terminate()
      }, GOODBYE_MS)
      await allGone
      clearTimeout(goodbye)
    },
  }
}
