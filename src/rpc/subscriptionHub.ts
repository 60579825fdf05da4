import type { SealedBlock } from '../chain/block.ts'
import type { Chain } from '../chain/chain.ts'
import type { HistoryChange } from '../chain/history.ts'
import { type LocatedLog, logMatcher } from '../chain/logCriteria.ts'
import type { Log } from '../evm/executor.ts'
import type { Transaction } from '../evm/transaction.ts'
import type { Json } from '../primitives/json.ts'
import type { Logger } from '../primitives/logger.ts'
import { EncodedJson } from './encodedJson.ts'
import {
  Subscriber,
  type Subscription,
  type SubscriptionListener,
  type SubscriptionSource,
} from './subscription.ts'
import { encodeHead } from './view/block.ts'
import { logView } from './view/log.ts'
import { transactionView } from './view/transaction.ts'

type Matcher = (block: SealedBlock) => readonly LocatedLog[]

/**
 * Tells subscriptions what happens to a chain, which it watches only while there are any. A head, a log or a transaction is
 * written as JSON once, however many are told of it.
 */
export class SubscriptionHub implements SubscriptionSource {
  readonly #chain: Pick<Chain, 'watch'>
  readonly #logger: Logger
  readonly #heads = new Set<Subscription>()
  readonly #logs = new Map<Subscription, Matcher>()
  readonly #pendingHashes = new Set<Subscription>()
  readonly #pendingTransactions = new Set<Subscription>()
  #stopWatching: (() => void) | undefined

  constructor(chain: Pick<Chain, 'watch'>, logger: Logger) {
    this.#chain = chain
    this.#logger = logger
  }

  /** Whoever subscribes by the requests of one connection. To be closed with it. */
  subscriber(listener: SubscriptionListener): Subscriber {
    return new Subscriber(this, listener, this.#logger)
  }

  add(subscription: Subscription): void {
    const { kind } = subscription
    switch (kind.name) {
      case 'newHeads':
        this.#heads.add(subscription)
        break
      case 'logs':
        this.#logs.set(subscription, logMatcher(kind.criteria))
        break
      case 'newPendingTransactions':
        this.#pendingOf(kind.isFull).add(subscription)
        break
      case 'syncing':
        // The node is never behind: there is nothing more to tell.
        subscription.tell(FALSE)
        return
    }
    this.#stopWatching ??= this.#chain.watch({
      onBlocks: (change) => this.#tellBlocks(change),
      onTransaction: (transaction) => this.#tellTransaction(transaction),
    })
  }

  remove(subscription: Subscription): void {
    this.#heads.delete(subscription)
    this.#logs.delete(subscription)
    this.#pendingHashes.delete(subscription)
    this.#pendingTransactions.delete(subscription)
    const { size: pending } = this.#pendingHashes
    const count = this.#heads.size + this.#logs.size + pending + this.#pendingTransactions.size
    if (count > 0) return
    this.#stopWatching?.()
    this.#stopWatching = undefined
  }

  #pendingOf(isFull: boolean): Set<Subscription> {
    return isFull ? this.#pendingTransactions : this.#pendingHashes
  }

  #tellBlocks({ left, entered }: HistoryChange): void {
    for (const block of left) this.#tellLogs(block, true)
    for (const block of entered) {
      tellAll(this.#heads, () => encodeHead(block))
      this.#tellLogs(block, false)
    }
  }

  #tellLogs(block: SealedBlock, removed: boolean): void {
    if (block.receipts.every(({ logs }) => logs.length === 0)) return
    const results = new Map<Log, EncodedJson>()
    for (const [subscription, match] of this.#logs) {
      for (const located of match(block)) {
        const result = results.get(located.log) ?? encoded(logView.encode({ ...located, removed }))
        results.set(located.log, result)
        subscription.tell(result)
      }
    }
  }

  #tellTransaction(transaction: Transaction): void {
    tellAll(this.#pendingHashes, () => transaction.hash)
    tellAll(this.#pendingTransactions, () => transactionView.encode({ transaction }))
  }
}

const FALSE = encoded(false)

function encoded(json: Json): EncodedJson {
  return new EncodedJson(JSON.stringify(json))
}

function tellAll(subscriptions: ReadonlySet<Subscription>, view: () => Json): void {
  if (subscriptions.size === 0) return
  const result = encoded(view())
  for (const subscription of subscriptions) subscription.tell(result)
}
