import { expect } from 'vitest'
import { specimen } from '../specimen.ts'
import { alice, bob } from '../viemSetup.ts'
import { type Probe, stranger } from './context.ts'

/** Simulations of several calls and blocks, which have no effect. */
export const simulation: Readonly<Record<string, Probe>> = {
  async simulateBlocks({ test }) {
    const { address } = alice
    const before = await test.getBlock()
    const balance = await test.getBalance({ address })
    const payment = { account: bob.address, to: address, value: 5n }
    const blocks = await test.simulateBlocks({
      blocks: [
        { calls: [payment], stateOverrides: [{ address: stranger, balance: 7n }] },
        { calls: [{ ...payment, account: stranger, value: 7n }] },
      ],
    })
    expect(blocks.map(({ number }) => number)).toEqual([before.number + 1n, before.number + 2n])
    expect(blocks.map(({ calls }) => calls.map(({ status }) => status))).toEqual([
      ['success'],
      ['success'],
    ])
    expect(await test.getBalance({ address })).toBe(balance)
    expect(await test.getBlock()).toEqual(before)
  },
  async simulateCalls({ test, deploy }) {
    const { abi } = specimen
    const contract = { to: await deploy(), abi } as const
    const { results } = await test.simulateCalls({
      account: alice.address,
      calls: [
        { ...contract, functionName: 'setNumber', args: [8n] },
        { ...contract, functionName: 'number' },
        { ...contract, functionName: 'failWithReason', args: ['no'] },
      ],
    })
    expect(results).toMatchObject([
      { status: 'success' },
      { status: 'success', result: 8n },
      { status: 'failure' },
    ])
    const read = { abi, address: contract.to, functionName: 'number' } as const
    expect(await test.readContract(read)).toBe(7n)
  },
}
