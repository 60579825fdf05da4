import type { Transaction } from '../../evm/transaction/transaction.ts'
import type { TransactionOrder } from '../mining/miningConfig.ts'

/** Ranking of transactions. */
export interface Ranking {
  readonly order: TransactionOrder
  /** Base fee of the next block. */
  readonly baseFeePerGas: bigint
  /** Arrival number. */
  arrivalOf(transaction: Transaction): number
}

interface Rank {
  readonly tip: bigint
  readonly arrival: number
}

/**
 * Merges the transactions of several senders into one order: always the best executable one comes
 * next.
 *
 * @param runs each sender's transactions in order of their nonces
 */
export function orderTransactions(
  runs: readonly (readonly Transaction[])[],
  ranking: Ranking,
): readonly Transaction[] {
  const [only] = runs
  if (only === undefined || runs.length === 1) return only ?? []
  // A transaction that waits for a worse one comes right after it, so the worst rank so far
  // decides.
  const ranked = runs.flatMap((run) => {
    let worst: Rank | undefined
    return run.map((transaction) => {
      const own = rankOf(transaction, ranking)
      worst = worst === undefined || compare(worst, own) < 0 ? own : worst
      return { transaction, rank: worst }
    })
  })
  // The sort is stable: transactions of a run with equal rank keep their order.
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

/** Negative if `a` ranks first. */
function compare(a: Rank, b: Rank): number {
  if (a.tip !== b.tip) return a.tip > b.tip ? -1 : 1
  return a.arrival - b.arrival
}
