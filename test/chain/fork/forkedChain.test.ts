import { afterAll, beforeAll, expect, test } from 'vitest'
import { alice, bob } from '../../support/accounts.ts'
import { signed } from '../../support/chain.ts'
import { forkOf, type RemotePool, startRemotePool } from '../../support/fork/forkOf.ts'
import { COIN } from '../../support/genesis.ts'
import { rpcOf } from '../../support/rpc/rpc.ts'

/** Adds 1 to slot 0 and returns it: PUSH0 SLOAD PUSH1 1 ADD DUP1 PUSH0 SSTORE … RETURN. */
const counter = '0x5f54600101805f555f5260205ff3'
const contract = `0x${'c0'.repeat(20)}`
const slot0 = `0x${'0'.repeat(64)}`

let pool: RemotePool

beforeAll(async () => {
  pool = await startRemotePool()
  await pool.request('hardhat_setCode', contract, counter)
  await pool.request('hardhat_setStorageAt', contract, slot0, `0x${'7'.padStart(64, '0')}`)
  await pool.request('hardhat_mine', '0x3')
})

afterAll(() => pool.close())

test('reads, calls and transactions continue the remote chain', async () => {
  const { chain } = await forkOf(pool.url)
  const ask = rpcOf(chain)
  const head = await pool.request<{ number: string; hash: string }>(
    'eth_getBlockByNumber',
    'latest',
    false,
  )
  expect(await ask('eth_blockNumber')).toBe(head.number)
  expect(await ask('eth_chainId')).toBe(await pool.request('eth_chainId'))
  expect(await ask('eth_getBalance', alice.address)).toBe(
    await pool.request('eth_getBalance', alice.address),
  )
  expect(await ask('eth_getCode', contract)).toBe(counter)
  expect(BigInt(await ask('eth_call', { to: contract }))).toBe(8n)
  expect(BigInt(await ask('eth_getStorageAt', contract, slot0))).toBe(7n)

  const nonce = BigInt(await ask('eth_getTransactionCount', alice.address))
  const hash = await chain.pool.submit(
    signed(alice, { nonce, to: contract as never, chainId: chain.chainId }),
  )
  const receipt = await ask<{ status: string; blockNumber: string }>(
    'eth_getTransactionReceipt',
    hash,
  )
  expect(receipt.status).toBe('0x1')
  expect(BigInt(receipt.blockNumber)).toBe(BigInt(head.number) + 1n)
  expect(BigInt(await ask('eth_getStorageAt', contract, slot0))).toBe(8n)
  expect(BigInt(await ask('eth_getStorageAt', contract, slot0, head.number))).toBe(7n)
  const block = await ask<{ parentHash: string }>('eth_getBlockByNumber', 'latest', false)
  expect(block.parentHash).toBe(head.hash)

  await chain.pool.submit(signed(bob, { to: alice.address, value: COIN, chainId: chain.chainId }))
  expect(BigInt(await pool.request('eth_getStorageAt', contract, slot0, 'latest'))).toBe(7n)
  await chain.close()
})
