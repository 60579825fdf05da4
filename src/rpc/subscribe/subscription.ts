import type { LogCriteria } from '../../chain/history/logCriteria.ts'
import type { Logger } from '../../primitives/logger.ts'
import { RpcError, rpcCode, serverError } from '../errors/rpcError.ts'
import type { EncodedJson } from '../stream/encodedJson.ts'
import type { Backlog, SubscriptionEvent } from './backlog.ts'

/** What a subscription tells of. */
export type SubscriptionKind =
  | { readonly name: 'newHeads' }
  | { readonly name: 'logs'; readonly criteria: LogCriteria }
  | { readonly name: 'newPendingTransactions'; readonly isFull: boolean }
  | { readonly name: 'syncing' }

/** Where the notifications of a connection, or of a process, go. To be quick. */
export interface SubscriptionListener {
  /**
   * Counts what waits, from when it is told: whoever sends it takes it off. Absent: as much may
   * wait as there is.
   */
  readonly backlog?: Backlog
  /** @param result what is told; the same object for all who are told it */
  notify(id: string, result: EncodedJson): void
  /** More waits than may. All subscriptions are closed by then. */
  overflow?(): void
}

/** Whoever tells subscriptions what happens while they are open. */
export interface SubscriptionSource {
  /** The id of the next subscription. */
  newId(): string
  add(subscription: Subscription): void
  remove(subscription: Subscription): void
}

/** Most subscriptions of one subscriber, as on the real chain. */
const MOST_SUBSCRIPTIONS = 10_000

/** What is told to one listener under one id. Holds back until its id is on its way. */
export class Subscription {
  readonly id: string
  readonly kind: SubscriptionKind
  readonly #subscriber: Subscriber
  #heldBack: EncodedJson[] | undefined = []

  constructor(id: string, kind: SubscriptionKind, subscriber: Subscriber) {
    this.id = id
    this.kind = kind
    this.#subscriber = subscriber
  }

  /** @param event what the result is of */
  notify(result: EncodedJson, event: SubscriptionEvent): void {
    if (!this.#subscriber.count(this, result, event)) return
    if (this.#heldBack === undefined) this.#subscriber.notify(this, result)
    else this.#heldBack.push(result)
  }

  /** Tells what was held back, and from now on everything at once. */
  release(): void {
    const heldBack = this.#heldBack ?? []
    this.#heldBack = undefined
    for (const result of heldBack) this.#subscriber.notify(this, result)
  }

  /** Gives up what was held back. */
  drop(): readonly EncodedJson[] {
    return this.#heldBack?.splice(0) ?? []
  }
}

/** A connection, or a process, and all that it subscribed to. */
export class Subscriber {
  readonly #source: SubscriptionSource
  readonly #listener: SubscriptionListener
  readonly #logger: Logger
  readonly #subscriptions = new Map<string, Subscription>()
  #isClosed = false

  constructor(source: SubscriptionSource, listener: SubscriptionListener, logger: Logger) {
    this.#source = source
    this.#listener = listener
    this.#logger = logger
  }

  /** What one request, or one batch, may do with the subscriptions. */
  forRequest(): RequestSubscriptions {
    return new RequestSubscriptions(this)
  }

  /** @throws RpcError where there are too many, or the subscriber is gone */
  open(kind: SubscriptionKind): Subscription {
    if (this.#isClosed || this.#subscriptions.size >= MOST_SUBSCRIPTIONS) {
      throw serverError('no new subscription can be created')
    }
    const subscription = new Subscription(this.#source.newId(), kind, this)
    this.#subscriptions.set(subscription.id, subscription)
    this.#source.add(subscription)
    return subscription
  }

  /** Whether a subscription has not ended. */
  has(id: string): boolean {
    return this.#subscriptions.has(id)
  }

  /** Ends a subscription: nothing more is told of it. False where there is none of this id. */
  close(id: string): boolean {
    const subscription = this.#subscriptions.get(id)
    if (subscription === undefined) return false
    this.#subscriptions.delete(id)
    this.#source.remove(subscription)
    for (const result of subscription.drop()) this.#listener.backlog?.remove(result)
    return true
  }

  /** Ends all subscriptions, and takes no new ones. */
  closeAll(): void {
    this.#isClosed = true
    for (const id of [...this.#subscriptions.keys()]) this.close(id)
  }

  /**
   * Counts what a subscription is to tell. False where it has ended, or ends because too much
   * waits.
   */
  count(subscription: Subscription, result: EncodedJson, event: SubscriptionEvent): boolean {
    if (!this.#subscriptions.has(subscription.id)) return false
    if (this.#listener.backlog?.add(result, event) ?? true) return true
    this.closeAll()
    this.#listener.overflow?.()
    return false
  }

  /**
   * Passes on what a subscription tells, unless it has ended. A listener's fault is nobody else's.
   */
  notify(subscription: Subscription, result: EncodedJson): void {
    if (!this.#subscriptions.has(subscription.id)) return
    try {
      this.#listener.notify(subscription.id, result)
    } catch (error) {
      this.#logger.error('a subscriber failed', error)
    }
  }
}

/**
 * Subscriptions as one request sees them: what it opens is held back until its answer is on its
 * way.
 */
export class RequestSubscriptions {
  readonly #subscriber: Subscriber
  readonly #opened: Subscription[] = []

  constructor(subscriber: Subscriber) {
    this.#subscriber = subscriber
  }

  /** Whether something is held back. */
  get hasOpened(): boolean {
    return this.#opened.length > 0
  }

  /** The id of a new subscription. @throws RpcError where there are too many */
  open(kind: SubscriptionKind): string {
    const subscription = this.#subscriber.open(kind)
    this.#opened.push(subscription)
    return subscription.id
  }

  /** False where there is none of this id. */
  close(id: string): boolean {
    return this.#subscriber.close(id)
  }

  /**
   * To be called when the answer is on its way: nothing that is told from now on can overtake it.
   */
  answered(): void {
    for (const subscription of this.#opened.splice(0)) subscription.release()
  }
}

/** What a transport without subscriptions answers. */
export function notificationsNotSupported(): RpcError {
  const message = 'notifications not supported: connect by WebSocket to the same address'
  return new RpcError(rpcCode.methodNotFound, message)
}
