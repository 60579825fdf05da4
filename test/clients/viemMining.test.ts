import { createTestClient, http, publicActions, walletActions } from 'viem'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { alice, bob, startWithViem, type ViemSetup } from './viemSetup.ts'

let on: ViemSetup
beforeEach(async () => {
  on = await startWithViem()
})
afterEach(() => on.close())

/** Viem's test client speaks the dialects of three nodes. */
const modes = ['anvil', 'hardhat', 'ganache'] as const

describe.each(modes)('the test client of viem as for %s', (mode) => {
  const clientOf = ({ url }: ViemSetup) =>
    createTestClient({ mode, transport: http(url) })
      .extend(publicActions)
      .extend(walletActions)

  const payment = { account: bob.address, to: alice.address, value: 1n, chain: null, gas: 21_000n }

  test('mines when it is told to', async () => {
    const client = clientOf(on)
    expect(await client.getAutomine()).toBe(true)
    await client.setAutomine(false)
    expect(await client.getAutomine()).toBe(false)
    const hashes = [await client.sendTransaction(payment), await client.sendTransaction(payment)]
    expect(await client.getTxpoolStatus()).toEqual({ pending: 2, queued: 0 })
    await client.mine({ blocks: 1 })
    const block = await client.getBlock()
    expect(block.transactions).toEqual(hashes)
    await client.mine({ blocks: 3 })
    expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(block.number + 3n)
    const hash = await client.sendTransaction(payment)
    await client.setAutomine(true)
    const { blockNumber } = await client.getTransactionReceipt({ hash })
    expect(blockNumber).toBe(block.number + 4n)
  })

  test('shows and drops what waits', async () => {
    const client = clientOf(on)
    await client.setAutomine(false)
    const hash = await client.sendTransaction({ ...payment, nonce: 0 })
    await client.sendTransaction({ ...payment, nonce: 2 })
    const content = await client.getTxpoolContent()
    expect(content.pending[bob.address]?.[0 as never]).toMatchObject({ hash, blockHash: null })
    expect(Object.keys(content.queued[bob.address] ?? {})).toEqual(['2'])
    const lines = await client.inspectTxpool()
    expect(lines.pending[bob.address]?.['0' as never]).toMatch(
      `${alice.address}: 1 wei + 21000 gas × `,
    )
    await client.dropTransaction({ hash })
    expect(await client.getTxpoolStatus()).toEqual({ pending: 0, queued: 1 })
  })

  test('travels in time', async () => {
    const client = clientOf(on)
    const { timestamp: start } = await client.getBlock()
    const next = async () => {
      await client.mine({ blocks: 1 })
      return (await client.getBlock()).timestamp
    }
    const first = await next()
    await client.increaseTime({ seconds: 3600 })
    expect(await next()).toBe(first + 3600n)
    await client.setNextBlockTimestamp({ timestamp: start + 1_000_000_000n })
    expect(await next()).toBe(start + 1_000_000_000n)
    await client.setBlockTimestampInterval({ interval: 12 })
    expect(await next()).toBe(start + 1_000_000_012n)
    await client.removeBlockTimestampInterval()
    expect(await next()).toBe(start + 1_000_000_013n)
  })

  test('says what is in the next block', async () => {
    const client = clientOf(on)
    await client.setNextBlockBaseFeePerGas({ baseFeePerGas: 7_000_000_000n })
    await client.setBlockGasLimit({ gasLimit: 30_000_000n })
    await client.setCoinbase({ address: alice.address })
    await client.mine({ blocks: 1 })
    expect(await client.getBlock()).toMatchObject({
      baseFeePerGas: 7_000_000_000n,
      gasLimit: 30_000_000n,
      miner: alice.address.toLowerCase(),
    })
    await client.setMinGasPrice({ gasPrice: 9_000_000_000n })
    await client.mine({ blocks: 1 })
    expect((await client.getBlock()).baseFeePerGas).toBe(9_000_000_000n)
  })

  test('makes blocks at intervals', async () => {
    const client = clientOf(on)
    await client.setIntervalMining({ interval: 600 })
    expect(on.node.chain.controls.intervalMs).toBe(600_000)
    await client.setIntervalMining({ interval: 0 })
    expect(on.node.chain.controls.intervalMs).toBeUndefined()
  })
})
