import { DomainError } from '../primitives/domainError.ts'

/** Why a request to the remote node has no result. `url` is without credentials. */
export type RemoteFailure =
  /** The remote answered the call with an error. */
  | {
      readonly code: 'REMOTE_ANSWERED_ERROR'
      readonly method: string
      readonly rpcCode: number
      readonly message: string
      readonly data: unknown
    }
  /** No answer: network error, time-out or an HTTP status, after all repetitions. */
  | {
      readonly code: 'REMOTE_UNREACHABLE'
      readonly method: string
      readonly url: string
      readonly reason: string
    }
  /** The answer is not what the method returns. */
  | {
      readonly code: 'BAD_REMOTE_ANSWER'
      readonly method: string
      readonly url: string
      readonly reason: string
    }
  /** The remote does not have the block of the request, after all repetitions. */
  | {
      readonly code: 'REMOTE_LACKS_BLOCK'
      readonly method: string
      readonly url: string
      readonly reason: string
    }
  /** The URL cannot be used, or the remote has no such block, transaction or chain. */
  | { readonly code: 'BAD_FORK'; readonly url: string; readonly reason: string }
  /** A reset that would fork, or leave or move the fork, of a node that keeps its chain. */
  | { readonly code: 'CHAIN_IS_KEPT'; readonly isFork: boolean }
  /** `--offline`, and the cache has no answer. */
  | { readonly code: 'REMOTE_OFFLINE'; readonly url: string; readonly missing: string }
  /** The remote was left or the node closed. */
  | { readonly code: 'REMOTE_CLOSED'; readonly method: string }

/** An expected failure of the remote node. */
export class RemoteError extends DomainError<RemoteFailure> {
  override readonly name: string = 'RemoteError'
}
