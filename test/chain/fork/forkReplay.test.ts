import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseAddress } from '../../../src/primitives/address.ts'
import { bytesToHex, type Hash } from '../../../src/primitives/encoding/hex.ts'
import { alice, bob, carol } from '../../support/accounts.ts'
import { signed } from '../../support/chain.ts'
import { forkOf, type RemotePool, startRemotePool } from '../../support/fork/forkOf.ts'
import { rpcOf } from '../../support/rpc/rpc.ts'

let pool: RemotePool
const hashes: Hash[] = []
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
