import type { Hash } from '../../primitives/encoding/hex.ts'
import type { BlockScope } from '../block/blockEntries.ts'
import type { BlockNumberRef, BlockRange } from '../block/blockRef.ts'
import type { ReadableChain } from '../chain.ts'
import { ChainError } from '../errors.ts'
import { type LocatedLog, type LogCriteria, logMatcher } from './logCriteria.ts'

/** Which logs of which blocks. */
export interface LogQuery {
  readonly criteria: LogCriteria
  /** One block alone; there is no range then. */
  readonly blockHash?: Hash
  readonly fromBlock?: BlockNumberRef
  readonly toBlock?: BlockNumberRef
  /** Which transactions are looked at; default: those of the EVM. */
  readonly scope?: BlockScope
}

/** How much one query may ask for. */
export interface LogLimits {
  /**
   * Most logs of an open range: one without a first block, or whose last one is left out or moves
   * with the chain.
   */
  readonly maxLogs: number
  /** Most blocks of a closed range. */
  readonly maxBlocks: number
}

/** The limits of Sei. */
export const DEFAULT_LOG_LIMITS: LogLimits = { maxLogs: 10_000, maxBlocks: 2_000 }

/** Logs of one block after the other, in order; blocks without any are left out. */
export type LogBatches = AsyncIterable<readonly LocatedLog[]>

/** Where logs are searched. */
type LogSource = Pick<ReadableChain, 'blocks' | 'logs'>

type RangeEnd = 'fromBlock' | 'toBlock'

/** Blocks to search. */
interface SearchRange {
  readonly first: bigint
  readonly last: bigint
  /** Whether there is a limit to the logs, else there is one to the blocks. */
  readonly isOpen: boolean
}

/**
 * The logs that a query asks for, as of the call. Where no range is given, those of the newest
 * block; where the first block is left out, those of the last one; where the last one is left out,
 * those up to the newest. All tags but `earliest` mean the newest block.
 *
 * Of a closed range nothing is held in memory: its blocks are searched as the answer is read.
 *
 * @throws ChainError LOG_RANGE_REVERSED, LOG_RANGE_AFTER_LATEST, LOG_RANGE_BEFORE_EARLIEST,
 *   LOG_RANGE_TOO_LARGE, TOO_MANY_LOGS or UNKNOWN_BLOCK, all of them before the first log
 */
export async function queryLogs(
  chain: LogSource,
  query: LogQuery,
  limits: LogLimits,
): Promise<LogBatches> {
  const { blockHash } = query
  if (blockHash !== undefined) return logsOfBlock(chain, query, blockHash)
  return search(chain, query, givenRange(chain, query), limits)
}

/**
 * All logs of a query that there are up to now: as {@link queryLogs}, but from the first block
 * where none is given, and blocks to come have no logs yet.
 *
 * @throws ChainError as {@link queryLogs}, but for LOG_RANGE_AFTER_LATEST and LOG_RANGE_REVERSED
 */
export async function queryHistory(
  chain: LogSource,
  query: LogQuery,
  limits: LogLimits,
): Promise<LogBatches> {
  const { blockHash, fromBlock, toBlock } = query
  if (blockHash !== undefined) return logsOfBlock(chain, query, blockHash)
  const latest = BigInt(chain.blocks.latest.number)
  const first = numberOf(chain, fromBlock ?? { tag: 'earliest' })
  const wanted = toBlock === undefined ? latest : numberOf(chain, toBlock)
  requireThere(chain, wanted, 'toBlock')
  const last = smaller(wanted, latest)
  if (first > last) return inBatches([])
  requireThere(chain, first, 'fromBlock')
  return search(chain, query, { first, last, isOpen: isOpenRange(query) }, limits)
}

/** @throws ChainError LOG_RANGE_REVERSED where both ends are numbers, in the wrong order */
export function requireOrderedNumbers({ fromBlock, toBlock }: LogQuery): void {
  if (fromBlock === undefined || !('number' in fromBlock)) return
  if (toBlock !== undefined && 'number' in toBlock) requireOrder(fromBlock.number, toBlock.number)
}

