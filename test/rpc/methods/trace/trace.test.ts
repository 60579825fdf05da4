import { setTimeout } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Chain } from '../../../../src/chain/chain.ts'
import { devAccountOf } from '../../../../src/node/accounts/devAccounts.ts'
import { createWallet } from '../../../../src/node/accounts/wallet.ts'
import { contractAddress } from '../../../../src/primitives/address.ts'
import { bytesToHex, hexToBytes, toQuantity } from '../../../../src/primitives/encoding/hex.ts'
import type { Json } from '../../../../src/primitives/encoding/json.ts'
import { createDispatcher } from '../../../../src/rpc/core/dispatch.ts'
import { methods } from '../../../../src/rpc/core/registry.ts'
import {
  framesOnly,
  replayBlock,
  yieldToEventLoop,
} from '../../../../src/rpc/methods/trace/replay.ts'
import { withTraceTimeout } from '../../../../src/tracers/traceTimeout.ts'
import { alice, bob } from '../../../support/accounts.ts'
import { signed, testChain } from '../../../support/chain.ts'
import { code } from '../../../support/evm/programs.ts'
import { testGenesis } from '../../../support/genesis.ts'
import { nodeOf } from '../../../support/rpc/rpc.ts'
import { A, B, type Contract, contract, op } from '../../../support/tracers/parityScene.ts'

const UNKNOWN = `0x${'11'.repeat(32)}`
const ALL = ['trace', 'vmTrace', 'stateDiff']
const LOOP = hexToBytes('5b600056')
/** SSTORE(0, SLOAD(0) + 1), then the sum is returned. */
const COUNTER = hexToBytes('5f5460010180 5f555f5260205ff3'.replace(' ', ''))
const WORD = (n: number) => toQuantity(n).slice(2).padStart(64, '0')

type Frame = Readonly<Record<string, Json>>

/** A chain with contracts, and how to ask it. */
function nodeWith(contracts: readonly Contract[] = []) {
  const chain = testChain(testGenesis({}, contracts))
  return { chain, ask: askOf(chain) }
}

/** How to ask a node on a chain. */
function askOf(chain: Chain) {
  const node = { ...nodeOf(chain), wallet: createWallet([devAccountOf(alice.privateKey)]) }
  const { request } = createDispatcher(node, methods, { batchLimit: 1 })
  return (method: string, ...params: Json[]) => request({ method, params })
}

const frames = (answer: Json) => answer as readonly Frame[]

describe('missing objects', () => {
  test('transactions and blocks', async () => {
    const { ask } = nodeWith()
    expect(await ask('trace_transaction', UNKNOWN)).toBeNull()
    expect(await ask('trace_get', UNKNOWN, [])).toBeNull()
    expect(await ask('trace_block', '0x5')).toBeNull()
    expect(await ask('trace_replayBlockTransactions', '0x5', ['trace'])).toBeNull()
    await expect(ask('trace_replayTransaction', UNKNOWN, ['trace'])).rejects.toMatchObject({
      code: -32000,
      message: 'transaction not found',
    })
  })

  test('block 0 and an empty pending block have no traces', async () => {
    const { ask } = nodeWith()
    for (const ref of ['earliest', 'pending']) expect(await ask('trace_block', ref)).toEqual([])
  })

  test('kinds of traces', async () => {
    const { ask } = nodeWith()
    const message = 'invalid argument 1[1]: want one of trace, vmTrace, stateDiff, got "structLogs"'
    await expect(ask('trace_call', {}, ['trace', 'structLogs'])).rejects.toMatchObject({
      code: -32602,
      message,
    })
    await expect(ask('trace_call', {}, 'trace')).rejects.toMatchObject({
      code: -32602,
      message: 'invalid argument 1: want an array, got string',
    })
  })
})

