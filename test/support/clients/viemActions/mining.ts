import { expect } from 'vitest'
import { alice, bob } from '../viemSetup.ts'
import type { Probe, ProbeContext } from './context.ts'

const payment = { to: alice.address, value: 1n, chain: null, gas: 21_000n } as const

/** Pending transactions of an account before and after a nonce gap. */
async function sendWithGap({ test }: ProbeContext) {
  await test.setAutomine(false)
  const hash = await test.sendTransaction({ ...payment, nonce: 0 })
  await test.sendTransaction({ ...payment, nonce: 2 })
  return hash
}

const height = ({ test }: ProbeContext) => test.getBlockNumber({ cacheTime: 0 })

/** Automatic mining, mining on demand, and the pool. */
export const mining: Readonly<Record<string, Probe>> = {
  async getAutomine({ test }) {
    expect(await test.getAutomine()).toBe(true)
  },
  async 'setAutomine(false)'(on) {
    await on.test.setAutomine(false)
    expect(await on.test.getAutomine()).toBe(false)
    await on.test.sendTransaction(payment)
    expect(await height(on)).toBe(0n)
  },
  async 'setAutomine(true)'(on) {
    await on.test.setAutomine(false)
    const hash = await on.test.sendTransaction(payment)
    await on.test.setAutomine(true)
    expect(await on.test.getAutomine()).toBe(true)
    expect(await on.test.getTransactionReceipt({ hash })).toMatchObject({ blockNumber: 1n })
    await on.test.sendTransaction(payment)
    expect(await height(on)).toBe(2n)
  },
  async mine(on) {
    await on.test.setAutomine(false)
    const hashes = [await on.test.sendTransaction(payment), await on.test.sendTransaction(payment)]
    await on.test.mine({ blocks: 1 })
    expect(await on.test.getBlock()).toMatchObject({ number: 1n, transactions: hashes })
    await on.test.mine({ blocks: 3 })
    expect(await height(on)).toBe(4n)
  },
  async 'mine at intervals'(on) {
    const { timestamp } = await on.test.getBlock()
    await on.test.mine({ blocks: 3, interval: 60 })
    const times = [1n, 2n, 3n].map((blockNumber) => on.test.getBlock({ blockNumber }))
    const [first, , third] = (await Promise.all(times)).map((block) => block.timestamp - timestamp)
    // Ganache's dialect has no method for the interval.
    expect(Number(third) - Number(first)).toBe(on.mode === 'ganache' ? 2 : 120)
  },
  async setIntervalMining({ test, node }) {
    await test.setIntervalMining({ interval: 600 })
    expect(node.chain.mining.config.intervalMs).toBe(600_000)
    await test.setIntervalMining({ interval: 0 })
    expect(node.chain.mining.config.intervalMs).toBeUndefined()
  },
  async getTxpoolStatus(on) {
    await sendWithGap(on)
    expect(await on.test.getTxpoolStatus()).toEqual({ pending: 1, queued: 1 })
  },
  async getTxpoolContent(on) {
    const hash = await sendWithGap(on)
    const { pending, queued } = await on.test.getTxpoolContent()
    expect(pending[bob.address]?.[0 as never]).toMatchObject({ hash, blockHash: null })
    expect(Object.keys(queued[bob.address] ?? {})).toEqual(['2'])
  },
  async inspectTxpool(on) {
    await sendWithGap(on)
    const { pending, queued } = await on.test.inspectTxpool()
    const line = `${alice.address}: 1 wei + 21000 gas × `
    expect(pending[bob.address]?.['0' as never]).toMatch(line)
    expect(queued[bob.address]?.['2' as never]).toMatch(line)
  },
  async dropTransaction(on) {
    const hash = await sendWithGap(on)
    await on.test.dropTransaction({ hash })
    expect(await on.test.getTxpoolStatus()).toEqual({ pending: 0, queued: 1 })
    await on.test.mine({ blocks: 1 })
    expect((await on.test.getBlock()).transactions).toEqual([])
  },
}
