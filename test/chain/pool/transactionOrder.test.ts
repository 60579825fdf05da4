import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderTransactions, type Ranking } from '../../../src/chain/pool/transactionOrder.ts'
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
function greedy(runs: readonly (readonly Transaction[])[], ranking: Ranking): Transaction[] {
  const left = runs.map((run) => [...run])
  const taken: Transaction[] = []
  const tipOf = ({ maxFeePerGas, maxPriorityFeePerGas }: Transaction): bigint => {
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
      return ranking.arrivalOf(a) < ranking.arrivalOf(b) ? a : b
    }, first)
    taken.push(best)
    left.find(([head]) => head === best)?.shift()
  }
}

test('takes the best executable transaction', () => {
  fc.assert(
    fc.property(pools, ({ runs, arrivals, order }) => {
      let made = 0
      const transactions = runs.map((run) =>
        run.map(({ cap, tip }): Transaction => {
          const fees = { maxFeePerGas: BASE_FEE + BigInt(cap), maxPriorityFeePerGas: BigInt(tip) }
          return { ...template, ...fees, hash: `0x${made++}` as Hash }
        }),
      )
      const ranking: Ranking = {
        order: order === 'fifo' ? 'fifo' : 'fees',
        baseFeePerGas: BASE_FEE,
        arrivalOf: ({ hash }) => arrivals[Number.parseInt(hash.slice(2), 10)] ?? 0,
      }
      const hashes = (list: readonly Transaction[]) => list.map(({ hash }) => hash)
      expect(hashes(orderTransactions(transactions, ranking))).toEqual(
        hashes(greedy(transactions, ranking)),
      )
    }),
  )
})

test('a single sender needs no ranking', () => {
  const run = [transactionOf(1, {}), transactionOf(2, { nonce: 1n })]
  const ranking: Ranking = {
    order: 'fees',
    baseFeePerGas: BASE_FEE,
    arrivalOf: () => expect.unreachable('nobody to compare with'),
  }
  expect(orderTransactions([run], ranking)).toBe(run)
  expect(orderTransactions([], ranking)).toEqual([])
})
