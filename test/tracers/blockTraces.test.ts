import { describe, expect, test } from 'vitest'
import type { Transaction } from '../../src/evm/transaction/transaction.ts'
import type { Node } from '../../src/node/node.ts'
import { alice, bob } from '../support/accounts.ts'
import { signed } from '../support/chain.ts'
import { A, B, OP, op } from '../support/evm/observerScenarios.ts'
import { code, push } from '../support/evm/programs.ts'
import {
  type AccountAt,
  holding,
  requestsTo,
  startTracing,
  top,
} from '../support/tracers/traceSetup.ts'

const ADD = 0x01
const DUP1 = 0x80
/** Counts its calls in slot 0, and returns the count. */
const counter = code(
  op(ADD, 1, 0).subarray(2, 4),
  ...[push(0), OP.SLOAD, ADD, DUP1, push(0), OP.SSTORE],
  ...[push(0), OP.MSTORE, op(OP.RETURN, 0, 32)],
)
/** Never ends. */
const loop = code(0x5b, op(0x56, 0))
const accounts: readonly AccountAt[] = [holding(A, counter), holding(B, loop)]
const word = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
const tracer = 'callTracer'

/** The node with these transactions together in block 1. */
async function withBlock(node: Node, transactions: readonly Transaction[]) {
  const { mining, pool, blocks } = node.chain
  await mining.configure({ automine: false, order: 'fifo' })
  for (const transaction of transactions) await pool.submit(transaction)
  await mining.mine()
  const { latest: block } = blocks
  expect(block.transactions).toEqual(transactions)
  return { block, ...requestsTo(node) }
}

const counting = (nonce: bigint) => signed(alice, { nonce, to: A })

describe('several transactions in a block', () => {
  test('each starts after the earlier ones', async () => {
    const { node } = await startTracing(accounts)
    const [one, two, three] = [counting(0n), counting(1n), counting(2n)]
    const transactions = [one, two, three]
    const { block, trace, request } = await withBlock(node, transactions)
    const [first, second, third] = [one.hash, two.hash, three.hash]
    const all = (await request('debug_traceBlockByNumber', '0x1', { tracer })) as object[]
    expect(all).toMatchObject([
      { txHash: first, result: { output: word(1) } },
      { txHash: second, result: { output: word(2) } },
      { txHash: third, result: { output: word(3) } },
    ])
    // Singly they are the same.
    for (const [i, { hash }] of transactions.entries()) {
      expect({ txHash: hash, result: await trace(hash) }).toEqual(all[i])
    }
    const before = { tracer: 'prestateTracer' }
    expect(await trace(second, before)).toMatchObject({
      [A]: { storage: { [word(0)]: word(1) } },
      [alice.address]: { nonce: 1 },
    })
    const flat = { tracer: 'flatCallTracer' }
    expect(await trace(third, flat)).toMatchObject([
      { transactionHash: third, transactionPosition: 2, blockHash: block.hash },
    ])
  })

  test('reports one that times out, and the next ones are correct', async () => {
    const { node } = await startTracing(accounts)
    const looping = signed(bob, { nonce: 0n, to: B, gasLimit: 40_000_000n })
    const transactions = [counting(0n), looping, counting(1n)]
    const { request } = await withBlock(node, transactions)
    const options = { tracer: 'opcodeTracer', limit: 1, timeout: '300ms' }
    expect(await request('debug_traceBlockByNumber', '0x1', options)).toMatchObject([
      { txHash: transactions[0]?.hash, result: { returnValue: word(1) } },
      {
        txHash: looping.hash,
        error: 'execution timeout: the trace took longer than 300ms',
      },
      { txHash: transactions[2]?.hash, result: { returnValue: word(2) } },
    ])
  })

  test('a tracer with invalid settings fails the request', async () => {
    const { node } = await startTracing(accounts)
    const { request } = await withBlock(node, [counting(0n)])
    const options = { tracer, tracerConfig: { withLog: 'yes' } }
    await expect(request('debug_traceBlockByNumber', '0x1', options)).rejects.toMatchObject({
      code: -32602,
      message: 'invalid tracerConfig of callTracer: withLog: want true or false, got string',
    })
  })

  test('a call after some of them', async () => {
    const { node } = await startTracing(accounts)
    const { request } = await withBlock(node, [counting(0n), counting(1n)])
    const outputs = await Promise.all(
      [0, 1].map((txIndex) =>
        request('debug_traceCall', { to: A, gas: '0x186a0' }, '0x0', { tracer, txIndex }).catch(
          (error: Error) => error.message,
        ),
      ),
    )
    // Block 0 has none.
    expect(outputs).toEqual([
      expect.objectContaining({ output: word(1) }),
      'transaction index 1 out of range: the block has 0 transactions',
    ])
  })
})

