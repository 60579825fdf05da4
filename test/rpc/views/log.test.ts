import { fc, test } from '@fast-check/vitest'
import { expect } from 'vitest'
import { bytesToAddress } from '../../../src/primitives/address.ts'
import { bytesToHash } from '../../../src/primitives/encoding/hex.ts'
import { createLogWriter, type LogView, logView } from '../../../src/rpc/views/log.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const hash = bytes(32).map(bytesToHash)
const block = fc.record({
  number: fc.nat(),
  hash: fc.option(hash, { nil: undefined }),
  header: fc.record({ timestamp: fc.bigInt({ min: 0n, max: 2n ** 64n }) }),
})
const log = fc.record({
  address: bytes(20).map(bytesToAddress),
  topics: fc.array(hash, { maxLength: 4 }),
  data: fc.uint8Array({ maxLength: 70 }),
})
const place = fc.record(
  { log, transactionHash: hash, index: fc.nat(), logIndex: fc.nat(), removed: fc.boolean() },
  { requiredKeys: ['log', 'transactionHash', 'index', 'logIndex'] },
)

/** Some logs share block and transaction, as those of a query do. */
const views = fc
  .tuple(
    fc.array(block, { minLength: 1, maxLength: 3 }),
    fc.array(hash, { minLength: 1, maxLength: 3 }),
    fc.array(fc.tuple(place, fc.nat(2), fc.nat(3)), { maxLength: 12 }),
  )
  .map(([blocks, hashes, places]) =>
    places.map(([each, inBlock, inTransaction]) => ({
      ...each,
      transactionHash: hashes[inTransaction] ?? each.transactionHash,
      block: blocks[inBlock % blocks.length],
    })),
  )

test.prop([views])('the text of a log equals its JSON', (some) => {
  const write = createLogWriter()
  for (const view of some as unknown as readonly LogView[]) {
    expect(write(view, ',')).toBe(`,${JSON.stringify(logView.encode(view))}`)
  }
})
