import type { Transaction } from '../../evm/transaction/transaction.ts'
import { type FeedCursor, type TransactionFeed, transactionsAfter } from './transactionFeed.ts'

/** Tells transactions as they are accepted. */
export class TransactionFilter {
  /** Whether whole transactions are wanted, not hashes alone. */
  readonly isFull: boolean
  readonly #feed: TransactionFeed
  #place: FeedCursor

  /** Begins at the end of the feed. */
  constructor(feed: TransactionFeed, isFull: boolean) {
    this.isFull = isFull
    this.#feed = feed
    this.#place = feed.end
  }

  /** Transactions that were not told yet. */
  get waiting(): number {
    return this.#feed.end.number - this.#place.number
  }

  /** What was accepted since the last call, whatever became of it. */
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
