import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import cors from '@fastify/cors'
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { Node } from '../node/node.ts'
import { requestedDialect } from '../rpc/compat/requestedDialect.ts'
import { createDispatcher, type Dispatcher, type DispatchOptions } from '../rpc/dispatch.ts'
import { deprecationHeader } from '../rpc/legacyGate.ts'
import { placeRefusals } from '../rpc/placeRefusals.ts'
import { methods } from '../rpc/registry.ts'
import { RpcError, rpcCode } from '../rpc/rpcError.ts'
import { type AccessOptions, createAccessPolicy } from './accessPolicy.ts'
import { branchAt, Entries } from './entries.ts'
import { PendingResponses } from './pendingResponses.ts'
import { refuse } from './refuse.ts'
import { serveWithoutUpgrade } from './serveWithoutUpgrade.ts'
import { START_PAGE_POLICY, startPage } from './startPage.ts'
import { createWebSockets, type UpgradeRefusal } from './webSocket.ts'

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
  /** Answers one request without a socket, for tests. */
  inject: FastifyInstance['inject']
  /** Stops listening and ends all connections, idle ones and busy ones. The node goes on. */
  close(): Promise<void>
}

/** The route parameter of a branch's path; none at `/`. */
interface Place {
  readonly Params: { readonly name?: string }
}

const NOT_FOUND = 'not found: JSON-RPC is served at / and, of branches, at /branch/NAME'

const JSON_TYPES = ['application/json', 'application/json-rpc', 'application/jsonrequest']

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

/** Serves a node. Synchronous, since a fastify instance is thenable and must never leave an async function. */
export function createServer(node: Node, options: ServerOptions): Server {
  const { bodyLimitBytes } = options
  const { webSocketBufferBytes = 16 * 1024 * 1024, webSocketPingMs = 30_000 } = options
  const dispatcher = createDispatcher(node, methods, options)
  const access = createAccessPolicy(options)
  const deprecation = deprecationHeader(node.legacy.prefix)
  const app = fastify({ bodyLimit: bodyLimitBytes, forceCloseConnections: true })

  const entries = new Entries(node, dispatcher, (gone) => webSockets.closeThose(gone))
  const webSockets = createWebSockets(dispatcherAt, node.logger, {
    access,
    messageBytes: bodyLimitBytes,
    bufferBytes: webSocketBufferBytes,
    pingIntervalMs: webSocketPingMs,
  })
  const pending = new PendingResponses(app.server)
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const earlier = pending.of(socket)
    if (earlier.some(({ headersSent }) => headersSent)) {
      // Whatever were written now would be taken for a part of that response.
      socket.destroy()
    } else if (earlier.length > 0) {
      refuse(socket, '400 Bad Request', 'an upgrade may be asked for once all is answered')
    } else if (request.headers.upgrade?.toLowerCase() === 'websocket') {
      webSockets.upgrade(request, socket, head)
    } else {
      serveWithoutUpgrade(app.server, request, socket, head)
    }
  })

  // One hook, and none that is awaited: every request goes through it.
  app.addHook('onRequest', (request, reply, done) => {
    const refusal = access.refusal(request.headers)
    if (refusal !== undefined) return void plainText(reply, 403, `${refusal}\n`)
    if (hasOtherType(request)) return void plainText(reply, 415, OTHER_TYPE)
    allowPrivateNetwork(request, reply)
    done()
  })
  app.register(cors, {
    // Of those that may ask each is told its own name: there is no header for a list.
    origin: access.isOpen ? '*' : true,
    methods: ['GET', 'POST'],
    exposedHeaders: [deprecation.name],
    maxAge: 86_400,
  })

  // The body stays text: what is no JSON is answered by dispatch, with -32700 and status 200.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))

  for (const url of ['/', '/branch/:name']) {
    app.post<Place>(url, async ({ url: target, body, params: { name } }, reply) => {
      const dialect = requestedDialect(target)
      if (dialect instanceof RpcError) return refuseDialect(reply, dialect)
      const entry = entries.find(name, dialect)
      if (entry === undefined) return refuseBranch(reply, name ?? '')
      let signal: AbortSignal | undefined
      const answer = await entry.handle(typeof body === 'string' ? body : '', {
        // Only long answers ask for it.
        get signal() {
          signal ??= goneSignal(reply)
          return signal
        },
        onLegacyCall: () => void reply.header(deprecation.name, deprecation.text),
      })
      if (answer === undefined) return reply.code(204).send()
      return reply.type('application/json').send(answer)
    })
    app.get<Place>(url, ({ params: { name }, headers }, reply) => {
      if (entries.find(name) === undefined) return refuseBranch(reply, name ?? '')
      if (name === undefined && headers.accept?.includes('text/html') === true) {
        reply.header('content-security-policy', START_PAGE_POLICY)
        return reply.type('text/html; charset=utf-8').send(startPage(node))
      }
      return plainText(reply, 200, 'ok: JSON-RPC is served here over HTTP POST and WebSocket\n')
    })
    app.route({
      method: ['PUT', 'DELETE', 'PATCH'],
      url,
      handler: (_request, reply) => plainText(reply, 405, 'method not allowed\n'),
    })
  }
  for (const url of ['/health', '/healthz']) app.get(url, () => healthOf(node))
  app.setNotFoundHandler((_request, reply) => {
    return plainText(reply, 404, `${NOT_FOUND}\n`)
  })
  app.setErrorHandler((error: { statusCode?: number; message: string }, _request, reply) => {
    const { statusCode = 500, message } = error
    if (statusCode >= 500) node.logger.error('HTTP request failed', error)
    return plainText(reply, statusCode, statusCode >= 500 ? 'internal error\n' : `${message}\n`)
  })

  /** What serves a URL over WebSocket, or why nothing does. */
  function dispatcherAt(url: string): Dispatcher | UpgradeRefusal {
    const path = url.split('?', 1)[0] ?? ''
    const branch = branchAt(path)
    if (path !== '/' && branch === undefined) return notFound(NOT_FOUND)
    const dialect = requestedDialect(url)
    if (dialect instanceof RpcError) return badRequest(dialect.message)
    return entries.find(branch, dialect) ?? notFound('no such branch')
  }

  return {
    async listen({ host, port }) {
      await app.listen({ host, port })
      const { address, port: bound } = app.server.address() as AddressInfo
      return { host: address, port: bound }
    },
    inject: app.inject.bind(app) as FastifyInstance['inject'],
    async close() {
      entries.close()
      await webSockets.close()
      await app.close()
    },
  }
}

