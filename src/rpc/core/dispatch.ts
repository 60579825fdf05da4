import type { Readable } from 'node:stream'
import type { Node } from '../../node/node.ts'
import type { DialectName } from '../../node/options/dialectNames.ts'
import { DomainError } from '../../primitives/domainError.ts'
import { isJsonObject, type Json } from '../../primitives/encoding/json.ts'
import { TimeSlice } from '../../primitives/time/timeSlice.ts'
import { type DialectView, forDialect } from '../dialects/dialects.ts'
import { toRpcError } from '../errors/errorTable.ts'
import { RpcError, requestTimedOut, rpcCode } from '../errors/rpcError.ts'
import {
  JsonStream,
  ReaderClosedError,
  streamText,
  stringifyResult,
  toJsonStream,
} from '../stream/jsonStream.ts'
import type { ResponseSlot } from '../stream/responseLimiter.ts'
import type {
  RequestSubscriptions,
  Subscriber,
  SubscriptionListener,
} from '../subscribe/subscription.ts'
import { SubscriptionHub } from '../subscribe/subscriptionHub.ts'
import { contextOf } from './context.ts'
import { LegacyGate, methodNotFound } from './legacyGate.ts'
import type { Method } from './method.ts'
import { rawIds } from './rawIds.ts'

/** Entry point of requests, from sockets and in process. */
export interface Dispatcher {
  /**
   * Handles a request or a batch; undefined if there is no response. A long response is a lazy
   * stream. Never rejects.
   */
  handle(body: string | Uint8Array, caller?: Caller): Promise<string | Readable | undefined>
  /**
   * Runs one method.
   * @throws RpcError
   */
  request(
    request: { readonly method: string; readonly params?: unknown },
    caller?: Pick<Caller, 'subscriptions'>,
  ): Promise<Json>
  /** Opens a connection that can be notified. Close it with the connection. */
  subscriber(listener: SubscriptionListener): Subscriber
  /** Returns the entry point of a branch in the same dialect. */
  branch(branch: Node): Dispatcher
  /** Returns the entry point of the same node in another dialect. */
  forDialect(name: DialectName): Dispatcher
}

/** The caller of a request. */
export interface Caller {
  /** Aborted when the response is no longer needed. */
  readonly signal?: AbortSignal
  /** Access to the connection's subscriptions; absent if it cannot be notified. */
  readonly subscriptions?: RequestSubscriptions
  /** Limits concurrent long responses; absent: no limit. */
  readonly turn?: ResponseSlot
  /** Called before the response exists, if the message calls an enabled legacy method. */
  readonly onLegacyCall?: () => void
  /**
   * Called with the complete response to a single request that submits a transaction, when it is
   * accepted and before its block is sealed, in the same turn of the event loop. The later result
   * of `handle` is the same, or reports a bug.
   */
  readonly onAccepted?: (text: string) => void
}

/** Observes requests, each method of a batch separately. Must be fast. */
export interface RequestLog {
  /** A request is about to run; its method may be unknown. */
  began(method: string): void
  /** A request failed. */
  failed(method: string, error: RpcError): void
}

/** Limits of the dispatcher. */
export interface DispatchOptions {
  /** Maximum number of requests in a batch. */
  readonly batchLimit: number
  /** Default: no observer. */
  readonly requestLog?: RequestLog | undefined
  /** Seconds after which a request fails; default: no limit. */
  readonly requestTimeout?: number | undefined
  /** Dialect of responses; default: the node's own. */
  readonly compat?: DialectName | undefined
  /** Replaces methods; default: none. */
  readonly decorate?: DecorateMethod | undefined
}

/** Returns the replacement of a method for the name and dialect of the call. */
export type DecorateMethod = (method: Method, name: string, dialect: DialectName) => Method

/** Creates the entry point of those `methods` that `node` serves. */
export function createDispatcher(
  node: Node,
  methods: ReadonlyMap<string, Method>,
  { batchLimit, requestLog, requestTimeout, decorate, compat = 'rockpool' }: DispatchOptions,
): Dispatcher {
  const gate = new LegacyGate(node.legacy)
  const methodsHere = gate.served(methods)
  const speech = forDialect(methodsHere)
  const limits = { batchLimit, requestLog, requestTimeout, decorate }
  return entryTo(node, { ...limits, gate, methods: methodsHere, speech, ...speech(compat) })
}

