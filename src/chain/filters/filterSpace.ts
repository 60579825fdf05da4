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

/** Limits of filters. */
export interface FilterOptions {
  readonly maxFilters: number
  /** Time without a poll after which a filter expires. */
  readonly idleMs: number
  /** Limits of {@link FilterSpace.logs}. Changes have the limit of logs. */
  readonly limits: LogLimits
  /** Unread transactions per filter; default: {@link MAX_WAITING}. */
  readonly maxWaiting?: number
  readonly logger: Logger
  /** Source of ids; default: random ones. */
  newId?(): string
  /** Monotonic milliseconds; default: the machine's clock. */
  now?(): number
}

export const DEFAULT_MAX_FILTERS = 10_000
export const DEFAULT_FILTER_IDLE_MS = 300_000
const MAX_WAITING = 100_000
/** Number of transactions after which filters with too many unread ones are searched. */
const CHECK_AFTER = 1_000

/**
 * Changes reported by a filter. Hashes and logs are read lazily. `undo` makes the next poll report
 * them again.
 */
export type FilterChanges = { undo(): void } & (
  | { readonly kind: 'logs'; readonly logs: LogChanges }
  | { readonly kind: 'blocks'; readonly hashes: AsyncIterable<Hash> }
  | {
      readonly kind: 'transactions'
      /** Whether whole transactions are requested instead of hashes. */
      readonly isFull: boolean
      readonly transactions: readonly Transaction[]
    }
)

type Filter = LogFilter | BlockFilter | TransactionFilter

/**
 * The filters of one chain. A filter exists until it is removed, expires, or has too many unread
 * transactions. It reports each change once, even to concurrent polls. An empty space has no cost.
 */
export class FilterSpace {
  readonly #chain: Chain
  readonly #options: FilterOptions
  readonly #maxWaiting: number
  readonly #now: () => number
  readonly #newId: () => string
  readonly #filters = new Map<string, { readonly filter: Filter; lastUsed: number }>()
  readonly #feed = new TransactionFeed()
  /** Stops the watcher that runs while there are filters. */
  #rest: (() => void) | undefined

  constructor(chain: Chain, options: FilterOptions) {
    this.#chain = chain
    this.#options = options
    this.#maxWaiting = options.maxWaiting ?? MAX_WAITING
    this.#now = options.now ?? (() => performance.now())
    this.#newId = options.newId ?? randomId
  }

  /**
   * Adds a filter of logs and returns its id.
   *
   * @throws ChainError TOO_MANY_FILTERS, LOG_RANGE_REVERSED, UNKNOWN_BLOCK
   */
  async addLogs(query: LogQuery): Promise<string> {
    return this.#add(await LogFilter.create(this.#chain, query))
  }

  /**
   * Adds a filter of blocks and returns its id.
   *
   * @param start whether the first changes begin with the newest block or after it
   * @throws ChainError TOO_MANY_FILTERS
   */
  addBlocks(start: 'at newest' | 'after newest' = 'after newest'): string {
    return this.#add(new BlockFilter(this.#chain, start === 'at newest'))
  }

  /**
   * Adds a filter of accepted transactions and returns its id.
   * @throws ChainError TOO_MANY_FILTERS
   */
  addTransactions({ isFull }: { readonly isFull: boolean }): string {
    return this.#add(new TransactionFilter(this.#feed, isFull))
  }

  /**
   * Returns the changes since the last call or the creation of the filter, up to the limit of logs.
   *
   * @throws ChainError FILTER_NOT_FOUND
   */
  async changes(id: string, limits = this.#options.limits): Promise<FilterChanges> {
    const filter = this.#use(id)
    if (filter instanceof LogFilter)
      return { kind: 'logs', ...(await filter.changes(limits.maxLogs)) }
    if (filter instanceof BlockFilter) return { kind: 'blocks', ...(await filter.changes()) }
    return { kind: 'transactions', isFull: filter.isFull, ...filter.changes() }
  }

  /**
   * Returns all matching logs, including earlier and reported ones.
   *
   * @throws ChainError FILTER_NOT_FOUND, NOT_A_LOG_FILTER, and the errors of a log query
   */
  async logs(id: string, limits = this.#options.limits): Promise<LogBatches> {
    const filter = this.#use(id)
    if (!(filter instanceof LogFilter)) {
      const kind = filter instanceof BlockFilter ? 'blocks' : 'transactions'
      throw new ChainError({ code: 'NOT_A_LOG_FILTER', id, kind })
    }
    return filter.logs(limits)
  }

  /** Removes a filter. Returns false if it does not exist. */
  remove(id: string): boolean {
    this.#find(id)
    return this.#delete(id)
  }

  /** Removes all filters. Idempotent. */
  close(): void {
    for (const id of [...this.#filters.keys()]) this.#delete(id)
  }

  #delete(id: string): boolean {
    const wasThere = this.#filters.delete(id)
    if (this.#filters.size === 0) this.#rest?.()
    return wasThere
  }

  /** Starts to watch the chain and the time. */
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

  /** Removes the filter if it has expired. */
  #find(id: string): { readonly filter: Filter; lastUsed: number } | undefined {
    const entry = this.#filters.get(id)
    if (entry === undefined) return undefined
    const isIdle = this.#now() - entry.lastUsed >= this.#options.idleMs
    const isLate = isFlooded(entry.filter, this.#maxWaiting)
    if (!isIdle && !isLate) return entry
    this.#delete(id)
    if (isLate && !isIdle) {
      this.#options.logger.info(
        `removed filter ${id}: more than ${this.#maxWaiting} pending transactions`,
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
