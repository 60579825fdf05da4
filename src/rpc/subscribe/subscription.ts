import { setImmediate } from 'node:timers/promises'
import type { LogQuery } from '../../chain/history/logQuery.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import type { Logger } from '../../primitives/logger.ts'
import { RpcError, rpcCode, serverError } from '../errors/rpcError.ts'
import type { EncodedJson } from '../stream/encodedJson.ts'
import { type Backlog, SubscriptionEvent } from './backlog.ts'

/** Event of a subscription. */
export type SubscriptionKind =
  | { readonly name: 'newHeads' }
  | { readonly name: 'logs'; readonly query: LogQuery }
  | { readonly name: 'newPendingTransactions'; readonly isFull: boolean }
  /** Receipts by block, of these transactions; empty: of all. */
  | { readonly name: 'transactionReceipts'; readonly hashes: ReadonlySet<Hash> }
  | { readonly name: 'syncing' }

/** Receives the notifications of a connection or process. Must be fast. */
export interface SubscriptionListener {
  /**
   * Counts unsent notifications when they are created; the sender removes them. Absent: no limit.
   */
  readonly backlog?: Backlog
  /** @param result shared by all recipients */
  notify(id: string, result: EncodedJson): void
  /** The limit of unsent notifications was exceeded. All subscriptions are closed. */
  overflow?(): void
}

/** Source of subscriptions. */
export interface SubscriptionSource {
  /** Returns the id of the next subscription. */
  newId(): string
  /** Whether the limit of subscriptions of this kind is not reached. */
  hasRoomFor(kind: SubscriptionKind): boolean
  add(subscription: Subscription): void
  remove(subscription: Subscription): void
}

/** Results of the past, encoded batch by batch. */
export type PastResults = AsyncIterable<readonly Json[]>

/** Maximum number of subscriptions per subscriber, as on the real chain. */
const MOST_SUBSCRIPTIONS = 10_000

/** Notifications of one subscription, buffered until the response with its id is sent. */
export class Subscription {
  readonly id: string
  readonly kind: SubscriptionKind
  readonly #subscriber: Subscriber
  #heldBack: EncodedJson[] | undefined = []
  #past: PastResults | undefined

  constructor(id: string, kind: SubscriptionKind, subscriber: Subscriber) {
    this.id = id
    this.kind = kind
    this.#subscriber = subscriber
  }

