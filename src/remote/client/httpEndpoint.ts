import { Agent, type ClientRequest, type IncomingMessage, request as plainRequest } from 'node:http'
import { Agent as SecureAgent, request as secureRequest } from 'node:https'
import { gunzipSync } from 'node:zlib'

/** Largest accepted answer in bytes. */
const MAX_ANSWER = 256 << 20

/** An HTTP answer of any status. */
export interface HttpAnswer {
  readonly status: number
  readonly text: string
  /** Pause that the server asks for, in milliseconds. */
  readonly retryAfterMs: number | undefined
  /** Target of a redirection. */
  readonly location: string | undefined
  /** Bytes of the body as sent. */
  readonly bytes: number
}

/** No HTTP answer: a network error or a time-out. The message is the reason. */
export class NetworkFailure extends Error {
  /** Whether the server closed an idle connection, which says nothing about its health. */
  readonly isStale: boolean
  /** Whether nothing listens there. */
  readonly isAbsent: boolean

  constructor(reason: string, { isStale = false, isAbsent = false } = {}) {
    super(reason)
    this.isStale = isStale
    this.isAbsent = isAbsent
  }
}

/** What OpenSSL says of a server that answers in plain text. */
const WITHOUT_TLS = /wrong version number|packet length too long/

/** Posts JSON to one URL on connections that stay open. */
export class HttpEndpoint {
  readonly #url: URL
  readonly #headers: Readonly<Record<string, string>>
  readonly #timeoutMs: number
  readonly #agent: Agent | SecureAgent

  /** @param headers sent with every request */
  constructor(url: URL, headers: Readonly<Record<string, string>>, timeoutMs: number) {
    this.#url = url
    this.#headers = headers
    this.#timeoutMs = timeoutMs
    const options = { keepAlive: true, noDelay: true }
    this.#agent = url.protocol === 'https:' ? new SecureAgent(options) : new Agent(options)
  }

  /** @throws NetworkFailure */
  post(body: Buffer): Promise<HttpAnswer> {
    return new Promise((resolve, reject) => {
      const open = this.#url.protocol === 'https:' ? secureRequest : plainRequest
      const request = open(this.#url, {
        method: 'POST',
        agent: this.#agent,
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          'accept-encoding': 'gzip',
          'content-length': body.length,
          ...this.#headers,
        },
      })
      let isLate = false
      const timer = setTimeout(() => {
        isLate = true
        request.destroy()
      }, this.#timeoutMs)
      const fail = (error: Error) => {
        clearTimeout(timer)
        const late = `no answer within ${this.#timeoutMs / 1000} s`
        reject(isLate ? new NetworkFailure(late) : asNetworkFailure(error, request))
      }
      request.on('error', fail)
      request.on('response', (response) => {
        readBody(response).then((answer) => {
          clearTimeout(timer)
          resolve(answer)
        }, fail)
      })
      request.end(body)
    })
  }

  /** Closes all connections. Requests on them fail. */
  close(): void {
    this.#agent.destroy()
  }
}

async function readBody(response: IncomingMessage): Promise<HttpAnswer> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > MAX_ANSWER) throw new NetworkFailure(`the answer exceeds ${MAX_ANSWER} bytes`)
    parts.push(part)
  }
  const { 'content-encoding': encoding, 'retry-after': retryAfter, location } = response.headers
  const body = Buffer.concat(parts)
  return {
    status: response.statusCode ?? 0,
    text: (encoding === 'gzip' ? unzip(body) : body).toString('utf8'),
    retryAfterMs: parseRetryAfter(retryAfter, Date.now()),
    location,
    bytes,
  }
}

function unzip(body: Buffer): Buffer {
  try {
    return gunzipSync(body, { maxOutputLength: MAX_ANSWER })
  } catch {
    throw new NetworkFailure('the answer is not gzip, as its header says')
  }
}

/** Reads seconds or a date. */
function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\d+$/.test(header)) return Number(header) * 1000
  // Date.parse takes numbers with a sign or a fraction for years.
  const at = /[a-z]/i.test(header) ? Date.parse(header) : Number.NaN
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}

function asNetworkFailure(error: Error, request: ClientRequest): NetworkFailure {
  if (error instanceof NetworkFailure) return error
  const { code = '', message } = error as NodeJS.ErrnoException
  if (WITHOUT_TLS.test(message)) {
    return new NetworkFailure('the server does not speak TLS: use http://')
  }
  const isReset = code === 'ECONNRESET' || code === 'EPIPE'
  return new NetworkFailure(message || code, {
    isStale: isReset && request.reusedSocket,
    isAbsent: code === 'ECONNREFUSED' || code === 'ENOTFOUND',
  })
}