/** What says that the node answers, and which one it is. */
function healthOf({ chain }: Node): object {
  const { instanceId, chainId, latest } = chain
  return { status: 'ok', instanceId, chainId: Number(chainId), blockNumber: latest.number }
}

const OTHER_TYPE = 'invalid content type, only application/json is supported\n'

/** Whether a body is sent that says that it is no JSON. */
function hasOtherType({ method, headers }: FastifyRequest): boolean {
  const given = headers['content-type']
  if (method !== 'POST' || given === undefined || given === JSON_TYPES[0]) return false
  const type = given.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return !JSON_TYPES.includes(type)
}

/** Browsers ask before a public page may reach a local address: https://wicg.github.io/private-network-access/ */
function allowPrivateNetwork(request: FastifyRequest, reply: FastifyReply): void {
  if (request.headers['access-control-request-private-network'] === 'true') {
    reply.header('access-control-allow-private-network', 'true')
  }
}

function refuseBranch(reply: FastifyReply, name: string): FastifyReply {
  const error = { code: rpcCode.refused, message: placeRefusals.BRANCH_UNKNOWN.message({ name }) }
  return reply.code(404).send({ jsonrpc: '2.0', id: null, error })
}

function refuseDialect(reply: FastifyReply, { code, message }: RpcError): FastifyReply {
  return reply.code(400).send({ jsonrpc: '2.0', id: null, error: { code, message } })
}

function notFound(words: string): UpgradeRefusal {
  return { status: '404 Not Found', words }
}

/** In ASCII, which the words of the client may not be. */
function badRequest(message: string): UpgradeRefusal {
  return { status: '400 Bad Request', words: message.replace(/[^\x20-\x7e]/g, '?') }
}

function plainText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('text/plain; charset=utf-8').send(text)
}

/** Aborted when the client goes before it has its answer. */
function goneSignal({ raw }: FastifyReply): AbortSignal {
  const gone = new AbortController()
  const leave = () => {
    if (!raw.writableFinished) gone.abort()
  }
  if (raw.closed) leave()
  else raw.once('close', leave)
  return gone.signal
}