describe('blocks of several transactions', () => {
  /** A chain that claims to have a block whose three transactions count in one contract. */
  async function counted() {
    const { chain } = nodeWith([[A, { code: COUNTER }]])
    const transactions = [0n, 1n, 2n].map((nonce) => signed(alice, { to: A, nonce }))
    const [first] = transactions
    if (first === undefined) throw new Error('three transactions')
    await chain.pool.submit(first)
    const block = { ...chain.blocks.latest, transactions }
    const claims: Chain = {
      ...chain,
      blocks: { ...chain.blocks, find: async () => block },
      transactions: {
        ...chain.transactions,
        get(hash) {
          const index = transactions.findIndex((transaction) => transaction.hash === hash)
          const mined = chain.transactions.get(first.hash)
          return mined && { ...mined, block, index }
        },
      },
    }
    return { ask: askOf(claims), hashes: transactions.map(({ hash }) => hash) }
  }

  test('run each after the earlier ones', async () => {
    const { ask, hashes } = await counted()
    const replays = await ask('trace_replayBlockTransactions', '0x1', ALL)
    expect(replays).toMatchObject(
      hashes.map((transactionHash, i) => ({ transactionHash, output: `0x${WORD(i + 1)}` })),
    )
    for (const [i, hash] of hashes.entries()) {
      const one = await ask('trace_replayTransaction', hash, ALL)
      expect({ ...(one as object), transactionHash: hash }).toEqual(frames(replays)[i])
    }
  })

  test('return only requested parts', async () => {
    const { ask, hashes } = await counted()
    const answer = await ask('trace_replayTransaction', hashes[1] ?? '', [])
    const output = `0x${WORD(2)}`
    expect(answer).toEqual({ output, trace: [], stateDiff: null, vmTrace: null })
  })

  test('return all traces of a block', async () => {
    const { ask, hashes } = await counted()
    const each = await Promise.all(hashes.map((hash) => ask('trace_transaction', hash)))
    expect(await ask('trace_block', 'latest')).toEqual(each.flatMap(frames))
    expect(each.flatMap(frames).map((frame) => frame.transactionPosition)).toEqual([0, 1, 2])
  })
})

describe('trace_get', () => {
  test('uses traceAddress', async () => {
    const { chain, ask } = nodeWith([
      [A, { code: code(op(0xf1, 9_000, B, 0, 0, 0, 0, 0), op(0xf1, 9_000, B, 0, 0, 0, 0, 0)) }],
      [B, { code: op(0xfa, 100, bob.address, 0, 0, 0, 0) }],
    ])
    const hash = await chain.pool.submit(signed(alice, { to: A }))
    const all = frames(await ask('trace_transaction', hash))
    expect(all).toHaveLength(5)
    expect(await ask('trace_get', hash, [])).toEqual(all[0])
    expect(await ask('trace_get', hash, ['0x1'])).toEqual(all[3])
    expect(await ask('trace_get', hash, ['0x1', '0x0'])).toEqual(all[4])
    expect(await ask('trace_get', hash, ['0x2'])).toBeNull()
  })
})

