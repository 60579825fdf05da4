import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ChainError } from '../../../src/chain/errors.ts'
import { fitsBlock, POOL_LIMIT, Pool, poolContents } from '../../../src/chain/pool/pool.ts'
import type { Transaction } from '../../../src/evm/transaction/transaction.ts'
import type { Address } from '../../../src/primitives/address.ts'
import { bytesToHash, type Hash } from '../../../src/primitives/encoding/hex.ts'
import type { StateReader } from '../../../src/state/stateReader.ts'
import { alice, bob, carol } from '../../support/accounts.ts'
import { runs } from '../../support/runs.ts'
import { transactionOf } from '../../support/transactions.ts'

const numRuns = runs({ quick: 60, full: 500 })
const senders = [alice.address, bob.address, carol.address]

/** Alice's, unless given. */
const made = (id: number, fields: Partial<Transaction>) =>
  transactionOf(id, { from: alice.address, ...fields })

/** A state of which only the nonces are asked for. */
function withNonces(nonceOf: (sender: Address) => bigint): StateReader {
  const state: Partial<StateReader> = { getNonce: nonceOf }
  return state as StateReader
}

/** What a change of the pool is refused for. */
function codeOf(change: () => unknown): string | undefined {
  try {
    change()
    return undefined
  } catch (error) {
    if (error instanceof ChainError) return error.code
    throw error
  }
}

/** Which transactions, and in which order. */
const hashesOf = (list: readonly Pick<Transaction, 'hash'>[]) => list.map(({ hash }) => hash)

/** The pool as a plain list in the order of arrival. */
class PoolModel {
  readonly list: Transaction[] = []

  add(tx: Transaction): string | undefined {
    const rival = this.list.find(({ from, nonce }) => from === tx.from && nonce === tx.nonce)
    if (rival?.hash === tx.hash) return 'ALREADY_KNOWN'
    if (rival !== undefined) {
      const isBetter =
        tx.maxFeePerGas > rival.maxFeePerGas && tx.maxPriorityFeePerGas > rival.maxPriorityFeePerGas
      if (!isBetter) return 'REPLACEMENT_UNDERPRICED'
      this.remove(rival)
    }
    this.list.push(tx)
    return undefined
  }

  remove({ hash }: Transaction): void {
    const place = this.list.findIndex((tx) => tx.hash === hash)
    if (place !== -1) this.list.splice(place, 1)
  }

  of(sender: Address): Transaction[] {
    const own = this.list.filter(({ from }) => from === sender)
    return own.sort((a, b) => Number(a.nonce - b.nonce))
  }

  nextNonce(sender: Address, nonce: bigint): bigint {
    const nonces = new Set(this.of(sender).map((tx) => tx.nonce))
    let next = nonce
    while (nonces.has(next)) next++
    return next
  }
}

interface Step {
  readonly sender: number
  readonly nonce: number
  readonly cap: number
  readonly tip: number
  readonly kind: 'add' | 'remove' | 'again'
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  sender: fc.nat(2),
  nonce: fc.nat(6),
  cap: fc.nat(3),
  tip: fc.nat(3),
  kind: fc.constantFrom('add', 'add', 'add', 'remove', 'again'),
})

/** A pool and its model after the same steps. */
function run(steps: readonly Step[]): { pool: Pool; model: PoolModel } {
  const model = new PoolModel()
  let pool = new Pool()
  for (const [id, { sender, nonce, cap, tip, kind }] of steps.entries()) {
    const from = senders[sender] ?? alice.address
    const known = model.list[nonce]
    const fresh = made(id + 1, {
      from,
      nonce: BigInt(nonce),
      maxFeePerGas: BigInt(cap),
      maxPriorityFeePerGas: BigInt(tip),
    })
    const before = pool
    const contents = hashesOf(before.transactions)
    if (kind === 'remove') {
      // The last is in no pool.
      const gone = known === undefined ? [fresh] : [known, fresh]
      for (const tx of gone) model.remove(tx)
      pool = pool.without(gone)
      if (known === undefined) expect(pool).toBe(before)
    } else {
      const tx = kind === 'again' ? (known ?? fresh) : fresh
      const refused = model.add(tx)
      const code = codeOf(() => {
        pool = pool.add(tx)
      })
      expect(code).toBe(refused)
    }
    expect(hashesOf(before.transactions)).toEqual(contents)
    expect(pool.size).toBe(model.list.length)
  }
  return { pool, model }
}

