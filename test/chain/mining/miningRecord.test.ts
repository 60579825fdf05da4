import { expect, test } from 'vitest'
import type { ChainSettings } from '../../../src/chain/chainCore.ts'
import { increaseTime } from '../../../src/chain/mining/timeControls.ts'
import { fixedClock } from '../../../src/primitives/time/clock.ts'
import { alice } from '../../support/accounts.ts'
import { openTestChain, signed } from '../../support/chain.ts'
import { manualTicker } from '../../support/clock.ts'
import { temporaryDirectory } from '../../support/directory.ts'

const DAY = 86_400n

/** Opens the same directory with other settings each time. */
function restarts() {
  const directory = temporaryDirectory()
  return (settings: Partial<ChainSettings> = {}) => openTestChain(directory, settings)
}

test('a clock offset survives a restart', async () => {
  const open = restarts()
  const first = await open({ clock: fixedClock(1_700_000_000) })
  await first.mining.configure(increaseTime(10n * DAY))
  await first.close()

  const second = await open({ clock: fixedClock(1_700_000_005) })
  await second.mining.mine()
  expect(second.blocks.latest.header.timestamp).toBe(1_700_000_005n + 10n * DAY)
  await second.close()
})

test('a time of the next block moves the clock of later starts', async () => {
  const open = restarts()
  const first = await open()
  await first.mining.configure({ nextTimestamp: 1_700_000_000n + DAY })
  await first.mining.mine()
  await first.close()

  const second = await open({ clock: fixedClock(1_700_000_060) })
  await second.mining.mine()
  expect(second.blocks.latest.header.timestamp).toBe(1_700_000_060n + DAY)
  await second.close()
})

test('waiting transactions keep waiting if automine was turned off', async () => {
  const open = restarts()
  const first = await open()
  await first.mining.configure({ automine: false })
  const waiting = await first.pool.submit(signed(alice, {}))
  await first.close()

  const second = await open()
  expect(second.blocks.latest.number).toBe(0)
  expect(second.mining.config.automine).toBe(false)
  await second.mining.configure({ automine: true })
  expect(second.transactions.get(waiting)?.block.number).toBe(1)
  await second.close()
})

test('an interval that was set at run time mines after a restart', async () => {
  const open = restarts()
  const first = await open()
  await first.mining.configure({ intervalMs: 5_000, automine: false })
  await first.close()

  const ticker = manualTicker()
  const second = await open({ ticker })
  expect(ticker.running).toEqual([5_000])
  await second.close()
})

test('all kinds of values survive', async () => {
  const open = restarts()
  const first = await open()
  const nextPrevRandao = new Uint8Array(32).fill(7)
  const change = { nextPrevRandao, nextBaseFee: 5n, minBaseFee: 1n, gasLimit: 9_000_000n }
  await first.mining.configure({ ...change, order: 'fifo', timestampInterval: 3n })
  await first.close()

  const second = await open()
  expect(second.mining.config).toMatchObject({
    ...change,
    order: 'fifo',
    timestampInterval: 3n,
    nextTimestamp: undefined,
  })
  await second.close()
})

test('an option that changed since then wins, others do not', async () => {
  const open = restarts()
  const first = await open({ mining: { intervalMs: 1_000 } })
  await first.mining.configure({ intervalMs: 2_000, order: 'fifo' })
  await first.close()

  const same = await open({ mining: { intervalMs: 1_000 } })
  expect(same.mining.config).toMatchObject({ intervalMs: 2_000, order: 'fifo' })
  await same.close()
  const other = await open({ mining: { intervalMs: 3_000 } })
  expect(other.mining.config).toMatchObject({ intervalMs: 3_000, order: 'fifo' })
  await other.close()
  const none = await open({ mining: {} })
  expect(none.mining.config).toMatchObject({ intervalMs: undefined, order: 'fifo' })
  await none.close()
})

test('a chain without changes starts with the options', async () => {
  const open = restarts()
  const first = await open({ mining: { automine: false } })
  await first.close()
  const second = await open({ mining: { automine: true } })
  expect(second.mining.config.automine).toBe(true)
  await second.close()
})
