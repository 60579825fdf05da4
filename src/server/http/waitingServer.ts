import {
  createServer as createHttpServer,
  type Server as HttpServer,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { ChainError } from '../../chain/errors.ts'
import { assert } from '../../primitives/assert.ts'
import { errorText, expectsResponse, isRequest, parse, readId } from '../../rpc/core/message.ts'
import { toRpcError } from '../../rpc/errors/errorTable.ts'
import { KEEP_ALIVE_MS } from './httpServer.ts'
import { readBody } from './readBody.ts'
import { rejectUpgrade } from './upgrades.ts'

/** A port of a node whose chain has not begun: a taken one shows at the start. */
export interface WaitingServer {
  readonly host: string
  readonly port: number
  /**
   * Returns the server, which continues to listen with its connections, for `createServer`. The
   * caller closes it.
   */
  handOver(): HttpServer
  /** Stops listening, unless the server was handed over. */
  close(): Promise<void>
}

const { details } = new ChainError({ code: 'CHAIN_NOT_BEGUN' })

/**
 * Listens, and answers all requests with the error CHAIN_NOT_BEGUN, the health check with 503.
 * @throws an Error with `code` EADDRINUSE if the port is in use
 */
export async function listenWaiting(
  address: { readonly host: string; readonly port: number },
  bodyLimitBytes: number,
): Promise<WaitingServer> {
  const refusal = toRpcError(details)
  assert(refusal !== undefined, 'words for CHAIN_NOT_BEGUN')
  const { message } = refusal
  const onRequest = (request: IncomingMessage, response: ServerResponse) => {
    const path = request.url?.split('?', 1)[0]
    if (path === '/health' || path === '/healthz') {
      send(response, 503, JSON.stringify({ status: 'waiting', reason: message }))
    } else if (request.method !== 'POST') {
      send(response, 503, JSON.stringify({ error: message }))
    } else {
      readBody(request, bodyLimitBytes, (body = '') => {
        const text = refuseAll(body)
        send(response, text === undefined ? 204 : 200, text)
      })
    }
  }
  const onUpgrade = (_request: IncomingMessage, socket: Duplex) => {
    rejectUpgrade(socket, '503 Service Unavailable', message)
  }
  const server = createHttpServer({ keepAliveTimeout: KEEP_ALIVE_MS }, onRequest)
  server.on('upgrade', onUpgrade)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(address, () => {
      server.off('error', reject)
      resolve()
    })
  })
  const { address: host, port } = server.address() as AddressInfo
  let isOurs = true

  /** Refuses a request or each one of a batch; undefined if nothing is to be answered. */
  function refuseAll(body: string): string | undefined {
    const json = parse(body)?.json
    if (!Array.isArray(json)) return refuse(json)
    const texts = json.flatMap((each) => refuse(each) ?? [])
    return texts.length === 0 ? undefined : `[${texts.join(',')}]`
  }

  function refuse(json: unknown): string | undefined {
    if (refusal === undefined || (isRequest(json) && !expectsResponse(json))) return undefined
    return errorText(readId(json, undefined) ?? 'null', refusal)
  }

  return {
    host,
    port,
    handOver() {
      isOurs = false
      server.off('request', onRequest)
      server.off('upgrade', onUpgrade)
      return server
    },
    async close() {
      if (!isOurs) return
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}

function send(response: ServerResponse, status: number, text = ''): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}