/** @throws ChainError UNKNOWN_BLOCK */
async function logsOfBlock(
  chain: LogSource,
  { criteria, scope }: LogQuery,
  hash: Hash,
): Promise<LogBatches> {
  const block = await chain.blocks.getByHash(hash)
  if (block === undefined) throw new ChainError({ code: 'UNKNOWN_BLOCK', hash })
  return inBatches([logMatcher(criteria, scope)(block)])
}

function givenRange(chain: LogSource, query: LogQuery): SearchRange {
  const { fromBlock, toBlock } = query
  const latest = BigInt(chain.blocks.latest.number)
  const from = fromBlock && numberOf(chain, fromBlock)
  const to = toBlock && numberOf(chain, toBlock)
  requireOrderedNumbers(query)
  requireMined(latest, to, 'toBlock')
  requireMined(latest, from, 'fromBlock')
  if (from !== undefined && to !== undefined) requireOrder(from, to)
  const last = to ?? latest
  const first = from ?? last
  requireThere(chain, first, from === undefined ? 'toBlock' : 'fromBlock')
  return { first, last, isOpen: isOpenRange(query) }
}

/** An end that moves with the chain is as good as none. */
function isOpenRange({ fromBlock, toBlock }: LogQuery): boolean {
  if (fromBlock === undefined || toBlock === undefined) return true
  return 'tag' in toBlock && toBlock.tag !== 'earliest'
}

function numberOf(chain: LogSource, ref: BlockNumberRef): bigint {
  if ('number' in ref) return ref.number
  return ref.tag === 'earliest' ? chain.blocks.earliest : BigInt(chain.blocks.latest.number)
}

function requireOrder(from: bigint, to: bigint): void {
  if (from > to) throw new ChainError({ code: 'LOG_RANGE_REVERSED', from, to })
}

function requireMined(latest: bigint, number: bigint | undefined, end: RangeEnd): void {
  if (number === undefined || number <= latest) return
  throw new ChainError({ code: 'LOG_RANGE_AFTER_LATEST', end, number, latest })
}

function requireThere(chain: LogSource, number: bigint, end: RangeEnd): void {
  const earliest = chain.blocks.earliest
  if (number >= earliest) return
  throw new ChainError({ code: 'LOG_RANGE_BEFORE_EARLIEST', end, number, earliest })
}

async function search(
  chain: LogSource,
  { criteria, scope }: LogQuery,
  { first, last, isOpen }: SearchRange,
  limits: LogLimits,
): Promise<LogBatches> {
  const range = { first: Number(first), last: Number(last) }
  if (!isOpen) requireFewBlocks(range, limits)
  const found = chain.logs.search(criteria, range, scope)
  return isOpen ? inBatches(await collect(found, range, limits)) : found
}

function requireFewBlocks({ first, last }: BlockRange, { maxBlocks, maxLogs }: LogLimits): void {
  const blocks = last - first + 1
  if (blocks <= maxBlocks) return
  const to = first + maxBlocks - 1
  throw new ChainError({
    code: 'LOG_RANGE_TOO_LARGE',
    blocks,
    maxBlocks,
    maxLogs,
    from: first,
    to,
  })
}

/**
 * @throws ChainError TOO_MANY_LOGS with the largest range from the first block that is answered
 *   when both its ends are given
 */
async function collect(
  found: LogBatches,
  { first }: BlockRange,
  { maxLogs, maxBlocks }: LogLimits,
): Promise<readonly (readonly LocatedLog[])[]> {
  const batches: (readonly LocatedLog[])[] = []
  let count = 0
  for await (const logs of found) {
    count += logs.length
    if (count > maxLogs) {
      const number = logs[0]?.block.number ?? first
      const isFirstBlock = number === first
      const to = isFirstBlock ? first : Math.min(number - 1, first + maxBlocks - 1)
      throw new ChainError({
        code: 'TOO_MANY_LOGS',
        limit: maxLogs,
        from: first,
        to,
        isFirstBlock,
      })
    }
    batches.push(logs)
  }
  return batches
}

async function* inBatches(batches: readonly (readonly LocatedLog[])[]): LogBatches {
  yield* batches
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
