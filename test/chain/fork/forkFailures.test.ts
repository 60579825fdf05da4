import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Address } from '../../../src/primitives/address.ts'
import { parseAddress } from '../../../src/primitives/address.ts'
import { bytesToHex, hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { alice, bob } from '../../support/accounts.ts'
import { signed } from '../../support/chain.ts'
import { type BreakableProxy, startProxy } from '../../support/fork/breakableProxy.ts'
import { forkOf, type RemotePool, startRemotePool } from '../../support/fork/forkOf.ts'
import { rpcOf } from '../../support/rpc/rpc.ts'

const contracts = ['a1', 'a2', 'a3', 'a4'].map((tag) => parseAddress(`0x${tag.repeat(20)}`))
const [reader, chaser, target, clock] = contracts as [Address, Address, Address, Address]
const READS = 20

/** Pushes a number of one byte. */
const push = (value: number): string => `60${value.toString(16).padStart(2, '0')}`
const slotText = (slot: number): string => `0x${slot.toString(16).padStart(64, '0')}`

/** Adds up scattered slots, and stores the sum in slot 0. */
const scattered = `${push(0)}${Array.from({ length: READS }, (_, i) => `${push(7 * i + 1)}5401`).join('')}5f5500`
/** Follows slot 0 to the slot that it names, six times, and returns the last word. */
const chasing = `5f${'54'.repeat(6)}5f5260205ff3`

/** Stores the word of the slot whose number is the time, which no one can load in advance. */
const timed = '42545f5500'

let pool: RemotePool
let proxy: BreakableProxy

beforeAll(async () => {
  pool = await startRemotePool()
  await pool.request('hardhat_setCode', reader, `0x${scattered}`)
  await pool.request('hardhat_setCode', chaser, `0x${chasing}`)
  await pool.request('hardhat_setCode', clock, `0x${timed}`)
  for (let i = 0; i < READS; i++) {
    await pool.request('hardhat_setStorageAt', reader, slotText(7 * i + 1), slotText(i))
  }
  for (let i = 0; i < 6; i++) {
    await pool.request('hardhat_setStorageAt', chaser, slotText(i), slotText(i + 1))
  }
  await pool.request('hardhat_mine', '0x2')
  proxy = await startProxy(pool.url)
})

beforeEach(() => {
  proxy.mode = 'pass'
})

afterAll(async () => {
  await proxy.close()
  await pool.close()
})

describe('round trips', () => {
  test('a transaction with 20 scattered reads takes at most three requests', async () => {
    const { chain } = await forkOf(proxy.url)
    const before = proxy.requests
    const { chainId } = chain
    const hash = await chain.pool.submit(signed(alice, { to: reader, chainId }))
    expect(proxy.requests - before).toBeLessThanOrEqual(3)
    expect(chain.transactions.get(hash)?.receipt.status).toBe(1)
    const view = await chain.state.viewAt({ tag: 'latest' })
    const sum = await view.read((state) => state.getStorage(reader, new Uint8Array(32)))
    expect(BigInt(bytesToHex(sum))).toBe(BigInt((READS * (READS - 1)) / 2))
    const again = proxy.requests
    await chain.pool.submit(signed(alice, { to: reader, chainId, nonce: 1n }))
    expect(proxy.requests).toBe(again)
    await chain.close()
  })

  test('dependent reads come with the hint of the remote node', async () => {
    const { chain } = await forkOf(proxy.url)
    const before = proxy.requests
    expect(BigInt(await rpcOf(chain)('eth_call', { to: chaser }))).toBe(6n)
    expect(proxy.requests - before).toBeLessThanOrEqual(3)
    await chain.close()
  })

  test('equal requests at the same time share their round trips', async () => {
    const { chain } = await forkOf(proxy.url)
    const ask = rpcOf(chain)
    const before = proxy.requests
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask('eth_call', { to: chaser })))
    expect(new Set(answers).size).toBe(1)
    expect(proxy.requests - before).toBeLessThanOrEqual(4)
    await chain.close()
  })
})

