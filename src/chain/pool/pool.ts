import type { BlockContext } from '../../evm/run/executor.ts'
import type { Transaction } from '../../evm/transaction/transaction.ts'
import type { NativeTransaction } from '../../native/nativeTransaction.ts'
import type { Address } from '../../primitives/address.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'
import type { StateReader } from '../../state/stateReader.ts'
import type { AnyTransaction } from '../block/blockEntries.ts'
import { ChainError } from '../errors.ts'
import type { TransactionOrder } from '../mining/miningConfig.ts'
import { type Arrived, orderTransactions } from './transactionOrder.ts'

/**
 * Maximum of pending and queued transactions: a test that leaks nonce gaps gets an error instead of
 * a growing node.
 */
export const POOL_LIMIT = 10_000

/** The block fields that decide whether a pooled transaction fits into a block. */
export type BlockLimits = Pick<BlockContext, 'baseFeePerGas' | 'gasLimit'>

/** Whether a block's base fee and gas limit admit a transaction. */
export function fitsBlock(tx: Transaction, { baseFeePerGas, gasLimit }: BlockLimits): boolean {
  return tx.maxFeePerGas >= baseFeePerGas && tx.gasLimit <= gasLimit
}

type PoolEntry = Arrived<Transaction>

/** A sender's transactions in ascending order of their nonces. */
interface NonceQueue {
  /** Arrival number of the sender. */
  readonly since: number
  readonly entries: readonly PoolEntry[]
}

/** Senders by the first digit of their addresses: a change copies one bucket. */
type Buckets = readonly (ReadonlyMap<Address, NonceQueue> | undefined)[]

type NativePoolEntry = Arrived<NativeTransaction>

/** Valid transactions that are not mined yet: at most one per sender and nonce. Immutable. */
export class Pool {
  readonly #buckets: Buckets
  /** Number of EVM transactions. */
  readonly size: number
  readonly #arrivals: number
  readonly #natives: readonly NativePoolEntry[]

  /** An empty pool unless given. */
  constructor(
    buckets: Buckets = new Array(16).fill(undefined),
    size = 0,
    arrivals = 0,
    natives: readonly NativePoolEntry[] = [],
  ) {
    this.#buckets = buckets
    this.size = size
    this.#arrivals = arrivals
    this.#natives = natives
  }

  /** A pool of transactions of an earlier pool. */
  static of(transactions: Iterable<Transaction>): Pool {
    let pool = new Pool()
    for (const transaction of transactions) pool = pool.#insert(transaction)
    return pool
  }

  /** Whether nothing waits. */
  get isEmpty(): boolean {
    return this.size === 0 && this.#natives.length === 0
  }

  /** Native transactions in the order of their arrival. */
  get natives(): readonly NativeTransaction[] {
    return this.#natives.map(({ transaction }) => transaction)
  }