/** State common to a node and its branches. */
interface Surface extends Omit<DispatchOptions, 'compat'>, DialectView {
  readonly gate: LegacyGate
  /** Methods in the node's own dialect. */
  readonly methods: ReadonlyMap<string, Method>
  readonly speech: (name: DialectName) => DialectView
}

/** @param hub connections of the node, in any dialect */
function entryTo(
  node: Node,
  surface: Surface,
  hub = new SubscriptionHub(node.chain, node.logger, node.newId),
): Dispatcher {
  const { gate, served, dialect, batchLimit, requestLog, requestTimeout, decorate } = surface
  const plain = contextOf(node, surface.methods)

  async function call(
    { method: name, params }: { method: string; params?: unknown },
    { subscriptions }: Caller,
    onAccepted?: (result: Json) => void,
  ) {
    const found = served.get(name)
    requestLog?.began(name)
    try {
      if (found === undefined) {
        throw gate.check(name) ?? dialect?.unknownMethod?.(name) ?? methodNotFound(name)
      }
      const isPlain = subscriptions === undefined && onAccepted === undefined
      const context = isPlain ? plain : { ...plain, subscriptions, onAccepted }
      const method = decorate === undefined ? found : decorate(found, name, surface.name)
      const running = method.call(context, params)
      return await (requestTimeout === undefined ? running : withTimeout(running, requestTimeout))
    } catch (thrown) {
      const error = worded(thrown, name)
      requestLog?.failed(name, error)
      throw error
    }
  }

  /** Converts an exception to an error in the dialect. */
  function worded(thrown: unknown, name: string): RpcError {
    const error = thrownToRpcError(thrown, name, node)
    return dialect === undefined ? error : dialect.error(error, thrown)
  }

  /**
   * Converts an exception of a method, whose errors are already worded, or of encoding its result.
   */
  function failure(thrown: unknown, name: string): RpcError {
    return thrown instanceof RpcError ? thrown : worded(thrown, name)
  }

  async function request(
    message: { method: string; params?: unknown },
    caller: Caller = {},
  ): Promise<Json> {
    const result = await call(message, caller)
    if (!(result instanceof JsonStream)) return result
    try {
      return JSON.parse(await stringifyResult(result)) as Json
    } catch (thrown) {
      throw failure(thrown, message.method)
    }
  }

  /** Reports a body that contains an enabled legacy call. */
  function tellOfLegacyCalls(messages: readonly unknown[], { onLegacyCall }: Caller): void {
    if (onLegacyCall === undefined || messages.length > batchLimit) return
    const isThere = messages.some(
      (message) =>
        isRequest(message) && gate.lets(message.method) && readId(message, '') !== undefined,
    )
    if (isThere) onLegacyCall()
  }

  /** Returns the text of one response, or undefined for a notification. */
  async function answer<T>(
    message: unknown,
    idSource: string | undefined,
    caller: Caller,
    wrap: Wrap<T>,
    onAccepted?: (text: string) => void,
  ): Promise<string | T | undefined> {
    const id = readId(message, idSource)
    if (!isRequest(message) || id === undefined) {
      return errorText(id ?? 'null', new RpcError(rpcCode.invalidRequest, 'invalid request'))
    }
    try {
      const head = `{"jsonrpc":"2.0","id":${id},"result":`
      const tellsAccepted = onAccepted !== undefined && Object.hasOwn(message, 'id')
      const result = await call(
        message,
        caller,
        tellsAccepted ? (json) => onAccepted(`${head}${JSON.stringify(json)}}`) : undefined,
      )
      if (!Object.hasOwn(message, 'id')) return undefined
      return await wrap(result, [head, '}'], message.method)
    } catch (thrown) {
      if (!Object.hasOwn(message, 'id')) return undefined
      return errorText(id, failure(thrown, message.method))
    }
  }

  async function answerBatch(
    batch: readonly unknown[],
    sources: readonly (string | undefined)[],
    caller: Caller,
  ) {
    if (batch.length === 0) {
      return errorText('null', new RpcError(rpcCode.invalidRequest, 'empty batch'))
    }
    if (batch.length > batchLimit) {
      return errorText('null', new RpcError(rpcCode.invalidRequest, 'batch too large'))
    }
    const answers = new JsonStream(async (sink) => {
      let separator = '['
      const turn = new TimeSlice()
      // In order, because a later request may rely on an earlier one.
      for (const [i, message] of batch.entries()) {
        const text = await answer(message, sources[i], caller, (result, around) =>
          wholeText(result, around, sink.signal),
        )
        if (text !== undefined) sink.write(separator + text)
        if (text !== undefined) separator = ','
        if (sink.isFull) await sink.drained()
        if (turn.isExpired) await turn.yield()
      }
      if (separator === ',') sink.write(']')
    })
    const text = await stream(answers, ['', ''], 'a batch', caller)
    return text === '' ? undefined : text
  }

  /**
   * Returns the text of a result, as a stream if it is long. Rejects only while nothing was sent.
   */
  function stream(
    result: JsonStream,
    around: readonly [head: string, tail: string],
    name: string,
    { signal, turn }: Caller,
  ): Promise<string | Readable> {
    return streamText(result, around, (error) => brokenOff(node, name, error), signal, turn)
  }

  return {
    request,
    subscriber: (listener) => hub.subscriber(listener),
    branch: (branch) => entryTo(branch, surface),
    forDialect: (name) => entryTo(node, { ...surface, ...surface.speech(name) }, hub),
    async handle(body, caller = {}) {
      const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8')
      const parsed = parse(text)
      if (parsed === undefined) {
        return errorText('null', new RpcError(rpcCode.parseError, 'parse error'))
      }
      const sources = rawIds(text)
      tellOfLegacyCalls(Array.isArray(parsed.json) ? parsed.json : [parsed.json], caller)
      if (Array.isArray(parsed.json)) {
        return answerBatch(parsed.json, sources, caller).catch((thrown: unknown) =>
          errorText('null', thrownToRpcError(thrown, 'a batch', node)),
        )
      }
      const wrap: Wrap<Readable> = (result, around, method) => {
        const long = result instanceof JsonStream ? result : toJsonStream(result)
        if (long === undefined) return wholeText(result, around)
        return stream(long, around, method, caller)
      }
      return answer(parsed.json, sources[0], caller, wrap, caller.onAccepted)
    },
  }
}

