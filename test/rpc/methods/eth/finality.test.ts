import { afterEach, expect, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../../../src/index.ts'
import { alice, bob } from '../../../support/accounts.ts'
import { executorOption } from '../../../support/executor.ts'

const nodes: RockpoolNode[] = []
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close()
})

async function start(options: Parameters<typeof createNode>[0]) {
  const node = await createNode({ ...executorOption, ...options })
  nodes.push(node)
  return (method: string, ...params: readonly unknown[]) => node.request({ method, params })
}

test('slotsInEpoch puts safe and finalized behind the latest block', async () => {
  const ask = await start({ slotsInEpoch: 3 })
  const numbers = async () => {
    const tags = ['latest', 'safe', 'finalized']
    const blocks = await Promise.all(tags.map((tag) => ask('eth_getBlockByNumber', tag, false)))
    return blocks.map((block) => Number(Object(block).number))
  }
  await ask('anvil_mine', '0x2')
  expect(await numbers()).toEqual([2, 0, 0])
  await ask('anvil_mine', '0x6')
  expect(await numbers()).toEqual([8, 5, 2])
  expect(await ask('eth_feeHistory', '0x1', 'safe', [])).toMatchObject({ oldestBlock: '0x5' })
  await ask('hardhat_setBalance', bob.address, '0x7')
  expect(await ask('eth_getBalance', bob.address, 'safe')).not.toBe('0x7')
})

test('without it they are the latest block', async () => {
  const ask = await start({})
  await ask('anvil_mine', '0x2')
  for (const tag of ['safe', 'finalized']) {
    expect(await ask('eth_getBlockByNumber', tag, false)).toMatchObject({ number: '0x2' })
  }
})

test('disablePoolBalanceChecks accepts a payment before its funds', async () => {
  const poor = `0x${'ab'.repeat(20)}`
  const fund = {
    from: alice.address,
    to: poor,
    value: '0xde0b6b3a7640000',
    gasPrice: '0x174876e800',
  }
  const spend = { from: poor, to: bob.address, value: '0x1', gas: '0x5208', gasPrice: '0x77359400' }
  const checked = await start({ noMining: true, autoImpersonate: true })
  await expect(checked('eth_sendTransaction', spend)).rejects.toThrow(/insufficient funds/)
  const ask = await start({
    ...{ noMining: true, autoImpersonate: true, disablePoolBalanceChecks: true },
  })
  const hashes = [await ask('eth_sendTransaction', fund), await ask('eth_sendTransaction', spend)]
  await ask('evm_mine')
  for (const hash of hashes) {
    expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' })
  }
})
