import type { Json } from '../../primitives/encoding/json.ts'

/** Codes of JSON-RPC 2.0, and those that Ethereum nodes add. */
export const rpcCode = {
  parseError: -32700,
  invalidRequest: -32600,
  methodNotFound: -32601,
  invalidParams: -32602,
  internalError: -32603,
  refused: -32000,
  requestTimedOut: -32002,
  limitExceeded: -32005,
  reverted: 3,
  timedOut: 4,
} as const

/**
 * An answer that is an error object. Thrown only in `rpc/`; the layers below throw domain errors.
 */
export class RpcError extends Error {
  override readonly name = 'RpcError'
  readonly code: number
  readonly data: Json | undefined

  constructor(code: number, message: string, data?: Json) {
    super(message)
    this.code = code
    this.data = data
  }
}

/** A parameter that cannot be read: -32602. */
export function invalidParams(message: string): RpcError {
  return new RpcError(rpcCode.invalidParams, message)
}

/** A request that took longer than any may: -32002, as geth has it. */
export function requestTimedOut(): RpcError {
  return new RpcError(rpcCode.requestTimedOut, 'request timed out')
}

/** A refusal that only this layer knows of: -32000. */
export function serverError(message: string): RpcError {
  return new RpcError(rpcCode.refused, message)
}
