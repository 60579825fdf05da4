import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseAddress } from '../../../src/primitives/address.ts'
import { toQuantity } from '../../../src/primitives/encoding/hex.ts'
import { type RemotePool, startRemotePool } from '../../support/fork/forkOf.ts'
import { missingPeer, type Peer, startPeer } from '../../support/fork/peer.ts'

/** Adds 1 to slot 0, logs the number, and returns it. */
const code = '0x5f54600101805f555f5260205fa060205ff3'
const contract = parseAddress(`0x${'ac'.repeat(20)}`)
const rich = parseAddress(`0x${'b1'.repeat(20)}`)
const slot = `0x${'0'.repeat(64)}`
const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
const COIN = 10n ** 18n

/** Starts a peer on a fork of a node at a block. */
const forkingOptions = {
  Anvil: (url: string, block: number) => ['--fork-url', `${url}@${block}`, '--no-storage-caching'],
  Hardhat: (url: string, block: number) => ['--fork', url, '--fork-block-number', `${block}`],
} as const

let pool: RemotePool
let block: number

beforeAll(async () => {
  pool = await startRemotePool()
  await pool.request('hardhat_setCode', contract, code)
  await pool.request('hardhat_setStorageAt', contract, slot, word(6))
  await pool.request('hardhat_setBalance', rich, toQuantity(COIN))
  const [from] = await pool.request<readonly string[]>('eth_accounts')
  await pool.request('eth_sendTransaction', { from, to: contract })
  await pool.request('hardhat_mine', '0x3')
  block = Number(await pool.request('eth_blockNumber'))
  // Newer than the fork, which must not see it.
  await pool.request('hardhat_mine', '0x1')
  await pool.request('hardhat_setStorageAt', contract, slot, word(99))
})

afterAll(() => pool.close())

describe.each(['Anvil', 'Hardhat'] as const)('%s forks this node', (name) => {
  const missing = missingPeer(name)
  const title = missing ?? ''

  describe.skipIf(missing !== undefined)(title, () => {
    let peer: Peer

    beforeAll(async () => {
      peer = await startPeer(name, ...forkingOptions[name](pool.url, block))
      expect(Number(await peer.ask('eth_blockNumber'))).toBe(block)
      // Hardhat executes no calls at the forked block of a chain that it does not know.
      await peer.ask('hardhat_mine', '0x1')
    })

    afterAll(() => peer?.close())

    test('and reads its state and blocks', async () => {
      for (const [method, ...params] of [
        ['eth_getCode', contract],
        ['eth_getStorageAt', contract, slot],
        ['eth_getBalance', rich],
        ['eth_call', { to: contract }],
      ] as const) {
        const at = toQuantity(BigInt(block))
        const there = await pool.request(method, ...params, at)
        expect(await peer.ask(method, ...params, 'latest'), method).toBe(there)
      }
      const numbered = ['eth_getBlockByNumber', toQuantity(BigInt(block - 3)), false] as const
      const theirs = await pool.request<Record<string, unknown>>(...numbered)
      const { hash, transactions, timestamp } = theirs
      expect(await peer.ask(...numbered)).toMatchObject({ hash, transactions, timestamp })
    })

    test('and continues it with a transaction of a rich account', async () => {
      await peer.ask('hardhat_impersonateAccount', rich)
      const sent = { from: rich, to: contract, value: '0x5', gas: '0x30d40' }
      const hash = await peer.ask('eth_sendTransaction', sent)
      await expect.poll(() => peer.ask('eth_getTransactionReceipt', hash)).not.toBeNull()
      expect(await peer.ask('eth_getTransactionReceipt', hash)).toMatchObject({
        status: '0x1',
        blockNumber: toQuantity(BigInt(block + 2)),
        logs: [{ address: contract, data: word(8) }],
      })
      const filter = { address: contract, fromBlock: '0x0', toBlock: 'latest' }
      expect(await peer.ask('eth_getLogs', filter)).toMatchObject([
        { data: word(7) },
        { data: word(8), transactionHash: hash },
      ])
      expect(await pool.request('eth_getBalance', rich)).toBe(toQuantity(COIN))
    })
  })
})
