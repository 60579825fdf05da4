import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SealedBlock } from '../../src/chain/block.ts'
import { decodeLogIndexes, logIndexRows } from '../../src/chain/logIndex.ts'
import { assert } from '../../src/primitives/assert.ts'
import { bytesToBareHex } from '../../src/primitives/hex.ts'
import { type LogPosition, logKey } from '../../src/store/tables.ts'
import { anyBlock, anyLog } from '../support/arbitraryBlock.ts'

/** What finds a block's logs, the slow way: asked for each value that any log might have. */
function scan({ receipts, number }: SealedBlock): Map<string, number[]> {
  const logs = receipts.flatMap((receipt) => receipt.logs)
  const values = logs.flatMap(({ address, topics }) => [address, ...topics])
  const found = new Map<string, number[]>()
  for (const position of [0, 1, 2, 3, 4] as const satisfies readonly LogPosition[]) {
    for (const value of new Set(values)) {
      const indexes = logs.flatMap(({ address, topics }, i) =>
        [address, ...topics][position] === value ? [i] : [],
      )
      if (indexes.length > 0) found.set(bytesToBareHex(logKey(position, value, number)), indexes)
    }
  }
  return found
}

function rowsOf(block: SealedBlock): Map<string, number[]> {
  const rows = [...logIndexRows(block)].map(
    ([key, row]) => [bytesToBareHex(key), decodeLogIndexes(row)] as const,
  )
  expect(new Set(rows.map(([key]) => key)).size).toBe(rows.length)
  return new Map(rows)
}

describe('log index', () => {
  test('has what a scan of the block finds', () => {
    fc.assert(
      fc.property(anyBlock, (block) => {
        expect(rowsOf(block)).toEqual(scan(block))
      }),
      { numRuns: Number(process.env.FUZZ_RUNS ?? 100) },
    )
  })

  test('counts the logs of a large block', () => {
    const withReceipts = anyBlock.filter(({ receipts }) => receipts.length > 0)
    const [block] = fc.sample(withReceipts, 1)
    const [receipt] = block?.receipts ?? []
    const [log] = fc.sample(anyLog, 1)
    assert(block !== undefined && receipt !== undefined && log !== undefined, 'samples')
    // As many as fit 100 million gas.
    const logs = Array.from({ length: 260_000 }, () => log)
    const large = { ...block, receipts: [{ ...receipt, logs, firstLogIndex: 0 }] }
    const key = bytesToBareHex(logKey(0, log.address, block.number))
    expect(rowsOf(large).get(key)).toEqual(Array.from(logs.keys()))
  })

  test('a row that is cut off is damaged', () => {
    expect(decodeLogIndexes(Uint8Array.of(5, 0x80, 1))).toEqual([5, 128])
    expect(() => decodeLogIndexes(Uint8Array.of(5, 0x80))).toThrow(RangeError)
  })
})
