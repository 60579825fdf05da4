import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseAddress } from '../../../src/primitives/address.ts'
import { bytesToHex, type Hash, ZERO_HASH } from '../../../src/primitives/encoding/hex.ts'
import { isJsonObject } from '../../../src/primitives/encoding/json.ts'
import { alice, bob, carol } from '../../support/accounts.ts'
import { signed } from '../../support/chain.ts'
import { type BreakableProxy, startProxy } from '../../support/fork/breakableProxy.ts'
import { forkOf, type RemotePool, startRemotePool } from '../../support/fork/forkOf.ts'
import { rpcOf } from '../../support/rpc/rpc.ts'

let pool: RemotePool
const hashes: Hash[] = []
/** The same in the order of the block. */
let inOrder: readonly Hash[] = []
/** Adds the time of the block to slot 0. */
const adder = '0x425f54015f5500'
const contract = parseAddress(`0x${'ad'.repeat(20)}`)
const slot0 = `0x${'0'.repeat(64)}`

beforeAll(async () => {
  pool = await startRemotePool()
  await pool.request('hardhat_setCode', contract, adder)
  await pool.request('evm_setAutomine', false)
  const chainId = BigInt(await pool.request<string>('eth_chainId'))
  for (const [i, from] of [alice, bob, carol].entries()) {
    const type = ([2, 1, 0] as const)[i] ?? 2
    const fee = 10n ** 10n
    const transaction = signed(from, {
      to: contract,
      chainId,
      type,
      maxFeePerGas: fee,
      maxPriorityFeePerGas: type === 2 ? BigInt(3 - i) : fee,
    })
    hashes.push(await pool.request('eth_sendRawTransaction', bytesToHex(transaction.raw)))
  }
  await pool.request('hardhat_mine', '0x1')
  await pool.request('hardhat_mine', '0x5')
  const block = await pool.request<{ transactions: Hash[] }>('eth_getBlockByNumber', '0x1', false)
  inOrder = block.transactions
})

afterAll(() => pool.close())

test('a fork after a transaction has the state right after it', async () => {
  const block = await pool.request<{ number: string; timestamp: string; transactions: Hash[] }>(
    'eth_getBlockByNumber',
    '0x1',
    false,
  )
  expect(block.transactions.toSorted()).toEqual(hashes.toSorted())
  const wanted = block.transactions[1]
  if (wanted === undefined) throw new Error('no second transaction')
  const { chain } = await forkOf(pool.url, { remote: { transactionHash: wanted } })
  const ask = rpcOf(chain)
  expect(await ask('eth_blockNumber')).toBe('0x1')
  const local = await ask<{ timestamp: string; transactions: Hash[] }>(
    'eth_getBlockByNumber',
    'latest',
    false,
  )
  expect(local.timestamp).toBe(block.timestamp)
  expect(local.transactions).toEqual(block.transactions.slice(0, 2))
  expect(BigInt(await ask('eth_getStorageAt', contract, slot0))).toBe(2n * BigInt(block.timestamp))
  for (const hash of local.transactions) {
    const [here, there] = await Promise.all(
      [ask, pool.request].map((request) =>
        request<Record<string, unknown>>('eth_getTransactionReceipt', hash),
      ),
    )
    expect(here?.gasUsed).toBe(there?.gasUsed)
    expect(here?.effectiveGasPrice).toBe(there?.effectiveGasPrice)
  }
  expect(chain.mining.config.automine).toBe(true)
  await chain.close()
})

