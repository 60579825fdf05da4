import type { ResponseSlot } from '../stream/responseLimiter.ts'
import type { RequestSubscriptions } from '../subscribe/subscription.ts'

/** The caller of a request. */
export interface Caller {
  /** Aborted when the response is no longer needed. */
  readonly signal?: AbortSignal
  /** Access to the connection's subscriptions; absent if it cannot be notified. */
  readonly subscriptions?: RequestSubscriptions
  /** Limits concurrent long responses; absent: no limit. */
  readonly turn?: ResponseSlot
  /** Called before the response exists, if the message calls an enabled legacy method. */
  readonly onLegacyCall?: () => void
  /**
   * Called with the complete response to a single request that submits a transaction. The
   * transaction is accepted, and its block is sealed later in the same turn of the event loop. The
   * later result of `handle` is the same, or reports a bug.
   */
  readonly onAccepted?: (text: string) => void
}
