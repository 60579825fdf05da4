import { describe, expect, test } from 'vitest'
import { isNative } from '../../../src/chain/block/blockEntries.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import { POOL_LIMIT } from '../../../src/chain/pool/pool.ts'
import type { Transaction } from '../../../src/evm/transaction/transaction.ts'
import { parseAddress } from '../../../src/primitives/address.ts'
import { type Hash, ZERO_HASH } from '../../../src/primitives/encoding/hex.ts'
import { silentLogger } from '../../../src/primitives/logger.ts'
import { fixedClock } from '../../../src/primitives/time/clock.ts'
import { alice, bob, carol, type TestAccount } from '../../support/accounts.ts'
import { openTestChain, signed, testChain } from '../../support/chain.ts'
import { manualTicker } from '../../support/clock.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { code, push } from '../../support/evm/programs.ts'
import { createTestExecutor } from '../../support/executor.ts'
import { CHAIN_ID, COIN, testGenesis } from '../../support/genesis.ts'
import { nativeTx, sendTo } from '../../support/native/native.ts'

const GWEI = 1_000_000_000n
const latest = { tag: 'latest' } as const
const pending = { tag: 'pending' } as const
const TARGET = parseAddress(`0xaa${'0'.repeat(38)}`)

/** A chain that mines only when told to. */
function manualChain(genesis = testGenesis()): Chain {
  return testChain(genesis, { mining: { automine: false } })
}

/** A payment of 21,000 gas that offers a tip. */
function payment(from: TestAccount, nonce: bigint, tip = 1n): Transaction {
  const fees = { maxFeePerGas: 100n * GWEI, maxPriorityFeePerGas: tip * GWEI }
  return signed(from, { nonce, to: bob.address, value: 1n, gasLimit: 21_000n, ...fees })
}

async function submitAll(chain: Chain, list: readonly Transaction[]): Promise<void> {
  for (const transaction of list) await chain.pool.submit(transaction)
}

function hashOf(list: readonly Transaction[], place: number): Hash {
  return list[place]?.hash ?? ZERO_HASH
}

function hashesIn(chain: Chain, number: number): readonly Hash[] | undefined {
  return chain.blocks.get(BigInt(number))?.transactions.map(({ hash }) => hash)
}