describe('blocks', () => {
  const transfer = top({ to: bob.address, value: 5n, gasUsed: 21_000n })

  test('by number, tag and hash', async () => {
    const { node, request, send } = await startTracing()
    const txHash = await send({ to: bob.address, value: 5n })
    const wanted = [{ txHash, result: transfer }]
    for (const ref of ['0x1', 'latest', 'safe', 'finalized']) {
      expect(await request('debug_traceBlockByNumber', ref, { tracer })).toEqual(wanted)
    }
    const { hash } = node.chain.blocks.latest
    expect(await request('debug_traceBlockByHash', hash, { tracer })).toEqual(wanted)
    expect(await request('debug_traceBlockByNumber', 'pending', { tracer })).toEqual([])
    expect(await request('debug_traceBlockByHash', hash)).toEqual([
      { txHash, result: { gas: 21_000, failed: false, returnValue: '0x', structLogs: [] } },
    ])
  })

  test('returns nothing for block 0, and rejects unknown blocks', async () => {
    const { node, request, send } = await startTracing()
    await send({ to: bob.address, value: 5n })
    const genesis = node.chain.blocks.get(0n)?.hash ?? null
    const unknown = word(1)
    const refused = (name: string, ref: string | null) =>
      request(name, ref, { tracer }).then(
        () => 'no error',
        (error: Error) => error.message,
      )
    for (const [name, ref] of [
      ['debug_traceBlockByNumber', 'earliest'],
      ['debug_traceBlockByNumber', '0x0'],
      ['debug_traceBlockByHash', genesis],
    ] as const) {
      expect(await request(name, ref, { tracer })).toEqual([])
    }
    expect(await refused('debug_traceBlockByNumber', '0x7')).toBe('block #7 not found')
    expect(await refused('debug_traceBlockByHash', unknown)).toMatch(/not found|unknown/)
    expect(await refused('debug_traceTransaction', unknown)).toBe('transaction not found')
  })

  test('each with its own state', async () => {
    const { trace, send } = await startTracing(accounts)
    const hashes = []
    for (let nonce = 0n; nonce < 4n; nonce++) hashes.push(await send({ nonce, to: A }))
    for (const [i, hash] of hashes.entries()) {
      expect(await trace(hash)).toMatchObject({ output: word(i + 1) })
    }
  })

  test('tracing has no effects', async () => {
    const { node, request, trace, send } = await startTracing(accounts)
    const hash = await send({ to: A })
    const { latest } = node.chain.blocks
    const balance = await request('eth_getBalance', alice.address, 'latest')
    await trace(hash)
    await trace(hash, { tracer: 'prestateTracer', tracerConfig: { diffMode: true } })
    await request('debug_traceBlockByNumber', 'latest', { tracer })
    await request('debug_traceCall', { from: alice.address, to: A, value: '0x1' }, 'latest')
    expect(node.chain.blocks.latest).toBe(latest)
    expect(await request('eth_getBalance', alice.address, 'latest')).toBe(balance)
    expect(await request('eth_getStorageAt', A, '0x0', 'latest')).toBe(word(1))
    const next = await send({ nonce: 1n, to: A })
    expect(await trace(next)).toMatchObject({ output: word(2) })
    expect(BigInt(node.chain.blocks.latest.number)).toBe(2n)
  })
})
