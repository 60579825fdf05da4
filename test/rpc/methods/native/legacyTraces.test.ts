import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AnyTransaction } from '../../../../src/chain/block/blockEntries.ts'
import type { Transaction } from '../../../../src/evm/transaction/transaction.ts'
import { parseAddress } from '../../../../src/primitives/address.ts'
import { hexToBytes } from '../../../../src/primitives/encoding/hex.ts'
import { alice, bob, pauper } from '../../../support/accounts.ts'
import type { ChainOfBlocks } from '../../../support/chain/chainOfBlocks.ts'
import { mixedBlock, mixedChain } from '../../../support/chain/legacyBlocks.ts'
import { EMITTER, emission, emitterGenesis } from '../../../support/chain/logs.ts'
import { signed, testChain } from '../../../support/chain.ts'
import { code, push } from '../../../support/evm/programs.ts'
import { addressOf } from '../../../support/evm/tracing.ts'
import { testGenesis } from '../../../support/genesis.ts'
import { nativeTx, sendTo } from '../../../support/native/native.ts'
import { type Ask, rpcOf } from '../../../support/rpc/rpc.ts'
import { FULL } from '../../../support/runs.ts'

/**
 * Makes 2400 calls with 64 KiB of input each, which exceeds a trace's limit of 256 MiB of text.
 */
const HUGE = addressOf(0x88)
const REVERTING = addressOf(0x77)
const huge = code(
  push(2400),
  0x5b, // JUMPDEST 3
  ...[0x5f, 0x5f, push(2 ** 16), 0x5f, 0x5f, push(0x9999), 0x5a, 0xf1, 0x50], // CALL, POP
  ...[push(1), 0x90, 0x03, 0x80, push(3), 0x57, 0x00], // one less, JUMPI, STOP
)
const EMITTER_CODE = emitterGenesis.alloc.get(EMITTER)?.code ?? new Uint8Array(0)
const genesis = testGenesis({ gasLimit: 10n ** 9n }, [
  [EMITTER, { code: EMITTER_CODE }],
  [HUGE, { code: huge }],
  [REVERTING, { code: hexToBytes('5f5ffd') }],
])

const limit = { gasLimit: 4_000_000n }
const emits = (nonce: bigint) => emission(nonce, 2)
const untraceable = signed(alice, { nonce: 1n, to: HUGE, ...limit })
const reverting = signed(alice, { nonce: 2n, to: REVERTING, ...limit })
const tracer = { tracer: 'callTracer' }

describe('a block with an untraceable transaction', () => {
  let made: ChainOfBlocks
  let ask: Ask
  let first: Transaction
  let last: Transaction
  let natives: readonly AnyTransaction[]
  beforeAll(async () => {
    made = await mixedChain(genesis)
    ask = rpcOf(made.chain)
    first = emits(0n)
    last = emits(3n)
    natives = await mixedBlock(made.chain, [
      { logs: 1, isTransfer: false, fails: false },
      { logs: 0, isTransfer: true, fails: false },
      { logs: 0, isTransfer: true, fails: true },
      { logs: 1, isTransfer: true, fails: false },
    ])
    const [synthetic, transfer, failed, both] = natives as readonly [
      AnyTransaction,
      AnyTransaction,
      AnyTransaction,
      AnyTransaction,
    ]
    await made.append([first, synthetic, transfer, untraceable, failed, both, reverting, last])
  })
  afterAll(() => made.chain.close())

  const shown = (transactions: readonly (AnyTransaction | undefined)[]) => {
    return transactions.map((transaction, index) => ({
      hash: transaction?.hash,
      transactionIndex: `0x${index}`,
    }))
  }

  test.runIf(FULL)('omits it and native transactions', async () => {
    const { hash } = made.chain.blocks.latest
    const wanted = { hash, transactions: shown([first, reverting, last]) }
    const both = {
      hash,
      transactions: shown([first, natives[1], natives[3], reverting, last]),
    }
    for (const [prefix, block] of [
      ['native', wanted],
      ['native2', both],
    ] as const) {
      const byNumber = `${prefix}_getBlockByNumberExcludeTraceFail`
      const full = await ask<object>(byNumber, '0x1', true)
      expect(full).toMatchObject(block)
      expect(await ask(`${prefix}_getBlockByHashExcludeTraceFail`, hash, true)).toEqual(full)
      const hashes = block.transactions.map(({ hash }) => hash)
      expect(await ask(byNumber, '0x1', false)).toEqual({ ...full, transactions: hashes })
    }
  })

  test('has traces of the others', async () => {
    const all = await ask<{ txHash: string; error?: string }[]>(
      'debug_traceBlockByNumber',
      '0x1',
      tracer,
    )
    expect(all.map(({ txHash, error }) => [txHash, error !== undefined])).toEqual([
      [first.hash, false],
      [untraceable.hash, true],
      [reverting.hash, false],
      [last.hash, false],
    ])
    const wanted = all.filter(({ error }) => error === undefined)
    const { hash } = made.chain.blocks.latest
    expect(await ask('native_traceBlockByNumberExcludeTraceFail', '0x1', tracer)).toEqual(wanted)
    expect(await ask('native_traceBlockByHashExcludeTraceFail', hash, tracer)).toEqual(wanted)
  })

  test.runIf(FULL)('has receipts of the others', async () => {
    const receipt = (hash: string | undefined) =>
      ask('native_getTransactionReceiptExcludeTraceFail', hash)
    expect(await receipt(first.hash)).toMatchObject({ transactionIndex: '0x0' })
    expect(await receipt(reverting.hash)).toMatchObject({ transactionIndex: '0x1', status: '0x0' })
    expect(await receipt(last.hash)).toMatchObject({
      transactionIndex: '0x2',
      logs: [{ logIndex: '0x2' }, { logIndex: '0x3' }],
    })
    for (const hash of [untraceable.hash, natives[0]?.hash, natives[3]?.hash]) {
      await expect(receipt(hash)).rejects.toMatchObject({
        code: -32000,
        message: `transaction ${hash} cannot be traced`,
      })
    }
    // A bank transfer is nothing to this surface.
    expect(await receipt(natives[1]?.hash)).toBeNull()
    expect(await receipt(`0x${'12'.repeat(32)}`)).toBeNull()
  })
})

