import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { bytesToHex } from '../../../../src/primitives/encoding/hex.ts'
import { EMITTER, emitterChain, emitting } from '../../../support/chain/emitter.ts'
import { code, push } from '../../../support/evm/programs.ts'
import { type Ask, rpcOf } from '../../../support/rpc/rpc.ts'

/** What clients ask of blocks between two with a log each, with a filter that was there before. */
async function asked(mine: (ask: Ask) => Promise<unknown>): Promise<Record<string, unknown>> {
  const chain = emitterChain()
  const ask = rpcOf(chain)
  const filter = await ask('eth_newBlockFilter')
  await chain.pool.submit(emitting([1]))
  await mine(ask)
  await chain.pool.submit(emitting([2], { nonce: 1n }))
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

test('ranges of empty blocks look like individually mined blocks', async () => {
  const together = await asked((ask) => ask('hardhat_mine', '0x64'))
  const apart = await asked(async (ask) => {
    for (let i = 0; i < 100; i++) await ask('evm_mine')
  })
  expect(together).toEqual(apart)
  expect(apart.hashes).toHaveLength(102)
  expect(apart.logs).toHaveLength(2)
})

/** Returns BLOCKHASH of the block before. */
const parentHash = bytesToHex(
  code(push(1), 0x43, 0x03, 0x40, push(0), 0x52, push(32), push(0), 0xf3),
)

test('other requests are served while hashes of empty blocks are computed', async () => {
  const ask = rpcOf(emitterChain())
  let isMined = false
  const mined = ask('hardhat_mine', '0x20000').finally(() => {
    isMined = true
  })
  let answers = 0
  for (; !isMined; answers++) {
    await setImmediate()
    await ask('eth_call', { data: parentHash }, 'latest')
  }
  await mined
  expect(answers).toBeGreaterThan(2)
  expect(await ask('eth_blockNumber')).toBe('0x20000')
})

test('BLOCKHASH of an empty block is its hash', async () => {
  const ask = rpcOf(emitterChain())
  await ask('hardhat_mine', '0x1000')
  const latest = await ask<{ parentHash: string }>('eth_getBlockByNumber', 'latest', false)
  expect(await ask('eth_call', { data: parentHash }, 'latest')).toBe(latest.parentHash)
})

test('a billion empty blocks are mined at once and found by number and hash', async () => {
  const ask = rpcOf(emitterChain())
  await ask('hardhat_mine', '0x3b9aca00')
  for (const number of ['0x3b9aca00', '0x1dcd6500', '0x401', '0x402', '0x403']) {
    const block = await ask<{ hash: string }>('eth_getBlockByNumber', number, false)
    expect(block).toMatchObject({ number })
    expect(await ask('eth_getBlockByHash', block.hash, false)).toEqual(block)
  }
  expect(await ask('eth_blockNumber')).toBe('0x3b9aca00')
})
