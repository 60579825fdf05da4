import type { Transaction } from '../../evm/transaction/transaction.ts'

/** A place in a feed: keeps what comes after it in memory. */
export class FeedPlace {
  /** Transactions before this place. */
  readonly number: number
  /** What comes next, and the place after it. */
  next: { readonly transaction: Transaction; readonly place: FeedPlace } | undefined

  constructor(number: number) {
    this.number = number
  }
}

/** Transactions in the order in which they came, for many readers at once. What all of them have read is let go of. */
export class TransactionFeed {
  #end = new FeedPlace(0)

  /** The place after the newest transaction. */
  get end(): FeedPlace {
    return this.#end
  }

  push(transaction: Transaction): void {
    const place = new FeedPlace(this.#end.number + 1)
    this.#end.next = { transaction, place }
    this.#end = place
  }
}

/** What comes after a place by now. */
export function transactionsAfter(place: FeedPlace): readonly Transaction[] {
  const transactions: Transaction[] = []
  for (let { next } = place; next !== undefined; { next } = next.place) {
    transactions.push(next.transaction)
  }
  return transactions
}
