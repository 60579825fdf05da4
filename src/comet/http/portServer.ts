import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import type { Logger } from '../../primitives/logger.ts'
import {
  type AccessOptions,
  type AccessPolicy,
  createAccessPolicy,
} from '../../server/http/accessPolicy.ts'
import { createCors } from '../../server/http/cors.ts'
import { hasTwoHosts } from '../../server/http/httpHandler.ts'
import { announcesMore, readBody } from '../../server/http/readBody.ts'
import { rejectUpgrade } from '../../server/http/upgrades.ts'

/** Limits and access policy of a port. */
export interface PortOptions extends AccessOptions {
  readonly bodyLimitBytes: number
  /** Most requests of a batch. */
  readonly batchLimit: number
}

/** A request whose body was read. */
export interface PortRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** A response. */
export interface PortReply {
  readonly status: number
  /** Value of Content-Type. */
  readonly type: string
  readonly text: string
  /** Alternating names and values. */
  readonly headers?: readonly string[]
}

/** What a port serves. */
export interface PortHandler {
  /** Header of its responses that pages may read. */
  readonly exposed: string
  answer(request: PortRequest): Promise<PortReply>
  /** Answers a body that is too large. */
  tooLarge(): PortReply
  /** Completes or rejects a WebSocket handshake; default: there is no WebSocket. */
  upgrade?(request: IncomingMessage, socket: Duplex, head: Buffer, access: AccessPolicy): void
  close?(): Promise<void>
}

/** A server of one port. */
export interface PortServer {
  /** Port 0 selects a free port. Rejects with `code` EADDRINUSE if the port is in use. */
  listen(address: { readonly host: string; readonly port: number }): Promise<{
    readonly host: string
    readonly port: number
  }>
  close(): Promise<void>
}

/** As long as that of the JSON-RPC port. */
const KEEP_ALIVE_MS = 72_000
const TEXT = 'text/plain; charset=utf-8'

/** Serves a handler under the access policy of the JSON-RPC port. */
export function createPortServer(
  handler: PortHandler,
  options: PortOptions,
  logger: Logger,
): PortServer {
  const access = createAccessPolicy(options)
  const cors = createCors({ isOpen: access.isOpen, exposed: handler.exposed })
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    const refusal = hasTwoHosts(request) ? 'several Host headers' : access.check(request.headers)
    if (refusal !== undefined) {
      send(response, { status: 403, type: TEXT, text: `${refusal}\n` }, [])
      return
    }
    const around = cors.headers(request.headers)
    const preflight = request.method === 'OPTIONS' ? cors.preflight(request.headers) : undefined
    if (preflight !== undefined) response.writeHead(204, [...preflight]).end()
    else if (request.method === 'GET' || request.method === 'HEAD') answer('GET', '')
    else if (request.method !== 'POST') {
      const reply = { status: 405, type: TEXT, text: 'method not allowed\n' }
      send(response, reply, [...around, 'allow', 'GET, HEAD, POST, OPTIONS'])
    } else if (announcesMore(request, options.bodyLimitBytes)) {
      request.resume()
      send(response, handler.tooLarge(), around)
    } else {
      readBody(request, options.bodyLimitBytes, (body) => {
        if (body === undefined) send(response, handler.tooLarge(), around)
        else answer('POST', body)
      })
    }

    function answer(method: PortRequest['method'], body: string): void {
      const [path = '/', query = ''] = splitOnce(request.url ?? '/')
      handler
        .answer({ method, path, query: new URLSearchParams(query), headers: request.headers, body })
        .then(
          (reply) => send(response, reply, around, request.method === 'HEAD'),
          (error) => {
            logger.error(`${request.method} ${path} failed`, error)
            send(response, { status: 500, type: TEXT, text: 'internal error\n' }, around)
          },
        )
    }
  })
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const refusal = hasTwoHosts(request) ? 'several Host headers' : access.check(request.headers)
    if (refusal !== undefined) rejectUpgrade(socket, '403 Forbidden', refusal)
    else if (handler.upgrade === undefined) {
      rejectUpgrade(socket, '404 Not Found', 'WebSocket is not served here')
    } else handler.upgrade(request, socket, head, access)
  })
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
      await handler.close?.()
      const closed = new Promise<void>((resolve) => {
        // Called if the server never listened, too.
        server.close(() => resolve())
      })
      server.closeAllConnections()
      await closed
    },
  }
}

function splitOnce(url: string): readonly string[] {
  const at = url.indexOf('?')
  return at === -1 ? [url] : [url.slice(0, at), url.slice(at + 1)]
}

function send(
  response: ServerResponse,
  { status, type, text, headers = [] }: PortReply,
  around: readonly string[],
  isHead = false,
): void {
  if (response.headersSent) return
  const length = String(Buffer.byteLength(text))
  response.writeHead(status, [
    ...around,
    ...headers,
    ...['content-type', type, 'content-length', length],
  ])
  response.end(isHead ? undefined : text)
}
