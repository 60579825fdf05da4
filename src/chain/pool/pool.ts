import type { BlockContext } from '../../evm/run/executor.ts'
import type { Transaction } from '../../evm/transaction/transaction.ts'
import type { Address } from '../../primitives/address.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import type { StateReader } from '../../state/stateReader.ts'
import { ChainRefused } from '../errors.ts'
import type { TransactionOrder } from '../mining/controls.ts'
import { inOrder } from './transactionOrder.ts'

/** Transactions that wait at the most: a node in a test that leaks nonce gaps should say so, not grow. */
export const POOL_LIMIT = 10_000

/** What it depends on whether a waiting transaction can be in a block. */
export type BlockLimits = Pick<BlockContext, 'baseFeePerGas' | 'gasLimit'>

/** Whether a block's base fee and gas limit let a transaction in: where they do not, it waits. */
export function suits(tx: Transaction, { baseFeePerGas, gasLimit }: BlockLimits): boolean {
  return tx.maxFeePerGas >= baseFeePerGas && tx.gasLimit <= gasLimit
}

/** What a pool holds at one moment. Never changed: the pool copies before it writes. */
export interface PoolContent {
  readonly bySender: ReadonlyMap<Address, ReadonlyMap<bigint, Transaction>>
  readonly byHash: ReadonlyMap<Hash, Transaction>
}

/** Valid transactions that are in no block yet: at most one a sender and nonce. */
export class Pool {
  #bySender = new Map<Address, Map<bigint, Transaction>>()
  #byHash = new Map<Hash, Transaction>()
  /** Somebody holds the maps as they are. */
  #isShared = false
  #revision = 0

  /** What the pool holds, to come back to. Costs O(1). */
  get content(): PoolContent {
    this.#isShared = true
    return { bySender: this.#bySender, byHash: this.#byHash }
  }

  /** Holds from now on what it, or another pool, held before. */
  restore(content: PoolContent): void {
    this.#copy(content)
    this.#revision++
  }

  /** Puts back what was in the pool of a chain when it was last written. */
  load(transactions: Iterable<Transaction>): void {
    for (const tx of transactions) this.#insert(tx)
  }

  /** Changes with every change of the pool. */
  get revision(): number {
    return this.#revision
  }

  get size(): number {
    return this.#byHash.size
  }

  /** All that waits. */
  transactions(): Iterable<Transaction> {
    return this.#byHash.values()
  }

  get(hash: Hash): Transaction | undefined {
    return this.#byHash.get(hash)
  }

  /**
   * Takes a transaction in. One with the same sender and nonce is replaced where the newcomer pays strictly more.
   *
   * @param stays whether it needs a free place: what is mined at once, or fills a gap, does not.
   * @throws ChainRefused ALREADY_KNOWN, REPLACEMENT_UNDERPRICED, POOL_FULL
   */
  add(tx: Transaction, stays: boolean): void {
    if (this.#byHash.has(tx.hash)) throw new ChainRefused({ code: 'ALREADY_KNOWN', hash: tx.hash })
    const rival = this.#bySender.get(tx.from)?.get(tx.nonce)
    if (rival !== undefined) {
      const paysMore =
        tx.maxFeePerGas > rival.maxFeePerGas && tx.maxPriorityFeePerGas > rival.maxPriorityFeePerGas
      if (!paysMore) throw new ChainRefused({ code: 'REPLACEMENT_UNDERPRICED' })
      this.remove(rival)
    } else if (stays && this.size >= POOL_LIMIT) {
      throw new ChainRefused({ code: 'POOL_FULL', limit: POOL_LIMIT })
    }
    this.#insert(tx)
  }

  remove(tx: Transaction): void {
    if (!this.#byHash.has(tx.hash)) return
    this.#unshare()
    this.#byHash.delete(tx.hash)
    const own = this.#bySender.get(tx.from)
    own?.delete(tx.nonce)
    if (own?.size === 0) this.#bySender.delete(tx.from)
    this.#revision++
  }

  /** Drops what can never run on `state` again: nonces that are used up. */
  dropStale(state: StateReader): void {
    for (const [sender, own] of this.#bySender) {
      const nonce = state.getNonce(sender)
      for (const tx of own.values()) if (tx.nonce < nonce) this.remove(tx)
    }
  }

  /** The sender's transaction with this nonce, or undefined. */
  at(sender: Address, nonce: bigint): Transaction | undefined {
    return this.#bySender.get(sender)?.get(nonce)
  }

  /** First nonce from `nonce` on that the sender has no transaction for. */
  nextNonce(sender: Address, nonce: bigint): bigint {
    const own = this.#bySender.get(sender)
    if (own === undefined) return nonce
    let next = nonce
    while (own.has(next)) next++
    return next
  }

  /** What can run on `state` but for its fees: each sender's transactions without a gap. */
  runs(state: StateReader): readonly (readonly Transaction[])[] {
    return [...this.#bySender].flatMap(([sender, own]) => {
      const run: Transaction[] = []
      for (let nonce = state.getNonce(sender); ; nonce++) {
        const tx = own.get(nonce)
        if (tx === undefined) break
        run.push(tx)
      }
      return run.length === 0 ? [] : [run]
    })
  }

  /** What can be in a block after `state`, in order: each sender's transactions up to the first that the block does not suit. */
  executable(
    state: StateReader,
    block: BlockLimits,
    order: TransactionOrder = 'fees',
  ): readonly Transaction[] {
    const runs = this.runs(state).flatMap((run) => {
      const end = run.findIndex((tx) => !suits(tx, block))
      if (end === 0) return []
      return [end === -1 ? run : run.slice(0, end)]
    })
    return inOrder(runs, { order, ...block, arrivalOf: this.#arrivals() })
  }

  /** Counted only when they are asked for. */
  #arrivals(): (tx: Transaction) => number {
    let arrivals: ReadonlyMap<Hash, number> | undefined
    return ({ hash }) => {
      arrivals ??= new Map([...this.#byHash.keys()].map((hash, i) => [hash, i]))
      return arrivals.get(hash) ?? 0
    }
  }

  #insert(tx: Transaction): void {
    this.#unshare()
    const own = this.#bySender.get(tx.from) ?? new Map<bigint, Transaction>()
    own.set(tx.nonce, tx)
    this.#bySender.set(tx.from, own)
    this.#byHash.set(tx.hash, tx)
    this.#revision++
  }

  #unshare(): void {
    if (this.#isShared) this.#copy({ bySender: this.#bySender, byHash: this.#byHash })
  }

  #copy({ bySender, byHash }: PoolContent): void {
    this.#bySender = new Map([...bySender].map(([who, own]) => [who, new Map(own)]))
    this.#byHash = new Map(byHash)
    this.#isShared = false
  }
}
