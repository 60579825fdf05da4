import { RemoteError } from '../remoteError.ts'

/** A call that waits for its answer. */
export interface RpcCall {
  readonly id: number
  readonly method: string
  readonly params: readonly unknown[]
  readonly options: CallOptions
  resolve(result: unknown): void
  reject(error: RemoteError): void
}

/** What the remote must know to answer a call. */
export interface CallOptions {
  /**
   * Whether it must know the block of the call. If it does not, one of several nodes behind the URL
   * is behind, and the call is repeated.
   */
  readonly needsBlock?: boolean
  /** Whether the result null means that it does not know the block. */
  readonly isNullBehind?: boolean
}

/** Why there is no answer, or none of JSON-RPC. */
export interface Trouble {
  readonly code: 'REMOTE_UNREACHABLE' | 'BAD_REMOTE_ANSWER' | 'REMOTE_LACKS_BLOCK'
  readonly reason: string
}

/** A call to repeat, and the error if it is not. */
export interface RetryableCall {
  readonly call: RpcCall
  readonly error: RemoteError
}

/** The result of one HTTP request. Calls that are not in it are settled. */
export interface Sent {
  /** Calls to repeat later. */
  readonly retryable: readonly RetryableCall[]
  /** Pause that the remote asks for; 0: none is needed. */
  readonly pauseMs?: number | undefined
  /** Whether a batch of this size may be the cause of the failure. */
  readonly mayBeBatch?: boolean
  /** Calls of a batch that the remote did not take, or too large to answer. */
  readonly refused: readonly RpcCall[]
  /** Why the calls were rejected or refused as a whole. */
  readonly trouble?: Trouble
}

/** Makes the error of a call without an answer. */
export function troubleError(call: RpcCall, trouble: Trouble, url: string): RemoteError {
  return new RemoteError({ ...trouble, method: call.method, url })
}

/** Whether an error is one of the many for too many requests. */
export function isRateError(code: number, message: string): boolean {
  if (/rate.?limit|too many requests|compute units per second|capacity exceeded/i.test(message)) {
    return true
  }
  return code === 429 || code === -32029 || code === -32097
}

/** Whether an error is about the size of a batch or of all its answers, as geth's are. */
export function isBatchError(message: string): boolean {
  return /response too large|batch/i.test(message)
}

const INVALID_PARAMS = -32602
const BEHIND = [
  /header (?:for hash )?not found/i,
  /block (?:[\w#]+ )?(?:is |was )?not (?:found|available)/i,
  /block (?:[\w#]+ )?does not exist/i,
  /unknown block|future block|no block found|could not find block/i,
  /(?:beyond|after|greater than) (?:the )?(?:current )?(?:head|latest)/i,
]

/** Whether an error is one of the many for a block that the node does not have. */
export function isBehindError(code: number, message: string): boolean {
  return code !== INVALID_PARAMS && BEHIND.some((pattern) => pattern.test(message))
}
