import { expect, test } from 'vitest'
import { EMITTER, emitterChain, emitting } from '../support/emitter.ts'
import { type Ask, rpcOf } from '../support/rpc.ts'

/** What clients ask of blocks between two with a log each, with a filter that was there before. */
async function asked(mine: (ask: Ask) => Promise<unknown>): Promise<Record<string, unknown>> {
  const chain = emitterChain()
  const ask = rpcOf(chain)
  const filter = await ask('eth_newBlockFilter')
  await chain.submit(emitting([1]))
  await mine(ask)
  await chain.submit(emitting([2], { nonce: 1n }))
  const middle = await ask<{ readonly hash: string }>('eth_getBlockByNumber', '0x37', true)
  const everything = { address: EMITTER, fromBlock: '0x1', toBlock: 'latest' }
  return {
    middle,
    latest: await ask('eth_getBlockByNumber', 'latest', true),
    byHash: await ask('eth_getBlockByHash', middle.hash, false),
    nowhere: await ask('eth_getBlockByHash', `0x${'12'.repeat(32)}`, false),
    hashes: await ask('eth_getFilterChanges', filter),
    logs: await ask('eth_getLogs', everything),
    noLogs: await ask('eth_getLogs', { blockHash: middle.hash }),
    fees: await ask('eth_feeHistory', '0x80', 'latest', [50]),
    header: await ask('debug_getRawHeader', '0x37'),
    block: await ask('debug_getRawBlock', '0x37'),
    receipts: await ask('eth_getBlockReceipts', middle.hash),
    trace: await ask('debug_traceBlockByNumber', '0x37', { tracer: 'callTracer' }),
    proof: await ask('eth_getProof', EMITTER, ['0x0'], '0x37'),
    count: await ask('eth_getBlockTransactionCountByHash', middle.hash),
    changed: await ask('debug_getModifiedAccountsByNumber', '0x5', '0x37'),
    native: await ask('native_getBlockByNumber', '0x37', true),
  }
}

test('clients are told the same of empty blocks as if each had been mined on its own', async () => {
  const together = await asked((ask) => ask('hardhat_mine', '0x64'))
  const apart = await asked(async (ask) => {
    for (let i = 0; i < 100; i++) await ask('evm_mine')
  })
  expect(together).toEqual(apart)
  expect(apart.hashes).toHaveLength(102)
  expect(apart.logs).toHaveLength(2)
})
