import { join } from 'node:path'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { ChainError } from '../../../src/chain/errors.ts'
import {
  DEFAULT_LOG_LIMITS,
  type LogLimits,
  type LogQuery,
  queryHistory,
  queryLogs,
} from '../../../src/chain/history/logQuery.ts'
import { exportChain } from '../../../src/chain/transfer/exportChain.ts'
import { importChain } from '../../../src/chain/transfer/importChain.ts'
import type { Hash } from '../../../src/primitives/encoding/hex.ts'
import { createDatabase } from '../../../src/store/database/createDatabase.ts'
import { openExistingDatabase } from '../../../src/store/database/database.ts'
import { chainOfBlocks } from '../../support/chain/chainOfBlocks.ts'
import {
  EMITTER,
  emission,
  emit,
  emitterGenesis,
  flattened,
  places,
  topicOf,
} from '../../support/chain/logs.ts'
import { openTestChain } from '../../support/chain.ts'
import { temporaryDirectory } from '../../support/directory.ts'

const anything = { addresses: [], topics: [] }
const at = (number: number) => ({ number: BigInt(number) })
const tag = <T extends string>(name: T) => ({ tag: name })
const unknown = `0x${'12'.repeat(32)}` as Hash

/** Logs of each block, from block 1 on. */
const COUNTS = [0, 3, 0, 1, 7, 2, 0, 0, 5, 4, 0]
const LATEST = COUNTS.length

/** Each block with its logs, each log with the number of its block as topic. */
async function chainWithLogs(counts: readonly number[]): Promise<Chain> {
  let nonce = 0n
  const blocks = counts.map((count, i) => (count === 0 ? [] : [emission(nonce++, count, i + 1)]))
  return (await chainOfBlocks(emitterGenesis, blocks)).chain
}

let chain: Chain
beforeAll(async () => {
  chain = await chainWithLogs(COUNTS)
})

type Range = Pick<LogQuery, 'fromBlock' | 'toBlock' | 'blockHash'>

async function placesOf(range: Range, limits: LogLimits = DEFAULT_LOG_LIMITS): Promise<string[]> {
  return places(await flattened(await queryLogs(chain, { criteria: anything, ...range }, limits)))
}

/** What is refused before any log is there to read. */
async function refusal(
  range: Range,
  limits: LogLimits = DEFAULT_LOG_LIMITS,
  ask: typeof queryLogs = queryLogs,
) {
  const error: unknown = await ask(chain, { criteria: anything, ...range }, limits).catch(
    (thrown: unknown) => thrown,
  )
  if (error instanceof ChainError) return error.details
  throw new Error('not refused')
}

describe('a query finds logs', () => {
  test('of a range', async () => {
    expect(await placesOf({ fromBlock: at(4), toBlock: at(6) })).toEqual([
      '4/0',
      ...[0, 1, 2, 3, 4, 5, 6].map((i) => `5/${i}`),
      ...['6/0', '6/1'],
    ])
  })

  test('of one block, by number or by hash', async () => {
    const hash = chain.blocks.get(4n)?.hash ?? unknown
    expect(await placesOf({ fromBlock: at(4), toBlock: at(4) })).toEqual(['4/0'])
    expect(await placesOf({ blockHash: hash })).toEqual(['4/0'])
    const empty = chain.blocks.get(1n)?.hash ?? unknown
    expect(await placesOf({ blockHash: empty })).toEqual([])
  })

  test('of the newest block without a range', async () => {
    const two = await chainWithLogs([1, 2])
    const found = await queryLogs(two, { criteria: anything }, DEFAULT_LOG_LIMITS)
    expect(places(await flattened(found))).toEqual(['2/0', '2/1'])
    expect(await placesOf({})).toEqual([])
  })

  test('of the last block without a first one', async () => {
    expect(await placesOf({ toBlock: at(6) })).toEqual(['6/0', '6/1'])
  })

  test('up to the newest block without a last one', async () => {
    expect(await placesOf({ fromBlock: at(10) })).toEqual(['10/0', '10/1', '10/2', '10/3'])
    expect(await placesOf({ fromBlock: at(LATEST) })).toEqual([])
  })

  test.each(['latest', 'safe', 'finalized', 'pending'] as const)(
    'up to the newest block for the tag %s',
    async (name) => {
      const all = await placesOf({ fromBlock: at(0), toBlock: at(LATEST) })
      expect(await placesOf({ fromBlock: tag('earliest'), toBlock: tag(name) })).toEqual(all)
      expect(await placesOf({ fromBlock: tag(name) })).toEqual([])
    },
  )

  test('that match the criteria', async () => {
    const ask = async (criteria: LogQuery['criteria']) => {
      const query = { criteria, fromBlock: at(0) }
      return places(await flattened(await queryLogs(chain, query, DEFAULT_LOG_LIMITS)))
    }
    expect(await ask({ addresses: [EMITTER], topics: [[topicOf(4), topicOf(6)]] })).toEqual([
      '4/0',
      '6/0',
      '6/1',
    ])
    expect(await ask({ addresses: [EMITTER], topics: [[], []] })).toEqual([])
  })

  test('as of the call', async () => {
    const other = await chain.branch()
    const id = await other.snapshots.take()
    await other.pool.submit(emission(other.pool.pendingNonce(emission(0n, 1).from), 2))
    const found = await queryLogs(
      other,
      { criteria: anything, fromBlock: at(LATEST + 1), toBlock: at(LATEST + 1) },
      DEFAULT_LOG_LIMITS,
    )
    await other.snapshots.revert(id)
    expect(places(await flattened(found))).toEqual([`${LATEST + 1}/0`, `${LATEST + 1}/1`])
    await other.close()
  })
})

