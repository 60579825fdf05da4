import type { Node } from '../node/node.ts'
import { DomainError } from '../primitives/domainError.ts'
import { idSources } from './idSource.ts'
import { isJsonObject, type Json } from './json.ts'
import type { Context, Method } from './method.ts'
import { RpcError, rpcCode } from './rpcError.ts'
import { wireError } from './wire.ts'

/** The one entry for requests, whether they come over a socket or from the same process. */
export interface Dispatcher {
  /** Answers a request or a batch; undefined when nothing in it wants an answer. Never rejects. */
  handle(body: string | Uint8Array): Promise<string | undefined>
  /** Runs one method. @throws RpcError */
  request(request: { readonly method: string; readonly params?: unknown }): Promise<Json>
}

/** Limits of the dispatcher. */
export interface DispatchOptions {
  /** Most requests in one batch. */
  readonly batchLimit: number
}

/** Makes the entry to `methods` on `node`. */
export function createDispatcher(
  node: Node,
  methods: ReadonlyMap<string, Method>,
  { batchLimit }: DispatchOptions,
): Dispatcher {
  const context: Context = { node, methods }

  async function request({ method: name, params }: { method: string; params?: unknown }) {
    const found = methods.get(name)
    if (found === undefined) {
      const shown = name.length > 200 ? `${name.slice(0, 200)}…` : name
      const message = `the method ${shown} does not exist/is not available`
      throw new RpcError(rpcCode.methodNotFound, message)
    }
    try {
      return await found.call(context, params)
    } catch (thrown) {
      throw toRpcError(thrown, name, node)
    }
  }

  /** The text of one answer, or undefined for a notification. */
  async function answer(message: unknown, idSource: string | undefined) {
    const id = readId(message, idSource)
    if (!isRequest(message) || id === undefined) {
      return errorText(id ?? 'null', new RpcError(rpcCode.invalidRequest, 'invalid request'))
    }
    try {
      const result = JSON.stringify(await request(message))
      if (!Object.hasOwn(message, 'id')) return undefined
      return `{"jsonrpc":"2.0","id":${id},"result":${result}}`
    } catch (thrown) {
      if (!Object.hasOwn(message, 'id')) return undefined
      return errorText(id, toRpcError(thrown, message.method, node))
    }
  }

  async function answerBatch(batch: readonly unknown[], sources: readonly (string | undefined)[]) {
    if (batch.length === 0) {
      return errorText('null', new RpcError(rpcCode.invalidRequest, 'empty batch'))
    }
    if (batch.length > batchLimit) {
      return errorText('null', new RpcError(rpcCode.invalidRequest, 'batch too large'))
    }
    const answers: string[] = []
    // In order and one at a time: a later request may rely on what an earlier one did.
    for (const [i, message] of batch.entries()) {
      const text = await answer(message, sources[i])
      if (text !== undefined) answers.push(text)
    }
    return answers.length === 0 ? undefined : `[${answers.join(',')}]`
  }

  return {
    request,
    async handle(body) {
      const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8')
      const parsed = parse(text)
      if (parsed === undefined) {
        return errorText('null', new RpcError(rpcCode.parseError, 'parse error'))
      }
      const sources = idSources(text)
      if (Array.isArray(parsed.json)) return answerBatch(parsed.json, sources)
      return answer(parsed.json, sources[0])
    },
  }
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

function toRpcError(thrown: unknown, name: string, node: Node): RpcError {
  if (thrown instanceof RpcError) return thrown
  const known = thrown instanceof DomainError ? wireError(thrown.refusal) : undefined
  if (known !== undefined) return known
  node.logger.error(`${name} failed`, thrown)
  return new RpcError(rpcCode.internalError, 'internal error')
}

function errorText(id: string, { code, message, data }: RpcError): string {
  const error = JSON.stringify(data === undefined ? { code, message } : { code, message, data })
  return `{"jsonrpc":"2.0","id":${id},"error":${error}}`
}
