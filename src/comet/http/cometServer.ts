import type { Node } from '../../node/node.ts'
import { CometDispatcher, httpMethods } from '../rpc/cometDispatcher.ts'
import { CometScene } from '../rpc/cometScene.ts'
import { SubscriptionCenter } from '../rpc/subscriptions.ts'
import { CometWebSockets } from './cometWebSockets.ts'
import {
  createPortServer,
  type PortOptions,
  type PortReply,
  type PortServer,
} from './portServer.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const TEXT = 'text/plain; charset=utf-8'

/**
 * Serves CometBFT's JSON-RPC of a node: `POST /`, `GET /method?name=value`, and WebSocket at
 * `/websocket`.
 *
 * @param version of the program
 */
export function createCometServer(node: Node, version: string, options: PortOptions): PortServer {
  const { logger } = node
  const scene = new CometScene(node, version)
  const dispatcher = new CometDispatcher(scene, logger, options.batchLimit)
  const center = new SubscriptionCenter(scene, (error) => logger.error('an event failed', error))
  const webSockets = new CometWebSockets(dispatcher, center, logger, options.bodyLimitBytes)
  const server = createPortServer(
    {
      exposed: 'content-type',
      async answer({ method, path, query, body }): Promise<PortReply> {
        if (method === 'POST') {
          if (path !== '/') return notFound(path)
          const answer = await dispatcher.body(body)
          return json(200, answer?.json)
        }
        if (path === '/') return { status: 200, type: TEXT, text: listing }
        const answer = await dispatcher.uri(path.slice(1), query)
        if (answer === undefined) return notFound(path)
        return json(answer.isError ? 500 : 200, answer.json)
      },
      tooLarge() {
        const data = 'error reading request body: http: request body too large'
        const error = { code: -32600, message: 'Invalid Request', data }
        return json(400, { jsonrpc: '2.0', id: null, error })
      },
      upgrade: (request, socket, head) => webSockets.upgrade(request, socket, head),
      async close() {
        center.close()
        await webSockets.close()
      },
    },
    options,
    logger,
  )
  return {
    ...server,
    async listen(address) {
      const bound = await server.listen(address)
      scene.rpcAddress = `tcp://${bound.host}:${bound.port}`
      return bound
    },
  }
}

const listing = `CometBFT's JSON-RPC. Available endpoints:\n${httpMethods
  .map((name) => `/${name}\n`)
  .join('')}`

function json(status: number, value: unknown): PortReply {
  return { status, type: JSON_TYPE, text: value === undefined ? '' : JSON.stringify(value) }
}

function notFound(path: string): PortReply {
  return { status: 404, type: TEXT, text: `404 page not found: ${path}\n` }
}