describe('a query is rejected', () => {
  test.each<[string, Range, object]>([
    [
      'whose range is reversed',
      { fromBlock: at(5), toBlock: at(4) },
      { code: 'LOG_RANGE_REVERSED', from: 5n, to: 4n },
    ],
    [
      'whose range is reversed by its tags',
      { fromBlock: tag('latest'), toBlock: tag('earliest') },
      { code: 'LOG_RANGE_REVERSED', from: BigInt(LATEST), to: 0n },
    ],
    [
      'whose last block does not exist yet',
      { fromBlock: at(20), toBlock: at(21) },
      { code: 'LOG_RANGE_AFTER_LATEST', end: 'toBlock', number: 21n, latest: BigInt(LATEST) },
    ],
    [
      'whose only block does not exist yet',
      { toBlock: at(LATEST + 1) },
      {
        code: 'LOG_RANGE_AFTER_LATEST',
        end: 'toBlock',
        number: BigInt(LATEST + 1),
        latest: BigInt(LATEST),
      },
    ],
    [
      'whose first block does not exist yet',
      { fromBlock: { number: 2n ** 63n - 1n } },
      {
        code: 'LOG_RANGE_AFTER_LATEST',
        end: 'fromBlock',
        number: 2n ** 63n - 1n,
        latest: BigInt(LATEST),
      },
    ],
    ['of an unknown block', { blockHash: unknown }, { code: 'UNKNOWN_BLOCK', hash: unknown }],
  ])('%s', async (_, range, expected) => {
    expect(await refusal(range)).toEqual(expected)
  })
})

test('blocks that were not imported are rejected; earliest is the first imported block', async () => {
  const [from, to] = [join(temporaryDirectory(), 'from'), join(temporaryDirectory(), 'to')]
  const original = await openTestChain(from, { genesis: emitterGenesis })
  for (let i = 0; i < 270; i++) await emit(original, i % 2)
  await original.close()
  const database = await openExistingDatabase(from)
  await createDatabase(to, (copy) => importChain(exportChain(database).file, copy))
  await database.close()
  const copy = await openTestChain(to, { genesis: emitterGenesis })
  const earliest = Number(copy.blocks.earliest)
  expect(earliest).toBeGreaterThan(1)
  const ask = (range: Range) =>
    queryLogs(copy, { criteria: anything, ...range }, DEFAULT_LOG_LIMITS)
  const refused = { code: 'LOG_RANGE_BEFORE_EARLIEST', earliest: BigInt(earliest) }
  await expect(ask({ fromBlock: at(earliest - 1) })).rejects.toMatchObject({
    details: { ...refused, end: 'fromBlock', number: BigInt(earliest - 1) },
  })
  await expect(ask({ toBlock: at(1) })).rejects.toMatchObject({
    details: { ...refused, end: 'toBlock', number: 1n },
  })
  const there = await flattened(await ask({ fromBlock: at(earliest) }))
  expect(there).toHaveLength(Math.ceil((270 - earliest + 1) / 2))
  expect(places(await flattened(await ask({ fromBlock: tag('earliest') })))).toEqual(places(there))
  await copy.close()
})