/**
 * Returns the result if it arrives in time. Its production continues in any case.
 *
 * @throws RpcError
 */
async function withTimeout<T>(running: Promise<T>, seconds: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(requestTimedOut()), seconds * 1000)
  })
  try {
    return await Promise.race([running, late])
  } finally {
    clearTimeout(timer)
  }
}

/** Builds the text of a response around a result. */
type Wrap<T> = (
  result: Json | JsonStream,
  around: readonly [head: string, tail: string],
  method: string,
) => Promise<string | T>

async function wholeText(
  result: Json | JsonStream,
  [head, tail]: readonly [string, string],
  signal?: AbortSignal,
): Promise<string> {
  return head + (await stringifyResult(result, signal)) + tail
}

/** A response failed after a part of it was sent. */
function brokenOff({ logger }: Node, method: string, error: unknown): void {
  if (error instanceof DomainError) logger.info(`${method} was broken off: ${error.message}`)
  else logger.error(`${method} failed`, error)
}

function parse(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) }
  } catch {
    return undefined
  }
}

interface Request {
  readonly id?: unknown
  readonly method: string
  readonly params?: unknown
}

/** `jsonrpc` may be omitted, as in several nodes; another version is rejected. */
function isRequest(message: unknown): message is Request {
  if (!isJsonObject(message) || typeof message.method !== 'string') return false
  return message.jsonrpc === undefined || message.jsonrpc === '2.0'
}

/** Returns the text of the id; undefined if it is neither string, number nor null. */
function readId(message: unknown, source: string | undefined): string | undefined {
  if (!isJsonObject(message) || message.id === undefined || message.id === null) return 'null'
  if (typeof message.id === 'number') return source ?? JSON.stringify(message.id)
  return typeof message.id === 'string' ? JSON.stringify(message.id) : undefined
}

function thrownToRpcError(thrown: unknown, name: string, node: Node): RpcError {
  if (thrown instanceof RpcError) return thrown
  if (thrown instanceof ReaderClosedError) return new RpcError(rpcCode.refused, thrown.message)
  const known = thrown instanceof DomainError ? toRpcError(thrown.details) : undefined
  if (known !== undefined) return known
  node.logger.error(`${name} failed`, thrown)
  return new RpcError(rpcCode.internalError, 'internal error')
}

function errorText(id: string, { code, message, data }: RpcError): string {
  const error = JSON.stringify(data === undefined ? { code, message } : { code, message, data })
  return `{"jsonrpc":"2.0","id":${id},"error":${error}}`
}