  /**
   * Adds a native transaction.
   * @throws ChainError POOL_FULL
   */
  addNative(transaction: NativeTransaction): Pool {
    if (this.#natives.length >= POOL_LIMIT) {
      throw new ChainError({ code: 'POOL_FULL', limit: POOL_LIMIT })
    }
    const natives = this.#natives.concat({ transaction, arrival: this.#arrivals })
    return new Pool(this.#buckets, this.size, this.#arrivals + 1, natives)
  }

  /** The pool without these native transactions. */
  withoutNatives(transactions: readonly NativeTransaction[]): Pool {
    if (this.#natives.length === 0 || transactions.length === 0) return this
    const gone = new Set(transactions.map(({ hash }) => hash))
    const natives = this.#natives.filter(({ transaction }) => !gone.has(transaction.hash))
    return new Pool(this.#buckets, this.size, this.#arrivals, natives)
  }

  /** All EVM transactions in the order of their arrival. */
  get transactions(): readonly Transaction[] {
    return [...this.#queues()]
      .flatMap(([, { entries }]) => entries)
      .sort((a, b) => a.arrival - b.arrival)
      .map(({ transaction }) => transaction)
  }

  get(hash: Hash): Transaction | undefined {
    for (const [, { entries }] of this.#queues()) {
      for (const { transaction } of entries) if (transaction.hash === hash) return transaction
    }
    return undefined
  }

  /**
   * Adds a transaction. It replaces one with the same sender and nonce if both its fees are
   * strictly higher.
   *
   * @param byCap whether a strictly higher fee cap suffices
   * @throws ChainError ALREADY_KNOWN, REPLACEMENT_UNDERPRICED, POOL_FULL
   */
  add(tx: Transaction, byCap = false): Pool {
    const rival = this.at(tx.from, tx.nonce)
    if (rival === undefined) {
      if (this.size >= POOL_LIMIT) {
        throw new ChainError({ code: 'POOL_FULL', limit: POOL_LIMIT })
      }
      return this.#insert(tx)
    }
    return this.#replace(rival, tx, byCap).#insert(tx)
  }

  /** The pool without a transaction that another one replaces. */
  #replace(rival: Transaction, tx: Transaction, byCap: boolean): Pool {
    if (rival.hash === tx.hash) throw new ChainError({ code: 'ALREADY_KNOWN', hash: tx.hash })
    const tipsMore = byCap || tx.maxPriorityFeePerGas > rival.maxPriorityFeePerGas
    const paysMore = tx.maxFeePerGas > rival.maxFeePerGas && tipsMore
    if (!paysMore) throw new ChainError({ code: 'REPLACEMENT_UNDERPRICED' })
    return this.without([rival])
  }

  /**
   * The pool before a transaction is mined that it would accept: without the one that it replaces.
   *
   * @param byCap as in {@link add}
   * @throws ChainError ALREADY_KNOWN, REPLACEMENT_UNDERPRICED
   */
  beforeMining(tx: Transaction, byCap = false): Pool {
    const rival = this.at(tx.from, tx.nonce)
    return rival === undefined ? this : this.#replace(rival, tx, byCap)
  }

  /** The pool without transactions of more gas than a block has. */
  withoutLarger(blockGasLimit: bigint): Pool {
    return this.without(this.transactions.filter(({ gasLimit }) => gasLimit > blockGasLimit))
  }

  /** The pool without these transactions; those that it does not hold are ignored. */
  without(transactions: readonly Transaction[]): Pool {
    if (this.size === 0) return this
    const removed = new Set<Hash>()
    const senders = new Set<Address>()
    for (const { from, hash } of transactions) {
      removed.add(hash)
      senders.add(from)
    }
    let count = 0
    const buckets = this.#buckets.slice()
    for (const from of senders) {
      const place = bucketOf(from)
      const queue = buckets[place]?.get(from)
      if (queue === undefined) continue
      const entries = queue.entries.filter(({ transaction: { hash } }) => !removed.has(hash))
      if (entries.length === queue.entries.length) continue
      count += queue.entries.length - entries.length
      const bucket = new Map(buckets[place])
      if (entries.length === 0) bucket.delete(from)
      else bucket.set(from, { ...queue, entries })
      buckets[place] = bucket.size === 0 ? undefined : bucket
    }
    if (count === 0) return this
    return new Pool(buckets, this.size - count, this.#arrivals, this.#natives)
  }

  /** The pool without transactions whose nonces `state` has used. */
  withoutStale(state: StateReader): Pool {
    if (this.size === 0) return this
    const stale: Transaction[] = []
    for (const [sender, { entries }] of this.#queues()) {
      const nonce = state.getNonce(sender)
      for (const { transaction } of entries) {
        if (transaction.nonce >= nonce) break
        stale.push(transaction)
      }
    }
    return this.without(stale)
  }

  /** The sender's transaction with this nonce, or undefined. */
  at(sender: Address, nonce: bigint): Transaction | undefined {
    const entries = this.#entriesOf(sender)
    const entry = entries[lowerBound(entries, nonce)]
    return entry?.transaction.nonce === nonce ? entry.transaction : undefined
  }

  /** Returns the first nonce from `nonce` on without a transaction of the sender. */
  nextNonce(sender: Address, nonce: bigint): bigint {
    return nonce + BigInt(this.run(sender, nonce).length)
  }

  /** Returns the sender's transactions from `nonce` on, up to the first gap. */
  run(sender: Address, nonce: bigint): readonly Transaction[] {
    const entries = this.#entriesOf(sender)
    const ready: Transaction[] = []
    for (let place = lowerBound(entries, nonce); place < entries.length; place++) {
      const transaction = entries[place]?.transaction
      if (transaction?.nonce !== nonce + BigInt(ready.length)) break
      ready.push(transaction)
    }
    return ready
  }

  /** Returns each sender's transactions without a preceding nonce gap, as of `state`. */
  ready(state: StateReader): readonly (readonly Transaction[])[] {
    return this.#bySender()
      .map(([sender]) => this.run(sender, state.getNonce(sender)))
      .filter((run) => run.length > 0)
  }

  /** Returns each sender's transactions after a nonce gap, as of `state`. */
  queued(state: StateReader): readonly (readonly Transaction[])[] {
    return this.#bySender()
      .map(([sender, { entries }]) => {
        const nonce = this.nextNonce(sender, state.getNonce(sender))
        return entries.map(({ transaction }) => transaction).filter((tx) => tx.nonce > nonce)
      })
      .filter((run) => run.length > 0)
  }

  /**
   * Returns the transactions that a block after `state` can contain, in order: each sender's up to
   * the first that does not fit.
   */
  executable(
    state: StateReader,
    block: BlockLimits,
    order: TransactionOrder = 'fees',
  ): readonly AnyTransaction[] {
    if (this.isEmpty) return []
    const runs: (readonly Arrived<AnyTransaction>[])[] = this.#nativeRuns()
    for (const [sender, { entries }] of this.#bySender()) {
      const run = executableRun(entries, state.getNonce(sender), block)
      if (run.length > 0) runs.push(run)
    }
    return orderTransactions(runs, { order, ...block })
  }

  /** Native transactions by their first signers. Those without a signer are independent. */
  #nativeRuns(): NativePoolEntry[][] {
    const runs = new Map<string, NativePoolEntry[]>()
    for (const entry of this.#natives) {
      const { transaction } = entry
      const [signer] = transaction.signers
      const key = signer === undefined ? transaction.hash : bytesToHex(signer.publicKey)
      const run = runs.get(key)
      if (run === undefined) runs.set(key, [entry])
      else run.push(entry)
    }
    return [...runs.values()]
  }

  #entriesOf(sender: Address): readonly PoolEntry[] {
    return this.#buckets[bucketOf(sender)]?.get(sender)?.entries ?? []
  }

  *#queues(): Generator<readonly [Address, NonceQueue]> {
    for (const bucket of this.#buckets) if (bucket !== undefined) yield* bucket
  }

  /** Senders in the order of their arrival. */
  #bySender(): readonly (readonly [Address, NonceQueue])[] {
    return [...this.#queues()].sort(([, a], [, b]) => a.since - b.since)
  }

  #insert(transaction: Transaction): Pool {
    const { from, nonce } = transaction
    const arrival = this.#arrivals
    const buckets = this.#buckets.slice()
    const bucket = new Map(buckets[bucketOf(from)])
    const { since = arrival, entries = [] } = bucket.get(from) ?? {}
    const entry = { transaction, arrival }
    const place = lowerBound(entries, nonce)
    // Nonces usually ascend, and appending is a plain copy.
    const next =
      place === entries.length ? entries.concat(entry) : entries.toSpliced(place, 0, entry)
    bucket.set(from, { since, entries: next })
    buckets[bucketOf(from)] = bucket
    return new Pool(buckets, this.size + 1, arrival + 1, this.#natives)
  }
}

function bucketOf(address: Address): number {
  return Number.parseInt(address.charAt(2), 16)
}

/** Returns the entries from `nonce` on, up to the first gap or transaction that does not fit. */
function executableRun(
  entries: readonly PoolEntry[],
  nonce: bigint,
  block: BlockLimits,
): readonly PoolEntry[] {
  const start = lowerBound(entries, nonce)
  let next = nonce
  let end = start
  for (; end < entries.length; end++) {
    const { transaction } = entries[end] as PoolEntry
    if (transaction.nonce !== next || !fitsBlock(transaction, block)) break
    next += 1n
  }
  return entries.slice(start, end)
}

/** Index of the first entry whose nonce is at least `nonce`. */
function lowerBound(entries: readonly PoolEntry[], nonce: bigint): number {
  let low = 0
  let high = entries.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const entry = entries[middle]
    if (entry !== undefined && entry.transaction.nonce < nonce) low = middle + 1
    else high = middle
  }
  return low
}

/** Transactions by sender, in ascending order of their nonces. */
export type TransactionsBySender = ReadonlyMap<Address, readonly Transaction[]>

/** The pool as `txpool_content` groups it. */
export interface PoolContents {
  /** Transactions without a preceding nonce gap. */
  readonly pending: TransactionsBySender
  /** Transactions after a nonce gap. */
  readonly queued: TransactionsBySender
  /** Native transactions, in order of arrival. */
  readonly natives: readonly NativeTransaction[]
}

/** Groups the contents of a pool, as of a state. */
export function poolContents(pool: Pool, state: StateReader): PoolContents {
  return {
    pending: bySender(pool.ready(state)),
    queued: bySender(pool.queued(state)),
    natives: pool.natives,
  }
}

function bySender(runs: readonly (readonly Transaction[])[]): TransactionsBySender {
  return new Map(runs.flatMap((run) => (run[0] === undefined ? [] : [[run[0].from, run] as const])))
}
