import type { NativeTransaction } from '../../native/nativeTransaction.ts'
import { WEI_PER_UNIT } from '../../state/ledger/balanceOverflow.ts'
import { type AnyTransaction, isNative } from '../block/blockEntries.ts'
import type { TransactionOrder } from '../mining/miningConfig.ts'

/** Ranking of transactions. */
export interface Ranking {
  readonly order: TransactionOrder
  /** Base fee of the next block. */
  readonly baseFeePerGas: bigint
}

/** A transaction that waits. */
export interface Arrived<T> {
  readonly transaction: T
  /** Order of arrival in the pool. */
  readonly arrival: number
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
  runs: readonly (readonly Arrived<T>[])[],
  ranking: Ranking,
): readonly T[] {
  const [only] = runs
  if (runs.length <= 1) return (only ?? []).map(({ transaction }) => transaction)
  // A transaction that waits for a worse one comes right after it, so the worst rank so far
  // decides.
  const arrivals = latestArrivals(runs, ranking)
  return arrivals === undefined ? byRank(runs, ranking) : byArrival(runs.flat(), arrivals)
}

/** Returns the latest arrival in a run up to each transaction. Undefined if tips differ. */
function latestArrivals(
  runs: readonly (readonly Arrived<AnyTransaction>[])[],
  ranking: Ranking,
): readonly number[] | undefined {
  const arrivals: number[] = []
  let tip: bigint | undefined
  for (const run of runs) {
    let latest = 0
    for (const { transaction, arrival } of run) {
      const own = tipOf(transaction, ranking)
      tip ??= own
      if (own !== tip) return undefined
      latest = Math.max(latest, arrival)
      arrivals.push(latest)
    }
  }
  return arrivals
}

/** Sorts by arrivals, some of which are equal. */
function byArrival<T>(entries: readonly Arrived<T>[], arrivals: readonly number[]): readonly T[] {
  const count = entries.length
  // Arrival and place as one number: sorting numbers calls no function.
  const keys = new Float64Array(count)
  for (let i = 0; i < count; i++) keys[i] = (arrivals[i] ?? 0) * count + i
  keys.sort()
  const sorted: T[] = []
  for (const key of keys) sorted.push((entries[key % count] as Arrived<T>).transaction)
  return sorted
}

function byRank<T extends AnyTransaction>(
  runs: readonly (readonly Arrived<T>[])[],
  ranking: Ranking,
): readonly T[] {
  const ranked = runs.flatMap((run) => {
    let worst: Rank | undefined
    return run.map(({ transaction, arrival }) => {
      const own = { tip: tipOf(transaction, ranking), arrival }
      worst = worst === undefined || compare(worst, own) < 0 ? own : worst
      return { transaction, rank: worst }
    })
  })
  // The sort is stable: transactions of a run with equal rank keep their order.
  ranked.sort((a, b) => compare(a.rank, b.rank))
  return ranked.map(({ transaction }) => transaction)
}

function tipOf(transaction: AnyTransaction, { order, baseFeePerGas }: Ranking): bigint {
  if (order === 'fifo') return 0n
  if (isNative(transaction)) return priceOf(transaction) - baseFeePerGas
  const { maxFeePerGas, maxPriorityFeePerGas } = transaction
  const left = maxFeePerGas - baseFeePerGas
  return left < maxPriorityFeePerGas ? left : maxPriorityFeePerGas
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
