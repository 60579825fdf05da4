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

/** The one entry for requests, whether they come over a socket or from the same process. */
export interface Dispatcher {
  /**
   * Answers a request or a batch; undefined when nothing in it wants an answer. A long answer is a
   * stream, which is made as it is read. Never rejects.
   */
  handle(body: string | Uint8Array, caller?: Caller): Promise<string | Readable | undefined>
  /** Runs one method. @throws RpcError */
  request(
    request: { readonly method: string; readonly params?: unknown },
    caller?: Pick<Caller, 'subscriptions'>,
  ): Promise<Json>
  /** A connection that can be notified. To be closed with it. */
  subscriber(listener: SubscriptionListener): Subscriber
  /** The entry to a branch of the node, which serves the same in the same dialect. */
  branch(branch: Node): Dispatcher
  /** An entry to the same node in another dialect. */
  forDialect(name: DialectName): Dispatcher
}

/** Who asks. */
export interface Caller {
  /** Aborted when nobody wants the answer any more. */
  readonly signal?: AbortSignal
  /**
   * What this request may do with the connection's subscriptions; absent where it cannot be
   * notified.
   */
  readonly subscriptions?: RequestSubscriptions
  /** What a long answer waits for; absent: nothing. */
  readonly turn?: ResponseSlot
  /**
   * Called before there is anything of the answer, where the message calls a legacy method that it
   * may.
   */
  readonly onLegacyCall?: () => void
  /**
   * Called with the whole answer to a single request that submits a transaction, once that is
   * accepted and before its block is sealed, in the same turn of the event loop. What `handle`
   * returns then is the same, or tells of a bug.
   */
  readonly onAccepted?: (text: string) => void
}

/** Is told of requests, each method of a batch by itself: to be quick. */
export interface RequestLog {
  /**
   * It came, and is about to run; also one that nobody knows, whose name is whatever the client
   * sent.
   */
  began(method: string): void
  /** It is answered with an error. */
  failed(method: string, error: RpcError): void
}

/** Limits of the dispatcher. */
export interface DispatchOptions {
  /** Most requests in one batch. */
  readonly batchLimit: number
  /** Is told of what is asked for; default: nobody. */
  readonly requestLog?: RequestLog | undefined
  /**
   * Seconds after which a request is answered with an error, whatever becomes of it; default: it
   * may take any time.
   */
  readonly requestTimeout?: number | undefined
  /** Whose form the answers have; default: the node's own. */
  readonly compat?: DialectName | undefined
  /** Gives what runs in the place of a method; default: the method. */
  readonly decorate?: DecorateMethod | undefined
}

/** Makes another method of one, by the name and in the dialect in which it was called. */
export type DecorateMethod = (method: Method, name: string, dialect: DialectName) => Method

/** Makes the entry to those of `methods` that `node` serves. */
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

/** What a node and its branches serve alike. */
interface Surface extends Omit<DispatchOptions, 'compat'>, DialectView {
  readonly gate: LegacyGate
  /** What is served, in the node's own dialect. */
  readonly methods: ReadonlyMap<string, Method>
  readonly speech: (name: DialectName) => DialectView
}

/** @param hub where the connections to the node are, in whatever dialect */
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

  /** What was thrown, as the dialect has it. */
  function worded(thrown: unknown, name: string): RpcError {
    const error = thrownToRpcError(thrown, name, node)
    return dialect === undefined ? error : dialect.error(error, thrown)
  }

  /**
   * The same of what a method, whose errors are worded already, or the writing of its result threw.
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

  /** Says so where one of the messages of a body is a call that the gate lets through. */
  function tellOfLegacyCalls(messages: readonly unknown[], { onLegacyCall }: Caller): void {
    if (onLegacyCall === undefined || messages.length > batchLimit) return
    const isThere = messages.some(
      (message) =>
        isRequest(message) && gate.lets(message.method) && readId(message, '') !== undefined,
    )
    if (isThere) onLegacyCall()
  }

  /** The text of one answer, or undefined for a notification. */
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
      // In order and one at a time: a later request may rely on what an earlier one did.
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

  /** The text of a result, as a stream where it is long. Rejects while nothing was sent. */
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
 * The same result, where it is there in so many seconds. What makes it goes on all the same.
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

/** Makes the text of an answer of a result and what stands around it. */
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

/** An answer ended early of which a part was sent already. */
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

/** `jsonrpc` may be left out, as several nodes allow; another version is refused. */
function isRequest(message: unknown): message is Request {
  if (!isJsonObject(message) || typeof message.method !== 'string') return false
  return message.jsonrpc === undefined || message.jsonrpc === '2.0'
}

/** The text that echoes the id; undefined where it is none of string, number and null. */
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
