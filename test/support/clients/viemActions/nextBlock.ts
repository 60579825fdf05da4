import { parseGwei } from 'viem'
import { expect } from 'vitest'
import { alice } from '../viemSetup.ts'
import { NOW, type Probe, type ProbeContext } from './context.ts'

async function next({ test }: ProbeContext) {
  await test.mine({ blocks: 1 })
  return test.getBlock()
}

/** Time and other properties of the next block. */
export const nextBlock: Readonly<Record<string, Probe>> = {
  async increaseTime(on) {
    const { timestamp } = await next(on)
    await on.test.increaseTime({ seconds: 3600 })
    expect((await next(on)).timestamp).toBe(timestamp + 3600n)
    // Permanent, not only for one block.
    expect((await next(on)).timestamp).toBe(timestamp + 3601n)
  },
  async setNextBlockTimestamp(on) {
    const timestamp = NOW + 1_000_000_000n
    await on.test.setNextBlockTimestamp({ timestamp })
    expect((await next(on)).timestamp).toBe(timestamp)
    expect((await next(on)).timestamp).toBe(timestamp + 1n)
  },
  async 'setNextBlockTimestamp, to the past'(on) {
    await on.test.setNextBlockTimestamp({ timestamp: NOW + 10n })
    await next(on)
    await expect(on.test.setNextBlockTimestamp({ timestamp: NOW + 9n })).rejects.toThrow()
  },
  async setBlockTimestampInterval(on) {
    const { timestamp } = await next(on)
    await on.test.setBlockTimestampInterval({ interval: 12 })
    expect((await next(on)).timestamp).toBe(timestamp + 12n)
    expect((await next(on)).timestamp).toBe(timestamp + 24n)
  },
  async removeBlockTimestampInterval(on) {
    await next(on)
    await on.test.setBlockTimestampInterval({ interval: 12 })
    const { timestamp } = await next(on)
    await on.test.removeBlockTimestampInterval()
    expect((await next(on)).timestamp).toBe(timestamp + 1n)
  },
  async setBlockGasLimit(on) {
    await on.test.setBlockGasLimit({ gasLimit: 30_000_000n })
    expect(await next(on)).toMatchObject({ gasLimit: 30_000_000n })
    expect(await next(on)).toMatchObject({ gasLimit: 30_000_000n })
  },
  async setCoinbase(on) {
    await on.test.setCoinbase({ address: alice.address })
    const before = await on.test.getBalance({ address: alice.address })
    const hash = await on.test.sendTransaction({
      to: on.test.account.address,
      chain: null,
      gas: 21_000n,
    })
    const { effectiveGasPrice } = await on.test.getTransactionReceipt({ hash })
    expect(await on.test.getBlock()).toMatchObject({ miner: alice.address.toLowerCase() })
    const after = await on.test.getBalance({ address: alice.address })
    expect(after - before).toBe(21_000n * effectiveGasPrice)
  },
  async setMinGasPrice(on) {
    await on.test.setMinGasPrice({ gasPrice: parseGwei('9') })
    expect(await next(on)).toMatchObject({ baseFeePerGas: parseGwei('9') })
    await next(on)
    expect(await next(on)).toMatchObject({ baseFeePerGas: parseGwei('9') })
  },
  async setNextBlockBaseFeePerGas(on) {
    await on.test.setNextBlockBaseFeePerGas({ baseFeePerGas: parseGwei('7') })
    expect(await next(on)).toMatchObject({ baseFeePerGas: parseGwei('7') })
  },
}