  /** @param event of the result */
  notify(result: EncodedJson, event: SubscriptionEvent): void {
    if (!this.#subscriber.count(this, result, event)) return
    if (this.#heldBack === undefined) this.#subscriber.notify(this, result)
    else this.#heldBack.push(result)
  }

  /** Sends these results before all others. Must be called before {@link release}. */
  replay(past: PastResults): void {
    this.#past = past
  }

  /** Sends these results before those of {@link replay}. Must be called before {@link release}. */
  precede(results: readonly Json[]): void {
    this.#past = followedBy(results, this.#past)
  }

  /** Sends the past results and the buffered notifications; later ones are sent at once. */
  release(): void {
    if (this.#past === undefined) this.#flush()
    else void this.#replay(this.#past)
  }

  async #replay(past: PastResults): Promise<void> {
    try {
      for await (const results of past) {
        const event = new SubscriptionEvent()
        for (const json of results) {
          const result = event.encode(json)
          if (!this.#subscriber.count(this, result, event)) return
          this.#subscriber.notify(this, result)
        }
        // Sockets send meanwhile.
        await setImmediate()
      }
    } catch (error) {
      this.#subscriber.logger.error('replaying logs to a subscription failed', error)
    }
    this.#flush()
  }

  #flush(): void {
    const heldBack = this.#heldBack ?? []
    this.#heldBack = undefined
    for (const result of heldBack) this.#subscriber.notify(this, result)
  }

  /** Drops the buffered notifications. */
  drop(): readonly EncodedJson[] {
    return this.#heldBack?.splice(0) ?? []
  }
}

/** A connection or process with its subscriptions. */
export class Subscriber {
  readonly #source: SubscriptionSource
  readonly #listener: SubscriptionListener
  readonly logger: Logger
  readonly #subscriptions = new Map<string, Subscription>()
  #isClosed = false

  constructor(source: SubscriptionSource, listener: SubscriptionListener, logger: Logger) {
    this.#source = source
    this.#listener = listener
    this.logger = logger
  }

  /** Access to the subscriptions for one request or batch. */
  forRequest(): RequestSubscriptions {
    return new RequestSubscriptions(this)
  }

  /** @throws RpcError if there are too many, or the subscriber is closed */
  open(kind: SubscriptionKind): Subscription {
    const isFull = this.#subscriptions.size >= MOST_SUBSCRIPTIONS
    if (this.#isClosed || isFull || !this.#source.hasRoomFor(kind)) {
      throw serverError('no new subscription can be created')
    }
    const subscription = new Subscription(this.#source.newId(), kind, this)
    this.#subscriptions.set(subscription.id, subscription)
    this.#source.add(subscription)
    return subscription
  }

  /** Whether a subscription is open. */
  has(id: string): boolean {
    return this.#subscriptions.has(id)
  }

  /** Ends a subscription. Returns false if the id is unknown. */
  close(id: string): boolean {
    const subscription = this.#subscriptions.get(id)
    if (subscription === undefined) return false
    this.#subscriptions.delete(id)
    this.#source.remove(subscription)
    for (const result of subscription.drop()) this.#listener.backlog?.remove(result)
    return true
  }

  /** Ends all subscriptions and accepts no new ones. */
  closeAll(): void {
    this.#isClosed = true
    for (const id of [...this.#subscriptions.keys()]) this.close(id)
  }

  /**
   * Counts a notification. False if the subscription has ended, or ends because too much is unsent.
   */
  count(subscription: Subscription, result: EncodedJson, event: SubscriptionEvent): boolean {
    if (!this.#subscriptions.has(subscription.id)) return false
    if (this.#listener.backlog?.add(result, event) ?? true) return true
    this.closeAll()
    this.#listener.overflow?.()
    return false
  }

  /** Sends a notification unless the subscription has ended. Isolates exceptions of listeners. */
  notify(subscription: Subscription, result: EncodedJson): void {
    if (!this.#subscriptions.has(subscription.id)) return
    try {
      this.#listener.notify(subscription.id, result)
    } catch (error) {
      this.logger.error('a subscriber failed', error)
    }
  }
}

/** Subscriptions of one request: their notifications are buffered until its response is sent. */
export class RequestSubscriptions {
  readonly #subscriber: Subscriber
  readonly #opened: Subscription[] = []
  #before: readonly Json[] | undefined

  constructor(subscriber: Subscriber) {
    this.#subscriber = subscriber
  }

  /** Whether notifications are buffered. */
  get hasOpened(): boolean {
    return this.#opened.length > 0
  }

  /** Sends these results before those of the subscription that is opened next. */
  precede(results: readonly Json[]): void {
    this.#before = results
  }

  /**
   * Opens a subscription and returns its id.
   * @throws RpcError if there are too many
   */
  open(kind: SubscriptionKind): string {
    const subscription = this.#subscriber.open(kind)
    if (this.#before !== undefined) subscription.precede(this.#before)
    this.#before = undefined
    this.#opened.push(subscription)
    return subscription.id
  }

  /** Returns false if the id is unknown. */
  close(id: string): boolean {
    return this.#subscriber.close(id)
  }

  /** Called when the response is sent: later notifications cannot overtake it. */
  answered(): void {
    for (const subscription of this.#opened.splice(0)) subscription.release()
  }
}

async function* followedBy(results: readonly Json[], later: PastResults | undefined): PastResults {
  yield results
  if (later !== undefined) yield* later
}

/** Error of a transport without subscriptions. */
export function notificationsNotSupported(): RpcError {
  const message = 'notifications not supported: connect by WebSocket to the same address'
  return new RpcError(rpcCode.methodNotFound, message)
}
