import { afterEach, expect, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../../src/index.ts'
import { alice, bob } from '../../support/accounts.ts'
import { executorOption } from '../../support/executor.ts'

const nodes: RockpoolNode[] = []
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close()
})

async function start(options: Parameters<typeof createNode>[0] = {}) {
  const node = await createNode({ ...executorOption, compat: 'anvil', ...options })
  nodes.push(node)
  const ask = (method: string, ...params: readonly unknown[]) => node.request({ method, params })
  const timeOf = async (block: string): Promise<number> => {
    const { timestamp } = Object(await ask('eth_getBlockByNumber', block, false))
    return Number(timestamp)
  }
  return { ask, timeOf }
}

test('blocks may share a second', async () => {
  const { ask, timeOf } = await start({ deterministic: true })
  const time = await timeOf('latest')
  await ask('evm_setNextBlockTimestamp', time)
  await ask('evm_mine')
  await ask('evm_mine', time)
  expect([await timeOf('0x1'), await timeOf('0x2')]).toEqual([time, time])
  const strict = await start({ deterministic: true, allowEqualTimestamps: false })
  await expect(strict.ask('evm_setNextBlockTimestamp', time)).rejects.toThrow(/timestamp/)
})

test('blocks after one that is ahead of the clock are a second apart', async () => {
  const { ask, timeOf } = await start()
  const first = await timeOf('latest')
  await ask('anvil_setBlockTimestampInterval', 5_000)
  await ask('evm_mine')
  await ask('anvil_removeBlockTimestampInterval')
  await ask('evm_mine')
  await ask('anvil_mine', '0x2')
  const times = await Promise.all(['0x1', '0x2', '0x3', '0x4'].map(timeOf))
  expect(times.map((time) => time - first)).toEqual([5_000, 5_001, 5_002, 5_003])
})

test('anvil_mine has its interval before each block', async () => {
  const { ask, timeOf } = await start()
  const time = await timeOf('0x0')
  expect(await ask('anvil_mine', '0x2', '0x3c')).toBeNull()
  expect([await timeOf('0x1'), await timeOf('0x2')]).toEqual([time + 60, time + 120])
  await ask('anvil_mine', '0x2')
  expect(await ask('eth_blockNumber')).toBe('0x4')
})

test('anvil_mine uses the interval that was set instead of its own', async () => {
  const { ask, timeOf } = await start()
  const time = await timeOf('0x0')
  await ask('anvil_setBlockTimestampInterval', 7)
  await ask('anvil_mine', '0x5', '0x3')
  const times = await Promise.all(['0x1', '0x2', '0x5'].map(timeOf))
  expect(times.map((each) => each - time)).toEqual([7, 14, 35])
  await ask('evm_setNextBlockTimestamp', time + 100)
  await ask('anvil_mine', '0x3', '0x4')
  const later = await Promise.all(['0x6', '0x7', '0x8'].map(timeOf))
  expect(later.map((each) => each - time)).toEqual([100, 107, 114])
})

test('evm_setTime goes back behind the newest block and returns the seconds forward', async () => {
  const { ask, timeOf } = await start({ deterministic: true })
  await ask('evm_mine')
  const past = (await timeOf('latest')) - 86_400
  expect(await ask('evm_setTime', past)).toBe(0)
  await ask('evm_mine')
  expect(await timeOf('latest')).toBe(past)
  expect(await ask('anvil_setTime', past + 500)).toBe(500)
  await ask('evm_mine')
  expect(await timeOf('latest')).toBe(past + 500)
})

test('automine and an interval exclude each other', async () => {
  const { ask } = await start()
  for (const setInterval of ['evm_setIntervalMining', 'anvil_setIntervalMining']) {
    expect(await ask(setInterval, 1000)).toBeNull()
    expect(await ask('anvil_getAutomine')).toBe(false)
    expect(await ask('anvil_getIntervalMining')).toBe(1000)
    expect(await ask('evm_setAutomine', true)).toBeNull()
    expect(await ask('anvil_getIntervalMining')).toBeNull()
  }
  await ask('anvil_setIntervalMining', 0)
  expect(await ask('anvil_getAutomine')).toBe(false)
})

test('refusals of the pool, of filters and of rollbacks', async () => {
  const { ask } = await start({ noMining: true })
  const send = (gasPrice: string) =>
    ask('eth_sendTransaction', {
      ...{ from: alice.address, to: bob.address, gas: '0x5208', nonce: '0x0', gasPrice },
    })
  await send('0x77359400')
  await expect(send('0x77359400')).rejects.toMatchObject({
    ...{ code: -32003, message: 'transaction already imported' },
  })
  await expect(send('0x77359300')).rejects.toMatchObject({
    ...{ code: -32003, message: 'replacement transaction underpriced' },
  })
  const filter = await ask('eth_newBlockFilter')
  await expect(ask('eth_getFilterLogs', filter)).rejects.toThrow('filter not found')
  await expect(ask('anvil_rollback', 3)).rejects.toMatchObject({
    code: -32602,
    message: 'Rollback depth must not exceed current chain height: current height 0, depth 3',
  })
})

/** Revm's names, as Anvil 1.7.1 answered. */
test.each([
  ['0x600056', 'InvalidJump'],
  ['0x01', 'StackUnderflow'],
  ['0x5b6001600056', 'StackOverflow'],
  ['0x0c', 'OpcodeNotFound'],
  ['0xfe', 'InvalidFEOpcode'],
  ['0x6001600060003e', 'OutOfOffset'],
  ['0x6160016000f3', 'CreateContractSizeLimit'],
  ['0x60ef60005360016000f3', 'CreateContractStartingWithEF'],
])('a creation with %s fails as %s', async (data, name) => {
  const { ask } = await start()
  await expect(ask('eth_call', { from: alice.address, data })).rejects.toMatchObject({
    ...{ code: -32603, message: `EVM error ${name}` },
  })
})

test('state of a block that is unknown by its hash', async () => {
  const { ask } = await start()
  const block = { blockHash: `0x${'12'.repeat(32)}` }
  await expect(ask('eth_getBalance', alice.address, block)).rejects.toMatchObject({
    ...{ code: -32001, message: 'Resource not found' },
  })
})
