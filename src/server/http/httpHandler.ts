import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import type { Node } from '../../node/node.ts'
import type { DialectName } from '../../node/options/dialectNames.ts'
import type { Caller } from '../../rpc/core/caller.ts'
import type { Dispatcher } from '../../rpc/core/dispatch.ts'
import { deprecationHeader } from '../../rpc/core/legacyGate.ts'
import { requestedDialect } from '../../rpc/dialects/requestedDialect.ts'
import { branchErrors } from '../../rpc/errors/branchErrors.ts'
import { RpcError, rpcCode } from '../../rpc/errors/rpcError.ts'
import { type ResponseText, TextPieces } from '../../rpc/stream/textPieces.ts'
import { branchFromPath, type DispatcherRegistry } from '../dispatcherRegistry.ts'
import type { AccessPolicy } from './accessPolicy.ts'
import { answerBeacon, BEACON_PATH } from './beaconApi.ts'
import { createCors } from './cors.ts'
import { DelayedWrites } from './delayedWrites.ts'
import { announcesMore, readBody } from './readBody.ts'
import { START_PAGE_POLICY, startPage } from './startPage.ts'

/** Dependencies of the handler. */
export interface HttpOptions {
  readonly access: AccessPolicy
  readonly bodyLimitBytes: number
}

/** Reason why a path is not served. */
export const NOT_FOUND = 'not found: JSON-RPC is served at / and, for branches, at /branch/NAME'

const OTHER_TYPE = 'invalid content type, only application/json is supported'

const TOO_LARGE = 'request body too large'

/** The user agent of Hardhat 2, `hardhat 2.29.1`. */
const HARDHAT_2 = /^hardhat[ /]2\./i

const JSON_TYPES = ['application/json', 'application/json-rpc', 'application/jsonrequest']

const METHODS = 'GET, HEAD, POST, OPTIONS'

/** Alternating names and values of headers. */
type Headers = readonly string[]

