import { afterEach, describe, expect, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../../src/index.ts'
import { alice, bob } from '../../support/accounts.ts'
import { executorOption } from '../../support/executor.ts'

const nodes: RockpoolNode[] = []
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close()
})

const GWEI = 1_000_000_000

async function start(options: Parameters<typeof createNode>[0]) {
  const node = await createNode({ ...executorOption, ...options })
  nodes.push(node)
  const ask = (method: string, ...params: readonly unknown[]) => node.request({ method, params })
  return {
    ask,
    pay: (fields: object = {}) =>
      ask('eth_sendTransaction', {
        from: alice.address,
        to: bob.address,
        gas: '0x5208',
        ...fields,
      }),
    history: async (count: number, percentiles?: readonly number[]) =>
      Object(await ask('eth_feeHistory', count, 'latest', ...(percentiles ? [percentiles] : []))),
    fees: async (count: number) => {
      const { baseFeePerGas } = Object(await ask('eth_feeHistory', count, 'latest'))
      return baseFeePerGas.map(Number)
    },
  }
}

const tip = (gwei: number) => ({
  maxFeePerGas: `0x${(100 * GWEI).toString(16)}`,
  maxPriorityFeePerGas: `0x${(gwei * GWEI).toString(16)}`,
})

/** Expected values: tests and answers of Anvil 1.7.1. */
describe('anvil', () => {
  test.each([
    ['full', 21_000, GWEI + 125_000_000],
    ['half full', 42_000, GWEI],
    // An eighth of the part by which the block missed its target.
    ['nearly empty', 4_200_000, GWEI - (125_000_000 * 99) / 100],
  ])('the base fee after a block that is %s follows EIP-1559', async (_, gasLimit, expected) => {
    const { pay, fees } = await start({ compat: 'anvil', gasLimit })
    await pay()
    expect(await fees(1)).toEqual([GWEI, expected])
  })

  test('a price is the base fee and the lowest tip of the newest block, at least a gwei', async () => {
    const { ask, pay, fees } = await start({ compat: 'anvil' })
    expect(await ask('eth_gasPrice')).toBe('0x77359400')
    await pay(tip(3))
    const [, base] = await fees(1)
    expect(await ask('eth_maxPriorityFeePerGas')).toBe('0xb2d05e00')
    expect(Number(await ask('eth_gasPrice'))).toBe(base + 3 * GWEI)
    await ask('evm_mine')
    expect(await ask('eth_maxPriorityFeePerGas')).toBe('0x3b9aca00')
  })

  test('histories have fields of blobs, and rewards that are asked for', async () => {
    const { history } = await start({ compat: 'anvil' })
    const blobs = { baseFeePerBlobGas: ['0x1', '0x1'], blobGasUsedRatio: [0] }
    for (const percentiles of [undefined, []]) {
      expect(await history(1, percentiles)).toMatchObject({ ...blobs, reward: [] })
    }
    expect(await history(1, [50])).toMatchObject({ ...blobs, reward: [['0x0']] })
  })

  test('a base fee of the chain’s own rule on request', async () => {
    const { ask, fees } = await start({ compat: 'anvil', baseFeeRule: 'sei' })
    await ask('evm_mine')
    expect(await fees(2)).toEqual([GWEI, GWEI, GWEI])
  })
})

/** Expected values: provider tests of Hardhat 2.29. */
describe.each(['hardhat2', 'hardhat3'] as const)('%s', (compat) => {
  test('each empty block takes an eighth of the base fee', async () => {
    const { ask, fees } = await start({ compat })
    await ask('evm_mine')
    await ask('evm_mine')
    expect(await fees(3)).toEqual([0, 1, 2, 3].map((n) => Math.ceil(GWEI * (7 / 8) ** n)))
  })

  test('a price is a gwei above the base fee of the next block', async () => {
    const { ask, pay } = await start({ compat })
    await pay(tip(3))
    const { baseFeePerGas } = Object(await ask('eth_getBlockByNumber', 'pending', false))
    expect(Number(await ask('eth_gasPrice'))).toBe(Number(baseFeePerGas) + GWEI)
    const berlin = await start({ compat, hardfork: 'berlin' })
    expect(Number(await berlin.ask('eth_gasPrice'))).toBe(8 * GWEI)
  })

  test('histories have rewards only if percentiles ask for them', async () => {
    const { history } = await start({ compat })
    expect(await history(1)).not.toHaveProperty('reward')
    expect(await history(1, [])).not.toHaveProperty('reward')
    expect(await history(1, [50, 100])).toMatchObject({ reward: [['0x0', '0x0']] })
  })

  /** The rule of ProviderData::fee_history in edr_provider/src/data.rs. */
  test('the pending block is the newest of a history up to it', async () => {
    const { ask, pay } = await start({ compat, noMining: true, gasLimit: 84_000 })
    await ask('evm_mine')
    await pay(tip(3))
    const upToPending = (count: number, ...percentiles: readonly number[][]) =>
      ask('eth_feeHistory', count, 'pending', ...percentiles)
    // Two empty blocks take an eighth each; half of the target takes a sixteenth.
    const fees = [GWEI, (GWEI * 7) / 8, (GWEI * 49) / 64, (GWEI * 49 * 15) / (64 * 16)]
    const hex = (numbers: readonly number[]) =>
      numbers.map((each) => `0x${Math.ceil(each).toString(16)}`)
    const threeGwei = hex([3 * GWEI])
    expect(await upToPending(1)).toEqual({
      oldestBlock: '0x2',
      baseFeePerGas: hex(fees.slice(2)),
      gasUsedRatio: [1 / 4],
    })
    expect(await upToPending(2, [50])).toEqual({
      oldestBlock: '0x1',
      baseFeePerGas: hex(fees.slice(1)),
      gasUsedRatio: [0, 1 / 4],
      reward: [['0x0'], threeGwei],
    })
    for (const count of [3, 1024]) {
      expect(await upToPending(count, [0, 100])).toEqual({
        oldestBlock: '0x0',
        baseFeePerGas: hex(fees),
        gasUsedRatio: [0, 0, 1 / 4],
        reward: [
          ['0x0', '0x0'],
          ['0x0', '0x0'],
          [...threeGwei, ...threeGwei],
        ],
      })
    }
    expect(await ask('eth_feeHistory', 1, 'latest')).toMatchObject({ oldestBlock: '0x1' })
  })
})

test('baseFeeRule ethereum burns the base fee', async () => {
  const { ask, pay } = await start({ baseFeeRule: 'ethereum' })
  const collector = await ask('eth_coinbase')
  await pay({ gasPrice: `0x${(3 * GWEI).toString(16)}` })
  const { baseFeePerGas } = Object(await ask('eth_getBlockByNumber', 'latest', false))
  const paid = 21_000 * (3 * GWEI - Number(baseFeePerGas))
  expect(Number(await ask('eth_getBalance', collector, 'latest'))).toBe(paid)
})

test('the network id is the chain id unless it is set', async () => {
  const plain = await start({})
  expect(await plain.ask('net_version')).toBe('713714')
  const { ask } = await start({ networkId: 5 })
  expect(await ask('net_version')).toBe('5')
  expect(await ask('eth_networkId')).toBe('5')
  expect(await ask('eth_chainId')).toBe('0xae3f2')
})
