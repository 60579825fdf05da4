import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SealedBlock } from '../../../src/chain/block/block.ts'
import type { BlockSearch } from '../../../src/chain/history/blockKeys.ts'
import { type LogCriteria, logMatcher } from '../../../src/chain/history/logCriteria.ts'
import { type LogTerm, logIndex, termGroups } from '../../../src/chain/history/logTerms.ts'
import { MemoryPostings } from '../../../src/chain/history/memoryPostings.ts'
import { SavedPostings } from '../../../src/chain/history/savedPostings.ts'
import type { Log } from '../../../src/evm/run/log.ts'
import { bytesToAddress } from '../../../src/primitives/address.ts'
import { assert } from '../../../src/primitives/assert.ts'
import { EMPTY_BYTES } from '../../../src/primitives/encoding/bytes.ts'
import { bytesToHash } from '../../../src/primitives/encoding/hex.ts'
import { openDatabase } from '../../../src/store/database/database.ts'
import { anyBlock, anyLog } from '../../support/chain/arbitraryBlock.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { runs } from '../../support/runs.ts'

const numRuns = runs({ quick: 20, full: 100 })

/** Logs of each block, by number. */
const anyLogs = fc.array(fc.array(anyLog, { maxLength: 3 }), { minLength: 1, maxLength: 30 })

const anyTopic = fc.nat(2).map((n) => bytesToHash(new Uint8Array(32).fill(n)))

const anyCriteria: fc.Arbitrary<LogCriteria> = fc.record({
  addresses: fc.array(
    anyLog.map(({ address }) => address),
    { maxLength: 2 },
  ),
  topics: fc.array(fc.array(anyTopic, { maxLength: 2 }), { maxLength: 4 }),
})

const [template] = fc.sample(
  anyBlock.filter(({ receipts }) => receipts.length > 0),
  1,
)

function blockOf(number: number, logs: readonly Log[]): SealedBlock {
  const [receipt] = template?.receipts ?? []
  assert(template !== undefined && receipt !== undefined, 'a sample')
  return { ...template, number, native: [], receipts: [{ ...receipt, logs, firstLogIndex: 0 }] }
}

/** What the fields' documentation says, word for word. */
function fits({ addresses, topics }: LogCriteria, log: Log): boolean {
  if (addresses.length > 0 && !addresses.includes(log.address)) return false
  if (log.topics.length < topics.length) return false
  return topics.every((any, i) => any.length === 0 || any.some((topic) => topic === log.topics[i]))
}

/**
 * Every block that has a log that fits, and of those that have none only such as have all its parts
 * in several logs.
 */
function expectFound(
  found: readonly number[],
  blocks: readonly (readonly Log[])[],
  criteria: LogCriteria,
  [first, last]: readonly [number, number],
): void {
  expect(found).toEqual([...new Set(found)].sort((a, b) => a - b))
  const hasAll = (logs: readonly Log[]): boolean =>
    [criteria.addresses, ...criteria.topics].every(
      (any, position) =>
        any.length === 0 ||
        logs.some(({ address, topics }) =>
          any.some((value) => value === [address, ...topics][position]),
        ),
    )
  blocks.forEach((logs, number) => {
    const isFound = found.includes(number)
    if (number < first || number > last) expect(isFound).toBe(false)
    else if (logs.some((log) => fits(criteria, log))) expect(isFound).toBe(true)
    else if (isFound) expect(logs.length > 0 && hasAll(logs)).toBe(true)
  })
}

const inMemory = (parent?: MemoryPostings<LogTerm>) => new MemoryPostings(logIndex, parent)

async function onDisk() {
  const database = await openDatabase(temporaryDirectory(), { sync: false })
  return { database, postings: new SavedPostings(database, logIndex) }
}

const searchFor = (criteria: LogCriteria, [first, last]: readonly [number, number]) =>
  ({ groups: termGroups(criteria), first, last, order: 'ascending' }) as const

/** What a search on disk finds, which is the same from back to front. */
async function foundOnDisk(
  postings: SavedPostings<LogTerm>,
  search: BlockSearch<LogTerm>,
): Promise<readonly number[]> {
  const [found, backwards]: [number[], number[]] = [[], []]
  for await (const number of postings.search(search)) found.push(number)
  for await (const number of postings.search({ ...search, order: 'descending' })) {
    backwards.unshift(number)
  }
  expect(backwards).toEqual(found)
  return found
}

const anyRange = fc
  .tuple(fc.nat(31), fc.nat(31))
  .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const)