/** Serves JSON-RPC, the health check and the start page over HTTP. */
export function createHttpHandler(
  node: Node,
  entries: DispatcherRegistry,
  { access, bodyLimitBytes }: HttpOptions,
): RequestListener {
  const deprecation = deprecationHeader(node.legacy.prefix)
  const writes = new DelayedWrites()
  const cors = createCors({ isOpen: access.isOpen, exposed: deprecation.name })

  function serve(request: IncomingMessage, response: ServerResponse): void {
    const { method, headers } = request
    const { path, host } = targetOf(request)
    const refusal = access.check({ origin: headers.origin, host })
    const around = refusal === undefined ? cors.headers(headers) : []
    const branch = branchFromPath(path)
    if (hasTwoHosts(request)) {
      sendText(response, 400, 'several Host headers')
    } else if (refusal !== undefined) {
      sendText(response, 403, refusal)
    } else if (method === 'OPTIONS') {
      send(response, 204, cors.preflight(headers) ?? allowed(around))
    } else if (path !== '/' && branch === undefined) {
      serveOther(path, request, response, around)
    } else if (method === 'POST') {
      post(branch, request, response, around)
    } else if (isReading(method)) {
      show(branch, request, response, around)
    } else {
      sendText(response, 405, 'method not allowed', allowed(around))
    }
  }

  function post(
    branch: string | undefined,
    request: IncomingMessage,
    response: ServerResponse,
    around: Headers,
  ): void {
    const dialect = requestedDialect(request.url ?? '')
    const entry = dialect instanceof RpcError ? dialect : find(branch, dialect, request)
    if (hasOtherType(request.headers)) {
      sendText(response, 415, OTHER_TYPE, around)
    } else if (entry instanceof RpcError) {
      refuse(response, 400, entry, around)
    } else if (entry === undefined) {
      refuseBranch(response, branch ?? '', around)
    } else if (announcesMore(request, bodyLimitBytes)) {
      sendText(response, 413, TOO_LARGE, around)
    } else {
      if (request.headers.expect !== undefined) goOn(response)
      readBody(request, bodyLimitBytes, (body) => {
        if (body === undefined) sendText(response, 413, TOO_LARGE, around)
        else answer(body, response, around, entry)
      })
    }
  }

  /** In the dialect of Hardhat, each of its releases gets its own errors. */
  function find(
    branch: string | undefined,
    dialect: DialectName | undefined,
    { headers }: IncomingMessage,
  ): Dispatcher | undefined {
    const entry = entries.find(branch, dialect)
    return entry?.dialect === 'hardhat' && HARDHAT_2.test(headers['user-agent'] ?? '')
      ? entries.find(branch, 'hardhat2')
      : entry
  }

  /** Start page for browsers and curl. */
  function show(
    branch: string | undefined,
    { headers: { accept } }: IncomingMessage,
    response: ServerResponse,
    around: Headers,
  ): void {
    if (entries.find(branch) === undefined) {
      refuseBranch(response, branch ?? '', around)
    } else if (branch === undefined && accept?.includes('text/html') === true) {
      const page = ['content-type', 'text/html; charset=utf-8']
      const policy = ['content-security-policy', START_PAGE_POLICY]
      const headers = [...around, ...page, ...policy]
      send(response, 200, headers, startPage(node))
    } else {
      sendText(response, 200, 'ok: JSON-RPC is served here over HTTP POST and WebSocket', around)
    }
  }

  function answer(
    body: string,
    response: ServerResponse,
    around: Headers,
    entry: Dispatcher,
  ): void {
    const caller = new HttpCaller(response, around, deprecation)
    try {
      const { result, mayWait } = writes.run(body, () => entry.handle(body, caller))
      if (result instanceof Promise) {
        result.then((later) => caller.respond(later)).catch((error) => fail(response, error))
      } else {
        caller.respond(result, mayWait ? writes : undefined)
      }
    } catch (error) {
      fail(response, error)
    }
  }

  function serveOther(
    path: string,
    { method, headers }: IncomingMessage,
    response: ServerResponse,
    around: Headers,
  ): void {
    if (isReading(method) && (path === '/health' || path === '/healthz')) {
      send(response, 200, [...around, ...JSON_HEADER], JSON.stringify(healthOf(node)))
    } else if (isReading(method) && path.startsWith(BEACON_PATH) && isAnvil()) {
      answerBeacon(node, path, headers.accept)
        .then((answer) => {
          if (answer === undefined) return sendText(response, 404, NOT_FOUND, around)
          const { status, type, body } = answer
          return send(response, status, [...around, 'content-type', type], body)
        })
        .catch((error) => fail(response, error))
    } else {
      sendText(response, 404, NOT_FOUND, around)
    }
  }

  /** Only Anvil has a beacon API. */
  function isAnvil(): boolean {
    return entries.find(undefined)?.dialect === 'anvil'
  }

  function fail(response: ServerResponse, error: unknown): void {
    node.logger.error('HTTP request failed', error)
    if (response.headersSent) response.destroy()
    else sendText(response, 500, 'internal error')
  }

  return (request, response) => {
    try {
      serve(request, response)
    } catch (error) {
      fail(response, error)
    }
  }
}

/** The caller of an HTTP request, and its response. */
class HttpCaller implements Caller {
  readonly #response: ServerResponse
  readonly #deprecation: { readonly name: string; readonly text: string }
  #headers: Headers
  #isAnswered = false
  #signal: AbortSignal | undefined

  constructor(
    response: ServerResponse,
    headers: Headers,
    deprecation: { readonly name: string; readonly text: string },
  ) {
    this.#response = response
    this.#headers = headers
    this.#deprecation = deprecation
  }

  /** Created on demand, because only long responses read it. */
  get signal(): AbortSignal {
    this.#signal ??= goneSignal(this.#response)
    return this.#signal
  }

  onLegacyCall(): void {
    const { name, text } = this.#deprecation
    this.#headers = [...this.#headers, name, text]
  }

