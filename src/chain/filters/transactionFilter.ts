import type { Transaction } from '../../evm/transaction/transaction.ts'
import { type FeedCursor, type TransactionFeed, transactionsAfter } from './transactionFeed.ts'

/** Reports transactions as they are accepted. */
export class TransactionFilter {
  /** Whether whole transactions are requested instead of hashes. */
  readonly isFull: boolean
  readonly #feed: TransactionFeed
  #place: FeedCursor

  /** Starts at the end of the feed. */
  constructor(feed: TransactionFeed, isFull: boolean) {
    this.isFull = isFull
    this.#feed = feed
    this.#place = feed.end
  }

  /** Number of unread transactions. */
  get waiting(): number {
    return this.#feed.end.number - this.#place.number
  }

  /** Returns the transactions accepted since the last call, whatever their later state. */
  changes(): { readonly transactions: readonly Transaction[]; undo(): void } {
    const before = this.#place
    const now = this.#feed.end
    this.#place = now
    return {
      transactions: transactionsAfter(before),
      undo: () => {
        if (this.#place === now) this.#place = before
      },
    }
  }
}
