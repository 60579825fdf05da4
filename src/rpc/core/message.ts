import { isJsonObject } from '../../primitives/encoding/json.ts'
import type { RpcError } from '../errors/rpcError.ts'

/** Parses a body; undefined if it is not JSON. */
export function parse(text: string): { readonly json: unknown } | undefined {
  try {
    return { json: JSON.parse(text) }
  } catch {
    return undefined
  }
}

/** A request of JSON-RPC 2.0. */
export interface Request {
  readonly id?: unknown
  readonly method: string
  readonly params?: unknown
}

/**
 * Returns whether a message is a request. `jsonrpc` may be omitted, as in several nodes; another
 * version is rejected.
 */
export function isRequest(message: unknown): message is Request {
  if (!isJsonObject(message) || typeof message.method !== 'string') return false
  return message.jsonrpc === undefined || message.jsonrpc === '2.0'
}

/** Returns the text of the id; undefined if it is neither string, number nor null. */
export function readId(message: unknown, source: string | undefined): string | undefined {
  if (!isJsonObject(message) || message.id === undefined || message.id === null) return 'null'
  if (typeof message.id === 'number') return source ?? JSON.stringify(message.id)
  return typeof message.id === 'string' ? JSON.stringify(message.id) : undefined
}

/** Returns whether a request expects a response; a notification does not. */
export function expectsResponse(request: Request): boolean {
  return request.id !== undefined || Object.hasOwn(request, 'id')
}

/** Text of a response before its result. */
export function resultHead(id: string): string {
  return `{"jsonrpc":"2.0","id":${id},"result":`
}

/** Text of a response after its result. */
export const RESULT_TAIL = '}'

/** Text of a response around the text of a result. */
export function resultText(id: string, result: string): string {
  return resultHead(id) + result + RESULT_TAIL
}

/** Text of a response with an error. */
export function errorText(id: string, { code, message, data }: RpcError): string {
  const error = JSON.stringify(data === undefined ? { code, message } : { code, message, data })
  return `{"jsonrpc":"2.0","id":${id},"error":${error}}`
}