  onAccepted(early: string): void {
    this.#isAnswered = true
    send(this.#response, 200, [...this.#headers, ...JSON_HEADER], early)
  }

  /**
   * Sends the response, unless it was sent early.
   *
   * @param writes if the response may wait for those of other requests
   */
  respond(text: ResponseText | undefined, writes?: DelayedWrites): void {
    if (this.#isAnswered) return
    const headers = this.#headers
    if (text === undefined) send(this.#response, 204, headers)
    else if (typeof text === 'string') {
      send(this.#response, 200, [...headers, ...JSON_HEADER], text, writes)
    } else if (text instanceof TextPieces) {
      sendPieces(this.#response, [...headers, ...JSON_HEADER], text)
    } else stream(this.#response, [...headers, ...JSON_HEADER], text)
  }
}

const JSON_HEADER: Headers = ['content-type', 'application/json; charset=utf-8']

/** Response of the health check. */
function healthOf({ chain }: Node): object {
  const { instanceId, chainId } = chain
  const { latest } = chain.blocks
  return { status: 'ok', instanceId, chainId: Number(chainId), blockNumber: latest.number }
}

/**
 * Returns path and host of a request. Proxies may receive absolute URLs, whose host counts: RFC
 * 9112, section 3.2.2.
 */
function targetOf({ url = '/', headers: { host } }: IncomingMessage): {
  readonly path: string
  readonly host: string | undefined
} {
  if (url === '/') return { path: url, host }
  if (url.startsWith('/') || !URL.canParse(url)) return { path: url.split('?', 1)[0] ?? url, host }
  const target = new URL(url)
  return { path: target.pathname, host: target.host }
}

/** Several hosts are ambiguous: RFC 9112, section 3.2. */
export function hasTwoHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts > 1
}

/** Asks for the body if the client waits for that (100-continue). */
function goOn(response: ServerResponse): void {
  response.shouldKeepAlive = true
  response.writeContinue()
}

function isReading(method: string | undefined): boolean {
  return method === 'GET' || method === 'HEAD'
}

/** Returns whether a body declares a type other than JSON. */
function hasOtherType({ 'content-type': given }: IncomingMessage['headers']): boolean {
  if (given === undefined || given === JSON_TYPES[0]) return false
  const type = given.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return !JSON_TYPES.includes(type)
}

function allowed(around: Headers): Headers {
  return [...around, 'allow', METHODS]
}

function refuseBranch(response: ServerResponse, name: string, around: Headers): void {
  const message = branchErrors.BRANCH_UNKNOWN.message({ name })
  refuse(response, 404, { code: rpcCode.refused, message }, around)
}

/** An error of the URL, not of the request. */
function refuse(
  response: ServerResponse,
  status: number,
  { code, message }: Pick<RpcError, 'code' | 'message'>,
  around: Headers,
): void {
  const text = JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message } })
  send(response, status, [...around, ...JSON_HEADER], text)
}

function sendText(
  response: ServerResponse,
  status: number,
  words: string,
  around: Headers = [],
): void {
  send(response, status, [...around, 'content-type', 'text/plain; charset=utf-8'], `${words}\n`)
}

/** One write, because writes dominate the cost of short responses. */
function send(
  response: ServerResponse,
  status: number,
  headers: Headers,
  text?: string,
  writes?: DelayedWrites,
): void {
  if (text === undefined) {
    response.writeHead(status, [...headers]).end()
    return
  }
  const length = Buffer.byteLength(text)
  response.writeHead(status, [...headers, 'content-length', String(length)])
  // ASCII text, whose length is known, is written faster as Latin-1.
  const encoding = length === text.length ? 'latin1' : 'utf8'
  if (writes === undefined) response.end(text, encoding)
  else writes.end(response, text, encoding)
}

/** One write, too. */
function sendPieces(
  response: ServerResponse,
  headers: Headers,
  { pieces, size }: TextPieces,
): void {
  response.writeHead(200, [...headers, 'content-length', String(size)])
  response.cork()
  for (const piece of pieces.slice(0, -1)) response.write(piece)
  response.end(pieces.at(-1))
}

function stream(response: ServerResponse, headers: Headers, text: Readable): void {
  response.writeHead(200, [...headers])
  // The end of either stream ends the other; its producer has reported the error.
  pipeline(text, response, () => {})
}

/** Aborted when the client disconnects before the response. */
function goneSignal(response: ServerResponse): AbortSignal {
  const gone = new AbortController()
  const leave = () => {
    if (!response.writableFinished) gone.abort()
  }
  if (response.closed) leave()
  else response.once('close', leave)
  return gone.signal
}
