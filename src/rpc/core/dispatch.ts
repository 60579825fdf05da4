import type { Node } from '../../node/node.ts'
import type { DialectName } from '../../node/options/dialectNames.ts'
import { DomainError } from '../../primitives/domainError.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import type { MaybePromise } from '../../primitives/maybePromise.ts'
import { TimeSlice } from '../../primitives/time/timeSlice.ts'
import { type DialectView, forDialect } from '../dialects/dialects.ts'
import { toRpcError } from '../errors/errorTable.ts'
import { RpcError, rpcCode } from '../errors/rpcError.ts'
import {
  JsonStream,
  ReaderClosedError,
  streamText,
  stringifyResult,
  toJsonStream,
} from '../stream/jsonStream.ts'
import type { ResponseText } from '../stream/textPieces.ts'
import type { Subscriber, SubscriptionListener } from '../subscribe/subscription.ts'
import { SubscriptionHub } from '../subscribe/subscriptionHub.ts'
import type { Caller } from './caller.ts'
import { followContext } from './context.ts'
import { LegacyGate, methodNotFound } from './legacyGate.ts'
import {
  errorText,
  expectsResponse,
  isRequest,
  parse,
  RESULT_TAIL,
  readId,
  resultHead,
  resultText,
} from './message.ts'
import type { Method } from './method.ts'
import { rawIds } from './rawIds.ts'
import { withTimeout } from './withTimeout.ts'

/** Entry point of requests, from sockets and in process. */
export interface Dispatcher {
  /** Dialect of responses. */
  readonly dialect: DialectName
  /**
   * Handles a request or a batch; undefined if there is no response. A long response is a lazy
   * stream. Never fails. A response that is at hand is returned without a promise.
   */
  handle(body: string | Uint8Array, caller?: Caller): MaybePromise<ResponseText | undefined>
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
  /** Names of methods that are not served; default: none. */
  readonly denyMethods?: readonly string[]
  /** Most subscriptions to blocks of all connections; default: no limit. */
  readonly maxSubscriptionsNewHead?: number | undefined
  /** The same for logs. */
  readonly maxSubscriptionsLogs?: number | undefined
  /** Replaces methods; default: none. */
  readonly decorate?: DecorateMethod | undefined
}

/** Returns the replacement of a method for the name and dialect of the call. */
export type DecorateMethod = (method: Method, name: string, dialect: DialectName) => Method

/** Creates the entry point of those `methods` that `node` serves. */
export function createDispatcher(
  node: Node,
  methods: ReadonlyMap<string, Method>,
  { compat = 'rockpool', denyMethods = [], ...limits }: DispatchOptions,
): Dispatcher {
  const gate = new LegacyGate(node.legacy)
  const methodsHere = new Map(gate.served(methods))
  for (const name of denyMethods) methodsHere.delete(name)
  const speech = forDialect(methodsHere, denyMethods)
  return entryTo(node, { ...limits, gate, methods: methodsHere, speech, ...speech(compat) })
}

/** State common to a node and its branches. */
interface Surface extends Omit<DispatchOptions, 'compat' | 'denyMethods'>, DialectView {
  readonly gate: LegacyGate
  /** Methods in the node's own dialect. */
  readonly methods: ReadonlyMap<string, Method>
  readonly speech: (name: DialectName) => DialectView
}

