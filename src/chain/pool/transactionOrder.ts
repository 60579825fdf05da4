import type { NativeTransaction } from '../../native/nativeTransaction.ts'
import { WEI_PER_UNIT } from '../../state/ledger/balanceOverflow.ts'
import { type AnyTransaction, isNative } from '../block/blockEntries.ts'
import type { TransactionOrder } from '../mining/miningConfig.ts'

/** Ranking of transactions. */
export interface Ranking {
  readonly order: TransactionOrder
  /** Base fee of the next block. */
  readonly baseFeePerGas: bigint
  /** Arrival number. */
  arrivalOf(transaction: AnyTransaction): number
}

interface Rank {
  readonly tip: bigint
  readonly arrival: number
}

/**
 * Merges the transactions of several senders into one order: always the best executable one comes
 * next.
 *
 * @param runs each sender's transactions in order of their nonces or sequences
 */
export function orderTransactions<T extends AnyTransaction>(
  runs: readonly (readonly T[])[],
  ranking: Ranking,
): readonly T[] {
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

function rankOf(transaction: AnyTransaction, { order, baseFeePerGas, arrivalOf }: Ranking): Rank {
  const arrival = arrivalOf(transaction)
  if (order === 'fifo') return { tip: 0n, arrival }
  if (isNative(transaction)) return { tip: priceOf(transaction) - baseFeePerGas, arrival }
  const { maxFeePerGas, maxPriorityFeePerGas } = transaction
  const left = maxFeePerGas - baseFeePerGas
  return { tip: left < maxPriorityFeePerGas ? left : maxPriorityFeePerGas, arrival }
}

/** Wei per gas of a native transaction, whose fee is in whole units. */
function priceOf({ fee }: NativeTransaction): bigint {
  const units = fee.coins.reduce((sum, { amount }) => sum + amount, 0n)
  return fee.gasLimit === 0n ? 0n : (units * WEI_PER_UNIT) / fee.gasLimit
}

/** Negative if `a` ranks first. */
function compare(a: Rank, b: Rank): number {
  if (a.tip !== b.tip) return a.tip > b.tip ? -1 : 1
  return a.arrival - b.arrival
}