describe('calls', () => {
  test('have no effects, apply overrides, and may fail', async () => {
    const { ask } = nodeWith([[A, { code: COUNTER }]])
    const call = { from: alice.address, to: A }
    const first = { output: `0x${WORD(1)}` }
    expect(await ask('trace_call', call, ['trace'])).toMatchObject(first)
    expect(await ask('trace_call', call, ['trace'])).toMatchObject(first)
    const slots = { [`0x${WORD(0)}`]: `0x${WORD(41)}` }
    const overridden = await ask('trace_call', call, ALL, 'latest', { [A]: { state: slots } })
    expect(overridden).toMatchObject({ output: `0x${WORD(42)}` })
    const { stateDiff } = overridden as { stateDiff: Record<string, Json> }
    expect(stateDiff[A]).toMatchObject({
      storage: { [`0x${WORD(0)}`]: { '*': { from: `0x${WORD(41)}`, to: `0x${WORD(42)}` } } },
    })
    const number = { [A]: { code: '0x435f5260205ff3' } }
    const numbered = await ask('trace_call', call, [], 'latest', number, { number: '0x4d' })
    expect(numbered).toMatchObject({ output: `0x${WORD(77)}` })
    const failing = await ask('trace_call', { data: '0x5f5ffd' }, ['trace'])
    expect(failing).toMatchObject({ output: '0x', trace: [{ error: 'Reverted' }] })
  })

  test('see earlier calls of the list, but the chain does not', async () => {
    const { ask } = nodeWith([[A, { code: COUNTER }]])
    const call = [{ from: alice.address, to: A }, ['stateDiff']]
    const answers = await ask('trace_callMany', [call, call, call])
    expect(answers).toMatchObject([1, 2, 3].map((n) => ({ output: `0x${WORD(n)}` })))
    const nonces = frames(answers).map(
      ({ stateDiff }) => (stateDiff as Record<string, Frame>)[alice.address]?.nonce,
    )
    expect(nonces).toEqual([0, 1, 2].map((n) => ({ '*': { from: `0x${n}`, to: `0x${n + 1}` } })))
    expect(await ask('eth_getStorageAt', A, '0x0')).toBe(`0x${WORD(0)}`)
    expect(await ask('trace_callMany', [])).toEqual([])
    await expect(ask('trace_callMany', [[{}]])).rejects.toMatchObject({
      message: 'invalid argument 0[0]: want a call and its trace types, got 1 values',
    })
  })

  test('validate a signed transaction without submitting it', async () => {
    const { chain, ask } = nodeWith([[A, { code: COUNTER }]])
    const raw = (nonce: bigint) => bytesToHex(signed(alice, { to: A, nonce }).raw)
    expect(await ask('trace_rawTransaction', raw(0n), ALL)).toMatchObject({
      output: `0x${WORD(1)}`,
    })
    expect(chain.blocks.latest.number).toBe(0)
    await expect(ask('trace_rawTransaction', raw(1n), ALL)).rejects.toMatchObject({
      message: expect.stringContaining('nonce too high'),
    })
  })
})

