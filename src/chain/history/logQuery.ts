import type { Hash } from '../../primitives/encoding/hex.ts'
import type { BlockScope } from '../block/blockEntries.ts'
import type { BlockNumberRef, BlockRange } from '../block/blockRef.ts'
import type { ReadableChain } from '../chain.ts'
import { ChainError } from '../errors.ts'
import { type LocatedLog, type LogCriteria, logMatcher } from './logCriteria.ts'

/** Criteria and range of a log query. */
export interface LogQuery {
  readonly criteria: LogCriteria
  /** A single block; excludes a range. */
  readonly blockHash?: Hash
  readonly fromBlock?: BlockNumberRef
  readonly toBlock?: BlockNumberRef
  /** Transactions to include; default: EVM transactions. */
  readonly scope?: BlockScope
}

/** Limits of a query. */
export interface LogLimits {
  /** Maximum logs of an open range, which lacks one of its ends. */
  readonly maxLogs: number
  /** Maximum blocks of a closed range. Without a limit, that of logs applies to it. */
  readonly maxBlocks: number
}

/** Limits of Sei. */
export const DEFAULT_LOG_LIMITS: LogLimits = { maxLogs: 10_000, maxBlocks: 2_000 }

/** Logs block by block, in order; blocks without logs are omitted. */
export type LogBatches = AsyncIterable<readonly LocatedLog[]>

/** Source of logs. */
type LogSource = Pick<ReadableChain, 'blocks' | 'logs'>

type RangeEnd = 'fromBlock' | 'toBlock'

/** Blocks to search. */
interface SearchRange {
  readonly first: bigint
  readonly last: bigint
  /** Whether the number of logs is limited, otherwise the number of blocks. */
  readonly isOpen: boolean
}

/**
 * Yields the logs of a query, as of the call. Without a range: those of the newest block; without a
 * first block: those of the last one; without a last block: up to the newest. All tags except
 * `earliest` mean the newest block.
 *
 * A closed range is not held in memory: its blocks are searched while the result is read.
 *
 * @throws ChainError LOG_RANGE_REVERSED, LOG_RANGE_AFTER_LATEST, LOG_RANGE_BEFORE_EARLIEST,
 *   LOG_RANGE_TOO_LARGE, TOO_MANY_LOGS or UNKNOWN_BLOCK, all before the first log
 */
export async function queryLogs(
  chain: LogSource,
  query: LogQuery,
  limits: LogLimits,
): Promise<LogBatches> {
  const { blockHash } = query
  if (blockHash !== undefined) return logsOfBlock(chain, query, blockHash)
  return search(chain, query, givenRange(chain, query, limits), limits)
}

/**
 * Yields all logs of a query: as {@link queryLogs}, but the default first block is block 0, and
 * future blocks are allowed.
 *
 * @throws ChainError as {@link queryLogs}, except LOG_RANGE_AFTER_LATEST and LOG_RANGE_REVERSED
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
  return search(chain, query, { first, last, isOpen: isOpenRange(query, limits) }, limits)
}

/** @throws ChainError LOG_RANGE_REVERSED if both ends are numbers in the wrong order */
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

function givenRange(chain: LogSource, query: LogQuery, limits: LogLimits): SearchRange {
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
  return { first, last, isOpen: isOpenRange(query, limits) }
}

/** A range with both ends is closed, whether they are numbers or tags. */
function isOpenRange({ fromBlock, toBlock }: LogQuery, { maxBlocks }: LogLimits): boolean {
  return fromBlock === undefined || toBlock === undefined || maxBlocks === Number.POSITIVE_INFINITY
}

function numberOf(chain: LogSource, ref: BlockNumberRef): bigint {
  if ('number' in ref) return ref.number
  return ref.tag === 'earliest' ? chain.blocks.earliest : BigInt(chain.blocks.numberAt(ref.tag))
}

function requireOrder(from: bigint, to: bigint): void {
  if (from > to) throw new ChainError({ code: 'LOG_RANGE_REVERSED', from, to })
}

function requireMined(latest: bigint, number: bigint | undefined, end: RangeEnd): void {
  if (number === undefined || number <= latest) return
  throw new ChainError({ code: 'LOG_RANGE_AFTER_LATEST', end, number, latest })
}

/** @throws ChainError LOG_RANGE_BEFORE_EARLIEST */
export function requireThere(
  chain: Pick<LogSource, 'blocks'>,
  number: bigint,
  end: RangeEnd,
): void {
  const { earliest, genesis } = chain.blocks
  // No block is older than the genesis block.
  if (number >= earliest || earliest === genesis.header.number) return
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
 * @throws ChainError TOO_MANY_LOGS with the largest range from the first block that succeeds as a
 *   closed range
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
