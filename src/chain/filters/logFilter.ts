import { setImmediate } from 'node:timers/promises'
import type { Hash } from '../../primitives/encoding/hex.ts'
import type { SealedBlock } from '../block/block.ts'
import type { Chain } from '../chain.ts'
import { ChainError } from '../errors.ts'
import { type LocatedLog, type LogMatcher, logMatcher } from '../history/logCriteria.ts'
import {
  type LogBatches,
  type LogLimits,
  type LogQuery,
  queryHistory,
  requireOrderedNumbers,
  requireThere,
} from '../history/logQuery.ts'
import { createWriteQueue } from '../writeQueue.ts'
import { BlockCursor } from './blockCursor.ts'

/** An added or removed log. */
export interface LogChange extends LocatedLog {
  /** True if its block was removed from the chain. */
  readonly removed?: boolean
}

/** Added and removed logs, block by block. */
export type LogChanges = AsyncIterable<readonly LogChange[]>

/** Number of removed blocks between yields to the event loop. */
const PAUSE_AFTER = 1_000

/** What a poll leaves to the next one. */
interface Unread {
  /** Logs of removed blocks. */
  readonly removed: readonly LogChange[]
  /** First block with unread logs; undefined if all blocks were read. */
  readonly first: number | undefined
  /** Number of logs of that block that were read. */
  readonly skip: number
}

const NOTHING_UNREAD: Unread = { removed: [], first: undefined, skip: 0 }

/** Reports the logs that match a query. */
export class LogFilter {
  readonly #chain: Chain
  readonly #query: LogQuery
  readonly #match: LogMatcher
  readonly #cursor: BlockCursor
  /** Blocks outside this range are ignored. */
  readonly #lowest: number
  readonly #highest: number
  /** Concurrent polls share the logs. */
  readonly #turns = createWriteQueue()
  #unread: Unread
  #isBlockTold = false

  /**
   * Starts at the first block of the query, if it has a number or is `earliest`, otherwise after
   * the newest block. The last block may be in the future if it is a number; a tag does not limit.
   *
   * @throws ChainError LOG_RANGE_REVERSED, LOG_RANGE_BEFORE_EARLIEST or UNKNOWN_BLOCK
   */
  static async create(chain: Chain, query: LogQuery): Promise<LogFilter> {
    requireOrderedNumbers(query)
    const { blockHash } = query
    if (blockHash !== undefined && (await chain.blocks.getByHash(blockHash)) === undefined) {
      throw new ChainError({ code: 'UNKNOWN_BLOCK', hash: blockHash })
    }
    return new LogFilter(chain, query)
  }

  private constructor(chain: Chain, query: LogQuery) {
    const { toBlock, criteria, scope } = query
    this.#chain = chain
    this.#query = query
    this.#match = logMatcher(criteria, scope)
    this.#cursor = new BlockCursor(chain)
    const first = firstBlock(chain, query)
    this.#lowest = first ?? 0
    this.#highest =
      toBlock !== undefined && 'number' in toBlock
        ? Number(toBlock.number)
        : Number.POSITIVE_INFINITY
    this.#unread = { ...NOTHING_UNREAD, first }
  }

  /**
   * Returns the changes since the last call: first the logs of removed blocks, then those of added
   * ones, each from the oldest block on, as geth does. Later calls return what exceeds the limit. A
   * filter for one block reports its logs once.
   */
  async changes(maxLogs: number): Promise<{ readonly logs: LogChanges; undo(): void }> {
    const { blockHash } = this.#query
    if (blockHash !== undefined) return this.#blockOnce(blockHash)
    return this.#turns.run(() => this.#nextChanges(maxLogs))
  }

  /**
   * Returns all matching logs of the chain.
   *
   * @throws ChainError as {@link queryHistory}
   */
  logs(limits: LogLimits): Promise<LogBatches> {
    return queryHistory(this.#chain, this.#query, limits)
  }

  async #nextChanges(maxLogs: number): ReturnType<LogFilter['changes']> {
    const before = this.#unread
    const { removed, added, undo } = this.#cursor.advance()
    const gone = [...before.removed]
    let { first: start = added.first, skip } = before
    for (const [i, block] of removed.entries()) {
      gone.push(...this.#readLogs(block, before).map((log) => ({ ...log, removed: true })))
      if (i % PAUSE_AFTER === PAUSE_AFTER - 1) await setImmediate()
    }
    if (added.first <= start) {
      start = added.first
      skip = 0
    }
    const page = new LogPage(maxLogs)
    const rest = gone.slice(page.add(gone))
    // A new object for each poll, by which `undo` recognises it.
    let unread: Unread =
      rest.length > 0 ? { removed: rest, first: start, skip } : { ...NOTHING_UNREAD }
    const range = {
      first: Math.max(start, this.#lowest),
      last: Math.min(added.last, this.#highest),
    }
    if (rest.length === 0 && range.first <= range.last) {
      const { criteria, scope } = this.#query
      for await (const logs of this.#chain.logs.search(criteria, range, scope)) {
        const number = logs[0]?.block.number ?? range.first
        const read = number === start ? skip : 0
        const taken = page.add(logs.slice(read))
        if (read + taken === logs.length) continue
        unread = { removed: [], first: number, skip: read + taken }
        break
      }
    }
    this.#unread = unread
    return {
      logs: page.batches(),
      undo: () => {
        if (this.#unread !== unread) return
        undo()
        this.#unread = before
      },
    }
  }

  /** Returns the logs of a removed block that earlier polls returned. */
  #readLogs(block: SealedBlock, { first, skip }: Unread): readonly LocatedLog[] {
    const { number } = block
    if (number < this.#lowest || number > this.#highest) return []
    if (first === undefined || number < first) return this.#match(block)
    return number === first ? this.#match(block).slice(0, skip) : []
  }

  async #blockOnce(hash: Hash): ReturnType<LogFilter['changes']> {
    const wasTold = this.#isBlockTold
    // Taken before the first await, so that a concurrent call does not report it again.
    this.#isBlockTold = true
    const block = wasTold ? undefined : await this.#chain.blocks.getByHash(hash)
    const undo = () => {
      this.#isBlockTold = wasTold
    }
    const page = new LogPage(Number.POSITIVE_INFINITY)
    if (block !== undefined) page.add(this.#match(block))
    return { logs: page.batches(), undo }
  }
}

/** The logs of one poll. */
class LogPage {
  readonly #batches: (readonly LogChange[])[] = []
  #room: number

  constructor(maxLogs: number) {
    this.#room = maxLogs
  }

  /** Adds the first logs that fit, and returns their number. */
  add(logs: readonly LogChange[]): number {
    const taken = logs.slice(0, this.#room)
    this.#room -= taken.length
    if (taken.length > 0) this.#batches.push(taken)
    return taken.length
  }

  async *batches(): LogChanges {
    yield* this.#batches
  }
}

/** Returns the first block whose logs are reported; undefined if it is the next one. */
function firstBlock(chain: Chain, { fromBlock }: LogQuery): number | undefined {
  if (fromBlock === undefined) return undefined
  if ('number' in fromBlock) {
    const { number } = fromBlock
    requireThere(chain, number, 'fromBlock')
    return Number(number)
  }
  return fromBlock.tag === 'earliest' ? Number(chain.blocks.earliest) : undefined
}
