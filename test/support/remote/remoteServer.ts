import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

/** One call as the server got it. */
export interface ReceivedCall {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
}

/** One HTTP request as the server got it. */
export interface ReceivedRequest {
  readonly headers: IncomingMessage['headers']
  readonly calls: readonly ReceivedCall[]
  readonly isBatch: boolean
}

/** An HTTP answer instead of the server's own, or a dropped connection. */
export type Misbehaviour =
  | 'drop'
  | 'hang'
  | {
      readonly status?: number
      readonly body: string
      readonly headers?: Readonly<Record<string, string>>
    }

/** An error that a method answers with. */
export class AnswerError extends Error {
  readonly code: number
  readonly data: unknown

  constructor(code: number, message: string, data?: unknown) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** A JSON-RPC server over HTTP that a test makes misbehave. */
export interface RemoteServer {
  readonly url: string
  /** All requests so far. */
  readonly requests: readonly ReceivedRequest[]
}

/**
 * Starts a server until the end of the test.
 *
 * @param answer result of a call; throws an AnswerError
 * @param misbehave called for each request, counted from 0
 */
export async function startRemoteServer(
  answer: (call: ReceivedCall) => unknown,
  misbehave: (request: ReceivedRequest, count: number) => Misbehaviour | undefined = () =>
    undefined,
): Promise<RemoteServer> {
  const requests: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    void serve(request, response, (received) => {
      requests.push(received)
      const wrong = misbehave(received, requests.length - 1)
      if (wrong !== undefined) return wrong
      const answers = received.calls.map((call) => answerOf(call, answer))
      return { body: JSON.stringify(received.isBatch ? answers : answers[0]) }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => close(server))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests }
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (received: ReceivedRequest) => Misbehaviour,
): Promise<void> {
  const parts: Buffer[] = []
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part)
  const body: unknown = JSON.parse(Buffer.concat(parts).toString('utf8'))
  const isBatch = Array.isArray(body)
  const calls = (isBatch ? body : [body]) as readonly ReceivedCall[]
  const given = answer({ headers: request.headers, calls, isBatch })
  if (given === 'hang') return
  if (given === 'drop') {
    request.socket.destroy()
    return
  }
  response.writeHead(given.status ?? 200, {
    'content-type': 'application/json',
    ...given.headers,
  })
  response.end(given.body)
}

function answerOf(call: ReceivedCall, answer: (call: ReceivedCall) => unknown) {
  const { id } = call
  try {
    return { jsonrpc: '2.0', id, result: answer(call) }
  } catch (error) {
    if (!(error instanceof AnswerError)) throw error
    const { code, message, data } = error
    return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } }
  }
}