/** @param hub connections of the node, in any dialect */
function entryTo(
  node: Node,
  surface: Surface,
  hub = new SubscriptionHub(node.chain, node.logger, node.newId, {
    newHeads: surface.maxSubscriptionsNewHead,
    logs: surface.maxSubscriptionsLogs,
  }),
): Dispatcher {
  const { gate, served, dialect, batchLimit, requestLog, requestTimeout, decorate } = surface
  const current = followContext(node, surface.methods, (chain) => hub.follow(chain))

  function call(
    { method: name, params }: { method: string; params?: unknown },
    { subscriptions }: Caller,
    onAccepted?: (result: Json) => void,
  ): MaybePromise<Json | JsonStream> {
    const found = served.get(name)
    requestLog?.began(name)
    let running: MaybePromise<Json | JsonStream>
    try {
      if (found === undefined) {
        throw (
          gate.check(name) ?? dialect?.unknownMethod?.(name) ?? methodNotFound(name, served.keys())
        )
      }
      const early = found.changes ? onAccepted : undefined
      const isPlain = subscriptions === undefined && early === undefined
      const base = current()
      const context = isPlain ? base : { ...base, subscriptions, onAccepted: early }
      const method = decorate === undefined ? found : decorate(found, name, surface.name)
      running = method.call(context, params)
    } catch (thrown) {
      throw failed(thrown, name)
    }
    return running instanceof Promise ? settled(running, name) : running
  }

  async function settled(
    running: Promise<Json | JsonStream>,
    name: string,
  ): Promise<Json | JsonStream> {
    try {
      return await (requestTimeout === undefined ? running : withTimeout(running, requestTimeout))
    } catch (thrown) {
      throw failed(thrown, name)
    }
  }

  /** Converts an exception of a method, and logs it. */
  function failed(thrown: unknown, name: string): RpcError {
    const error = worded(thrown, name)
    requestLog?.failed(name, error)
    return error
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
    const running = call(message, caller)
    const result = running instanceof Promise ? await running : running
    if (!(result instanceof JsonStream)) return result
    try {
      return JSON.parse(await stringifyResult(result)) as Json
    } catch (thrown) {
      throw failure(thrown, message.method)
    }
  }

  /** Whether a message is an enabled legacy call with a response. */
  function isLegacyCall(message: unknown): boolean {
    return isRequest(message) && gate.lets(message.method) && readId(message, '') !== undefined
  }

  /** Returns the text of one response, or undefined for a notification. */
  function answer<T>(
    message: unknown,
    idSource: string | undefined,
    caller: Caller,
    wrap: Wrap<T>,
    isSingle = false,
  ): MaybePromise<string | T | undefined> {
    const id = readId(message, idSource)
    if (!isRequest(message) || id === undefined) {
      return errorText(id ?? 'null', new RpcError(rpcCode.invalidRequest, 'invalid request'))
    }
    const isAnswered = expectsResponse(message)
    const { method } = message
    const onHash =
      isSingle && isAnswered && caller.onAccepted !== undefined
        ? (json: Json) => caller.onAccepted?.(resultText(id, JSON.stringify(json)))
        : undefined
    try {
      const result = call(message, caller, onHash)
      if (result instanceof Promise) {
        return answerLater(result, isAnswered ? id : undefined, wrap, method)
      }
      if (!isAnswered) return undefined
      const text = wrap(result, id, method)
      return text instanceof Promise
        ? text.catch((thrown) => errorText(id, failure(thrown, method)))
        : text
    } catch (thrown) {
      return isAnswered ? errorText(id, failure(thrown, method)) : undefined
    }
  }

  /** @param id undefined for a notification */
  async function answerLater<T>(
    running: Promise<Json | JsonStream>,
    id: string | undefined,
    wrap: Wrap<T>,
    method: string,
  ): Promise<string | T | undefined> {
    try {
      const result = await running
      return id === undefined ? undefined : await wrap(result, id, method)
    } catch (thrown) {
      return id === undefined ? undefined : errorText(id, failure(thrown, method))
    }
  }

  function answerBatch(
    batch: readonly unknown[],
    sources: readonly (string | undefined)[],
    caller: Caller,
  ): MaybePromise<ResponseText | undefined> {
    if (batch.length === 0) {
      return errorText('null', new RpcError(rpcCode.invalidRequest, 'empty batch'))
    }
    if (batch.length > batchLimit) {
      return errorText('null', new RpcError(rpcCode.invalidRequest, 'batch too large'))
    }
    // In order, because a later request may rely on an earlier one.
    const slice = new TimeSlice()
    const wrap: Wrap<never> = (result, id) =>
      result instanceof JsonStream ? wholeText(result, id, caller.signal) : wholeText(result, id)
    let text = ''
    for (let i = 0; i < batch.length; i++) {
      const part = answer(batch[i], sources[i], caller, wrap)
      if (part instanceof Promise || text.length > SHORT_BATCH || slice.isExpired) {
        return answerRest(batch, sources, caller, { text, part, next: i + 1 })
      }
      if (part !== undefined) text += (text === '' ? '[' : ',') + part
    }
    return text === '' ? undefined : `${text}]`
  }

  /** Continues a batch that waits for a response or is long. */
  async function answerRest(
    batch: readonly unknown[],
    sources: readonly (string | undefined)[],
    caller: Caller,
    begun: BegunBatch,
  ): Promise<ResponseText | undefined> {
    const answers = new JsonStream(async (sink) => {
      sink.write(begun.text)
      let separator = begun.text === '' ? '[' : ','
      const slice = new TimeSlice()
      const wrap: Wrap<never> = (result, id) => wholeText(result, id, sink.signal)
      let part = await begun.part
      for (let i = begun.next; ; i++) {
        if (part !== undefined) {
          sink.write(separator + part)
          separator = ','
        }
        if (sink.isFull) await sink.drained()
        if (slice.isExpired) await slice.yield()
        if (i >= batch.length) break
        part = await answer(batch[i], sources[i], caller, wrap)
      }
      if (separator === ',') sink.write(']')
    })
    try {
      const text = await stream(answers, ['', ''], 'a batch', caller)
      return text === '' ? undefined : text
    } catch (thrown) {
      return errorText('null', thrownToRpcError(thrown, 'a batch', node))
    }
  }

  /**
   * Returns the text of a result, as a stream if it is long. Rejects only while nothing was sent.
   */
  function stream(
    result: JsonStream,
    around: readonly [head: string, tail: string],
    name: string,
    { signal, turn }: Caller,
  ): Promise<ResponseText> {
    return streamText(result, around, (error) => brokenOff(node, name, error), signal, turn)
  }

  function answerSingle(
    message: unknown,
    idSource: string | undefined,
    caller: Caller,
  ): MaybePromise<ResponseText | undefined> {
    const wrap: Wrap<ResponseText> = (result, id, method) => {
      const long = result instanceof JsonStream ? result : toJsonStream(result)
      if (long === undefined) return wholeText(result, id)
      return stream(long, [resultHead(id), RESULT_TAIL], method, caller)
    }
    return answer(message, idSource, caller, wrap, true)
  }

  return {
    dialect: surface.name,
    request,
    subscriber: (listener) => hub.subscriber(dialect?.listener?.(listener, current()) ?? listener),
    branch: (branch) => entryTo(branch, surface),
    forDialect: (name) => entryTo(node, { ...surface, ...surface.speech(name) }, hub),
    handle(body, caller = {}) {
      const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8')
      const parsed = parse(text)
      if (parsed === undefined) {
        return errorText('null', new RpcError(rpcCode.parseError, 'parse error'))
      }
      const { json } = parsed
      const sources = rawIds(text)
      if (!Array.isArray(json)) {
        if (isLegacyCall(json)) caller.onLegacyCall?.()
        return answerSingle(json, sources[0], caller)
      }
      if (json.length <= batchLimit && json.some(isLegacyCall)) caller.onLegacyCall?.()
      return answerBatch(json, sources, caller)
    },
  }
}