describe('a closed range', () => {
  test('has at most 2000 blocks', async () => {
    const empty = Array.from({ length: 2001 }, () => [])
    const { chain: long } = await chainOfBlocks(emitterGenesis, empty)
    const ask = async (first: number, last: number) =>
      queryLogs(
        long,
        { criteria: anything, fromBlock: at(first), toBlock: at(last) },
        DEFAULT_LOG_LIMITS,
      )
    expect(await flattened(await ask(1, 2000))).toEqual([])
    expect(await flattened(await ask(2, 2001))).toEqual([])
    await expect(ask(1, 2001)).rejects.toMatchObject({
      details: { code: 'LOG_RANGE_TOO_LARGE', blocks: 2001, maxBlocks: 2000, from: 1, to: 2000 },
    })
    await expect(ask(0, 2001)).rejects.toMatchObject({ details: { blocks: 2002, to: 1999 } })
  })

  test.each(['latest', 'safe', 'finalized', 'pending'] as const)('may end at %s', async (end) => {
    const blocks = LATEST + 1
    const range = { fromBlock: at(0), toBlock: tag(end) }
    expect(await placesOf(range, { maxLogs: 1, maxBlocks: blocks })).toHaveLength(22)
    expect(await refusal(range, { maxLogs: 100, maxBlocks: blocks - 1 })).toMatchObject({
      code: 'LOG_RANGE_TOO_LARGE',
    })
    // Without a first or a last block, the logs are limited instead.
    const open = { fromBlock: at(0) }
    expect(await placesOf(open, { maxLogs: 22, maxBlocks: 1 })).toHaveLength(22)
    expect(await refusal(open, { maxLogs: 21, maxBlocks: 1 })).toMatchObject({
      code: 'TOO_MANY_LOGS',
    })
  })

  test('has the limit of logs if that of blocks is infinite', async () => {
    const limits = { maxBlocks: Number.POSITIVE_INFINITY }
    const range = { fromBlock: at(0), toBlock: at(LATEST) }
    expect(await placesOf(range, { ...limits, maxLogs: 22 })).toHaveLength(22)
    expect(await refusal(range, { ...limits, maxLogs: 21 })).toMatchObject({
      code: 'TOO_MANY_LOGS',
    })
  })

  test('may end at block 0 by its tag', async () => {
    const range = { fromBlock: at(0), toBlock: tag('earliest') }
    expect(await placesOf(range, { maxLogs: 0, maxBlocks: 1 })).toEqual([])
  })

  test('may have any number of logs', async () => {
    const limits = { maxLogs: 1, maxBlocks: 100 }
    const found = await placesOf({ fromBlock: at(0), toBlock: at(LATEST) }, limits)
    expect(found).toHaveLength(22)
  })
})

