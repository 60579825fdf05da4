import type { Logger } from './primitives/logger.ts'
import type { SubscriptionMessage } from './provider.ts'
import type { EncodedJson } from './rpc/stream/encodedJson.ts'
import type { SubscriptionListener } from './rpc/subscribe/subscription.ts'

export type MessageListener = (message: SubscriptionMessage) => void

/**
 * Gives what subscriptions tell to the listeners of an EIP-1193 provider: each gets JSON of its
 * own, in a turn of its own, so that what a listener does, or takes, is nothing to the chain.
 */
export class MessageEvents implements SubscriptionListener {
  readonly #logger: Logger
  readonly #isOpen: (subscription: string) => boolean
  readonly #listeners: MessageListener[] = []
  #told: { readonly subscription: string; readonly result: EncodedJson }[] = []
  #isClosed = false

  /**
   * @param isOpen whether a subscription has not ended: nothing is told of it afterwards, not even
   *   what was on its way
   */
  constructor(logger: Logger, isOpen: (subscription: string) => boolean) {
    this.#logger = logger
    this.#isOpen = isOpen
  }

  add(listener: MessageListener): void {
    this.#listeners.push(listener)
  }

  /** As in Node.js: one that was added twice is removed once. */
  remove(listener: MessageListener): void {
    const at = this.#listeners.lastIndexOf(listener)
    if (at >= 0) this.#listeners.splice(at, 1)
  }

  notify(subscription: string, result: EncodedJson): void {
    if (this.#listeners.length === 0) return
    if (this.#told.length === 0) setImmediate(() => this.#emit())
    this.#told.push({ subscription, result })
  }

  /** Nothing is told any more, not even what was on its way. */
  close(): void {
    this.#isClosed = true
    this.#listeners.length = 0
  }

  #emit(): void {
    const told = this.#told
    this.#told = []
    for (const { subscription, result } of told) {
      for (const listener of [...this.#listeners]) {
        // One of them may have closed the node, or ended the subscription.
        if (this.#isClosed) return
        if (!this.#isOpen(subscription)) break
        try {
          const data = { subscription, result: JSON.parse(result.text) as unknown }
          listener({ type: 'eth_subscription', data })
        } catch (error) {
          this.#logger.error("a listener to 'message' failed", error)
        }
      }
    }
  }
}
