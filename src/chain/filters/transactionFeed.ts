import type { Transaction } from '../../evm/transaction/transaction.ts'

/** A place in a feed: keeps what comes after it in memory. */
export class FeedCursor {
  /** Transactions before this place. */
  readonly number: number
  /** What comes next, and the place after it. */
  next: { readonly transaction: Transaction; readonly place: FeedCursor } | undefined

  constructor(number: number) {
    this.number = number
  }
}

/**
 * Transactions in the order in which they came, for many readers at once. What all of them have
 * read is let go of.
 */
export class TransactionFeed {
  #end = new FeedCursor(0)

  /** The place after the newest transaction. */
  get end(): FeedCursor {
    return this.#end
  }

  push(transaction: Transaction): void {
    const place = new FeedCursor(this.#end.number + 1)
    this.#end.next = { transaction, place }
    this.#end = place
  }
}

/** What comes after a place by now. */
export function transactionsAfter(place: FeedCursor): readonly Transaction[] {
  const transactions: Transaction[] = []
  for (let { next } = place; next !== undefined; { next } = next.place) {
    transactions.push(next.transaction)
  }
  return transactions
}
