import { setImmediate } from 'node:timers/promises'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { bytesToHex } from '../../../../src/primitives/hex.ts'
import type { Json } from '../../../../src/primitives/json.ts'
import { loadFastKeccak } from '../../../../src/primitives/keccak.ts'
import { blockHashRef, blockRef } from '../../../../src/rpc/codec/blockRef.ts'
import { logFilter } from '../../../../src/rpc/codec/logFilter.ts'
import type { Method } from '../../../../src/rpc/core/method.ts'
import { methods } from '../../../../src/rpc/core/registry.ts'
import { EMITTER, emitterChain, emitting } from '../../../support/chain/emitter.ts'
import { code, push } from '../../../support/evm/programs.ts'
import { type Ask, rpcOf } from '../../../support/rpc/rpc.ts'

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

/** Empty blocks, and turns that hashing them takes at the least: every 256 of them are one, and a request may hash in two places at a time. */
const RUN = '0x1000'
const TURNS = 8
const HASH = `0x${'12'.repeat(32)}`

/** Turns of the event loop while something is answered, refused or not, on a machine where every bit of work takes a whole turn. */
async function turnsOf(ask: () => Promise<unknown>): Promise<number> {
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10))
  let isDone = false
  const answer = ask()
  const done = answer.then(
    () => {
      isDone = true
    },
    () => {
      isDone = true
    },
  )
  let turns = 0
  for (; !isDone; turns++) await setImmediate()
  await done
  clock.mockRestore()
  return turns
}

/** Parameters by which a method is asked for the block with a hash; undefined where it takes none. */
function askingByHash(method: Method): readonly Json[] | undefined {
  let isByHash = false
  const params = method.params.map(({ codec }, i): Json => {
    const given = method.example.params[i] ?? null
    if (codec === blockHashRef || codec === blockRef) {
      isByHash = true
      return HASH
    }
    if (codec === logFilter) {
      isByHash = true
      return { blockHash: HASH }
    }
    return given
  })
  return isByHash ? params : undefined
}

const byHash = [...methods].flatMap(([name, method]) => {
  const params = askingByHash(method)
  const isAnother = params !== undefined && !method.aliases.includes(name)
  // There are no uncles, whatever the block.
  return isAnother && name !== 'eth_getUncleByBlockHashAndIndex' ? [[name, params] as const] : []
})

/** BLOCKHASH of the block before. */
const parentHash = bytesToHex(
  code(push(1), 0x43, 0x03, 0x40, push(0), 0x52, push(32), push(0), 0xf3),
)
const call = { data: parentHash }

describe('while the hashes of empty blocks are made, others are answered, whoever needs them:', () => {
  const chain = emitterChain()
  const ask = rpcOf(chain)
  beforeAll(loadFastKeccak)

  test('there are methods by hash', () => {
    const names = byHash.map(([name]) => name)
    expect(names).toEqual(
      expect.arrayContaining([
        'eth_getHeaderByHash',
        'eth_getBlockTransactionCountByHash',
        'eth_getTransactionByBlockHashAndIndex',
        'eth_getUncleCountByBlockHash',
        'ots_getBlockDetailsByHash',
        'native2_getBlockByHash',
        'debug_traceBlockByHash',
        'debug_getModifiedAccountsByHash',
        'eth_getProof',
        'eth_newFilter',
        'eth_getLogs',
      ]),
    )
  })

  test.each([
    ...byHash,
    ['rockpool_snapshots', []],
    ['hardhat_metadata', []],
    ['anvil_nodeInfo', []],
    ['anvil_dumpState', []],
    ['rockpool_branch', ['worker']],
    ['eth_call', [call, 'latest']],
    ['eth_estimateGas', [call, 'latest']],
    ['eth_createAccessList', [call, 'latest']],
    ['eth_simulateV1', [{ blockStateCalls: [{ calls: [call] }] }, 'latest']],
    ['debug_traceCall', [call, 'latest']],
    ['trace_call', [call, ['trace'], 'latest']],
  ] as [string, readonly Json[]][])('%s', async (name, params) => {
    await ask('hardhat_mine', RUN)
    if (name === 'rockpool_snapshots') await ask('evm_snapshot')
    expect(await turnsOf(() => ask(name, ...params))).toBeGreaterThanOrEqual(TURNS)
  })

  test('the changes of a filter, once blocks are gone', async () => {
    const snapshot = await ask('evm_snapshot')
    const filter = await ask('eth_newFilter', {})
    await ask('hardhat_mine', RUN)
    await ask('eth_getFilterChanges', filter)
    await ask('evm_revert', snapshot)
    expect(await turnsOf(() => ask('eth_getFilterChanges', filter))).toBeGreaterThanOrEqual(TURNS)
  })

  test('and a call that asks for none waits for none', async () => {
    await ask('hardhat_mine', RUN)
    const before = await turnsOf(() => ask('eth_call', { data: '0x' }, 'latest'))
    expect(before).toBeLessThan(TURNS)
    const hash = await ask<string>('eth_call', call, 'latest')
    const { parentHash } = await ask<{ parentHash: string }>(
      'eth_getBlockByNumber',
      'latest',
      false,
    )
    expect(hash).toBe(parentHash)
  })
})
