import type { RpcError } from '../errors/rpcError.ts'

/** Is told of requests, each method of a batch by itself: to be quick. */
export interface RequestLog {
  /** It came, and is about to run; also one that nobody knows, whose name is whatever the client sent. */
  began(method: string): void
  /** It is answered with an error. */
  failed(method: string, error: RpcError): void
}
