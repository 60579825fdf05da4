import { afterEach, describe, expect, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../../src/index.ts'
import type { DialectName } from '../../../src/node/options/dialectNames.ts'
import { executorOption } from '../../support/executor.ts'

/** Emits one log without topics. */
const EMITTER = `0x${'e0'.repeat(20)}`
const from = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'

let node: RockpoolNode | undefined
afterEach(() => node?.close())

/** A chain of 30 blocks with one log in each of the blocks 1, 2 and 3. */
async function start(compat: DialectName) {
  const made = await createNode({ ...executorOption, compat, maxLogBlocks: 10, maxLogs: 2 })
  node = made
  const ask = (method: string, ...params: readonly unknown[]) => made.request({ method, params })
  await ask('hardhat_setCode', EMITTER, '0x5f5fa0')
  for (let i = 0; i < 3; i++) await ask('eth_sendTransaction', { from, to: EMITTER })
  await made.mine({ blocks: 27 })
  const blocksOf = async (query: object) => {
    const logs = (await ask('eth_getLogs', query)) as readonly { readonly blockNumber: string }[]
    return logs.map(({ blockNumber }) => Number(blockNumber))
  }
  return { ask, blocksOf }
}

describe.each(['anvil', 'hardhat', 'hardhat2', 'ganache'] as const)('the dialect %s', (compat) => {
  test('has no limit of blocks, but one of logs', async () => {
    const { ask, blocksOf } = await start(compat)
    expect(await blocksOf({ fromBlock: '0x2', toBlock: 'latest' })).toEqual([2, 3])
    expect(await blocksOf({ fromBlock: '0x2', toBlock: '0x1e' })).toEqual([2, 3])
    const all = { fromBlock: '0x0', toBlock: 'latest' }
    await expect(blocksOf(all)).rejects.toMatchObject({ code: -32005 })
    const filter = await ask('eth_newFilter', { fromBlock: '0x2', toBlock: 'latest' })
    expect(await ask('eth_getFilterLogs', filter)).toHaveLength(2)
  })

  test('clips ranges at the latest block', async () => {
    const { blocksOf } = await start(compat)
    expect(await blocksOf({ fromBlock: '0x3', toBlock: '0x100' })).toEqual([3])
    expect(await blocksOf({ toBlock: '0x100' })).toEqual([])
  })

  test.runIf(compat !== 'anvil')('has no logs in a range to come', async () => {
    const { blocksOf } = await start(compat)
    expect(await blocksOf({ fromBlock: '0x100', toBlock: '0x101' })).toEqual([])
    expect(await blocksOf({ fromBlock: '0x100' })).toEqual([])
  })

  test('has no logs in a reversed range', async () => {
    const { blocksOf } = await start(compat)
    expect(await blocksOf({ fromBlock: '0x3', toBlock: '0x1' })).toEqual([])
  })
})

test.each(['rockpool', 'geth', 'sei'] as const)(
  'the dialect %s limits the blocks of a range with both ends',
  async (compat) => {
    const { blocksOf } = await start(compat)
    for (const toBlock of ['0xc', 'latest', 'safe', 'pending']) {
      await expect(blocksOf({ fromBlock: '0x2', toBlock })).rejects.toMatchObject({
        message: expect.stringMatching(/^block range too large .* \[0x2, 0xb\]\.$/),
      })
    }
    expect(await blocksOf({ fromBlock: '0x2', toBlock: '0xb' })).toEqual([2, 3])
    expect(await blocksOf({ fromBlock: '0x15', toBlock: 'latest' })).toEqual([])
    if (compat !== 'sei') expect(await blocksOf({ fromBlock: '0x2' })).toEqual([2, 3])
    await expect(blocksOf({ fromBlock: '0x3', toBlock: '0x100' })).rejects.toThrow(/after latest/)
  },
)

test('an unknown block has no logs on Sei, and is an error elsewhere', async () => {
  const blockHash = `0x${'ab'.repeat(32)}`
  expect(await (await start('sei')).blocksOf({ blockHash })).toEqual([])
  await node?.close()
  await expect((await start('geth')).blocksOf({ blockHash })).rejects.toThrow('unknown block')
})

test('Sei limits the blocks of a range without an end, too', async () => {
  const open = { fromBlock: '0x1' }
  const refusals = []
  for (const compat of ['rockpool', 'sei'] as const) {
    const node = await createNode({ ...executorOption, compat, maxLogBlocks: 3 })
    const ask = (query: object) => node.request({ method: 'eth_getLogs', params: [query] })
    await node.mine({ blocks: 3 })
    expect(await ask(open)).toEqual([])
    await node.mine({ blocks: 1 })
    refusals.push(await ask(open).catch(({ message }: Error) => message))
    expect(await ask({ fromBlock: '0x2' })).toEqual([])
    await node.close()
  }
  expect(refusals).toEqual([[], expect.stringContaining('block range too large (4), maximum')])
})