describe('manual mode', () => {
  test('submissions are pending and mined in one block', async () => {
    const chain = manualChain()
    const list = [payment(alice, 0n), payment(alice, 1n), payment(carol, 0n)]
    await submitAll(chain, list)
    expect(chain.blocks.latest.number).toBe(0)
    expect(chain.pool.get(hashOf(list, 1))).toBe(list[1])
    expect(chain.pool.pendingNonce(alice.address)).toBe(2n)
    const view = await chain.state.viewAt(pending)
    expect(view.block.transactions).toHaveLength(3)
    expect(view.state.getBalance(bob.address)).toBe(1000n * COIN + 3n)
    const before = (await chain.state.viewAt(latest)).state
    expect(before.getBalance(bob.address)).toBe(1000n * COIN)

    await chain.mining.mine()
    expect(chain.blocks.latest.number).toBe(1)
    expect(chain.blocks.latest.header.gasUsed).toBe(63_000n)
    expect(hashesIn(chain, 1)).toEqual(view.block.transactions.map(({ hash }) => hash))
    expect(chain.pool.contents).toEqual({ pending: new Map(), queued: new Map(), natives: [] })
  })

  test('waiting for a receipt resolves with the block', async () => {
    const chain = manualChain()
    const hash = await chain.pool.submit(payment(alice, 0n))
    const located = chain.transactions.waitFor(hash, 60_000)
    await chain.mining.mine()
    expect((await located).block.number).toBe(1)
  })

  test('auto mode mines pending transactions in one block', async () => {
    const chain = manualChain()
    const list = [payment(alice, 0n), payment(alice, 1n), payment(carol, 0n), payment(alice, 3n)]
    await submitAll(chain, list)
    await chain.mining.configure({ automine: true })
    expect(chain.blocks.latest.number).toBe(1)
    expect(hashesIn(chain, 1)).toHaveLength(3)
    await chain.pool.submit(payment(alice, 2n))
    expect(chain.blocks.latest.number).toBe(2)
    expect(hashesIn(chain, 2)).toHaveLength(2)
  })

  test('auto mode takes as many blocks as the gas limit requires, and none that is empty', async () => {
    const chain = manualChain(testGenesis({ gasLimit: 50_000n }))
    await submitAll(
      chain,
      [0n, 1n, 2n].map((nonce) => payment(alice, nonce)),
    )
    await chain.mining.configure({ automine: true })
    expect([1, 2, 3].map((number) => hashesIn(chain, number)?.length)).toEqual([2, 1, undefined])
    await chain.mining.configure({ automine: false })
    await chain.pool.submit(payment(alice, 5n))
    await chain.mining.configure({ automine: true })
    expect(chain.blocks.latest.number).toBe(2)
  })

  test('a lower gas limit drops the transactions above it', async () => {
    const chain = manualChain()
    const large = signed(alice, { nonce: 0n, gasLimit: 50_001n, to: bob.address })
    const fitting = signed(carol, { nonce: 0n, gasLimit: 50_000n, to: bob.address })
    await submitAll(chain, [large, fitting])
    await chain.mining.configure({ gasLimit: 50_000n })
    expect(chain.pool.get(large.hash)).toBeUndefined()
    expect(chain.pool.get(fitting.hash)).toBe(fitting)
    await chain.mining.configure({ automine: true })
    expect(hashesIn(chain, 1)).toEqual([fitting.hash])
  })

  test('a block contains transactions up to its gas limit, and the rest stays pending', async () => {
    const chain = manualChain(testGenesis({ gasLimit: 50_000n }))
    const list = [0n, 1n, 2n, 3n, 4n].map((nonce) => payment(alice, nonce))
    await submitAll(chain, list)
    await chain.mining.mine()
    expect(hashesIn(chain, 1)).toEqual(list.slice(0, 2).map(({ hash }) => hash))
    expect(chain.pool.contents.pending.get(alice.address)).toEqual(list.slice(2))
    await chain.mining.mine({ blocks: 3n })
    expect([2, 3, 4].map((number) => hashesIn(chain, number)?.length)).toEqual([2, 1, 0])
  })

  test('a transaction that does not fit blocks only later ones of its sender', async () => {
    const chain = manualChain(testGenesis({ gasLimit: 60_000n }))
    const large = signed(alice, { nonce: 1n, gasLimit: 50_000n, to: bob.address })
    const list = [payment(alice, 0n, 9n), large, payment(alice, 2n, 9n), payment(carol, 0n)]
    await submitAll(chain, list)
    await chain.mining.mine({ blocks: 2n })
    expect(hashesIn(chain, 1)).toEqual([list[0]?.hash, list[3]?.hash])
    expect(hashesIn(chain, 2)).toEqual([list[1]?.hash, list[2]?.hash])
  })

  test("an unaffordable transaction is dropped, and the sender's next one waits", async () => {
    const chain = manualChain()
    // All that there is, before anything else was paid.
    const most = 1000n * COIN - 1_000_000n * GWEI
    const list = [
      payment(alice, 0n),
      signed(alice, { nonce: 1n, to: bob.address, value: most, maxFeePerGas: GWEI }),
      payment(alice, 2n),
    ]
    await submitAll(chain, list)
    await chain.mining.mine()
    expect(hashesIn(chain, 1)).toEqual([list[0]?.hash])
    expect(chain.pool.get(hashOf(list, 1))).toBeUndefined()
    expect(chain.pool.contents.queued.get(alice.address)).toEqual([list[2]])
    expect(chain.pool.contents.pending.size).toBe(0)
  })

  test('a fee cap below the base fee waits until it fits', async () => {
    const chain = manualChain()
    const cheap = signed(alice, { to: bob.address, maxFeePerGas: 2n * GWEI })
    await submitAll(chain, [cheap, payment(alice, 1n), payment(carol, 0n)])
    await chain.mining.configure({ nextBaseFee: 3n * GWEI })
    await chain.mining.mine()
    expect(hashesIn(chain, 1)).toEqual([payment(carol, 0n).hash])
    expect(chain.pool.contents.pending.get(alice.address)).toHaveLength(2)
    await chain.mining.configure({ nextBaseFee: GWEI })
    await chain.mining.mine()
    expect(hashesIn(chain, 2)).toEqual([cheap.hash, payment(alice, 1n).hash])
  })

  test('a higher price replaces a pending transaction', async () => {
    const chain = manualChain()
    await chain.pool.submit(payment(alice, 0n, 1n))
    const equal = signed(alice, { to: carol.address, maxFeePerGas: 100n * GWEI })
    await expect(chain.pool.submit(equal)).rejects.toMatchObject({
      code: 'REPLACEMENT_UNDERPRICED',
    })
    const fees = { maxFeePerGas: 101n * GWEI, maxPriorityFeePerGas: 2n * GWEI }
    const better = signed(alice, { to: carol.address, ...fees })
    await chain.pool.submit(better)
    await chain.mining.mine()
    expect(hashesIn(chain, 1)).toEqual([better.hash])
  })

  test('a full pool rejects all nonces', async () => {
    const chain = manualChain()
    const submits: Promise<Hash>[] = []
    const first = payment(alice, 0n)
    for (let i = 0n; i < BigInt(POOL_LIMIT); i++) {
      submits.push(chain.pool.submit({ ...first, nonce: i, hash: `0x${i}` as Hash }))
    }
    await Promise.all(submits)
    await expect(chain.pool.submit(payment(carol, 0n))).rejects.toMatchObject({ code: 'POOL_FULL' })
  })

  test('drops selected transactions', async () => {
    const chain = manualChain()
    const list = [payment(alice, 0n), payment(alice, 1n), payment(carol, 0n)]
    await submitAll(chain, list)
    expect(await chain.pool.drop(({ hash }) => hash === list[0]?.hash)).toEqual([list[0]])
    expect(await chain.pool.drop(({ hash }) => hash === list[0]?.hash)).toEqual([])
    await chain.mining.mine()
    expect(hashesIn(chain, 1)).toEqual([list[2]?.hash])
    expect(chain.pool.contents.queued.get(alice.address)).toEqual([list[1]])
  })
})

