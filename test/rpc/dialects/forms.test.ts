import { afterEach, describe, expect, test } from 'vitest'
import { createNode, type NodeOptions, type RockpoolNode } from '../../../src/index.ts'
import { executorOption } from '../../support/executor.ts'

const open: RockpoolNode[] = []
afterEach(async () => {
  for (const node of open.splice(0)) await node.close()
})

const REVERTING = `0x${'e0'.repeat(20)}`

async function start(options: NodeOptions) {
  const alloc = { [REVERTING]: { code: '0x366000600037366000fd' } }
  const node = await createNode({ ...executorOption, genesis: { alloc }, ...options })
  open.push(node)
  return (method: string, ...params: unknown[]) => node.request({ method, params })
}

describe('the unit of evm_setIntervalMining', () => {
  test.each([
    ['rockpool', 2, 2],
    ['rockpool', 2000, 2],
    ['rockpool', [1000, 3000], 2],
    ['hardhat', 2, 0.002],
    ['hardhat', 500_000, 500],
    ['hardhat', [1000, 3000], 2],
    ['hardhat', 0, null],
    ['anvil', 2, 2],
    ['anvil', 2000, 2000],
    ['geth', 2000, 2],
  ] as const)('in the dialect %s: %j is %d s', async (compat, given, seconds) => {
    const ask = await start({ compat })
    await ask('evm_setIntervalMining', given)
    expect(await ask('anvil_getIntervalMining')).toBe(seconds)
  })

  test('appears in errors', async () => {
    for (const compat of ['hardhat', 'anvil'] as const) {
      const ask = await start({ compat })
      await expect(ask('evm_setIntervalMining', -1)).rejects.toMatchObject({
        code: -32602,
        message: expect.stringMatching(/^invalid argument 0: /),
      })
    }
  })
})

describe('web3_clientVersion', () => {
  test.each([
    ['rockpool', /^anvil-compatible\/rockpool\//],
    ['anvil', /^anvil\/v1\.7\.1$/],
    // What hardhat-network-helpers and OpenZeppelin's upgrades look for.
    ['hardhat', /^HardhatNetwork\/3\.18\.0\/rockpool\//],
    ['ganache', /^Ganache\/v7\.9\.2\/EthereumJS TestRPC\/v7\.9\.2\/ethereum-js$/],
    ['geth', /^Geth\/rockpool\//],
    ['sei', /^Geth\/rockpool\//],
  ] as const)('in the dialect %s starts with %s', async (compat, form) => {
    const ask = await start({ compat })
    expect(await ask('web3_clientVersion')).toMatch(form)
    expect(await ask('hardhat_metadata')).toMatchObject({
      clientVersion: await ask('web3_clientVersion'),
    })
  })

  test('can be configured', async () => {
    const ask = await start({ compat: 'hardhat', clientVersion: 'mine/1' })
    expect(await ask('web3_clientVersion')).toBe('mine/1')
  })
})

test("timestamps are decimal strings in Hardhat's dialect", async () => {
  const ask = await start({ compat: 'hardhat', deterministic: true })
  expect(await ask('evm_increaseTime', '0xa')).toBe('10')
  expect(await ask('hardhat_increaseTime', 5)).toBe('15')
  expect(await ask('evm_setNextBlockTimestamp', '0x0f4240')).toBe('1000000')
  await ask('evm_mine')
  expect(await ask('eth_getBlockByNumber', 'latest', false)).toMatchObject({ timestamp: '0xf4240' })
})

test("errors without data have the message there in Hardhat's dialect", async () => {
  const ask = await start({ compat: 'hardhat' })
  const message = 'missing value for required argument 0'
  await expect(ask('eth_getBalance')).rejects.toMatchObject({
    code: -32602,
    message,
    data: { message },
  })
  await expect(ask('x'.repeat(1000))).rejects.toMatchObject({
    code: -32004,
    message: `Method ${'x'.repeat(200)}… is not supported`,
  })
})

test("the transactions of a block are optional in Ganache's dialect", async () => {
  const ask = await start({ compat: 'ganache' })
  const block = await ask('eth_getBlockByNumber', 'latest')
  expect(block).toEqual(await ask('eth_getBlockByNumber', 'latest', false))
  const { hash } = block as { readonly hash: string }
  expect(await ask('eth_getBlockByHash', hash)).toEqual(block)
  const other = await start({ compat: 'hardhat' })
  await expect(other('eth_getBlockByNumber', 'latest')).rejects.toMatchObject({ code: -32602 })
})

const CUSTOM = `0x12345678${'0'.repeat(64)}`

describe('geth', () => {
  test('decodes no custom errors, and has a blob base fee', async () => {
    const ask = await start({ compat: 'geth' })
    await expect(ask('eth_call', { to: REVERTING, data: CUSTOM })).rejects.toMatchObject({
      code: 3,
      message: 'execution reverted',
      data: CUSTOM,
    })
    expect(await ask('eth_blobBaseFee')).toBe('0x1')
    expect(await ask('eth_syncing')).toBe(false)
  })
})

describe('sei', () => {
  test.each([
    ['eth_syncing'],
    ['eth_newPendingTransactionFilter'],
    ['debug_getRawBlock', 'latest'],
    ['debug_getRawTransaction', `0x${'01'.repeat(32)}`],
  ])('rejects %s', async (method, ...params) => {
    const ask = await start({ compat: 'sei' })
    await expect(ask(method, ...params)).rejects.toMatchObject({
      code: -32000,
      message: `${method} is not supported on Sei EVM RPC`,
    })
  })

  test('has no data for a revert without any, except in an estimate', async () => {
    const ask = await start({ compat: 'sei' })
    const empty = { code: -32000, message: 'execution reverted', data: undefined }
    await expect(ask('eth_call', { to: REVERTING })).rejects.toMatchObject(empty)
    await expect(ask('eth_estimateGas', { to: REVERTING })).rejects.toMatchObject({
      code: 3,
      data: '0x',
    })
    await expect(ask('eth_call', { to: REVERTING, data: CUSTOM })).rejects.toMatchObject({
      code: 3,
      message: 'execution reverted',
      data: CUSTOM,
    })
    await expect(ask('eth_blobBaseFee')).rejects.toMatchObject({ code: -32000 })
  })

  test("has Sei's message for an unknown filter", async () => {
    const ask = await start({ compat: 'sei' })
    const message = 'filter does not exist'
    await expect(ask('eth_getFilterChanges', '0x1')).rejects.toMatchObject({
      code: -32000,
      message,
    })
  })

  test('supports only subscriptions to blocks and logs', async () => {
    const ask = await start({ compat: 'sei' })
    expect(await ask('eth_subscribe', 'newHeads')).toMatch(/^0x/)
    await expect(ask('eth_subscribe', 'syncing')).rejects.toMatchObject({
      code: -32601,
      message: 'no "syncing" subscription in eth namespace',
    })
  })
})

test('a branch has the dialect of its node', async () => {
  const node = await createNode({ ...executorOption, compat: 'hardhat' })
  open.push(node)
  const branch = await node.branch()
  expect(await branch.request({ method: 'evm_mine' })).toBe('0')
  await branch.mine()
  expect(await branch.revert(await branch.snapshot())).toBe(true)
})

test('rejects an unknown dialect', async () => {
  await expect(createNode({ compat: 'geht' as 'geth' })).rejects.toMatchObject({
    message:
      'invalid option: compat: must be one of rockpool, anvil, hardhat, hardhat2, hardhat3, ganache, geth, sei (got "geht"); did you mean geth?',
  })
})
