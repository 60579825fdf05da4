import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SealedBlock } from '../../../src/chain/block/block.ts'
import type { BlockScope } from '../../../src/chain/block/blockEntries.ts'
import {
  type LocatedLog,
  type LogCriteria,
  logMatcher,
  MAX_TOPICS,
} from '../../../src/chain/history/logCriteria.ts'
import type { Log } from '../../../src/evm/run/log.ts'
import type { Hash } from '../../../src/primitives/encoding/hex.ts'
import { bytesToHash } from '../../../src/primitives/encoding/hex.ts'
import { anyBlock, anyLog } from '../../support/chain/arbitraryBlock.ts'
import { runs } from '../../support/runs.ts'

const numRuns = runs({ quick: 40, full: 1000 })

const anyTopic = fc.nat(2).map((n) => bytesToHash(new Uint8Array(32).fill(n)))
const anyCriteria: fc.Arbitrary<LogCriteria> = fc.record({
  addresses: fc.array(
    anyLog.map(({ address }) => address),
    { maxLength: 2 },
  ),
  topics: fc.array(fc.array(anyTopic, { maxLength: 2 }), { maxLength: 4 }),
})

/**
 * As a chain makes them: a receipt for each transaction, and native transactions at ascending
 * places.
 */
const anyWhole: fc.Arbitrary<SealedBlock> = anyBlock.chain((block) => {
  const count = Math.min(block.transactions.length, block.receipts.length)
  const native = block.native.slice(0, 2)
  const all = Array.from({ length: count + native.length }, (_, i) => i)
  return fc.subarray(all, { minLength: native.length, maxLength: native.length }).map((places) => ({
    ...block,
    transactions: block.transactions.slice(0, count),
    receipts: block.receipts.slice(0, count),
    native: native.map((entry, i) => ({ ...entry, position: places[i] ?? 0 })),
  }))
})

/** What the documentation of the fields says. */
function fits({ addresses, topics }: LogCriteria, log: Log): boolean {
  const isWriter = addresses.length === 0 || addresses.includes(log.address)
  if (!isWriter || log.topics.length < topics.length) return false
  for (const [i, any] of topics.entries()) {
    const topic = log.topics[i]
    if (any.length > 0 && (topic === undefined || !any.includes(topic))) return false
  }
  return true
}

/** Walks over the places of a block, one after the other. */
function expectedOf(block: SealedBlock, criteria: LogCriteria, scope: BlockScope): LocatedLog[] {
  const found: LocatedLog[] = []
  let [index, logIndex, evmIndex] = [0, 0, 0]
  const look = (logs: readonly Log[], transactionHash: Hash) => {
    for (const log of logs) {
      if (fits(criteria, log)) found.push({ log, block, transactionHash, index, logIndex })
      logIndex++
    }
    index++
  }
  for (let place = 0; place < block.transactions.length + block.native.length; place++) {
    const native = block.native.find(({ position }) => position === place)
    if (native !== undefined) {
      const { logs, transfer } = native.receipt
      const isSeen =
        (scope !== 'evm' && logs.length > 0) || (scope === 'transfers' && transfer !== undefined)
      if (isSeen) look(logs, native.transaction.hash)
      continue
    }
    const [tx, receipt] = [block.transactions[evmIndex], block.receipts[evmIndex]]
    evmIndex++
    if (tx !== undefined && receipt !== undefined) look(receipt.logs, tx.hash)
  }
  return found
}

const nameOf = ({ log, transactionHash, index, logIndex }: LocatedLog, block: SealedBlock) =>
  `${transactionHash} ${index} ${logIndex} ${block.receipts.findIndex(({ logs }) => logs.includes(log))}`

test.each(['evm', 'synthetic', 'transfers'] as const)('finds logs of the scope %s', (scope) => {
  fc.assert(
    fc.property(anyWhole, anyCriteria, (block, criteria) => {
      const expected = expectedOf(block, criteria, scope)
      const found = logMatcher(criteria, scope)(block)
      expect(found.map((each) => nameOf(each, block))).toEqual(
        expected.map((each) => nameOf(each, block)),
      )
      expect(found.every((each, i) => each.log === expected[i]?.log)).toBe(true)
      expect(found.every((each) => each.block === block)).toBe(true)
      if (scope !== 'evm') return
      const plain = logMatcher(criteria)(block)
      expect(plain.map((each) => nameOf(each, block))).toEqual(
        expected.map((each) => nameOf(each, block)),
      )
    }),
    { numRuns },
  )
})

test('a log has at most four topics', () => {
  expect(MAX_TOPICS).toBe(4)
})

test('receipts without a transaction have no location', () => {
  const [block] = fc.sample(
    anyWhole.filter(({ receipts }) => receipts.some(({ logs }) => logs.length > 0)),
    1,
  )
  const all = { addresses: [], topics: [] }
  expect(block && logMatcher(all)(block).length).toBeGreaterThan(0)
  expect(block && logMatcher(all)({ ...block, transactions: [] })).toEqual([])
})

test('the EVM scope ignores native transactions', () => {
  const [block] = fc.sample(anyWhole, 1)
  const unseen: PropertyDescriptor = { get: () => expect.unreachable('a native transaction') }
  const hiding = block && Object.defineProperty({ ...block }, 'native', unseen)
  expect(() => hiding && logMatcher({ addresses: [], topics: [] })(hiding)).not.toThrow()
})