describe('blocks with matching logs', () => {
  test('are found in memory after reverts', () => {
    fc.assert(
      fc.property(
        anyLogs,
        anyLogs,
        fc.nat(30),
        anyCriteria,
        anyRange,
        (before, after, kept, criteria, range) => {
          const postings = inMemory()
          for (const [number, logs] of before.entries()) postings.add(blockOf(number, logs))
          const fork = Math.min(kept, before.length)
          for (let number = before.length - 1; number >= fork; number--) {
            postings.remove(blockOf(number, before[number] ?? []))
          }
          const blocks = [...before.slice(0, fork), ...after]
          for (const [i, logs] of after.entries()) postings.add(blockOf(fork + i, logs))
          expectFound(postings.search(searchFor(criteria, range)), blocks, criteria, range)
        },
      ),
      { numRuns },
    )
  })

  test('are found in a branch', () => {
    fc.assert(
      fc.property(anyLogs, anyLogs, anyCriteria, anyRange, (shared, own, criteria, range) => {
        const parent = inMemory()
        for (const [number, logs] of shared.entries()) parent.add(blockOf(number, logs))
        const branch = inMemory(parent)
        for (const [i, logs] of own.entries()) branch.add(blockOf(shared.length + i, logs))
        const found = branch.search(searchFor(criteria, range))
        expectFound(found, [...shared, ...own], criteria, range)
      }),
      { numRuns },
    )
  })

  test('are found on disk', async () => {
    const { database, postings } = await onDisk()
    await fc.assert(
      fc.asyncProperty(anyLogs, anyCriteria, anyRange, async (blocks, criteria, range) => {
        for (const [number, logs] of blocks.entries()) postings.stage(blockOf(number, logs))
        await database.flush()
        const found = await foundOnDisk(postings, searchFor(criteria, range))
        expectFound(found, blocks, criteria, range)
        for (const [number, logs] of blocks.entries()) postings.unstage(blockOf(number, logs))
        await database.flush()
      }),
      { numRuns },
    )
    await database.close()
  })

  test('are found on disk with more alternatives than iterators', async () => {
    const { database, postings: saved } = await onDisk()
    const addresses = Array.from({ length: 20 }, (_, n) =>
      bytesToAddress(new Uint8Array(20).fill(n)),
    )
    const topics = Array.from({ length: 20 }, (_, n) => bytesToHash(new Uint8Array(32).fill(n)))
    const blocks = Array.from({ length: 2_000 }, (_, number): Log[] => {
      const [address, topic] = [addresses[number % 20], topics[(number * 7) % 20]]
      if (address === undefined || topic === undefined || number % 3 === 0) return []
      return [{ address, topics: [topic], data: EMPTY_BYTES }]
    })
    const postings = inMemory()
    for (const [number, logs] of blocks.entries()) {
      const block = blockOf(number, logs)
      postings.add(block)
      saved.stage(block)
    }
    await database.flush()
    for (const [few, many] of [
      [2, 15],
      [12, 15],
      [20, 20],
    ] as const) {
      const criteria = { addresses: addresses.slice(0, few), topics: [topics.slice(0, many)] }
      const wanted = blocks.flatMap((logs, number) =>
        number >= 10 && number <= 1_900 && logs.some((log) => fits(criteria, log)) ? [number] : [],
      )
      expect(wanted.length).toBeGreaterThan(20)
      const search = searchFor(criteria, [10, 1_900])
      expect(postings.search(search)).toEqual(wanted)
      const found = await foundOnDisk(saved, search)
      expect(found.filter((number) => wanted.includes(number))).toEqual(wanted)
    }
    await database.close()
  })

  test('are found on disk far apart, a rare value combined with a common one', async () => {
    const { database, postings } = await onDisk()
    const common = bytesToAddress(new Uint8Array(20).fill(0x11))
    const rare = bytesToAddress(new Uint8Array(20).fill(0x22))
    const topic = bytesToHash(new Uint8Array(32).fill(0x33))
    const wanted = new Set([0, 17, 18, 5_000, 9_999])
    for (let number = 0; number < 10_000; number++) {
      const address = wanted.has(number) ? rare : common
      const logs = [{ address, topics: [topic], data: EMPTY_BYTES }]
      postings.stage(blockOf(number, logs))
    }
    await database.flush()
    const criteria = { addresses: [rare], topics: [[topic]] }
    const found = await foundOnDisk(postings, searchFor(criteria, [0, 20_000]))
    expect(found).toEqual([...wanted])
    await database.close()
  })
})

test('matching logs have their locations', () => {
  fc.assert(
    fc.property(anyBlock, anyCriteria, (block, criteria) => {
      const all = block.receipts.flatMap(({ logs }, index) => logs.map((log) => ({ log, index })))
      const wanted = all.flatMap(({ log, index }, logIndex) => {
        const transaction = block.transactions[index]
        if (!fits(criteria, log) || transaction === undefined) return []
        return [{ log, block, transactionHash: transaction.hash, index, logIndex }]
      })
      expect(logMatcher(criteria)(block)).toEqual(wanted)
    }),
    { numRuns },
  )
})