describe('order', () => {
  const list = [
    payment(alice, 0n, 1n),
    payment(alice, 1n, 9n),
    payment(bob, 0n, 5n),
    payment(carol, 0n, 5n),
    payment(carol, 1n, 3n),
  ]
  // Bob and carol pay the same: bob came first. Alice's second one pays best, but has to wait for
  // her first.
  test.each([
    ['fees', [2, 3, 4, 0, 1]],
    ['fifo', [0, 1, 2, 3, 4]],
  ] as const)('by %s', async (order, places) => {
    const chain = testChain(testGenesis(), { mining: { automine: false, order } })
    await submitAll(chain, list)
    const { block } = await chain.state.viewAt(pending)
    expect(block.transactions).toEqual(places.map((place) => list[place]))
    await chain.mining.mine()
    expect(hashesIn(chain, 1)).toEqual(places.map((place) => list[place]?.hash))
  })

  test('fifo: an early nonce waits for the previous ones', async () => {
    const chain = testChain(testGenesis(), { mining: { automine: false, order: 'fifo' } })
    const [second, other, first] = [payment(alice, 1n), payment(carol, 0n), payment(alice, 0n)]
    await submitAll(chain, [second, other, first])
    await chain.mining.mine()
    expect(hashesIn(chain, 1)).toEqual([other, first, second].map(({ hash }) => hash))
  })

  test('fees: the tip is limited by the fee cap', async () => {
    const chain = manualChain()
    const capped = signed(alice, { maxFeePerGas: 3n * GWEI, maxPriorityFeePerGas: 3n * GWEI })
    const better = payment(carol, 0n, 2n)
    await submitAll(chain, [capped, better])
    await chain.mining.configure({ nextBaseFee: 2n * GWEI })
    await chain.mining.mine()
    expect(hashesIn(chain, 1)).toEqual([better.hash, capped.hash])
  })
})

