import { expect, test } from 'vitest'
import { createNode } from '../../../../src/index.ts'
import { executorOption } from '../../../support/executor.ts'

const from = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const COUNTER = '0x00000000000000000000000000000000000c0de1'
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`

async function start() {
  const node = await createNode({ ...executorOption })
  const ask = (method: string, ...params: readonly unknown[]) => node.request({ method, params })
  // PUSH0 SLOAD PUSH1 1 ADD DUP1 PUSH0 SSTORE PUSH0 MSTORE NUMBER PUSH1 32 MSTORE; 64 bytes.
  await ask('hardhat_setCode', COUNTER, '0x5f54600101805f555f524360205260405ff3')
  return { node, ask }
}

const both = (count: number, block: number) => ({
  value: `${word(count)}${word(block).slice(2)}`,
})

test('each call runs on the state after the one before, and the chain stays', async () => {
  const { node, ask } = await start()
  await ask('hardhat_mine', '0x5')
  const call = { from, to: COUNTER }
  const answer = await ask('eth_callMany', [
    { transactions: [call, call] },
    { transactions: [call], blockOverride: { number: '0x64' } },
    { transactions: [call] },
    {},
  ])
  expect(answer).toEqual([[both(1, 5), both(2, 5)], [both(3, 100)], [both(4, 5)], []])
  expect(await ask('eth_getStorageAt', COUNTER, '0x0')).toBe(word(0))
  await node.close()
})

test('a failed call leaves its reason and does not stop the others', async () => {
  const { node, ask } = await start()
  const answer = await ask('eth_callMany', [
    {
      transactions: [
        { from, data: '0x60075f5260205ffd' },
        { from: COUNTER, to: from, value: '0x1' },
        { from, to: COUNTER },
      ],
    },
  ])
  expect(answer).toEqual([
    [
      { error: 'execution reverted: custom error 0x00000000' },
      { error: expect.stringContaining('insufficient funds for gas * price + value') },
      both(1, 0),
    ],
  ])
  await node.close()
})

test('the context names the block and the transaction before which calls run', async () => {
  const { node, ask } = await start()
  await ask('evm_setAutomine', false)
  for (let i = 0; i < 3; i++)
    await ask('eth_sendTransaction', { from, to: COUNTER, gas: '0x186a0' })
  await ask('evm_mine')
  const calls = [{ transactions: [{ from, to: COUNTER }] }]
  const at = (context: unknown) => ask('eth_callMany', calls, context)
  expect(await at({ blockNumber: '0x1', transactionIndex: 1 })).toEqual([[both(2, 1)]])
  expect(await at({ blockNumber: '0x1', transactionIndex: -1 })).toEqual([[both(4, 1)]])
  expect(await at({ blockNumber: 'earliest' })).toEqual([[both(1, 0)]])
  await expect(at({ blockNumber: '0x1', transactionIndex: 4 })).rejects.toThrow(/transaction/)
  const slots = { [COUNTER]: { stateDiff: { [word(0)]: word(40) } } }
  expect(await ask('eth_callMany', calls, {}, slots)).toEqual([[both(41, 1)]])
  await node.close()
})
