import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { openChain } from '../../../src/chain/createChain.ts'
import { forkGenesis } from '../../../src/chain/fork/forkGenesis.ts'
import { exportChain } from '../../../src/chain/transfer/exportChain.ts'
import { readDump } from '../../../src/chain/transfer/readDump.ts'
import { type Address, parseAddress } from '../../../src/primitives/address.ts'
import { bytesToHex, hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { openRemoteChain } from '../../../src/remote/openRemoteChain.ts'
import { openDatabase } from '../../../src/store/database/database.ts'
import { alice, bob } from '../../support/accounts.ts'
import { openTestChain, signed, testSettings } from '../../support/chain.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { createTestExecutor } from '../../support/executor.ts'
import { forkOf, type RemotePool, startRemotePool } from '../../support/fork/forkOf.ts'
import { testGenesis } from '../../support/genesis.ts'
import { rpcOf } from '../../support/rpc/rpc.ts'

/** Destroys itself for the caller. */
const mortal = '0x33ff'
/** Returns slot 0 plus 1. */
const counter = '0x5f546001015f5260205ff3'
const victim = parseAddress(`0x${'b1'.repeat(20)}`)
const other = parseAddress(`0x${'b2'.repeat(20)}`)
const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`
const slot0 = word(0)

let pool: RemotePool

beforeAll(async () => {
  // Before Cancun, SELFDESTRUCT deletes contracts of earlier transactions.
  pool = await startRemotePool({ hardfork: 'shanghai' })
  for (const address of [victim, other]) {
    await pool.request('hardhat_setCode', address, mortal)
    await pool.request('hardhat_setBalance', address, '0x64')
    await pool.request('hardhat_setStorageAt', address, slot0, word(7))
    await pool.request('hardhat_setStorageAt', address, word(1), word(8))
  }
  await pool.request('hardhat_mine', '0x2')
})

afterAll(() => pool.close())

const genesis = testGenesis({ alloc: new Map(), hardfork: 'shanghai' })

async function destroy(chain: Chain, address: Address, nonce = 0n): Promise<void> {
  const { chainId } = chain
  await chain.pool.submit(signed(alice, { to: address, chainId, nonce }))
}

async function storageOf(chain: Chain, slot: string, block: string = 'latest'): Promise<bigint> {
  return BigInt(await rpcOf(chain)('eth_getStorageAt', victim, slot, block))
}

test('a destroyed contract of the remote chain keeps none of its slots', async () => {
  const { chain } = await forkOf(pool.url, { genesis })
  const ask = rpcOf(chain)
  const before = await ask<string>('eth_blockNumber')
  await destroy(chain, victim)
  expect(await ask('eth_getCode', victim)).toBe('0x')
  expect(await ask('eth_getBalance', victim)).toBe('0x0')
  expect(await storageOf(chain, slot0)).toBe(0n)
  expect(await storageOf(chain, word(1))).toBe(0n)
  // The state before it is unchanged.
  expect(await ask('eth_getCode', victim, before)).toBe(mortal)
  expect(await storageOf(chain, word(1), before)).toBe(8n)
  // A new contract there starts empty.
  await ask('hardhat_setCode', victim, counter)
  expect(BigInt(await ask('eth_call', { to: victim }))).toBe(1n)
  await ask('hardhat_setStorageAt', victim, word(2), word(5))
  expect(await storageOf(chain, word(2))).toBe(5n)
  expect(await storageOf(chain, word(1))).toBe(0n)
  await chain.close()
})

test('deleted rows stay deleted: slots, nonces, code and balances', async () => {
  const { chain } = await forkOf(pool.url, { genesis })
  const ask = rpcOf(chain)
  await ask('hardhat_setStorageAt', victim, slot0, word(0))
  await ask('hardhat_setBalance', victim, '0x0')
  await ask('hardhat_setCode', victim, '0x')
  await ask('hardhat_mine', '0x3')
  expect(await storageOf(chain, slot0)).toBe(0n)
  expect(await storageOf(chain, word(1))).toBe(8n)
  expect(await ask('eth_getBalance', victim)).toBe('0x0')
  expect(await ask('eth_getCode', victim)).toBe('0x')
  expect(await ask('eth_getTransactionCount', victim)).toBe('0x0')
  await chain.close()
})

test('snapshots, rollbacks and branches work above the remote state', async () => {
  const { chain } = await forkOf(pool.url, { genesis })
  const id = await chain.snapshots.take()
  await destroy(chain, victim)
  const branch = await chain.branch()
  await chain.snapshots.revert(id)
  expect(await storageOf(chain, word(1))).toBe(8n)
  expect(await storageOf(branch, word(1))).toBe(0n)
  await destroy(chain, other)
  await chain.rollback(1n)
  expect(await rpcOf(chain)('eth_getCode', other)).toBe(mortal)
  await chain.reset()
  expect(chain.blocks.latest).toBe(chain.blocks.genesis)
  expect(await storageOf(chain, word(1))).toBe(8n)
  await chain.close()
})

test('a dump has the changes since the fork and loads into the same fork', async () => {
  const { chain, remote } = await forkOf(pool.url, { genesis })
  await destroy(chain, victim)
  let text = ''
  for await (const piece of chain.state.dump()) text += piece
  const json = JSON.parse(text)
  expect(json.rockpool_fork).toMatchObject({
    url: remote.url,
    block_hash: remote.block.hash,
    cleared: [victim],
  })
  expect(Object.keys(json.accounts)).not.toContain(other)
  const dump = await readDump(json, chain.names)
  const { chain: second } = await forkOf(pool.url, { genesis })
  await second.state.load(dump)
  expect(await storageOf(second, word(1))).toBe(0n)
  const balance = await rpcOf(chain)('eth_getBalance', alice.address)
  expect(await rpcOf(second)('eth_getBalance', alice.address)).toBe(balance)
  await pool.request('hardhat_mine', '0x1')
  const { chain: third } = await forkOf(pool.url, { genesis })
  await expect(third.state.load(dump)).rejects.toMatchObject({ code: 'BAD_STATE' })
  await Promise.all([chain.close(), second.close(), third.close()])
})

test('a dump keeps the associations of the remote chain', async () => {
  await pool.node.native.send({ from: bob.address, to: alice.address, amount: 1n })
  const { chain } = await forkOf(pool.url, { genesis })
  const associated = async (of: Chain, address: Address) => {
    const view = await of.state.viewAt({ tag: 'latest' })
    return view.read((state) => state.getNativeAddress(address))
  }
  expect(await associated(chain, bob.address)).toBeDefined()
  // Changes rows of bob's native address only.
  const ask = rpcOf(chain)
  await ask('hardhat_setBalance', bob.address, '0x1234')
  let text = ''
  for await (const piece of chain.state.dump()) text += piece
  const json = JSON.parse(text)
  expect(json.accounts[bob.address]).toMatchObject({ balance: '0x1234' })

  const { chain: second } = await forkOf(pool.url, { genesis })
  await second.state.load(await readDump(json, chain.names))
  expect(await associated(second, bob.address)).toEqual(await associated(chain, bob.address))
  expect(await rpcOf(second)('eth_getBalance', bob.address)).toBe('0x1234')

  // One that was removed on the fork stays removed.
  await ask('hardhat_setCode', other, '0x')
  expect(await associated(chain, other)).toBeUndefined()
  text = ''
  for await (const piece of chain.state.dump()) text += piece
  await second.state.load(await readDump(JSON.parse(text), chain.names))
  expect(await associated(second, other)).toBeUndefined()
  await Promise.all([chain.close(), second.close()])
})

test('proves only changes since the fork', async () => {
  const { chain } = await forkOf(pool.url, { genesis })
  const ask = rpcOf(chain)
  await ask('hardhat_setStorageAt', victim, slot0, word(9))
  await ask('hardhat_mine', '0x1')
  const slots = [hexToBytes(slot0)]
  const [proof] = await chain.state.proveStorage({ tag: 'latest' }, victim, slots)
  expect(proof?.word && bytesToHex(proof.word)).toBe(word(9))
  const remoteSlot = chain.state.proveStorage({ tag: 'latest' }, victim, [hexToBytes(word(1))])
  await expect(remoteSlot).rejects.toMatchObject({ code: 'REMOTE_SLOT_NOT_PROVABLE' })
  await chain.close()
})

test('a directory continues its fork, and refuses another one', async () => {
  const directory = temporaryDirectory()
  const open = async (url: string, blockNumber?: bigint): Promise<Chain> => {
    const pinned = blockNumber === undefined ? {} : { blockNumber }
    const remote = await openRemoteChain({ url, retries: 0, ...pinned })
    const forked = forkGenesis(genesis, remote)
    const executor = createTestExecutor(forked.chainId)
    const database = await openDatabase(directory, { sync: false })
    try {
      return await openChain({ ...testSettings(forked), executor, remote }, database)
    } catch (error) {
      await database.close()
      throw error
    }
  }
  const first = await open(pool.url)
  const number = first.blocks.genesis.header.number
  await destroy(first, victim)
  const { hash } = first.blocks.latest
  await first.close()
  await pool.request('hardhat_mine', '0x1')

  const again = await open(pool.url, number)
  onTestFinished(() => again.close())
  expect(again.blocks.latest.hash).toBe(hash)
  expect(await storageOf(again, word(1))).toBe(0n)
  expect(await rpcOf(again)('eth_getCode', other)).toBe(mortal)
  await again.close()
  const database = await openDatabase(directory, { sync: false })
  expect(() => exportChain(database)).toThrow('FORK_NOT_EXPORTABLE')
  await database.close()
  await expect(open(pool.url)).rejects.toMatchObject({ code: 'FORK_MISMATCH' })
  await expect(openTestChain(directory)).rejects.toMatchObject({ code: 'FORK_MISMATCH' })
})