describe('interval mode', () => {
  function chainAt(automine: boolean) {
    const ticker = manualTicker()
    const chain = testChain(testGenesis(), { ticker, mining: { automine, intervalMs: 400 } })
    /** Resolves when the block of one tick is there. */
    const tick = async () => {
      ticker.tick()
      // Runs after what the tick asked for.
      await chain.mining.configure({})
    }
    return { ticker, chain, tick }
  }

  test('mines a block at each tick, also an empty one', async () => {
    const { chain, ticker, tick } = chainAt(false)
    expect(ticker.running).toEqual([400])
    await tick()
    await chain.pool.submit(payment(alice, 0n))
    expect(chain.blocks.latest.number).toBe(1)
    await tick()
    expect([1, 2].map((number) => hashesIn(chain, number)?.length)).toEqual([0, 1])
  })

  test('mixed: mines transactions at once and empty blocks at the interval', async () => {
    const { chain, tick } = chainAt(true)
    await chain.pool.submit(payment(alice, 0n))
    await tick()
    expect([1, 2].map((number) => hashesIn(chain, number)?.length)).toEqual([1, 0])
  })

  test('ticks during mining are not queued', async () => {
    const { chain, ticker } = chainAt(false)
    for (let i = 0; i < 5; i++) ticker.tick()
    await chain.mining.configure({})
    expect(chain.blocks.latest.number).toBe(1)
  })

  test('the interval can be changed and stopped, and ends with the chain', async () => {
    const { chain, ticker } = chainAt(false)
    await chain.mining.configure({ intervalMs: 50 })
    expect(ticker.running).toEqual([50])
    await chain.mining.configure({ intervalMs: undefined })
    expect(ticker.running).toEqual([])
    await chain.mining.configure({ intervalMs: 70 })
    await chain.close()
    expect(ticker.running).toEqual([])
  })

  test('a branch has no interval by default', async () => {
    const { chain, ticker } = chainAt(false)
    const branch = await chain.branch()
    expect(branch.mining.config).toEqual({ ...chain.mining.config, intervalMs: undefined })
    expect(ticker.running).toEqual([400])
    await branch.mining.configure({ intervalMs: 30 })
    expect(ticker.running).toEqual([400, 30])
    await chain.close()
    expect(ticker.running).toEqual([])
  })
})

describe('many blocks', () => {
  test('empty ones are one second apart, or the interval', async () => {
    const chain = testChain()
    const start = chain.blocks.latest.header.timestamp
    await chain.mining.mine({ blocks: 3n })
    await chain.mining.mine({ blocks: 3n, interval: 10n })
    const times = [1n, 2n, 3n, 4n, 5n, 6n].map((n) => chain.blocks.get(n)?.header.timestamp)
    expect(times).toEqual([1n, 2n, 3n, 4n, 14n, 24n].map((seconds) => start + seconds))
  })

  test('rejects more than the maximum, and zero mines none', async () => {
    const chain = testChain()
    const many = chain.mining.mine({ blocks: 1n << 32n })
    await expect(many).rejects.toMatchObject({
      details: { code: 'TOO_MANY_BLOCKS', limit: 2 ** 32 - 1 },
    })
    await chain.mining.mine({ blocks: 0n })
    expect(chain.blocks.latest.number).toBe(0)
  })

  test('all exist and are linked', async () => {
    const chain = testChain()
    await chain.mining.mine({ blocks: 300n })
    for (let n = 1n; n <= 300n; n++) {
      const block = chain.blocks.get(n)
      expect(block?.header.parentHash).toBe(chain.blocks.get(n - 1n)?.hash)
    }
  })
})

describe('a block of several transactions', () => {
  // Emits one log without data.
  const logging = testGenesis({}, [[TARGET, { code: code(push(0), push(0), 0xa0) }]])

  async function minedBlock() {
    const chain = testChain(logging, { mining: { automine: false, order: 'fifo' } })
    const call = { to: TARGET, gasLimit: 50_000n }
    const list = [
      signed(alice, { nonce: 0n, ...call }),
      payment(carol, 0n),
      signed(alice, { nonce: 1n, ...call }),
    ]
    await submitAll(chain, list)
    await chain.mining.mine()
    return { chain, list, block: chain.blocks.latest }
  }

  test('numbers logs and accumulates gas in the block', async () => {
    const { block } = await minedBlock()
    // 21,000 for the transaction, 3 for each push, 375 for the log.
    const [logged, paid] = [21_000n + 6n + 375n, 21_000n]
    expect(block.receipts.map(({ gasUsed }) => gasUsed)).toEqual([logged, paid, logged])
    expect(block.receipts.map(({ cumulativeGasUsed }) => cumulativeGasUsed)).toEqual([
      logged,
      logged + paid,
      2n * logged + paid,
    ])
    expect(block.receipts.map(({ firstLogIndex }) => firstLogIndex)).toEqual([0, 1, 1])
    expect(block.header.gasUsed).toBe(2n * logged + paid)
  })

  test('has the state before each transaction', async () => {
    const { chain, block } = await minedBlock()
    const nonces: (readonly bigint[])[] = []
    for (const index of [0, 1, 2]) {
      const { state } = await chain.state.viewBefore(block, index)
      nonces.push([state.getNonce(alice.address), state.getNonce(carol.address)])
    }
    expect(nonces).toEqual([
      [0n, 0n],
      [1n, 0n],
      [1n, 1n],
    ])
  })
})