const anyNonces = fc.tuple(fc.nat(4), fc.nat(4), fc.nat(4))

test('matches a list model', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 40 }), anyNonces, (steps, nonces) => {
      const { pool, model } = run(steps)
      const nonceOf = (sender: Address) => BigInt(nonces[senders.indexOf(sender)] ?? 0)
      const state = withNonces(nonceOf)
      expect(hashesOf(pool.transactions)).toEqual(hashesOf(model.list))
      expect(hashesOf(Pool.of(model.list).transactions)).toEqual(hashesOf(model.list))
      expect(model.list.every((tx) => pool.get(tx.hash) === tx)).toBe(true)
      expect(pool.get(bytesToHash(new Uint8Array(32).fill(0xff)))).toBeUndefined()

      const ready = new Map<Address, readonly Hash[]>()
      const queued = new Map<Address, readonly Hash[]>()
      for (const sender of senders) {
        const own = model.of(sender)
        const nonce = nonceOf(sender)
        const next = model.nextNonce(sender, nonce)
        expect(pool.nextNonce(sender, nonce)).toBe(next)
        const found = Array.from({ length: 8 }, (_, at) => pool.at(sender, BigInt(at))?.hash)
        expect(found).toEqual(found.map((_, at) => own.find((tx) => tx.nonce === BigInt(at))?.hash))
        const run = own.filter((tx) => tx.nonce >= nonce && tx.nonce < next)
        if (run.length > 0) ready.set(sender, hashesOf(run))
        const behind = own.filter((tx) => tx.nonce > next)
        if (behind.length > 0) queued.set(sender, hashesOf(behind))
      }
      const bySender = (lists: readonly (readonly Transaction[])[]) =>
        new Map(lists.map((list) => [list[0]?.from, hashesOf(list)]))
      expect(pool.ready(state)).toHaveLength(ready.size)
      expect(bySender(pool.ready(state))).toEqual(ready)
      expect(pool.queued(state)).toHaveLength(queued.size)
      expect(bySender(pool.queued(state))).toEqual(queued)

      const left = model.list.filter((tx) => tx.nonce >= nonceOf(tx.from))
      const fresh = pool.withoutStale(state)
      expect(hashesOf(fresh.transactions)).toEqual(hashesOf(left))
      expect(fresh.size).toBe(left.length)
      if (left.length === model.list.length) expect(fresh).toBe(pool)
    }),
    { numRuns },
  )
})

/**
 * Takes again and again the best of those whose turn it is, by arrival where `order` is fifo or the
 * tips are equal.
 */
function greedy(model: PoolModel, state: StateReader, order: 'fees' | 'fifo', baseFee: bigint) {
  const left = senders.map((sender) => {
    const run: Transaction[] = []
    let nonce = state.getNonce(sender)
    for (const tx of model.of(sender)) {
      if (tx.nonce !== nonce) continue
      if (tx.maxFeePerGas < baseFee) break
      run.push(tx)
      nonce++
    }
    return run
  })
  const tipOf = (tx: Transaction): bigint => {
    const rest = tx.maxFeePerGas - baseFee
    return rest < tx.maxPriorityFeePerGas ? rest : tx.maxPriorityFeePerGas
  }
  const taken: Transaction[] = []
  for (;;) {
    const heads = left.flatMap(([head]) => (head === undefined ? [] : [head]))
    const [best] = heads.sort((a, b) => {
      const byTip = order === 'fifo' ? 0 : Number(tipOf(b) - tipOf(a))
      return byTip || model.list.indexOf(a) - model.list.indexOf(b)
    })
    if (best === undefined) return taken
    taken.push(best)
    left.find(([head]) => head === best)?.shift()
  }
}

