import { afterEach, describe, expect, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../src/index.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { executorOption } from '../support/executor.ts'

const [from, to] = [
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x000000000000000000000000000000000000dead',
]
const FIRST = 1_000
const hex = (number: number) => `0x${number.toString(16)}`

const nodes: RockpoolNode[] = []
afterEach(async () => {
  for (const node of nodes.splice(0)) await node.close()
})

async function start(options: Parameters<typeof createNode>[0] = {}) {
  const node = await createNode({ ...executorOption, number: FIRST, ...options })
  nodes.push(node)
  const ask = <T = unknown>(method: string, ...params: readonly unknown[]) =>
    node.request({ method, params }) as Promise<T>
  return { node, ask, pay: () => ask('eth_sendTransaction', { from, to, value: '0x1' }) }
}

describe('a chain whose genesis block has a number', () => {
  test('continues from it, and has nothing before it', async () => {
    const { ask, pay } = await start()
    expect(await ask('eth_blockNumber')).toBe(hex(FIRST))
    const genesis = await ask<Record<string, unknown>>('eth_getBlockByNumber', 'earliest', false)
    expect(genesis).toMatchObject({ number: hex(FIRST), parentHash: `0x${'00'.repeat(32)}` })
    await pay()
    expect(await ask('eth_getBlockByNumber', hex(FIRST + 1), false)).toMatchObject({
      parentHash: genesis.hash,
    })
    for (const before of ['0x0', hex(FIRST - 1)]) {
      expect(await ask('eth_getBlockByNumber', before, false)).toBe(null)
      await expect(ask('eth_getBalance', to, before)).rejects.toThrow(/pruned/)
    }
    expect(await ask('eth_getBalance', to, 'earliest')).toBe('0x0')
    expect(await ask('eth_getBalance', to, hex(FIRST + 1))).toBe('0x1')
    expect(await ask('debug_traceBlockByNumber', 'earliest')).toEqual([])
    expect(await ask('debug_traceBlockByNumber', 'latest')).toHaveLength(1)
    expect(await ask('eth_feeHistory', '0x5', 'latest', [])).toMatchObject({
      oldestBlock: hex(FIRST),
    })
  })

  test('logs, filters and block hashes are those of its numbers', async () => {
    const { ask } = await start()
    // LOG0 of BLOCKHASH of the block before and of the one before the genesis block.
    const address = `0x${'c0de'.padStart(40, '0')}`
    await ask('hardhat_setCode', address, '0x60014303405f526103e74060205260405fa000')
    const filter = await ask('eth_newFilter', { address })
    await ask('eth_sendTransaction', { from, to: address })
    const genesis = await ask<{ hash: string }>('eth_getBlockByNumber', 'earliest', false)
    const range = { address, fromBlock: 'earliest', toBlock: 'latest' }
    const logs = await ask<unknown[]>('eth_getLogs', range)
    expect(logs).toMatchObject([
      { blockNumber: hex(FIRST + 1), data: `${genesis.hash}${'00'.repeat(32)}` },
    ])
    expect(await ask('eth_getFilterChanges', filter)).toEqual(logs)
    expect(await ask('eth_getLogs', { ...range, fromBlock: '0x0' })).toEqual(logs)
  })

  test('rolls back and resets to it, but not further', async () => {
    const { ask, pay } = await start()
    await pay()
    await pay()
    await expect(ask('anvil_rollback', 3)).rejects.toThrow(/cannot roll back 3 blocks/)
    await ask('anvil_rollback', 2)
    expect(await ask('eth_blockNumber')).toBe(hex(FIRST))
    await pay()
    await ask('hardhat_mine', '0x64')
    await ask('hardhat_reset')
    expect(await ask('eth_blockNumber')).toBe(hex(FIRST))
    await pay()
    expect(await ask('eth_blockNumber')).toBe(hex(FIRST + 1))
  })

  test('keeps the newest states only, if asked', async () => {
    const { ask, pay } = await start({ keep: 2 })
    for (let i = 0; i < 5; i++) await pay()
    expect(await ask('eth_getBalance', to, hex(FIRST + 4))).toBe('0x4')
    await expect(ask('eth_getBalance', to, hex(FIRST + 2))).rejects.toThrow(/pruned/)
    expect(await ask('eth_getBalance', to, 'earliest')).toBe('0x4')
  })

  test('resumes from its database, which another number does not open', async () => {
    const db = temporaryDirectory()
    const first = await start({ db })
    await first.pay()
    await first.node.close()
    nodes.length = 0
    await expect(start({ db, number: 0 })).rejects.toThrow(/genesis/)
    await expect(start({ db, number: FIRST + 1 })).rejects.toThrow(/genesis/)
    const { ask, pay } = await start({ db })
    expect(await ask('eth_blockNumber')).toBe(hex(FIRST + 1))
    await pay()
    expect(await ask('eth_getBalance', to, hex(FIRST + 1))).toBe('0x1')
    await ask('hardhat_reset')
    expect(await ask('eth_blockNumber')).toBe(hex(FIRST))
  })
})

test('a genesis file names the number; the option wins', async () => {
  const genesis = { alloc: {}, number: '0x7', extraData: `0x${'ab'.repeat(117)}` }
  const node = await createNode({ ...executorOption, genesis })
  nodes.push(node)
  const ask = (method: string, ...params: readonly unknown[]) => node.request({ method, params })
  expect(await ask('eth_getBlockByNumber', 'earliest', false)).toMatchObject({
    number: '0x7',
    extraData: genesis.extraData,
  })
  expect(await (await start({ genesis, number: 1 })).ask('eth_blockNumber')).toBe('0x1')
  expect(await (await start({ genesis, number: 0 })).ask('eth_blockNumber')).toBe('0x0')
})

test('an account of the genesis may have the last nonce, and cannot send', async () => {
  const account = { balance: '0xde0b6b3a7640000', nonce: '0xffffffffffffffff' }
  const { ask } = await start({ genesis: { alloc: { [from]: account } } })
  expect(await ask('eth_getTransactionCount', from)).toBe('0xffffffffffffffff')
  await ask('hardhat_impersonateAccount', from)
  const send = ask('eth_sendTransaction', { from, to, gas: '0x5208' })
  await expect(send).rejects.toThrow(/nonce has max value/)
})