describe('snapshots', () => {
  test('restore the pool and all settings', async () => {
    const ticker = manualTicker()
    const chain = testChain(testGenesis(), { ticker, mining: { automine: false } })
    await chain.pool.submit(payment(alice, 0n))
    await chain.mining.configure({ nextTimestamp: 1_800_000_000n, intervalMs: 500, order: 'fifo' })
    const before = chain.mining.config
    const id = await chain.snapshots.take()
    await chain.mining.mine({ blocks: 2n })
    await chain.mining.configure({
      automine: true,
      intervalMs: undefined,
      gasLimit: 1_000_000n,
      coinbase: carol.address,
      minBaseFee: 5n * GWEI,
    })
    expect(chain.mining.config.nextTimestamp).toBeUndefined()
    await chain.snapshots.revert(id)
    expect(chain.mining.config).toEqual(before)
    expect(ticker.running).toEqual([500])
    expect(chain.pool.contents.pending.get(alice.address)).toHaveLength(1)
    await chain.mining.mine()
    expect(chain.blocks.latest.header.timestamp).toBe(1_800_000_000n)
    expect(hashesIn(chain, 1)).toEqual([payment(alice, 0n).hash])
    await chain.close()
  })
})

test('a transaction that hits a bug is dropped, the others are mined', async () => {
  const sound = createTestExecutor(CHAIN_ID)
  const errors: string[] = []
  const chain = testChain(testGenesis(), {
    mining: { automine: false },
    logger: { ...silentLogger, error: (text) => void errors.push(text) },
    executor: {
      ...sound,
      execute: (state, block, message) => {
        if (message.to === TARGET) throw new Error('broken')
        return sound.execute(state, block, message)
      },
    },
    clock: fixedClock(1_700_000_000),
  })
  const poison = signed(carol, { to: TARGET, maxPriorityFeePerGas: 2n * GWEI })
  await submitAll(chain, [poison, payment(alice, 0n)])
  await chain.mining.mine()
  expect(hashesIn(chain, 1)).toEqual([payment(alice, 0n).hash])
  expect(chain.pool.get(poison.hash)).toBeUndefined()
  expect(errors).toEqual([`mining transaction ${poison.hash} failed`])
})

test('a native transaction waits with EVM transactions of its signer in manual mode', async () => {
  const chain = manualChain()
  await submitAll(chain, [payment(alice, 0n), payment(alice, 1n), payment(carol, 0n)])
  const native = await nativeTx(chain, alice, [sendTo(alice, bob, 5n)])
  expect((await chain.pool.submitNative(native)).located).toBeUndefined()
  // Its sequence is not the nonce of its signer's EVM transactions.
  expect(chain.pool.contents.pending.get(alice.address)).toHaveLength(2)
  await chain.mining.mine()
  expect(chain.blocks.latest.transactions).toHaveLength(3)
  expect(chain.blocks.latest.native).toHaveLength(1)
})

test('on disk, pending transactions in manual mode survive a restart', async () => {
  const directory = temporaryDirectory()
  const controls = { automine: false }
  const first = await openTestChain(directory, { mining: controls })
  await submitAll(first, [payment(alice, 0n), payment(carol, 0n)])
  await first.mining.mine()
  const waiting = [payment(alice, 1n), payment(carol, 1n)]
  await submitAll(first, waiting)
  await first.pool.drop((tx) => !isNative(tx) && tx.from === carol.address)
  await first.close()
  const second = await openTestChain(directory, { mining: controls })
  expect(second.blocks.latest.number).toBe(1)
  expect(second.pool.contents.pending).toEqual(new Map([[alice.address, [waiting[0]]]]))
  await second.mining.mine()
  expect(hashesIn(second, 2)).toEqual([waiting[0]?.hash])
  await second.close()
})
