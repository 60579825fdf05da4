import { expect, test } from 'vitest'
import { openChain } from '../../src/chain/createChain.ts'
import { type Database, openDatabase } from '../../src/store/database/database.ts'
import { tablePrefix } from '../../src/store/database/tables.ts'
import { StoreError } from '../../src/store/errors.ts'
import { alice, bob } from '../support/accounts.ts'
import { openTestChain, signed, testChain, testSettings } from '../support/chain.ts'
import { temporaryDirectory } from '../support/directory.ts'

/** A database whose disk fails on demand. */
interface Faulty extends Database {
  isFull: boolean
  readsLeft: number
  writesLeft: number
  /** Writes until one that fails alone. */
  hiccupIn: number
}

/** A database on a disk that can be full: writes fail while it is. */
function onFullDisk(database: Database): Faulty {
  return {
    isFull: false,
    readsLeft: Number.POSITIVE_INFINITY,
    writesLeft: Number.POSITIVE_INFINITY,
    hiccupIn: Number.POSITIVE_INFINITY,
    get(key) {
      if (this.readsLeft-- <= 0) throw new Error('input/output error')
      return database.get(key)
    },
    put: (key, value) => database.put(key, value),
    delete: (key) => database.delete(key),
    get isDirty() {
      return database.isDirty
    },
    async flush() {
      if (!this.isFull && this.writesLeft-- > 0 && this.hiccupIn-- !== 0) return database.flush()
      database.discard()
      const reason = 'no space left on device'
      throw new StoreError({ code: 'DATABASE_UNWRITABLE', directory: 'full', reason })
    },
    discard: () => database.discard(),
    entries: (prefix) => database.entries(prefix),
    keys: (first, last, order) => database.keys(first, last, order),
    close: () => database.close(),
  }
}

test('a full disk loses nothing that was acknowledged', async () => {
  const database = onFullDisk(await openDatabase(temporaryDirectory(), { sync: false }))
  const chain = await openChain(testSettings(), database)
  // Too much gas to share the block of another transaction.
  const { gasLimit } = chain.blocks.latest.header
  const waiting = signed(alice, { nonce: 1n, to: bob.address, gasLimit })
  const better = signed(alice, {
    nonce: 1n,
    maxFeePerGas: 10n ** 12n,
    maxPriorityFeePerGas: 10n ** 11n,
  })
  await chain.pool.submit(waiting)
  database.isFull = true
  await expect(chain.pool.submit(better)).rejects.toThrow('no space left')
  expect(chain.pool.get(waiting.hash)).toBeDefined()
  database.isFull = false
  database.writesLeft = 1
  const first = signed(alice, { to: bob.address })
  expect(await chain.pool.submit(first)).toBe(first.hash)
  expect(chain.transactions.get(first.hash)?.block.number).toBe(1)
  expect(chain.pool.get(waiting.hash)).toBeDefined()
  database.writesLeft = Number.POSITIVE_INFINITY
  await chain.pool.submit(signed(bob, { to: alice.address }))
  expect(chain.transactions.get(waiting.hash)).toBeDefined()
  await chain.close()
})

test('empty blocks that cannot be written do not exist', async () => {
  const directory = temporaryDirectory()
  const database = onFullDisk(await openDatabase(directory, { sync: false }))
  const chain = await openChain(testSettings(), database)
  await chain.mining.mine({ blocks: 50n })
  const before = await chain.snapshots.take()
  database.writesLeft = 1
  await expect(chain.mining.mine({ blocks: 50n })).rejects.toThrow('no space left')
  // The first of them was made, and written, on its own.
  expect(chain.blocks.latest.number).toBe(51)
  expect(chain.blocks.get(52n)).toBeUndefined()
  database.writesLeft = Number.POSITIVE_INFINITY
  await chain.mining.mine({ blocks: 50n })
  const { latest } = chain.blocks
  database.isFull = true
  await expect(chain.snapshots.revert(before)).rejects.toThrow('no space left')
  expect(chain.blocks.latest.hash).toBe(latest.hash)
  database.isFull = false
  await chain.pool.submit(signed(alice, { to: bob.address }))
  const oracle = testChain()
  for (let i = 0; i < 101; i++) await oracle.mining.mine()
  await oracle.pool.submit(signed(alice, { to: bob.address }))
  await chain.close()
  const again = await openTestChain(directory)
  expect(again.blocks.latest.hash).toBe(oracle.blocks.latest.hash)
  for (const number of [1n, 40n, 51n, 52n, 80n, 101n]) {
    expect(again.blocks.get(number)).toEqual(oracle.blocks.get(number))
    expect((await again.state.viewAt({ number })).state.getNonce(alice.address)).toBe(0n)
  }
  await again.close()
})

