import { describe, expect, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import {
  increaseTime,
  setNextTimestamp,
  setTime,
  setTimestampInterval,
} from '../../../src/chain/mining/timeControls.ts'
import { alice, bob, carol } from '../../support/accounts.ts'
import { signed, testChain } from '../../support/chain.ts'
import { movableClock } from '../../support/clock.ts'
import { COIN, testGenesis } from '../../support/genesis.ts'

const START = 1_700_000_000
/** The last exact number. */
const LAST = 2n ** 53n - 1n
const GWEI = 1_000_000_000n

/** A chain whose clock a test moves, and the times of its blocks as seconds after its start. */
function timedChain() {
  const clock = movableClock(START)
  const chain = testChain(testGenesis(), { clock })
  return { clock, chain, last: () => secondsOf(chain) }
}

function secondsOf({ blocks: { latest } }: Chain): number {
  return Number(latest.header.timestamp) - START
}

describe('time', () => {
  test('increaseTime advances the clock permanently', async () => {
    const { clock, chain, last } = timedChain()
    await chain.mining.configure(increaseTime(100n))
    expect(chain.mining.clockOffset).toBe(100n)
    await chain.mining.mine()
    expect(last()).toBe(100)
    clock.seconds += 7
    await chain.mining.mine()
    expect(last()).toBe(107)
    await chain.mining.configure(increaseTime(50n))
    expect(chain.mining.clockOffset).toBe(150n)
    clock.seconds += 1
    await chain.mining.mine()
    expect(last()).toBe(158)
  })

  test('increaseTime counts from the newest block if that is ahead of the clock', async () => {
    const { chain, last } = timedChain()
    await chain.mining.mine({ blocks: 30n })
    await chain.mining.configure(increaseTime(10n))
    await chain.mining.mine()
    expect(last()).toBe(40)
  })

  test('the next block has the set timestamp, and the clock continues from there', async () => {
    const { clock, chain, last } = timedChain()
    clock.seconds += 1000
    await chain.mining.configure(setNextTimestamp(BigInt(START + 5)))
    await chain.mining.mine()
    expect(last()).toBe(5)
    clock.seconds += 20
    await chain.mining.mine()
    expect(last()).toBe(25)
  })

  test('the next timestamp must be later, or equal if allowed', async () => {
    const { chain, last } = timedChain()
    await chain.mining.mine({ blocks: 5n })
    for (const seconds of [0, 5]) {
      const change = chain.mining.configure(setNextTimestamp(BigInt(START + seconds)))
      await expect(change).rejects.toMatchObject({ code: 'TIMESTAMP_NOT_LATER' })
    }
    await chain.mining.configure({ allowEqualTimestamps: true })
    await chain.mining.configure(setNextTimestamp(BigInt(START + 5)))
    await chain.mining.mine({ blocks: 2n })
    expect(last()).toBe(5)
    const earlier = chain.mining.configure(setNextTimestamp(BigInt(START + 4)))
    await expect(earlier).rejects.toMatchObject({ code: 'TIMESTAMP_NOT_LATER' })
  })

  test.each([
    [999, [0, 0, 0, 1]],
    [1_000, [1, 2, 3, 4]],
    [undefined, [1, 2, 3, 4]],
  ])('blocks at intervals of %s ms share a second if that is under one', async (ms, seconds) => {
    const { clock, chain, last } = timedChain()
    await chain.mining.configure({ intervalMs: ms })
    const times: number[] = []
    for (const passed of [0, 0, 0, 1]) {
      clock.seconds += passed
      await chain.mining.mine()
      times.push(last())
    }
    expect(times).toEqual(seconds)
    await chain.close()
  })

  test('setTime sets the clock; no block is earlier than its parent', async () => {
    const { clock, chain, last } = timedChain()
    await chain.mining.configure(setTime(BigInt(START + 500)))
    clock.seconds += 3
    await chain.mining.mine()
    expect(last()).toBe(503)
    await chain.mining.configure(setTime(BigInt(START)))
    await chain.mining.mine()
    expect(last()).toBe(504)
  })

  test('with a block interval the clock is ignored, and time can still be increased', async () => {
    const { clock, chain, last } = timedChain()
    await chain.mining.configure(setTimestampInterval(12n))
    clock.seconds += 1000
    await chain.mining.mine({ blocks: 2n })
    expect(last()).toBe(24)
    await chain.mining.configure(increaseTime(100n))
    await chain.mining.mine()
    expect(last()).toBe(136)
    await chain.mining.mine()
    expect(last()).toBe(148)
    await chain.mining.configure(setTimestampInterval(0n))
    await chain.mining.mine()
    expect(last()).toBe(148)
  })

  test.each([increaseTime, setTime, setNextTimestamp])(
    '%o rejects numbers that are not safe integers',
    async (to) => {
      const { chain } = timedChain()
      await expect(chain.mining.configure(to(2n ** 53n))).rejects.toMatchObject({
        code: 'TIME_OUT_OF_RANGE',
      })
    },
  )

  test.each([
    ['timestamp', (chain: Chain, time: bigint) => chain.mining.configure(setNextTimestamp(time))],
    ['time', (chain: Chain, time: bigint) => chain.mining.configure(setTime(time))],
    [
      'seconds',
      (chain: Chain, time: bigint) => chain.mining.configure(increaseTime(time - chain.mining.now)),
    ],
    ['timestamp', (chain: Chain, time: bigint) => chain.mining.mine({ timestamp: time })],
    [
      'interval',
      (chain: Chain, time: bigint) =>
        chain.mining.mine({ blocks: 2n, interval: time - chain.mining.now - 1n }),
    ],
  ])(
    '%s: the last safe integer is the last timestamp, after which mining fails without damage',
    async (argument, reach) => {
      const { chain } = timedChain()
      const { config: controls } = chain.mining
      await expect(reach(chain, LAST + 1n)).rejects.toMatchObject({
        details: { code: 'TIME_OUT_OF_RANGE', argument, time: LAST + 1n, latest: LAST },
      })
      expect([chain.blocks.latest.number, chain.mining.config]).toEqual([0, controls])
      const before = await chain.snapshots.take()
      await reach(chain, LAST)
      if (chain.blocks.latest.header.timestamp < LAST) await chain.mining.mine()
      expect(chain.blocks.latest.header.timestamp).toBe(LAST)
      const { number } = chain.blocks.latest
      const late = { code: 'TIME_OUT_OF_RANGE' }
      const transfer = signed(alice, { nonce: 0n, to: bob.address, value: 1n })
      await expect(chain.mining.mine()).rejects.toMatchObject(late)
      await expect(chain.mining.mine({ blocks: 1000n })).rejects.toMatchObject(late)
      await expect(chain.pool.submit(transfer)).rejects.toMatchObject(late)
      expect(chain.pool.contents.pending.size).toBe(0)
      await chain.mining.configure({ automine: false })
      await chain.pool.submit(transfer)
      await chain.mining.configure({ automine: true })
      expect(chain.pool.get(transfer.hash)).toBeDefined()
      expect((await chain.state.viewAt({ tag: 'pending' })).block.number).toBe(number + 1)
      expect(chain.blocks.latest.number).toBe(number)
      await chain.mining.configure({ allowEqualTimestamps: true })
      await chain.mining.configure(setTime(LAST))
      await chain.mining.mine()
      expect(chain.transactions.get(transfer.hash)?.block.header.timestamp).toBe(LAST)
      await chain.snapshots.revert(before)
      await chain.pool.submit(transfer)
      expect(chain.blocks.latest.number).toBe(1)
    },
  )

  test('mines no block if some would exceed the last timestamp', async () => {
    const { chain } = timedChain()
    await chain.mining.configure(setNextTimestamp(LAST - 20n))
    await chain.mining.mine()
    await expect(chain.mining.mine({ blocks: 21n })).rejects.toMatchObject({
      details: { code: 'TIME_OUT_OF_RANGE', time: LAST + 1n, latest: LAST },
    })
    expect(chain.blocks.latest.number).toBe(1)
    await chain.mining.mine({ blocks: 20n })
    expect(chain.blocks.latest.header.timestamp).toBe(LAST)
  })

  test('mining at a past timestamp uses the smallest valid one', async () => {
    const { chain, last } = timedChain()
    await chain.mining.mine({ timestamp: 1n })
    expect(last()).toBe(1)
    await chain.mining.mine({ timestamp: BigInt(START + 60), blocks: 2n })
    expect(last()).toBe(61)
  })

  test('a revert restores the clock', async () => {
    const { clock, chain, last } = timedChain()
    const id = await chain.snapshots.take({ keep: true })
    await chain.mining.configure(increaseTime(5000n))
    await chain.mining.mine()
    clock.seconds += 600
    await chain.snapshots.revert(id)
    expect(chain.mining.now).toBe(BigInt(START))
    clock.seconds += 3
    await chain.mining.mine()
    expect(last()).toBe(3)
  })

  test('pending has the timestamp of the next block, latest that of its block', async () => {
    const { clock, chain } = timedChain()
    clock.seconds += 9
    const timeOf = async (tag: 'pending' | 'latest') =>
      Number((await chain.state.viewAt({ tag })).block.header.timestamp) - START
    expect([await timeOf('latest'), await timeOf('pending')]).toEqual([0, 9])
    await chain.mining.configure(increaseTime(100n))
    expect([await timeOf('latest'), await timeOf('pending')]).toEqual([0, 109])
    await chain.mining.configure(setNextTimestamp(BigInt(START + 33)))
    expect(await timeOf('pending')).toBe(33)
  })
})

describe('the next block', () => {
  test('has the set base fee; later ones derive from it', async () => {
    const chain = testChain()
    await chain.mining.configure({ nextBaseFee: 50n * GWEI })
    expect(chain.mining.nextBaseFee).toBe(50n * GWEI)
    await chain.mining.mine()
    expect(chain.blocks.latest.header.baseFeePerGas).toBe(50n * GWEI)
    // An empty block: down by the largest share, 0.0039.
    expect(chain.mining.nextBaseFee).toBe((50n * GWEI * 9961n) / 10_000n)
    const cheap = chain.pool.submit(signed(alice, { maxFeePerGas: 20n * GWEI }))
    await expect(cheap).rejects.toMatchObject({ code: 'FEE_CAP_TOO_LOW' })
  })

  test.each([
    [0n, [0n, 0n, 0n]],
    [GWEI / 2n, [GWEI / 2n, GWEI / 2n, GWEI / 2n]],
    [GWEI, [GWEI, GWEI, GWEI]],
  ])('a base fee of %i wei lasts on an idle chain', async (fee, wanted) => {
    const chain = testChain()
    await chain.mining.configure({ nextBaseFee: fee })
    const found: (bigint | undefined)[] = []
    for (let i = 0; i < 3; i++) {
      await chain.mining.mine()
      found.push(chain.blocks.latest.header.baseFeePerGas)
    }
    expect(found).toEqual(wanted)
    await chain.mining.configure({ nextBaseFee: 3n * GWEI })
    await chain.mining.mine({ blocks: 2n })
    expect(chain.blocks.latest.header.baseFeePerGas).toBe((3n * GWEI * 9961n) / 10_000n)
  })

  test('a transaction without a fee is mined at a base fee of 0, and after it', async () => {
    const chain = testChain()
    await chain.mining.configure({ nextBaseFee: 0n })
    for (const nonce of [0n, 1n]) {
      const free = { nonce, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n, gasLimit: 21_000n }
      await chain.pool.submit(signed(alice, { ...free, to: bob.address }))
    }
    expect(chain.blocks.latest.number).toBe(2)
  })

  test('a rejected transaction does not consume the settings', async () => {
    const chain = testChain()
    await chain.mining.configure({ nextBaseFee: 2n * GWEI, nextTimestamp: BigInt(START + 77) })
    const poor = signed(alice, { value: 1000n * COIN })
    await expect(chain.pool.submit(poor)).rejects.toMatchObject({ code: 'INSUFFICIENT_FUNDS' })
    await chain.pool.submit(signed(alice, {}))
    expect(chain.blocks.latest.header).toMatchObject({
      baseFeePerGas: 2n * GWEI,
      timestamp: BigInt(START + 77),
    })
  })

  test('has the set randomness, once', async () => {
    const chain = testChain()
    await chain.mining.configure({ nextPrevRandao: new Uint8Array(32).fill(7) })
    await chain.mining.mine({ blocks: 2n })
    expect(chain.blocks.get(1n)?.header.mixHash).toBe(`0x${'07'.repeat(32)}`)
    expect(chain.blocks.get(2n)?.header.mixHash).not.toBe(`0x${'07'.repeat(32)}`)
  })

  test("respects the minimum base fee, which may exceed the genesis's maximum", async () => {
    const chain = testChain()
    const least = 2_000n * GWEI
    await chain.mining.configure({ minBaseFee: least })
    await chain.mining.mine({ blocks: 3n })
    expect(chain.blocks.latest.header.baseFeePerGas).toBe(least)
    await chain.mining.configure({ minBaseFee: 0n })
    await chain.mining.mine({ blocks: 2n })
    expect(chain.blocks.latest.header.baseFeePerGas).toBeLessThan(least)
  })

  test('has the set gas limit and coinbase, as later blocks do', async () => {
    const chain = testChain()
    await chain.mining.configure({ gasLimit: 30_000n, coinbase: carol.address })
    const large = signed(alice, { to: bob.address, gasLimit: 30_001n })
    await expect(chain.pool.submit(large)).rejects.toMatchObject({
      code: 'EXCEEDS_BLOCK_GAS_LIMIT',
    })
    await chain.pool.submit(signed(alice, { to: bob.address, gasLimit: 21_000n }))
    await chain.mining.mine()
    expect(chain.blocks.latest.header).toMatchObject({ gasLimit: 30_000n, miner: carol.address })
    const { state } = await chain.state.viewAt({ tag: 'latest' })
    // The base fee of 1 gwei and a tip of 1 gwei.
    expect(state.getBalance(carol.address)).toBe(1000n * COIN + 21_000n * 2n * GWEI)
  })
})