describe('trace_filter', () => {
  const poor = contract('dd')
  /**
   * Block 1: A calls B. 2: B alone. 3: a creation that destroys itself, for bob. 4: a creation that
   * reverts. 5: one that does not.
   */
  async function filled() {
    const all = nodeWith([
      [A, { code: op(0xf1, 9_000, B, 0, 0, 0, 0, 0) }],
      [B, { code: hexToBytes('00') }],
    ])
    const send = (nonce: bigint, fields: Parameters<typeof signed>[1]) =>
      all.chain.pool.submit(signed(alice, { nonce, ...fields }))
    await send(0n, { to: A })
    await all.chain.pool.submit(signed(bob, { to: B }))
    await send(1n, { data: op(0xff, bob.address) })
    await send(2n, { data: hexToBytes('5f5ffd') })
    await send(3n, { data: hexToBytes('5f5ff3') })
    const found = async (filter: Frame) => {
      const traces = frames(await all.ask('trace_filter', filter))
      return traces.map(({ blockNumber, type }) => `${blockNumber} ${type}`)
    }
    return { ...all, found }
  }

  test('filters by both parties', async () => {
    const { found } = await filled()
    const [made, failed] = [3n, 2n].map((nonce) => contractAddress(alice.address, nonce))
    const gone = contractAddress(alice.address, 1n)
    const everything = [
      '1 call',
      '1 call',
      '2 call',
      '3 create',
      '3 suicide',
      '4 create',
      '5 create',
    ]
    expect(await found({})).toEqual(everything)
    expect(await found({ fromAddress: [], toAddress: [] })).toEqual(everything)
    expect(await found({ fromAddress: [A] })).toEqual(['1 call'])
    expect(await found({ fromAddress: [A, bob.address] })).toEqual(['1 call', '2 call'])
    expect(await found({ toAddress: [B] })).toEqual(['1 call', '2 call'])
    expect(await found({ toAddress: [made ?? ''] })).toEqual(['5 create'])
    expect(await found({ toAddress: [failed ?? ''] })).toEqual([])
    expect(await found({ fromAddress: [gone] })).toEqual(['3 suicide'])
    expect(await found({ toAddress: [bob.address] })).toEqual(['3 suicide'])
    expect(await found({ toAddress: [poor] })).toEqual([])
  })

  test('matches either list, unless the mode is intersection', async () => {
    const { found } = await filled()
    const both = { fromAddress: [A], toAddress: [B] }
    expect(await found(both)).toEqual(['1 call', '2 call'])
    expect(await found({ ...both, mode: 'union' })).toEqual(['1 call', '2 call'])
    expect(await found({ ...both, mode: 'intersection' })).toEqual(['1 call'])
  })

  test('filters blocks, and pages results', async () => {
    const { found, ask } = await filled()
    expect(await found({ fromBlock: '0x2', toBlock: '0x3' })).toHaveLength(3)
    expect(await found({ fromBlock: 'latest' })).toEqual(['5 create'])
    expect(await found({ fromBlock: '0x4', toBlock: '0x63' })).toHaveLength(2)
    expect(await found({ fromBlock: '0x9' })).toEqual([])
    expect(await found({ after: 1, count: 2 })).toEqual(['1 call', '2 call'])
    expect(await found({ after: '0x6' })).toEqual(['5 create'])
    expect(await found({ count: 0 })).toEqual([])
    await expect(ask('trace_filter', { fromBlock: '0x3', toBlock: '0x2' })).rejects.toMatchObject({
      code: -32602,
      message: 'invalid argument 0: fromBlock 3 is after toBlock 2',
    })
    await expect(ask('trace_filter', { mode: 'both' })).rejects.toMatchObject({
      message: 'invalid argument 0: mode: want one of union, intersection, got "both"',
    })
  })

  test('accepts at most 10,000 blocks', async () => {
    const { chain, ask } = nodeWith()
    const long = askOf({
      ...chain,
      blocks: { ...chain.blocks, latest: { ...chain.blocks.latest, number: 10_000 } },
    })
    await expect(long('trace_filter', {})).rejects.toMatchObject({
      code: -32602,
      message: 'invalid argument 0: 10001 blocks, want at most 10000',
    })
    expect(await long('trace_filter', { fromBlock: '0x1' })).toEqual([])
    expect(await ask('trace_filter', { fromBlock: '0x0', toBlock: '0xffffff' })).toEqual([])
  })
})

describe('long traces', () => {
  test('yield to other requests', async () => {
    const { ask } = nodeWith([[A, { code: LOOP }]])
    let isDone = false
    let ticks = 0
    const ticking = (async () => {
      for (; !isDone; ticks++) await setTimeout(1)
    })()
    const call = { to: A, gas: toQuantity(1_000_000) }
    await ask('trace_call', call, ['vmTrace'])
    isDone = true
    await ticking
    expect(ticks).toBeGreaterThan(0)
  })

  test('time out', async () => {
    const over = { code: 'TRACE_TIMEOUT', details: { timeoutMs: 20 } }
    const forever = withTraceTimeout(async ({ signal }) => {
      for (;;) await yieldToEventLoop(signal)
    }, 20)
    await expect(forever).rejects.toMatchObject(over)
    const { chain } = nodeWith([[A, { code: LOOP }]])
    await chain.pool.submit(signed(alice, { to: A, gasLimit: 90_000_000n }))
    const loop = withTraceTimeout(
      ({ signal }) =>
        replayBlock(chain, chain.blocks.latest, { parts: framesOnly, signal }, () => undefined),
      20,
    )
    await expect(loop).rejects.toMatchObject(over)
  })
})