describe('a transaction whose local run', () => {
  let proxy: BreakableProxy

  beforeAll(async () => {
    proxy = await startProxy(pool.url)
  })

  afterAll(() => proxy.close())

  /** Forks after a transaction and returns what the log got. */
  async function warningsOf(hash: Hash = ZERO_HASH): Promise<readonly string[]> {
    const messages: string[] = []
    const logger = { info() {}, error: (message: string) => void messages.push(message) }
    const remote = { transactionHash: hash }
    const { chain } = await forkOf(proxy.url, { remote, settings: { logger } })
    expect(chain.transactions.get(hash)).toBeDefined()
    await chain.close()
    return messages
  }

  /** Changes the receipts that the remote node answers. */
  function changeReceipts(change: Readonly<Record<string, unknown>>): void {
    const changed = (answer: { readonly result: unknown }) => {
      const { result } = answer
      const isReceipt = isJsonObject(result) && 'cumulativeGasUsed' in result
      return isReceipt ? { ...answer, result: { ...result, ...change } } : answer
    }
    proxy.mode = {
      answer(text) {
        const answers = JSON.parse(text)
        return JSON.stringify(Array.isArray(answers) ? answers.map(changed) : changed(answers))
      },
    }
  }

  /** Changes the first transaction of the block that the remote node answers. */
  function changeFirst(change: Readonly<Record<string, unknown>>): void {
    proxy.mode = {
      answer: (text) =>
        JSON.stringify(JSON.parse(text), (name, value) => {
          const isFull = name === 'transactions' && isJsonObject(value[0])
          return isFull ? [{ ...value[0], ...change }, ...value.slice(1)] : value
        }),
    }
  }

  test.each([
    // A deposit of an OP Stack chain.
    [
      'has an unknown type',
      { type: '0x7e' },
      /^this chain has no transactions of type 126, such as/,
    ],
    ['has another nonce', { nonce: '0x5' }, /^transaction 0x\w+ cannot be repeated$/],
    ['lacks its gas', { gas: null }, /^this chain has no transactions without gas, such as/],
  ])('%s: the fork does not start', async (_what, change, reason) => {
    changeFirst(change)
    await expect(warningsOf(inOrder[2])).rejects.toMatchObject({
      code: 'BAD_FORK',
      details: { reason: expect.stringMatching(reason) },
    })
  })

  test('equals the remote one: nothing is logged', async () => {
    proxy.mode = 'pass'
    expect(await warningsOf(inOrder[2])).toEqual([])
  })

  test.each([
    ['status', { status: '0x0' }, 'status 1, on the remote chain 0'],
    ['gas', { gasUsed: '0x1' }, /gas used \d+, on the remote chain 1;/],
    ['logs', { logs: [{ address: contract, topics: [], data: '0x' }] }, 'other logs'],
  ])('has another %s: a warning names the transaction', async (_what, change, reason) => {
    changeReceipts(change)
    const warnings = await warningsOf(inOrder[0])
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(/^Warning: /)
    expect(warnings[0]).toContain(inOrder[0])
    expect(warnings[0]).toMatch(reason)
  })

  test('lacks a native transaction of the block: a warning names the first that differs', async () => {
    proxy.mode = 'pass'
    const payee = parseAddress(`0x${'ed'.repeat(20)}`)
    // SSTORE(0, SELFBALANCE): storing a zero in an empty slot costs less.
    await pool.request('hardhat_setCode', payee, '0x475f5500')
    await pool.node.native.send({ to: payee, amount: 1n })
    const chainId = BigInt(await pool.request<string>('eth_chainId'))
    const { raw } = signed(bob, { to: payee, chainId, nonce: 1n, maxPriorityFeePerGas: 0n })
    const hash = await pool.request<Hash>('eth_sendRawTransaction', bytesToHex(raw))
    await pool.request('hardhat_mine', '0x1')
    const warnings = await warningsOf(hash)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain(`transaction ${hash}`)
    // EIP-2929: 2,100 for a cold slot, then 20,000 for a new word or 100 for an equal one.
    const used = [21_000 + 5 + 2 + 2100 + 100, 21_000 + 5 + 2 + 2100 + 20_000]
    expect(warnings[0]).toContain(`gas used ${used[0]}, on the remote chain ${used[1]}`)
  })

  test('lacks its blobs: a warning names the transaction', async () => {
    const blobVersionedHashes = [`0x01${'ab'.repeat(31)}`]
    changeFirst({ type: '0x3', maxFeePerBlobGas: '0x10', blobVersionedHashes })
    expect(await warningsOf(inOrder[1])).toEqual([
      `Warning: transaction ${inOrder[0]} ran without its blobs, as one of type 2 with another hash: BLOBHASH returned 0, and it paid no blob fee`,
    ])
  })

  test.each([
    ['without gasUsed', { gasUsed: null }],
    ['of another transaction', { transactionHash: slot0 }],
  ])('cannot be compared with a receipt %s: a warning reports it', async (_what, change) => {
    changeReceipts(change)
    const warnings = await warningsOf(inOrder[2])
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toMatch(/^Warning: .*not compared/)
  })
})
