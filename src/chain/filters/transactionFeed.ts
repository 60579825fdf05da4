import type { Transaction } from '../../evm/transaction/transaction.ts'

/** A position in a feed, which keeps later items in memory. */
export class FeedCursor {
  /** Number of transactions before this position. */
  readonly number: number
  /** The next item and the position after it. */
  next: { readonly transaction: Transaction; readonly place: FeedCursor } | undefined

  constructor(number: number) {
    this.number = number
  }
}

/**
 * Transactions in order of arrival, for concurrent readers. Items that all readers have read are
 * freed.
 */
export class TransactionFeed {
  #end = new FeedCursor(0)

  /** Returns the position after the newest transaction. */
  get end(): FeedCursor {
    return this.#end
  }

  push(transaction: Transaction): void {
    const place = new FeedCursor(this.#end.number + 1)
    this.#end.next = { transaction, place }
    this.#end = place
  }
}

/** Returns the items after a position. */
export function transactionsAfter(place: FeedCursor): readonly Transaction[] {
  const transactions: Transaction[] = []
  for (let { next } = place; next !== undefined; { next } = next.place) {
    transactions.push(next.transaction)
  }
  return transactions
}