test('returns executable transactions that fit a block, in order', () => {
  fc.assert(
    fc.property(
      fc.array(anyStep, { maxLength: 40 }),
      fc.bigInt({ min: 0n, max: 3n }),
      fc.constantFrom('fees' as const, 'fifo' as const),
      (steps, baseFeePerGas, order) => {
        const { pool, model } = run(steps.map((step) => ({ ...step, nonce: step.nonce % 4 })))
        const state = withNonces(() => 0n)
        const limits = { baseFeePerGas, gasLimit: 21_000n }
        const expected = hashesOf(greedy(model, state, order, baseFeePerGas))
        expect(hashesOf(pool.executable(state, limits, order))).toEqual(expected)
        if (order === 'fees') expect(hashesOf(pool.executable(state, limits))).toEqual(expected)
        expect(pool.executable(state, { ...limits, gasLimit: 20_999n })).toEqual([])
      },
    ),
    { numRuns },
  )
})

describe('a replacement', () => {
  const rival = made(1, { maxFeePerGas: 10n, maxPriorityFeePerGas: 5n })

  test.each([
    [10n, 5n],
    [11n, 5n],
    [10n, 6n],
    [9n, 6n],
  ])('with a cap of %d and a tip of %d is rejected', (maxFeePerGas, maxPriorityFeePerGas) => {
    const pool = Pool.of([rival])
    const tx = made(2, { maxFeePerGas, maxPriorityFeePerGas })
    expect(codeOf(() => pool.add(tx))).toBe('REPLACEMENT_UNDERPRICED')
  })

  test('with higher cap and tip takes the place and arrives last', () => {
    const other = made(3, { from: bob.address })
    const tx = made(2, { maxFeePerGas: 11n, maxPriorityFeePerGas: 6n })
    const pool = Pool.of([rival, other]).add(tx)
    expect(pool.transactions).toEqual([other, tx])
    expect(pool.size).toBe(2)
  })
})

test('is full at its limit, except for replacements and transactions that are mined at once', () => {
  // Only their number counts.
  const nearly = new Pool(undefined, POOL_LIMIT - 1)
  const last = made(1, { nonce: 5n })
  const full = nearly.add(last)
  expect(full.size).toBe(10_000)
  const next = made(2, { nonce: 6n })
  expect(() => full.add(next)).toThrow(
    expect.objectContaining({ details: { code: 'POOL_FULL', limit: 10_000 } }),
  )
  expect(full.beforeMining(next)).toBe(full)
  const better = made(3, {
    nonce: 5n,
    maxFeePerGas: last.maxFeePerGas + 1n,
    maxPriorityFeePerGas: last.maxPriorityFeePerGas + 1n,
  })
  expect(full.add(better).size).toBe(10_000)
})

test('a block admits transactions that pay its base fee and fit its gas limit', () => {
  const tx = made(1, { maxFeePerGas: 7n, gasLimit: 21_000n })
  expect(fitsBlock(tx, { baseFeePerGas: 7n, gasLimit: 21_000n })).toBe(true)
  expect(fitsBlock(tx, { baseFeePerGas: 8n, gasLimit: 21_000n })).toBe(false)
  expect(fitsBlock(tx, { baseFeePerGas: 7n, gasLimit: 20_999n })).toBe(false)
})

describe('the contents of a pool', () => {
  const late = `0x${'11'.repeat(20)}` as Address
  const early = `0x${'ee'.repeat(20)}` as Address
  const state = withNonces(() => 1n)
  const of = (id: number, from: Address, nonce: bigint) => made(id, { from, nonce })
  const all = [of(1, early, 1n), of(2, late, 1n), of(3, late, 2n), of(4, early, 3n)]

  test('are pending or queued by sender, in order of arrival', () => {
    const { pending, queued } = poolContents(Pool.of(all), state)
    expect([...pending]).toEqual([
      [early, [all[0]]],
      [late, [all[1], all[2]]],
    ])
    expect([...queued]).toEqual([[early, [all[3]]]])
  })

  test('omits a sender without transactions, which arrives last again', () => {
    const pool = Pool.of(all).without([of(1, early, 1n), of(4, early, 3n)])
    expect([...poolContents(pool, state).pending.keys()]).toEqual([late])
    const again = pool.add(of(5, early, 1n))
    expect([...poolContents(again, state).pending.keys()]).toEqual([late, early])
  })
})
