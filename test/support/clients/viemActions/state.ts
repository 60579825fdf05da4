import { numberToHex, parseEther, parseGwei } from 'viem'
import { expect } from 'vitest'
import { specimen } from '../specimen.ts'
import { alice, bob } from '../viemSetup.ts'
import { type Probe, startProbe, stranger } from './context.ts'

const { abi, deployedBytecode } = specimen
const word = numberToHex(77n, { size: 32 })
const read = { abi, address: stranger, functionName: 'number' } as const

/** Changes of the state, and reverts. */
export const state: Readonly<Record<string, Probe>> = {
  async setBalance({ test }) {
    const before = await test.getBlock()
    await test.setBalance({ address: stranger, value: parseEther('1.5') })
    expect(await test.getBalance({ address: stranger })).toBe(parseEther('1.5'))
    await test.setBalance({ address: stranger, value: 0n })
    expect(await test.getBalance({ address: stranger })).toBe(0n)
    expect(await test.getBlock()).toEqual(before)
  },
  async setCode({ test }) {
    await test.setCode({ address: stranger, bytecode: deployedBytecode })
    expect(await test.getCode({ address: stranger })).toBe(deployedBytecode)
    expect(await test.readContract(read)).toBe(0n)
    await test.setCode({ address: stranger, bytecode: '0x' })
    expect(await test.getCode({ address: stranger })).toBeUndefined()
  },
  async setNonce({ test, local }) {
    await test.setNonce({ address: alice.address, nonce: 1234 })
    expect(await test.getTransactionCount({ address: alice.address })).toBe(1234)
    const hash = await local.sendTransaction({ to: bob.address, value: 1n })
    expect((await test.getTransaction({ hash })).nonce).toBe(1234)
  },
  async setStorageAt({ test, local }) {
    await test.setCode({ address: stranger, bytecode: deployedBytecode })
    await test.setStorageAt({ address: stranger, index: 0, value: word })
    const index = numberToHex(9, { size: 32 })
    await test.setStorageAt({ address: stranger, index, value: word })
    for (const slot of ['0x0', '0x9'] as const) {
      expect(await test.getStorageAt({ address: stranger, slot })).toBe(word)
    }
    expect(await test.readContract(read)).toBe(77n)
    // A transaction reads the new value, and the old value stays readable at the previous block.
    const maxFeePerGas = parseGwei('10')
    const change = { ...read, functionName: 'setNumber', args: [78n], maxFeePerGas } as const
    await local.writeContract(change)
    expect(await test.readContract(read)).toBe(78n)
    expect(await test.readContract({ ...read, blockNumber: 0n })).toBe(77n)
  },
  async snapshot({ test }) {
    expect(await test.snapshot()).toBe('0x1')
    expect(await test.snapshot()).toBe('0x2')
  },
  async revert({ test, local }) {
    const pay = () => local.sendTransaction({ to: bob.address, value: 1n })
    const look = async () => ({
      number: await test.getBlockNumber({ cacheTime: 0 }),
      balance: await test.getBalance({ address: bob.address }),
    })
    const before = await look()
    const outer = await test.snapshot()
    await pay()
    const between = await look()
    const inner = await test.snapshot()
    await pay()
    await test.revert({ id: inner })
    expect(await look()).toEqual(between)
    await test.revert({ id: outer })
    expect(await look()).toEqual(before)
  },
  async reset({ test, deploy }) {
    const start = await test.getBlock()
    const balance = await test.getBalance({ address: alice.address })
    const address = await deploy()
    await test.reset()
    expect(await test.getBlock()).toEqual(start)
    expect(await test.getBalance({ address: alice.address })).toBe(balance)
    expect(await test.getCode({ address })).toBeUndefined()
  },
  async dumpState({ test }) {
    expect(await test.dumpState()).toMatch(/^0x([0-9a-f]{2})+$/)
  },
  async loadState({ test, mode, deploy }) {
    const address = await deploy()
    await test.setBalance({ address: stranger, value: parseEther('2') })
    const dump = await test.dumpState()
    const other = await startProbe(mode)
    try {
      await other.test.loadState({ state: dump })
      expect(await other.test.getBalance({ address: stranger })).toBe(parseEther('2'))
      expect(await other.test.readContract({ ...read, address })).toBe(7n)
      // Earlier senders continue with their nonces.
      const nonce = await test.getTransactionCount({ address: alice.address })
      expect(await other.test.getTransactionCount({ address: alice.address })).toBe(nonce)
    } finally {
      await other.close()
    }
  },
}
