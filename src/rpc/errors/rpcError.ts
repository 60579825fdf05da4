import type { Json } from '../../primitives/encoding/json.ts'

/** Codes of JSON-RPC 2.0 and of Ethereum nodes. */
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

/** A JSON-RPC error. Thrown only in `rpc/`; the layers below throw domain errors. */
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

/** Invalid parameter: -32602. */
export function invalidParams(message: string): RpcError {
  return new RpcError(rpcCode.invalidParams, message)
}

/** Request timeout: -32002, as in geth. */
export function requestTimedOut(): RpcError {
  return new RpcError(rpcCode.requestTimedOut, 'request timed out')
}

/** An error of this layer: -32000. */
export function serverError(message: string): RpcError {
  return new RpcError(rpcCode.refused, message)
}
