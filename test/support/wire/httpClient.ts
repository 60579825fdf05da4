import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Server } from '../../../src/server/http/httpServer.ts'

/** Headers as sent: `fetch` would not send a custom `host`. */
export interface HttpRequest {
  readonly method: string
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  readonly payload?: string
}

export interface HttpResponse {
  readonly statusCode: number
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const ports = new WeakMap<Server, Promise<{ readonly port: number }>>()
const agent = new Agent({ keepAlive: true })

/** Sends a request over a socket. Starts the server if it does not listen yet. */
export async function ask(server: Server, asked: HttpRequest): Promise<HttpResponse> {
  let listening = ports.get(server)
  if (listening === undefined) {
    listening = server.listen({ host: '127.0.0.1', port: 0 })
    ports.set(server, listening)
  }
  const { port } = await listening
  const { method, url: path, headers = {}, payload } = asked
  const call = request({ agent, host: '127.0.0.1', port, method, path, headers })
  call.end(payload)
  const [response] = await once(call, 'response')
  return { statusCode: response.statusCode, headers: response.headers, body: await text(response) }
}
