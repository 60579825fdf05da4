import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Node } from '../../node/node.ts'
import type { Dispatcher, DispatchOptions } from '../../rpc/core/dispatch.ts'
import { nodeDispatcher } from '../../rpc/core/nodeDispatcher.ts'
import { requestedDialect } from '../../rpc/dialects/requestedDialect.ts'
import { RpcError } from '../../rpc/errors/rpcError.ts'
import { branchFromPath, DispatcherRegistry } from '../dispatcherRegistry.ts'
import { createWebSockets, type UpgradeRejection } from '../webSocket/webSocket.ts'
import { type AccessOptions, createAccessPolicy } from './accessPolicy.ts'
import { createHttpHandler, hasTwoHosts, NOT_FOUND } from './httpHandler.ts'
import { PendingResponses, rejectUpgrade, serveWithoutUpgrade } from './upgrades.ts'

/** Limits and manners of the server. */
export interface ServerOptions extends AccessOptions, DispatchOptions {
  readonly bodyLimitBytes: number
  /** What may wait for a WebSocket client that reads slowly; default: 16 MiB. */
  readonly webSocketBufferBytes?: number
  /** How often WebSocket clients are asked whether they are still there; default: every 30 s. */
  readonly webSocketPingMs?: number
}

/** JSON-RPC at `/`, and of named branches at `/branch/NAME`, over HTTP POST and over WebSocket. */
export interface Server {
  /** Starts to listen, port 0 for any free one; where it listens now. Rejects with `code` EADDRINUSE on a busy port. */
  listen(address: { readonly host: string; readonly port: number }): Promise<{
    readonly host: string
    readonly port: number
  }>
  /** Stops listening and ends all connections, idle ones and busy ones. The node goes on. */
  close(): Promise<void>
}

/** Longer than clients keep a connection that they do not use: those that would ask over one that is just being closed fail. */
const KEEP_ALIVE_MS = 72_000

/** Host and port as a URL has them: an IPv6 address in brackets. */
export function formatAddress({
  host,
  port,
}: {
  readonly host: string
  readonly port: number
}): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}

/** Serves a node. */
export function createServer(node: Node, options: ServerOptions): Server {
  const { bodyLimitBytes } = options
  const { webSocketBufferBytes = 16 * 1024 * 1024, webSocketPingMs = 30_000 } = options
  const dispatcher = nodeDispatcher(node, options)
  const access = createAccessPolicy(options)
  const entries = new DispatcherRegistry(node, dispatcher, (gone) => webSockets.closeThose(gone))
  const server = createHttpServer(
    { keepAliveTimeout: KEEP_ALIVE_MS },
    createHttpHandler(node, entries, { access, bodyLimitBytes }),
  )
  const webSockets = createWebSockets(dispatcherAt, node.logger, {
    access,
    messageBytes: bodyLimitBytes,
    bufferBytes: webSocketBufferBytes,
    pingIntervalMs: webSocketPingMs,
  })
  const pending = new PendingResponses(server)
  server.on('checkContinue', (request, response) => {
    // Nobody knows whether a body follows where none is asked for.
    response.shouldKeepAlive = false
    server.emit('request', request, response)
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const earlier = pending.of(socket)
    if (earlier.some(({ headersSent }) => headersSent)) {
      // Whatever were written now would be taken for a part of that response.
      socket.destroy()
    } else if (earlier.length > 0) {
      rejectUpgrade(socket, '400 Bad Request', 'an upgrade may be asked for once all is answered')
    } else if (hasTwoHosts(request)) {
      rejectUpgrade(socket, '400 Bad Request', 'several Host headers')
    } else if (request.headers.upgrade?.toLowerCase() === 'websocket') {
      webSockets.upgrade(request, socket, head)
    } else {
      serveWithoutUpgrade(server, request, socket, head)
    }
  })

  /** What serves a URL over WebSocket, or why nothing does. */
  function dispatcherAt(url: string): Dispatcher | UpgradeRejection {
    const path = url.split('?', 1)[0] ?? ''
    const branch = branchFromPath(path)
    if (path !== '/' && branch === undefined) return notFound(NOT_FOUND)
    const dialect = requestedDialect(url)
    if (dialect instanceof RpcError) return badRequest(dialect.message)
    return entries.find(branch, dialect) ?? notFound('no such branch')
  }

  return {
    listen({ host, port }) {
      return new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen({ host, port }, () => {
          server.off('error', reject)
          const { address, port: bound } = server.address() as AddressInfo
          resolve({ host: address, port: bound })
        })
      })
    },
    async close() {
      entries.close()
      await webSockets.close()
      const closed = new Promise<void>((resolve) => {
        // Said of one that never listened, too.
        server.close(() => resolve())
      })
      server.closeAllConnections()
      await closed
    },
  }
}

function notFound(words: string): UpgradeRejection {
  return { status: '404 Not Found', words }
}

/** In ASCII, which the words of the client may not be. */
function badRequest(message: string): UpgradeRejection {
  return { status: '400 Bad Request', words: message.replace(/[^\x20-\x7e]/g, '?') }
}
