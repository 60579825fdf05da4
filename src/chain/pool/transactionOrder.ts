import type { Transaction } from '../../evm/transaction/transaction.ts'
import type { TransactionOrder } from '../mining/miningConfig.ts'

/** What counts when transactions are put in order. */
export interface Ranking {
  readonly order: TransactionOrder
  /** Of the block to come. */
  readonly baseFeePerGas: bigint
  /** When a transaction came: later ones have higher numbers. */
  arrivalOf(transaction: Transaction): number
}

interface Rank {
  readonly tip: bigint
  readonly arrival: number
}

/**
 * Puts the transactions of several senders in one order: always the best of those whose turn it is.
 * A transaction's turn is after that of all before it in its run.
 *
 * @param runs each a sender's, in the order of their nonces.
 */
export function orderTransactions(
  runs: readonly (readonly Transaction[])[],
  ranking: Ranking,
): readonly Transaction[] {
  const [only] = runs
  if (only === undefined || runs.length === 1) return only ?? []
  // Who waits for a worse one comes right after it, so what counts is the worst rank up to each.
  const ranked = runs.flatMap((run) => {
    let worst: Rank | undefined
    return run.map((transaction) => {
      const own = rankOf(transaction, ranking)
      worst = worst === undefined || compare(worst, own) < 0 ? own : worst
      return { transaction, rank: worst }
    })
  })
  // The sort is stable: those of a run that have the same rank stay in their order.
  ranked.sort((a, b) => compare(a.rank, b.rank))
  return ranked.map(({ transaction }) => transaction)
}

function rankOf(transaction: Transaction, { order, baseFeePerGas, arrivalOf }: Ranking): Rank {
  const arrival = arrivalOf(transaction)
  if (order === 'fifo') return { tip: 0n, arrival }
  const { maxFeePerGas, maxPriorityFeePerGas } = transaction
  const left = maxFeePerGas - baseFeePerGas
  return { tip: left < maxPriorityFeePerGas ? left : maxPriorityFeePerGas, arrival }
}

/** Negative where `a` is the better one. */
function compare(a: Rank, b: Rank): number {
  if (a.tip !== b.tip) return a.tip > b.tip ? -1 : 1
  return a.arrival - b.arrival
}
