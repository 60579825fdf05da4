/** Codes of gRPC that the gateway answers with, and their HTTP status. */
const statuses = {
  2: 500,
  3: 400,
  5: 404,
  6: 409,
  12: 501,
  13: 500,
} as const

/** A failure of a gRPC method: https://grpc.io/docs/guides/status-codes/ */
export class GrpcError extends Error {
  override readonly name = 'GrpcError'
  readonly code: keyof typeof statuses

  constructor(code: keyof typeof statuses, message: string) {
    super(message)
    this.code = code
  }

  get httpStatus(): number {
    return statuses[this.code]
  }
}

export function invalidArgument(message: string): GrpcError {
  return new GrpcError(3, message)
}

/** A path that is not served, in the words of the gateway. */
export function notImplemented(): GrpcError {
  return new GrpcError(12, 'Not Implemented')
}

const RPC_ERROR = /^rpc error: code = (\w+) desc = (.*)$/s
const UNKNOWN_REQUEST = 6

/** Returns the error of a query that the application refused. */
export function refusedQuery({
  code,
  codespace,
  log,
}: {
  readonly code: number
  readonly codespace: string
  readonly log: string
}): GrpcError {
  const [, name, reason] = RPC_ERROR.exec(log) ?? []
  if (name === 'Internal')
    return new GrpcError(13, (reason ?? log).replace(/: invalid request$/, ''))
  if (name === 'NotFound') return new GrpcError(5, reason ?? log)
  if (codespace === 'sdk' && code === UNKNOWN_REQUEST) return notImplemented()
  return invalidArgument(reason ?? log)
}
