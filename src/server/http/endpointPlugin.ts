import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from './endpoint.ts'
import { rejectUpgrade } from './upgrades.ts'

interface Upgrade {
  readonly socket: Duplex
  readonly head: Buffer
}

/** Upgrade requests that run through the routes and hooks of an app. */
const upgrades = new WeakMap<IncomingMessage, Upgrade>()
/** Prefixes with WebSocket endpoints, by app server. */
const upgradePrefixes = new WeakMap<object, Set<string>>()

/**
 * Serves an endpoint under the prefix of a Fastify app. The hooks of the app run first, for HTTP
 * requests and for WebSocket upgrades. Then the endpoint reads the request and writes the response
 * itself, as bodies and results may be streams of any length.
 */
export const endpointPlugin: FastifyPluginAsync<{ readonly endpoint: Endpoint }> = async (
  app,
  { endpoint },
) => {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  const handler = ({ raw }: FastifyRequest, reply: FastifyReply) => {
    reply.hijack()
    for (const [name, value] of Object.entries(reply.getHeaders())) {
      if (value !== undefined) reply.raw.setHeader(name, value)
    }
    withoutPrefix(raw, app.prefix, () => serve(endpoint, raw, reply.raw))
  }
  for (const url of ['/', '/*']) {
    const method = ['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT', 'PATCH', 'DELETE']
    app.route({ method, url, handler, exposeHeadRoute: false, bodyLimit: MAX_BODY_LIMIT })
  }
  app.setNotFoundHandler(handler)
  app.addHook('preClose', () => endpoint.close())
}

/** The endpoint has a limit of its own. */
const MAX_BODY_LIMIT = Number.MAX_SAFE_INTEGER

function serve(endpoint: Endpoint, request: IncomingMessage, response: ServerResponse): void {
  const upgrade = upgrades.get(request)
  if (upgrade === undefined) {
    endpoint.serve(request, response)
    return
  }
  response.detachSocket(upgrade.socket as Socket)
  endpoint.upgrade(request, upgrade.socket, upgrade.head)
}

/** Both read the URL before they return. Hooks of the app that run later see the original one. */
function withoutPrefix(request: IncomingMessage, prefix: string, run: () => void): void {
  const { url = '/' } = request
  const rest = prefix !== '' && url.startsWith(prefix) ? url.slice(prefix.length) : url
  request.url = rest.startsWith('/') ? rest : `/${rest}`
  try {
    run()
  } finally {
    request.url = url
  }
}

/**
 * Routes the WebSocket upgrades under a prefix through the hooks of the app. A hook that replies
 * rejects the upgrade. Other listeners of the server keep the other paths.
 */
export function routeUpgrades(app: FastifyInstance, prefix: string): void {
  const known = upgradePrefixes.get(app.server)
  if (known !== undefined) {
    known.add(prefix)
    return
  }
  const prefixes = new Set([prefix])
  upgradePrefixes.set(app.server, prefixes)
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const path = request.url?.split('?', 1)[0] ?? '/'
    const isOurs = [...prefixes].some((own) => path === own || path.startsWith(`${own}/`))
    if (!isOurs || request.headers.upgrade?.toLowerCase() !== 'websocket') {
      const isAlone = app.server.listenerCount('upgrade') === 1
      if (isAlone) rejectUpgrade(socket, '404 Not Found', 'WebSocket is not served at this path')
      return
    }
    const response = new ServerResponse(request)
    response.shouldKeepAlive = false
    response.assignSocket(socket as Socket)
    // Only a rejection is written as a response.
    response.once('finish', () => socket.end())
    upgrades.set(request, { socket, head })
    app.routing(request, response)
  })
}
