import type { IncomingMessage, RequestListener } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Node } from '../../node/node.ts'
import type { Dispatcher, DispatchOptions } from '../../rpc/core/dispatch.ts'
import { nodeDispatcher } from '../../rpc/core/nodeDispatcher.ts'
import { requestedDialect } from '../../rpc/dialects/requestedDialect.ts'
import { RpcError } from '../../rpc/errors/rpcError.ts'
import { branchFromPath, DispatcherRegistry } from '../dispatcherRegistry.ts'
import { createWebSockets, type UpgradeRejection } from '../webSocket/webSocket.ts'
import { type AccessOptions, createAccessPolicy } from './accessPolicy.ts'
import { createHttpHandler, NOT_FOUND } from './httpHandler.ts'

/** Limits and access policy of an endpoint. */
export interface EndpointOptions extends AccessOptions, DispatchOptions {
  readonly bodyLimitBytes: number
  /** Maximum of unsent bytes for a slow WebSocket client; default: 16 MiB. */
  readonly webSocketBufferBytes?: number
  /** Interval of WebSocket pings; default: 30 s. */
  readonly webSocketPingMs?: number
}

/**
 * JSON-RPC of a node and its named branches over HTTP and WebSocket, without a server. Paths are
 * `/`, `/branch/NAME` and `/health`.
 */
export interface Endpoint {
  readonly serve: RequestListener
  /** Completes or rejects a WebSocket handshake. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void
  /** Closes all WebSocket connections. The node stays open. */
  close(): Promise<void>
}

/** Creates the endpoint of a node. */
export function createEndpoint(node: Node, options: EndpointOptions): Endpoint {
  const { bodyLimitBytes } = options
  const { webSocketBufferBytes = 16 * 1024 * 1024, webSocketPingMs = 30_000 } = options
  const access = createAccessPolicy(options)
  const entries = new DispatcherRegistry(node, nodeDispatcher(node, options), (gone) =>
    webSockets.closeThose(gone),
  )
  const webSockets = createWebSockets(dispatcherAt, node.logger, {
    access,
    messageBytes: bodyLimitBytes,
    bufferBytes: webSocketBufferBytes,
    pingIntervalMs: webSocketPingMs,
  })

  /** Returns the dispatcher of a URL, or the reason why it has none. */
  function dispatcherAt(url: string): Dispatcher | UpgradeRejection {
    const path = url.split('?', 1)[0] ?? ''
    const branch = branchFromPath(path)
    if (path !== '/' && branch === undefined) return notFound(NOT_FOUND)
    const dialect = requestedDialect(url)
    if (dialect instanceof RpcError) return badRequest(dialect.message)
    return entries.find(branch, dialect) ?? notFound('no such branch')
  }

  return {
    serve: createHttpHandler(node, entries, { access, bodyLimitBytes }),
    upgrade: (request, socket, head) => webSockets.upgrade(request, socket, head),
    async close() {
      entries.close()
      await webSockets.close()
    },
  }
}

function notFound(words: string): UpgradeRejection {
  return { status: '404 Not Found', words }
}

/** The message may quote the client. Headers must be ASCII. */
function badRequest(message: string): UpgradeRejection {
  return { status: '400 Bad Request', words: message.replace(/[^\x20-\x7e]/g, '?') }
}
