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
} from '../history/logQuery.ts'
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

/** Reports the logs that match a query. */
export class LogFilter {
  readonly #chain: Chain
  readonly #query: LogQuery
  readonly #cursor: BlockCursor
  /** Blocks outside this range are ignored. */
  readonly #lowest: number
  readonly #highest: number
  #isBlockTold = false

  /**
   * Starts at the newest block. Numbers in the query restrict the blocks, including future ones;
   * tags do not.
   *
   * @throws ChainError LOG_RANGE_REVERSED or UNKNOWN_BLOCK
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
    const { fromBlock, toBlock } = query
    this.#chain = chain
    this.#query = query
    this.#cursor = new BlockCursor(chain)
    this.#lowest = fromBlock !== undefined && 'number' in fromBlock ? Number(fromBlock.number) : 0
    this.#highest =
      toBlock !== undefined && 'number' in toBlock
        ? Number(toBlock.number)
        : Number.POSITIVE_INFINITY
  }

  /**
   * Returns the changes since the last call: first the logs of removed blocks, then those of added
   * ones, each from the oldest block on, as geth does. A filter for one block reports its logs
   * once.
   */
  async changes(): Promise<{ readonly logs: LogChanges; undo(): void }> {
    const { criteria, blockHash, scope } = this.#query
    if (blockHash !== undefined) return this.#blockOnce(blockHash)
    const { removed, added, undo } = this.#cursor.advance()
    const first = Math.max(added.first, this.#lowest)
    const last = Math.min(added.last, this.#highest)
    const gone = removed.filter(({ number }) => number >= this.#lowest && number <= this.#highest)
    const found =
      first <= last ? this.#chain.logs.search(criteria, { first, last }, scope) : undefined
    return { logs: joined(removedLogs(gone, logMatcher(criteria, scope)), found), undo }
  }

  /**
   * Returns all matching logs of the chain.
   *
   * @throws ChainError as {@link queryHistory}
   */
  logs(limits: LogLimits): Promise<LogBatches> {
    return queryHistory(this.#chain, this.#query, limits)
  }

  async #blockOnce(hash: Hash): ReturnType<LogFilter['changes']> {
    const { criteria, scope } = this.#query
    const wasTold = this.#isBlockTold
    // Taken before the first await, so that a concurrent call does not report it again.
    this.#isBlockTold = true
    const block = wasTold ? undefined : await this.#chain.blocks.getByHash(hash)
    const undo = () => {
      this.#isBlockTold = wasTold
    }
    return { logs: logsOf(block === undefined ? [] : [block], logMatcher(criteria, scope)), undo }
  }
}

async function* joined(gone: LogChanges, came: LogBatches | undefined): LogChanges {
  yield* gone
  if (came !== undefined) yield* came
}

async function* removedLogs(blocks: readonly SealedBlock[], match: LogMatcher): LogChanges {
  for await (const logs of logsOf(blocks, match)) {
    yield logs.map((log) => ({ ...log, removed: true }))
  }
}

async function* logsOf(blocks: readonly SealedBlock[], match: LogMatcher): LogBatches {
  for (const [i, block] of blocks.entries()) {
    const logs = match(block)
    if (logs.length > 0) yield logs
    if (i % PAUSE_AFTER === PAUSE_AFTER - 1) await setImmediate()
  }
}