test('blocks without traceable transactions are empty', async () => {
  const { chain, append } = await mixedChain(genesis)
  const ask = rpcOf(chain)
  await append([signed(alice, { to: HUGE, ...limit })])
  await append([])
  for (const number of ['earliest', '0x1', '0x2']) {
    const block = await ask('native_getBlockByNumberExcludeTraceFail', number, true)
    expect(block).toEqual({
      ...(await ask<object>('eth_getBlockByNumber', number, true)),
      transactions: [],
    })
  }
  expect(await ask('native_traceBlockByNumberExcludeTraceFail', '0x1', tracer)).toEqual([])
  await chain.close()
})

test('a block with a pruned state is an error', async () => {
  const chain = testChain(genesis, { keep: 1 })
  const ask = rpcOf(chain)
  for (let nonce = 0n; nonce < 3n; nonce++) await chain.pool.submit(emits(nonce))
  const [hash] = chain.blocks.get(1n)?.transactions.map(({ hash }) => hash) ?? []
  for (const asking of [
    ask('native_getBlockByNumberExcludeTraceFail', '0x1', true),
    ask('native2_getBlockByNumberExcludeTraceFail', '0x1', false),
    ask('native_traceBlockByNumberExcludeTraceFail', '0x1', tracer),
    ask('native_getTransactionReceiptExcludeTraceFail', hash),
  ]) {
    await expect(asking).rejects.toMatchObject({
      code: -32000,
      message: expect.stringContaining('has been pruned'),
    })
  }
  await chain.close()
})

test('tracing a block includes effects of native transactions', async () => {
  const { chain, append } = await mixedChain(genesis)
  const ask = rpcOf(chain)
  const payment = await nativeTx(chain, bob, [sendTo(bob, pauper, 50_000n)], {
    memo: JSON.stringify({ logs: 0, isTransfer: true }),
  })
  // Only what was paid in between pays for it.
  const to = parseAddress(`0x${'cc'.repeat(20)}`)
  const spending = signed(pauper, { to, value: 5n })
  await append([emits(0n), payment, spending, emits(1n)])
  const traces = await ask<{ txHash: string; result: object }[]>(
    'debug_traceBlockByNumber',
    '0x1',
    tracer,
  )
  expect(traces).toMatchObject([
    { txHash: emits(0n).hash, result: { type: 'CALL' } },
    { txHash: spending.hash, result: { from: pauper.address, to, value: '0x5' } },
    { txHash: emits(1n).hash, result: { type: 'CALL' } },
  ])
  expect(await ask('debug_traceTransaction', spending.hash, tracer)).toEqual(traces[1]?.result)
  expect(await ask('trace_block', '0x1')).toMatchObject([
    { transactionHash: emits(0n).hash },
    { transactionHash: spending.hash, action: { from: pauper.address, to, value: '0x5' } },
    { transactionHash: emits(1n).hash },
  ])
  await chain.close()
})
