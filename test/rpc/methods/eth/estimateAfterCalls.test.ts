import { afterEach, expect, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../../../src/index.ts'
import { alice, bob } from '../../../support/accounts.ts'
import { executorOption } from '../../../support/executor.ts'

const nodes: RockpoolNode[] = []
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close()
})

const SWITCH = '0x00000000000000000000000000000000000c0de1'
const from = alice.address

async function start() {
  const node = await createNode({ ...executorOption })
  nodes.push(node)
  const ask = (method: string, ...params: readonly unknown[]) => node.request({ method, params })
  // PUSH1 1 PUSH0 SSTORE
  await ask('hardhat_setCode', SWITCH, '0x60015f55')
  return ask
}

test('a call before the estimate changes the estimate, but not the chain', async () => {
  const ask = await start()
  const call = { from, to: SWITCH }
  const fresh = Number(await ask('eth_estimateGas', call))
  const estimate = async (...calls: readonly object[]) =>
    Number(await ask('eth_estimateGasAfterCalls', call, calls))
  expect(await estimate()).toBe(fresh)
  // Setting a slot to its value costs 100 instead of 20,000, beyond the 2,100 of a cold slot; the
  // last 2,300 must be there before it.
  expect(fresh).toBe(21_000 + 5 + 2_100 + 20_000)
  expect(await estimate(call)).toBe(21_000 + 5 + 2_301)
  expect(await ask('eth_getStorageAt', SWITCH, '0x0')).toMatch(/^0x0+$/)
})

test('failures of the calls do not matter, invalid calls do', async () => {
  const ask = await start()
  const transfer = { from, to: bob.address, value: '0x1' }
  // REVERT without data
  const reverting = { from, data: '0x5f5ffd' }
  expect(await ask('eth_estimateGasAfterCalls', transfer, [reverting])).toBe('0x5208')
  const unpaid = { from: SWITCH, to: from, value: '0x1' }
  await expect(ask('eth_estimateGasAfterCalls', transfer, [unpaid])).rejects.toThrow(
    'insufficient funds',
  )
})

/** The words of evmrpc/simulate.go. */
test('at most 100 calls', async () => {
  const ask = await start()
  const transfer = { from, to: bob.address }
  await expect(
    ask('eth_estimateGasAfterCalls', transfer, Array(101).fill(transfer)),
  ).rejects.toMatchObject({
    code: -32000,
    message: 'eth_estimateGasAfterCalls: too many calls (101 > 100)',
  })
})
