/** An error of CometBFT's JSON-RPC. The reason is its data. */
export class CometError extends Error {
  override readonly name = 'CometError'
  readonly code: keyof typeof titles
  /** The reason, if it has one. */
  readonly data: string | undefined

  constructor(code: keyof typeof titles, data?: string) {
    super(titles[code])
    this.code = code
    this.data = data
  }
}

/** Codes and their fixed messages (CometBFT, rpc/jsonrpc/types). */
const titles = {
  [-32700]: 'Parse error. Invalid JSON',
  [-32600]: 'Invalid Request',
  [-32601]: 'Method not found',
  [-32602]: 'Invalid params',
  [-32603]: 'Internal error',
  [-32000]: 'Server error',
} as const

/** Creates the error of a request that cannot be answered. */
export function failed(reason: string): CometError {
  return new CometError(-32603, reason)
}