test('versions that were pruned with an unwritten block still exist', async () => {
  const directory = temporaryDirectory()
  const database = onFullDisk(await openDatabase(directory, { sync: false }))
  const chain = await openChain({ ...testSettings(), keep: 2 }, database)
  const send = (nonce: bigint) =>
    chain.pool.submit(signed(alice, { nonce, to: bob.address, value: 1n }))
  for (const nonce of [0n, 1n, 2n, 3n]) await send(nonce)
  database.isFull = true
  await expect(send(4n)).rejects.toThrow('no space left')
  database.isFull = false
  for (const nonce of [4n, 5n]) await send(nonce)
  await chain.close()
  const reopened = await openDatabase(directory, { sync: false })
  const roots: Uint8Array[] = []
  for await (const [key] of reopened.entries(tablePrefix('root'))) roots.push(key)
  // Seven stores, two versions each.
  expect(roots).toHaveLength(14)
  await reopened.close()
})

test('a failed read during a change leaves everything unchanged', async () => {
  const directory = temporaryDirectory()
  const wanted = testChain()
  const first = await openTestChain(directory)
  const send = (nonce: bigint) => signed(alice, { nonce, to: bob.address, value: nonce + 1n })
  for (const chain of [first, wanted])
    for (const n of [0n, 1n, 2n]) await chain.pool.submit(send(n))
  await first.close()
  const failures = { change: 0, revert: 0 }
  for (let read = 1; read <= 25; read++) {
    // Nothing is in memory yet, so that the change has much to read.
    const database = onFullDisk(await openDatabase(directory, { sync: false }))
    const chain = await openChain({ ...testSettings(), keep: 2 }, database)
    const id = await chain.snapshots.take()
    database.readsLeft = read
    await chain.pool.submit(send(3n)).catch(() => failures.change++)
    database.readsLeft = read
    await chain.snapshots.revert(id).catch(() => failures.revert++)
    database.readsLeft = Number.POSITIVE_INFINITY
    await chain.snapshots.revert(id)
    expect(chain.blocks.latest).toEqual(wanted.blocks.latest)
    await chain.close()
  }
  expect(failures.change).toBeGreaterThan(5)
  const chain = await openTestChain(directory)
  for (const each of [chain, wanted]) await each.pool.submit(send(3n))
  expect(chain.blocks.latest).toEqual(wanted.blocks.latest)
  await chain.close()
})

test('a change that cannot be written has no effect, and the chain continues', async () => {
  const directory = temporaryDirectory()
  const database = onFullDisk(await openDatabase(directory, { sync: false }))
  const chain = await openChain(testSettings(), database)
  const wanted = testChain()
  const send = (nonce: bigint) => signed(alice, { nonce, to: bob.address, value: nonce + 1n })
  await chain.pool.submit(send(0n))
  await wanted.pool.submit(send(0n))
  const id = await chain.snapshots.take({ keep: true })
  await chain.pool.submit(send(1n))
  await wanted.pool.submit(send(1n))

  database.isFull = true
  await expect(chain.pool.submit(send(2n))).rejects.toThrow('no space left')
  await expect(chain.pool.submit(send(5n))).rejects.toThrow('no space left')
  await expect(chain.snapshots.revert(id)).rejects.toThrow('no space left')
  expect(chain.blocks.latest).toEqual(wanted.blocks.latest)
  expect(chain.pool.get(send(2n).hash)).toBeUndefined()
  expect(chain.pool.get(send(5n).hash)).toBeUndefined()
  expect(chain.pool.pendingNonce(alice.address)).toBe(2n)

  database.isFull = false
  for (const each of [chain, wanted]) await each.pool.submit(send(2n))
  expect(chain.blocks.latest).toEqual(wanted.blocks.latest)
  await chain.close()
  const again = await openTestChain(directory)
  expect(again.blocks.latest).toEqual(wanted.blocks.latest)
  await again.close()
})

test('a dump that cannot be written is not loaded: it is one write', async () => {
  const directory = temporaryDirectory()
  const database = onFullDisk(await openDatabase(directory, { sync: false }))
  const chain = await openChain(testSettings(), database)
  await chain.pool.submit(signed(alice, { nonce: 0n, to: bob.address, value: 1n }))
  await chain.pool.submit(signed(alice, { nonce: 5n, to: bob.address }))
  await chain.mining.configure({ timestampInterval: 7n, nextBaseFee: 5n })
  const seen = () => [
    chain.blocks.latest.hash,
    chain.mining.config,
    chain.pool.contents.queued.size,
    chain.mining.now,
  ]
  const before = seen()
  const { number, timestamp } = chain.blocks.latest.header
  const dump = {
    block: { number: number + 40n, timestamp: timestamp + 1000n },
    accounts: [
      { address: bob.address, nonce: 0n, balance: 5n, code: new Uint8Array(0), storage: [] },
    ],
    native: undefined,
  }
  database.hiccupIn = 0
  await expect(chain.state.load(dump)).rejects.toThrow('no space left')
  expect(seen()).toEqual(before)
  expect((await chain.state.viewAt({ tag: 'latest' })).state.getBalance(bob.address)).not.toBe(5n)
  const [hash] = before
  await chain.close()
  const again = await openTestChain(directory)
  expect(again.blocks.latest.hash).toBe(hash)
  await again.state.load(dump)
  expect(again.blocks.latest.header.number).toBe(number + 40n)
  expect((await again.state.viewAt({ tag: 'latest' })).state.getBalance(bob.address)).toBe(5n)
  await again.close()
})
