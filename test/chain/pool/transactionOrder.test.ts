import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Arrived,
  orderTransactions,
  type Ranking,
} from '../../../src/chain/pool/transactionOrder.ts'
import type { Transaction } from '../../../src/evm/transaction/transaction.ts'
import type { Hash } from '../../../src/primitives/encoding/hex.ts'
import { transactionOf } from '../../support/transactions.ts'

const BASE_FEE = 5n
const template = transactionOf(0, {})

/** Runs of several senders; each transaction with its place among all that came. */
const pools = fc
  .array(fc.array(fc.record({ cap: fc.nat(4), tip: fc.nat(4) }), { minLength: 1, maxLength: 5 }), {
    maxLength: 5,
  })
  .chain((runs) => {
    const count = runs.flat().length
    const places = Array.from({ length: count }, (_, i) => i)
    const arrivals = fc.shuffledSubarray(places, { minLength: count })
    return fc.record({ runs: fc.constant(runs), arrivals, order: fc.constantFrom('fees', 'fifo') })
  })

/** Takes the best of those whose turn it is, again and again. */
function greedy(
  runs: readonly (readonly Arrived<Transaction>[])[],
  ranking: Ranking,
): readonly Transaction[] {
  const left = runs.map((run) => [...run])
  const taken: Transaction[] = []
  const tipOf = ({ transaction }: Arrived<Transaction>): bigint => {
    const { maxFeePerGas, maxPriorityFeePerGas } = transaction
    if (ranking.order === 'fifo') return 0n
    const rest = maxFeePerGas - ranking.baseFeePerGas
    return rest < maxPriorityFeePerGas ? rest : maxPriorityFeePerGas
  }
  for (;;) {
    const heads = left.flatMap(([head]) => (head === undefined ? [] : [head]))
    const [first, ...others] = heads
    if (first === undefined) return taken
    const best = others.reduce((a, b) => {
      if (tipOf(a) !== tipOf(b)) return tipOf(a) > tipOf(b) ? a : b
      return a.arrival < b.arrival ? a : b
    }, first)
    taken.push(best.transaction)
    left.find(([head]) => head === best)?.shift()
  }
}

test('takes the best executable transaction', () => {
  fc.assert(
    fc.property(pools, ({ runs, arrivals, order }) => {
      let made = 0
      const transactions = runs.map((run) =>
        run.map(({ cap, tip }): Arrived<Transaction> => {
          const fees = { maxFeePerGas: BASE_FEE + BigInt(cap), maxPriorityFeePerGas: BigInt(tip) }
          const transaction = { ...template, ...fees, hash: `0x${made}` as Hash }
          return { transaction, arrival: arrivals[made++] ?? 0 }
        }),
      )
      const ranking: Ranking = {
        order: order === 'fifo' ? 'fifo' : 'fees',
        baseFeePerGas: BASE_FEE,
      }
      const hashes = (list: readonly Transaction[]) => list.map(({ hash }) => hash)
      expect(hashes(orderTransactions(transactions, ranking))).toEqual(
        hashes(greedy(transactions, ranking)),
      )
    }),
  )
})

test('a single sender keeps its order', () => {
  const run = [transactionOf(1, {}), transactionOf(2, { nonce: 1n })]
  const entries = run.map((transaction, i) => ({ transaction, arrival: 9 - i }))
  const ranking: Ranking = { order: 'fees', baseFeePerGas: BASE_FEE }
  expect(orderTransactions([entries], ranking)).toEqual(run)
  expect(orderTransactions([], ranking)).toEqual([])
})
