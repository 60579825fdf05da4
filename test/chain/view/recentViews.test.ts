import { expect, test } from 'vitest'
import { createNode } from '../../../src/index.ts'

const stranger = '0x00000000000000000000000000000000000000f1'

test('reads of one block between changes of the chain return its current state', async () => {
  const node = await createNode()
  const balance = (block: string) =>
    node.request({ method: 'eth_getBalance', params: [stranger, block] })
  const set = (wei: string) =>
    node.request({ method: 'hardhat_setBalance', params: [stranger, wei] })
  expect(await balance('latest')).toBe('0x0')
  await set('0x1')
  expect(await balance('latest')).toBe('0x1')
  await node.request({ method: 'evm_mine' })
  const id = await node.request({ method: 'evm_snapshot' })
  await set('0x2')
  expect([await balance('0x0'), await balance('0x1'), await balance('latest')]).toEqual([
    ...['0x1', '0x2', '0x2'],
  ])
  await node.request({ method: 'evm_mine' })
  await node.request({ method: 'evm_revert', params: [id] })
  expect([await balance('0x0'), await balance('0x1')]).toEqual(['0x1', '0x1'])
  // The versions of the removed block are used again.
  await set('0x3')
  await node.request({ method: 'evm_mine' })
  expect([await balance('0x1'), await balance('0x2')]).toEqual(['0x3', '0x3'])
  await node.close()
})

test('more blocks than views are kept return their own state', async () => {
  const node = await createNode()
  const blocks = 300
  for (let i = 1; i <= blocks; i++) {
    await node.request({ method: 'hardhat_setBalance', params: [stranger, `0x${i.toString(16)}`] })
    await node.request({ method: 'evm_mine' })
  }
  for (let round = 0; round < 2; round++) {
    for (let i = 1; i < blocks; i++) {
      const params = [stranger, `0x${i.toString(16)}`]
      const wei = await node.request({ method: 'eth_getBalance', params })
      expect(wei).toBe(`0x${(i + 1).toString(16)}`)
    }
  }
  await node.close()
})