/** Builds the text of a response with a result. */
type Wrap<T> = (result: Json | JsonStream, id: string, method: string) => MaybePromise<string | T>

/** Size from which a batch is written in parts. */
const SHORT_BATCH = 64 * 1024

/** The first responses of a batch. */
interface BegunBatch {
  readonly text: string
  /** Response that is not in `text` yet. */
  readonly part: MaybePromise<string | undefined>
  /** Index of the message after it. */
  readonly next: number
}

function wholeText(
  result: Json | JsonStream,
  id: string,
  signal?: AbortSignal,
): MaybePromise<string> {
  if (!(result instanceof JsonStream)) return resultText(id, JSON.stringify(result))
  return stringifyResult(result, signal).then((text) => resultText(id, text))
}

/** A response failed after a part of it was sent. */
function brokenOff({ logger }: Node, method: string, error: unknown): void {
  if (error instanceof DomainError) logger.info(`${method} aborted: ${error.message}`)
  else logger.error(`${method} failed`, error)
}

function thrownToRpcError(thrown: unknown, name: string, node: Node): RpcError {
  if (thrown instanceof RpcError) return thrown
  if (thrown instanceof ReaderClosedError) return new RpcError(rpcCode.refused, thrown.message)
  if (thrown instanceof DomainError) {
    const isReplaced = thrown.code === 'CHAIN_CLOSED' && !node.closing.aborted
    const known = toRpcError(isReplaced ? { code: 'CHAIN_REPLACED' } : thrown.details)
    if (known !== undefined) return known
  }
  node.logger.error(`${name} failed`, thrown)
  return new RpcError(rpcCode.internalError, 'internal error')
}
