import type { Logger } from './primitives/logger.ts'
import type { SubscriptionMessage } from './provider.ts'
import type { EncodedJson } from './rpc/stream/encodedJson.ts'
import type { SubscriptionListener } from './rpc/subscribe/subscription.ts'

export type MessageListener = (message: SubscriptionMessage) => void

/**
 * Passes notifications to the listeners of an EIP-1193 provider: each gets its own JSON in its own
 * turn of the event loop, so that listeners cannot affect the chain.
 */
export class MessageEvents implements SubscriptionListener {
  readonly #logger: Logger
  readonly #isOpen: (subscription: string) => boolean
  readonly #listeners: MessageListener[] = []
  #told: { readonly subscription: string; readonly result: EncodedJson }[] = []
  #isClosed = false

  /** @param isOpen whether a subscription is open; later notifications are dropped */
  constructor(logger: Logger, isOpen: (subscription: string) => boolean) {
    this.#logger = logger
    this.#isOpen = isOpen
  }

  add(listener: MessageListener): void {
    this.#listeners.push(listener)
  }

  /** As in Node.js, a listener that was added twice is removed once. */
  remove(listener: MessageListener): void {
    const at = this.#listeners.lastIndexOf(listener)
    if (at >= 0) this.#listeners.splice(at, 1)
  }

  notify(subscription: string, result: EncodedJson): void {
    if (this.#listeners.length === 0) return
    if (this.#told.length === 0) setImmediate(() => this.flush())
    this.#told.push({ subscription, result })
  }

  /** Drops all notifications, including queued ones. */
  close(): void {
    this.#isClosed = true
    this.#listeners.length = 0
  }

  /** Passes on what is queued. */
  flush(): void {
    const told = this.#told
    this.#told = []
    for (const { subscription, result } of told) {
      for (const listener of [...this.#listeners]) {
        // A listener may have closed the node or ended the subscription.
        if (this.#isClosed) return
        if (!this.#isOpen(subscription)) break
        try {
          const data = { subscription, result: JSON.parse(result.text) as unknown }
          listener({ type: 'eth_subscription', data })
        } catch (error) {
          this.#logger.error("a listener of 'message' failed", error)
        }
      }
    }
  }
}
