import { expect, test } from 'vitest'
import { createNode } from '../../../../src/index.ts'
import { executorOption } from '../../../support/executor.ts'

const [alice, bob] = [
  '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
]
const TARGET = '0x000000000000000000000000000000000000dead'

async function start() {
  const node = await createNode({ ...executorOption, order: 'fifo' })
  const ask = <T = string>(method: string, ...params: readonly unknown[]) =>
    node.request({ method, params }) as Promise<T>
  const pay = (value: string) => ({ from: alice, to: TARGET, value })
  const hashes = async () =>
    Promise.all(
      [1, 2, 3, 4].map(async (n) => {
        const block = await ask<{ hash: string; transactions: unknown[] } | null>(
          'eth_getBlockByNumber',
          `0x${n}`,
          true,
        )
        return { hash: block?.hash, transactions: block?.transactions.length }
      }),
    )
  return { node, ask, pay, hashes }
}

test('a reorganization replaces the newest blocks and keeps the height', async () => {
  const { node, ask, pay, hashes } = await start()
  for (const value of ['0x1', '0x2', '0x4', '0x8']) await ask('eth_sendTransaction', pay(value))
  const before = await hashes()

  const raw = await ask('eth_signTransaction', { ...pay('0x40'), nonce: '0x3', gas: '0x5208' })
  const pairs = [
    [pay('0x20'), 1],
    [pay('0x10'), 0],
    [raw, 2],
    [{ ...pay('0x100'), from: bob }, 1],
  ]
  expect(await ask('anvil_reorg', 3, pairs)).toBe(null)

  const after = await hashes()
  expect(after.map(({ transactions }) => transactions)).toEqual([1, 1, 2, 1])
  expect(after[0]).toEqual(before[0])
  for (const n of [1, 2, 3]) expect(after[n]?.hash).not.toBe(before[n]?.hash)
  expect(await ask('eth_getBalance', TARGET)).toBe('0x171')
  await node.close()
})

test('a transaction that cannot be in its block is left out', async () => {
  const { node, ask, pay, hashes } = await start()
  for (const value of ['0x1', '0x2']) await ask('eth_sendTransaction', pay(value))
  const raw = await ask('eth_signTransaction', { ...pay('0x40'), nonce: '0x9', gas: '0x5208' })
  await ask('anvil_reorg', 1, [[raw, 0]])
  expect((await hashes()).map(({ transactions }) => transactions)).toEqual([
    1,
    0,
    undefined,
    undefined,
  ])
  await node.close()
})

test('a filter learns of the removed and the new logs', async () => {
  const { node, ask } = await start()
  // LOG0 without data, then STOP.
  const init = '0x6005600a5f3960055ff35f5fa000'
  const { contractAddress } = await ask<{ contractAddress: string }>(
    'eth_getTransactionReceipt',
    await ask('eth_sendTransaction', { from: alice, data: init.padEnd(34, '0') }),
  )
  const filter = await ask('eth_newFilter', { address: contractAddress })
  await ask('eth_sendTransaction', { from: alice, to: contractAddress })
  await ask('anvil_reorg', 1, [[{ from: bob, to: contractAddress }, 0]])
  const changes = await ask<{ removed: boolean }[]>('eth_getFilterChanges', filter)
  expect(changes.map(({ removed }) => removed)).toContain(false)
  await node.close()
})

test.each([
  ['depth 2 of a chain of one block', [2, []], /must not exceed current chain height/],
  ['an index after the last block', [1, [['0x', 1]]], /must not exceed \(depth-1\) 0/],
  ['a pair of three', [1, [['0x', 0, 0]]], /want a pair/],
  ['bytes of another kind', [1, [['0x12', 0]]], /too short/],
  ['an unknown sender', [1, [[{ from: TARGET, to: TARGET }, 0]]], /unknown account/],
])('%s is refused and changes nothing', async (_, params, message) => {
  const { node, ask, pay, hashes } = await start()
  await ask('eth_sendTransaction', pay('0x1'))
  const before = await hashes()
  await expect(ask('anvil_reorg', ...params)).rejects.toThrow(message)
  expect(await hashes()).toEqual(before)
  await node.close()
})

test('blocks of evm_mine_detailed tell the output of each transaction', async () => {
  const { node, ask } = await start()
  await ask('evm_setAutomine', false)
  // Init codes: return 2 bytes; revert with the word 7.
  const send = (data: string) => ask('eth_sendTransaction', { from: alice, data, gas: '0x186a0' })
  await send('0x60025ff3')
  await send('0x60075f5260205ffd')
  const blocks = await ask<{ transactions: Record<string, string>[] }[]>('evm_mine_detailed', {
    blocks: 2,
  })
  expect(blocks.map(({ transactions }) => transactions.length)).toEqual([2, 0])
  const [made, failed] = blocks[0]?.transactions ?? []
  expect(made).toMatchObject({ blockNumber: '0x1', output: '0x0000' })
  expect(made).not.toHaveProperty('revertReason')
  expect(failed).toMatchObject({
    output: `0x${'7'.padStart(64, '0')}`,
    revertReason: 'custom error 0x00000000',
  })
  await expect(ask('evm_mine_detailed', { blocks: 10_001 })).rejects.toThrow(/at most 10000 blocks/)
  await node.close()
})
