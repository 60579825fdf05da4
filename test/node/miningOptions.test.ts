import { describe, expect, test } from 'vitest'
import { createNode } from '../../src/index.ts'
import { readConfig } from '../../src/node/options/config.ts'
import { initialMining } from '../../src/node/options/miningOptions.ts'

type Given = Parameters<typeof readConfig>[0]

describe('options of mining', () => {
  test.each<[Given, object]>([
    [{}, { automine: true, intervalMs: undefined, order: 'fees', allowEqualTimestamps: false }],
    [{ noMining: true }, { automine: false, intervalMs: undefined }],
    [{ blockTime: '0.4' }, { automine: false, intervalMs: 400 }],
    [{ blockTime: 12 }, { automine: false, intervalMs: 12_000 }],
    [
      { blockTime: '2', noMining: true },
      { automine: false, intervalMs: 2000 },
    ],
    [
      { blockTime: '2', mixedMining: true },
      { automine: true, intervalMs: 2000 },
    ],
    [{ order: 'fifo' }, { order: 'fifo' }],
    [{ blockTimestampInterval: '12' }, { timestampInterval: 12n }],
    [{ allowEqualTimestamps: true }, { allowEqualTimestamps: true }],
  ])('%j', (given, controls) => {
    expect(initialMining(readConfig(given))).toMatchObject(controls)
  })

  test.each<[Given]>([
    [{ blockTime: '0' }],
    [{ blockTime: '-1' }],
    [{ blockTime: '0.0001' }],
    [{ blockTime: 'often' }],
    [{ blockTime: 3_000_000 }],
    [{ order: 'tips' }],
    [{ blockTimestampInterval: '1.5' }],
    [{ mixedMining: true }],
    [{ mixedMining: true, blockTime: '1', noMining: true }],
  ])('refuses %j', (given) => {
    expect(() => initialMining(readConfig(given))).toThrow(
      expect.objectContaining({ code: 'BAD_OPTION' }),
    )
  })

  test('reach the chain', async () => {
    const node = await createNode({ noMining: true, blockTimestampInterval: 12, timestamp: 1000 })
    const ask = (method: string, ...params: unknown[]) => node.request({ method, params })
    const [from] = (await ask('eth_accounts')) as [string]
    const hash = await ask('eth_sendTransaction', { from, to: from })
    expect(await ask('eth_getTransactionReceipt', hash)).toBeNull()
    expect(await ask('eth_getTransactionByHash', hash)).toMatchObject({ blockNumber: null })
    await ask('hardhat_mine', 3)
    expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ blockNumber: '0x1' })
    expect(await ask('eth_getBlockByNumber', 'latest', false)).toMatchObject({
      number: '0x3',
      timestamp: `0x${(1036).toString(16)}`,
    })
    await node.close()
  })
})