describe('an open range', () => {
  const maxBlocks = 100

  test('is limited in its logs', async () => {
    expect(await placesOf({ fromBlock: at(1) }, { maxLogs: 22, maxBlocks })).toHaveLength(22)
    expect(await refusal({ fromBlock: at(1) }, { maxLogs: 21, maxBlocks })).toEqual({
      ...{ code: 'TOO_MANY_LOGS', limit: 21, from: 1, to: 9, isFirstBlock: false },
    })
  })

  test('has at most 10000 logs', async () => {
    const exactly = await chainWithLogs([4000, 6000])
    const query = { criteria: anything, fromBlock: at(0) }
    const found = await queryLogs(exactly, query, DEFAULT_LOG_LIMITS)
    expect(await flattened(found)).toHaveLength(10_000)
    const more = await chainWithLogs([4000, 6000, 1])
    await expect(queryLogs(more, query, DEFAULT_LOG_LIMITS)).rejects.toMatchObject({
      details: { code: 'TOO_MANY_LOGS', limit: 10_000, from: 0, to: 2, isFirstBlock: false },
    })
  })

  test('may have any number of blocks', async () => {
    expect(await placesOf({ fromBlock: at(0) }, { maxLogs: 100, maxBlocks: 1 })).toHaveLength(22)
  })

  test('whose first block alone exceeds the limit can be queried with both ends', async () => {
    const limits = { maxLogs: 4, maxBlocks }
    const alone = { code: 'TOO_MANY_LOGS', limit: 4, from: 9, to: 9, isFirstBlock: true }
    expect(await refusal({ fromBlock: at(9) }, limits)).toEqual(alone)
    expect(await refusal({ toBlock: at(9) }, limits)).toEqual(alone)
    expect(await placesOf({ fromBlock: at(9), toBlock: at(9) }, limits)).toHaveLength(5)
  })

  test('proposes the largest range that succeeds', async () => {
    const limit = fc.integer({ min: 1, max: 25 })
    await fc.assert(
      fc.asyncProperty(fc.nat(LATEST), limit, limit, async (first, maxLogs, most) => {
        const limits = { maxLogs, maxBlocks: most }
        const count = (last: number) =>
          COUNTS.slice(Math.max(first, 1) - 1, last).reduce((sum, n) => sum + n, 0)
        if (count(LATEST) <= maxLogs) {
          expect(await placesOf({ fromBlock: at(first) }, limits)).toHaveLength(count(LATEST))
          return
        }
        const refused = await refusal({ fromBlock: at(first) }, limits)
        if (refused.code !== 'TOO_MANY_LOGS') throw new Error(refused.code)
        const { from, to, isFirstBlock } = refused
        expect(from).toBe(first)
        const found = await placesOf({ fromBlock: at(from), toBlock: at(to) }, limits)
        expect(found).toHaveLength(count(to))
        if (isFirstBlock) {
          expect(to).toBe(from)
          expect(count(to)).toBeGreaterThan(maxLogs)
          return
        }
        expect(count(to)).toBeLessThanOrEqual(maxLogs)
        const isLargest = count(to + 1) > maxLogs || to + 1 - from + 1 > most
        expect(isLargest).toBe(true)
      }),
    )
  })
})

describe('the history of a query', () => {
  const history = async (range: Range, limits: LogLimits = DEFAULT_LOG_LIMITS) =>
    places(await flattened(await queryHistory(chain, { criteria: anything, ...range }, limits)))

  test('starts at the first block by default', async () => {
    expect(await history({})).toHaveLength(22)
    expect(await history({ toBlock: at(4) })).toEqual(['2/0', '2/1', '2/2', '4/0'])
    expect(await history({ fromBlock: tag('latest') })).toEqual([])
  })

  test('ends at the newest block, whatever the range', async () => {
    expect(await history({ fromBlock: at(10), toBlock: at(1000) })).toHaveLength(4)
    expect(await history({ fromBlock: at(1000), toBlock: at(2000) })).toEqual([])
    expect(await history({ fromBlock: at(1000) })).toEqual([])
  })

  test('has the same limits', async () => {
    const limits = { maxLogs: 4, maxBlocks: 3 }
    expect(await refusal({}, limits, queryHistory)).toMatchObject({ code: 'TOO_MANY_LOGS', to: 2 })
    expect(await refusal({ toBlock: at(5) }, limits, queryHistory)).toMatchObject({
      code: 'TOO_MANY_LOGS',
    })
    const range = { fromBlock: at(LATEST - 3), toBlock: at(1000) }
    expect(await refusal(range, limits, queryHistory)).toMatchObject({
      ...{ code: 'LOG_RANGE_TOO_LARGE', blocks: 4, from: LATEST - 3, to: LATEST - 1 },
    })
    expect(await history({ fromBlock: at(LATEST - 2), toBlock: at(1000) }, limits)).toHaveLength(9)
  })

  test('rejects an unknown block, and is empty for a future range', async () => {
    expect(await refusal({ blockHash: unknown }, undefined, queryHistory)).toMatchObject({
      code: 'UNKNOWN_BLOCK',
    })
    expect(await history({ fromBlock: tag('latest'), toBlock: at(1) })).toEqual([])
  })
})
