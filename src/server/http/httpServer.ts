import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Node } from '../../node/node.ts'
import { createEndpoint, type EndpointOptions } from './endpoint.ts'
import { endpointPlugin } from './endpointPlugin.ts'
import { hasTwoHosts } from './httpHandler.ts'
import { PendingResponses, rejectUpgrade, serveWithoutUpgrade } from './upgrades.ts'

/** JSON-RPC at `/`, and of named branches at `/branch/NAME`, over HTTP POST and over WebSocket. */
export interface Server {
  /**
   * Starts to listen and returns the bound address. Port 0 selects a free port. Rejects with `code`
   * EADDRINUSE if the port is in use.
   */
  listen(address: { readonly host: string; readonly port: number }): Promise<{
    readonly host: string
    readonly port: number
  }>
  /** Stops listening and ends all connections. The node stays open. */
  close(): Promise<void>
}

/**
 * Longer than the idle timeout of common clients, which otherwise write to a closing connection.
 */
export const KEEP_ALIVE_MS = 72_000

/** Formats host and port for a URL, with an IPv6 address in brackets. */
export function formatAddress({
  host,
  port,
}: {
  readonly host: string
  readonly port: number
}): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`
}

/**
 * Serves a node with Fastify. A `POST` goes from the socket straight to the endpoint, everything
 * else through the routes of the app: both run the same handler. The app is loaded with the first
 * request that needs it, as it takes a third of the start (ADR 28).
 *
 * @param server listens already; default: a new one
 */
export function createServer(
  node: Node,
  options: EndpointOptions,
  server: HttpServer = createHttpServer({ keepAliveTimeout: KEEP_ALIVE_MS }),
): Server {
  const endpoint = createEndpoint(node, options)
  let app: Promise<FastifyInstance> | undefined
  server.on('request', (request, response) => {
    if (request.method === 'POST') endpoint.serve(request, response)
    else route(request, response)
  })
  const pending = new PendingResponses(server)
  server.on('checkContinue', (request, response) => {
    // It is unknown whether the body follows if the server does not ask for it.
    response.shouldKeepAlive = false
    server.emit('request', request, response)
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const earlier = pending.of(socket)
    if (earlier.some(({ headersSent }) => headersSent)) {
      // Anything written now would become part of that response.
      socket.destroy()
    } else if (earlier.length > 0) {
      rejectUpgrade(socket, '400 Bad Request', 'upgrade requests must wait for pending responses')
    } else if (hasTwoHosts(request)) {
      rejectUpgrade(socket, '400 Bad Request', 'several Host headers')
    } else if (request.headers.upgrade?.toLowerCase() === 'websocket') {
      endpoint.upgrade(request, socket, head)
    } else {
      serveWithoutUpgrade(server, request, socket, head)
    }
  })

  function route(request: IncomingMessage, response: ServerResponse): void {
    app ??= createApp()
    app.then(
      ({ routing }) => routing(request, response),
      (error) => {
        node.logger.error('HTTP server failed', error)
        response.destroy()
      },
    )
  }

  async function createApp(): Promise<FastifyInstance> {
    const { fastify } = await import('fastify')
    const created = fastify({
      serverFactory: () => server,
      // URLs that the router cannot parse.
      frameworkErrors(_error, { raw }, reply) {
        reply.hijack()
        endpoint.serve(raw, reply.raw)
      },
    })
    // Keep Node's own answers to malformed requests.
    server.removeAllListeners('clientError')
    created.register(endpointPlugin, { endpoint })
    await created.ready()
    return created
  }

  return {
    listen({ host, port }) {
      return new Promise((resolve, reject) => {
        const ready = () => {
          server.off('error', reject)
          const { address, port: bound } = server.address() as AddressInfo
          resolve({ host: address, port: bound })
        }
        server.once('error', reject)
        if (server.listening) ready()
        else server.listen({ host, port }, ready)
      })
    },
    async close() {
      await endpoint.close()
      const closed = new Promise<void>((resolve) => {
        // Called if the server never listened, too.
        server.close(() => resolve())
      })
      server.closeAllConnections()
      await closed
      await (await app)?.close()
    },
  }
}
