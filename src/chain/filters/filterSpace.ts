import type { Transaction } from '../../evm/transaction/transaction.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'
import { randomId } from '../../primitives/ids.ts'
import type { Logger } from '../../primitives/logger.ts'
import type { Chain } from '../chain.ts'
import { ChainError } from '../errors.ts'
import type { LogBatches, LogLimits, LogQuery } from '../history/logQuery.ts'
import { BlockFilter } from './blockFilter.ts'
import { type LogChanges, LogFilter } from './logFilter.ts'
import { TransactionFeed } from './transactionFeed.ts'
import { TransactionFilter } from './transactionFilter.ts'

/** How many filters there may be, for how long, and what they may be asked. */
export interface FilterOptions {
  readonly maxFilters: number
  /** Time after which a filter that nobody asked is gone. */
  readonly idleMs: number
  /** Of {@link FilterSpace.logs}; what is new has no limit. */
  readonly limits: LogLimits
  /** Transactions that may wait for one filter; default: {@link MAX_WAITING}. */
  readonly maxWaiting?: number
  readonly logger: Logger
  /** Where ids come from; default: random ones. */
  newId?(): string
  /** Milliseconds that only grow; default: the machine's. */
  now?(): number
}

export const DEFAULT_MAX_FILTERS = 10_000
export const DEFAULT_FILTER_IDLE_MS = 300_000
const MAX_WAITING = 100_000
/** Transactions after which filters are looked for that too many wait for. */
const CHECK_AFTER = 1_000

/**
 * What is new to a filter. Hashes and logs are looked up while they are read. `undo` is for who
 * could not tell them.
 */
export type FilterChanges = { undo(): void } & (
  | { readonly kind: 'logs'; readonly logs: LogChanges }
  | { readonly kind: 'blocks'; readonly hashes: AsyncIterable<Hash> }
  | {
      readonly kind: 'transactions'
      /** Whether whole transactions are wanted, not hashes alone. */
      readonly isFull: boolean
      readonly transactions: readonly Transaction[]
    }
)

type Filter = LogFilter | BlockFilter | TransactionFilter

/**
 * The filters of one chain. A filter is there from when it is added until it is removed, or nobody
 * asked it for some time, or too many transactions wait for it. It tells what happened since it was
 * asked last: once, even where two ask at the same time. While there are none the space costs
 * nothing.
 */
export class FilterSpace {
  readonly #chain: Chain
  readonly #options: FilterOptions
  readonly #maxWaiting: number
  readonly #now: () => number
  readonly #newId: () => string
  readonly #filters = new Map<string, { readonly filter: Filter; lastUsed: number }>()
  readonly #feed = new TransactionFeed()
  /** Ends what goes on while there are filters; undefined while there are none. */
  #rest: (() => void) | undefined

  constructor(chain: Chain, options: FilterOptions) {
    this.#chain = chain
    this.#options = options
    this.#maxWaiting = options.maxWaiting ?? MAX_WAITING
    this.#now = options.now ?? (() => performance.now())
    this.#newId = options.newId ?? randomId
  }

  /**
   * A filter of logs, from now on; its id.
   *
   * @throws ChainError TOO_MANY_FILTERS, LOG_RANGE_REVERSED, UNKNOWN_BLOCK
   */
  async addLogs(query: LogQuery): Promise<string> {
    return this.#add(await LogFilter.create(this.#chain, query))
  }

  /** A filter of blocks, from now on; its id. @throws ChainError TOO_MANY_FILTERS */
  addBlocks(): string {
    return this.#add(new BlockFilter(this.#chain))
  }

  /** A filter of accepted transactions, from now on; its id. @throws ChainError TOO_MANY_FILTERS */
  addTransactions({ isFull }: { readonly isFull: boolean }): string {
    return this.#add(new TransactionFilter(this.#feed, isFull))
  }

  /**
   * What is new since the last call, or since the filter is there.
   *
   * @throws ChainError FILTER_NOT_FOUND
   */
  async changes(id: string): Promise<FilterChanges> {
    const filter = this.#use(id)
    if (filter instanceof LogFilter) return { kind: 'logs', ...(await filter.changes()) }
    if (filter instanceof BlockFilter) return { kind: 'blocks', ...(await filter.changes()) }
    return { kind: 'transactions', isFull: filter.isFull, ...filter.changes() }
  }

  /**
   * All logs that fit a filter, historical ones included, whatever was told of them.
   *
   * @throws ChainError FILTER_NOT_FOUND, NOT_A_LOG_FILTER, and what a query for them throws
   */
  async logs(id: string): Promise<LogBatches> {
    const filter = this.#use(id)
    if (!(filter instanceof LogFilter)) throw new ChainError({ code: 'NOT_A_LOG_FILTER', id })
    return filter.logs(this.#options.limits)
  }

  /** Takes a filter away; false where there is none. */
  remove(id: string): boolean {
    this.#find(id)
    return this.#delete(id)
  }

  /** Takes all filters away. Idempotent. */
  close(): void {
    for (const id of [...this.#filters.keys()]) this.#delete(id)
  }

  #delete(id: string): boolean {
    const wasThere = this.#filters.delete(id)
    if (this.#filters.size === 0) this.#rest?.()
    return wasThere
  }

  /** Watches the chain and the time from now on. */
  #wake(): void {
    const unwatch = this.#chain.watch({ onTransaction: (transaction) => this.#take(transaction) })
    const timer = setInterval(() => this.#sweep(), this.#options.idleMs / 2).unref()
    this.#rest = () => {
      unwatch()
      clearInterval(timer)
      this.#rest = undefined
    }
  }

  #add(filter: Filter): string {
    const { maxFilters, idleMs } = this.#options
    if (this.#filters.size >= maxFilters) this.#sweep()
    if (this.#filters.size >= maxFilters) {
      throw new ChainError({ code: 'TOO_MANY_FILTERS', limit: maxFilters, idleMs })
    }
    const id = this.#newId()
    this.#filters.set(id, { filter, lastUsed: this.#now() })
    if (this.#rest === undefined) this.#wake()
    return id
  }

  #use(id: string): Filter {
    const entry = this.#find(id)
    if (entry === undefined) throw new ChainError({ code: 'FILTER_NOT_FOUND', id })
    entry.lastUsed = this.#now()
    return entry.filter
  }

  /** Drops it where its time is over. */
  #find(id: string): { readonly filter: Filter; lastUsed: number } | undefined {
    const entry = this.#filters.get(id)
    if (entry === undefined) return undefined
    const isIdle = this.#now() - entry.lastUsed >= this.#options.idleMs
    const isLate = isFlooded(entry.filter, this.#maxWaiting)
    if (!isIdle && !isLate) return entry
    this.#delete(id)
    if (isLate && !isIdle) {
      this.#options.logger.info(
        `filter ${id} is dropped: more than ${this.#maxWaiting} transactions wait for it`,
      )
    }
    return undefined
  }

  #sweep(): void {
    for (const id of [...this.#filters.keys()]) this.#find(id)
  }

  #take(transaction: Transaction): void {
    this.#feed.push(transaction)
    if (this.#feed.end.number % CHECK_AFTER === 0) this.#sweep()
  }
}

function isFlooded(filter: Filter, maxWaiting: number): boolean {
  return filter instanceof TransactionFilter && filter.waiting > maxWaiting
}
