import { expect, test, vi } from 'vitest'
import { EmptyBlockRange } from '../../../src/chain/block/emptyBlockRange.ts'
import { CosmosHashes } from '../../../src/chain/filters/cosmosHashes.ts'
import { cosmosHash } from '../../../src/native/codec/evmTransactionBytes.ts'
import { alice, bob } from '../../support/accounts.ts'
import { openTestChain, signed, testChain } from '../../support/chain.ts'
import { temporaryDirectory } from '../../support/directory.ts'

const pay = (from: typeof alice, nonce: bigint, value = 1n) =>
  signed(from, { to: bob.address, nonce, value })

test('finds transactions mined before and after the first lookup', async () => {
  const chain = testChain()
  const hashes = new CosmosHashes(chain)
  const [first, second, never] = [pay(alice, 0n), pay(alice, 1n), pay(alice, 2n)]
  await chain.pool.submit(first)
  expect(await hashes.find(cosmosHash(first))).toBe(first.hash)
  expect(await hashes.find(cosmosHash(second))).toBeUndefined()
  await chain.pool.submit(second)
  expect(await hashes.find(cosmosHash(second))).toBe(second.hash)
  expect(await hashes.find(cosmosHash(first))).toBe(first.hash)
  expect(await hashes.find(cosmosHash(never))).toBeUndefined()
  expect(await hashes.find(first.hash)).toBeUndefined()
  await chain.close()
})

test('does not find pending or reverted transactions until they are mined', async () => {
  const chain = testChain()
  const hashes = new CosmosHashes(chain)
  const [first, second, other] = [pay(alice, 0n), pay(alice, 1n), pay(alice, 0n, 2n)]
  const waiting = pay(bob, 7n)
  await chain.pool.submit(waiting)
  expect(await hashes.find(cosmosHash(waiting))).toBeUndefined()
  const before = await chain.snapshots.take({ keep: true })
  await chain.pool.submit(first)
  await chain.pool.submit(second)
  expect(await hashes.find(cosmosHash(second))).toBe(second.hash)
  await chain.snapshots.revert(before)
  expect(await hashes.find(cosmosHash(first))).toBeUndefined()
  await chain.pool.submit(other)
  expect(await hashes.find(cosmosHash(second))).toBeUndefined()
  expect(await hashes.find(cosmosHash(other))).toBe(other.hash)
  await chain.pool.submit(second)
  expect(await hashes.find(cosmosHash(second))).toBe(second.hash)
  await chain.close()
})

test('reads blocks on demand, once for concurrent lookups', async () => {
  const chain = testChain()
  const hashes = new CosmosHashes(chain)
  const transactions = Array.from({ length: 20 }, (_, i) => pay(alice, BigInt(i)))
  for (const transaction of transactions) await chain.pool.submit(transaction)
  const read = vi.spyOn(chain.blocks, 'range')
  const found = await Promise.all(transactions.map((tx) => hashes.find(cosmosHash(tx))))
  expect(found).toEqual(transactions.map(({ hash }) => hash))
  const blocks = read.mock.calls.map(([{ first, last }]) => Math.max(0, last - first + 1))
  expect(blocks.reduce((sum, count) => sum + count)).toBe(21)
  await chain.close()
})

test.each(['in memory', 'on disk'])('skips long ranges of empty blocks, %s', async (where) => {
  const chain = where === 'on disk' ? await openTestChain(temporaryDirectory()) : testChain()
  const hashes = new CosmosHashes(chain)
  const [first, second, third] = [pay(alice, 0n), pay(alice, 1n), pay(alice, 2n)]
  await chain.pool.submit(first)
  await chain.mining.mine({ blocks: 1000n })
  await chain.pool.submit(second)
  await chain.mining.mine({ blocks: 1000n })
  const read = vi.spyOn(EmptyBlockRange.prototype, 'at')
  expect(await hashes.find(cosmosHash(second))).toBe(second.hash)
  expect(await hashes.find(cosmosHash(third))).toBeUndefined()
  // The last block of each range is made, as the step that is stepped over.
  expect(read.mock.calls.length).toBeLessThan(20)
  read.mockRestore()
  await chain.pool.submit(third)
  expect(await hashes.find(cosmosHash(first))).toBe(first.hash)
  expect(await hashes.find(cosmosHash(third))).toBe(third.hash)
  await chain.close()
})

test('retries after a failed read of blocks', async () => {
  const chain = testChain()
  const hashes = new CosmosHashes(chain)
  const transaction = pay(alice, 0n)
  await chain.pool.submit(transaction)
  const broken = () => {
    throw new Error('no disk')
  }
  for (const _ of [0, 1]) {
    vi.spyOn(chain.blocks, 'range').mockImplementationOnce(broken)
    await expect(hashes.find(cosmosHash(transaction))).rejects.toThrow('no disk')
  }
  expect(await hashes.find(cosmosHash(transaction))).toBe(transaction.hash)
  const next = pay(alice, 1n)
  await chain.pool.submit(next)
  vi.spyOn(chain.blocks, 'range').mockImplementationOnce(broken)
  await expect(hashes.find(cosmosHash(next))).rejects.toThrow('no disk')
  expect(await hashes.find(cosmosHash(next))).toBe(next.hash)
  await chain.close()
})

test('reads the blocks of a chain on disk', async () => {
  const directory = temporaryDirectory()
  const transaction = pay(alice, 0n)
  const chain = await openTestChain(directory)
  await chain.pool.submit(transaction)
  await chain.close()
  const again = await openTestChain(directory)
  expect(await new CosmosHashes(again).find(cosmosHash(transaction))).toBe(transaction.hash)
  await again.close()
})