describe('a remote node that fails', () => {
  test('while a block is built: head and pool stay, and the next attempt works', async () => {
    const { chain } = await forkOf(proxy.url)
    const { chainId } = chain
    await chain.mining.configure({ automine: false })
    const hash = await chain.pool.submit(signed(alice, { to: clock, chainId }))
    await rpcOf(chain)('evm_increaseTime', 1000)
    const latest = chain.blocks.latest.hash
    proxy.mode = 'cut'
    await expect(chain.mining.mine()).rejects.toMatchObject({ code: 'REMOTE_UNREACHABLE' })
    expect(chain.blocks.latest.hash).toBe(latest)
    expect(chain.pool.get(hash)).toBeDefined()
    proxy.mode = 'pass'
    await chain.mining.mine()
    expect(chain.transactions.get(hash)?.receipt.status).toBe(1)
    await chain.close()
  })

  test('after any number of requests of a submission: nothing is half-made', async () => {
    for (let passed = 0; passed < 3; passed++) {
      const { chain } = await forkOf(proxy.url)
      const { chainId } = chain
      const latest = chain.blocks.latest.hash
      const transaction = signed(alice, { to: reader, chainId })
      proxy.mode = passed
      const failure = await chain.pool.submit(transaction).then(
        () => undefined,
        (error: unknown) => error,
      )
      if (failure !== undefined) {
        expect(failure).toMatchObject({ code: 'REMOTE_UNREACHABLE' })
        expect(chain.blocks.latest.hash).toBe(latest)
        expect(chain.pool.get(transaction.hash)).toBeUndefined()
      }
      proxy.mode = 'pass'
      if (failure !== undefined) await chain.pool.submit(transaction)
      expect(chain.transactions.get(transaction.hash)?.receipt.status).toBe(1)
      await chain.close()
    }
  })

  test('during an edit or a call: only that request fails', async () => {
    const { chain } = await forkOf(proxy.url)
    const ask = rpcOf(chain)
    const version = (await chain.state.viewAt({ tag: 'latest' })).version
    proxy.mode = 'cut'
    await expect(ask('hardhat_setBalance', target, '0x1')).rejects.toThrow()
    await expect(ask('eth_call', { to: reader })).rejects.toThrow()
    await expect(ask('eth_getBalance', target)).rejects.toThrow()
    expect((await chain.state.viewAt({ tag: 'latest' })).version).toBe(version)
    proxy.mode = 'pass'
    await ask('hardhat_setBalance', target, '0x1')
    expect(await ask('eth_getBalance', target)).toBe('0x1')
    await chain.close()
  })

  test('with nonsense: the request fails with the reason', async () => {
    const { chain } = await forkOf(proxy.url)
    proxy.mode = { answer: (text) => text.replaceAll('"result":', '"result":"nonsense","was":') }
    const view = await chain.state.viewAt({ tag: 'latest' })
    const reading = view.read((state) => state.getBalance(target))
    await expect(reading).rejects.toMatchObject({ code: 'BAD_REMOTE_ANSWER' })
    proxy.mode = 'pass'
    expect(await view.read((state) => state.getBalance(target))).toBe(0n)
    await chain.close()
  })

  test('in the background: the transactions that wait stay in the pool', async () => {
    const { chain } = await forkOf(proxy.url)
    const { chainId } = chain
    // Waits for the nonce before it.
    const late = signed(bob, { to: clock, chainId, nonce: 1n })
    await chain.pool.submit(late)
    proxy.mode = 'cut'
    const first = signed(bob, { to: bob.address, chainId, data: hexToBytes('0x00') })
    await chain.pool.submit(first).catch(() => undefined)
    expect(chain.pool.get(late.hash)).toBeDefined()
    proxy.mode = 'pass'
    if (chain.transactions.get(first.hash) === undefined) await chain.pool.submit(first)
    await chain.mining.mine()
    expect(chain.transactions.get(late.hash)?.receipt.status).toBe(1)
    await chain.close()
  })
})
