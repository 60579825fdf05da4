import { expect, test } from 'vitest'
import { openChain } from '../../src/chain/createChain.ts'
import { type Database, openDatabase } from '../../src/store/database.ts'
import { alice, bob } from '../support/accounts.ts'
import { openTestChain, signed, testChain, testSettings } from '../support/chain.ts'
import { temporaryDirectory } from '../support/directory.ts'

/** A database on a disk that can be full: writes fail while it is. */
function onFullDisk(database: Database): Database & { isFull: boolean } {
  return {
    isFull: false,
    get: (key) => database.get(key),
    put: (key, value) => database.put(key, value),
    delete: (key) => database.delete(key),
    get isDirty() {
      return database.isDirty
    },
    async flush() {
      if (!this.isFull) return database.flush()
      database.discard()
      throw new Error('no space left on device')
    },
    discard: () => database.discard(),
    entries: (prefix) => database.entries(prefix),
    close: () => database.close(),
  }
}

test('what cannot be written did not happen, and the chain goes on', async () => {
  const directory = temporaryDirectory()
  const database = onFullDisk(await openDatabase(directory, { sync: false }))
  const chain = await openChain(testSettings(), database)
  const wanted = testChain()
  const send = (nonce: bigint) => signed(alice, { nonce, to: bob.address, value: nonce + 1n })
  await chain.submit(send(0n))
  await wanted.submit(send(0n))
  const id = await chain.snapshot({ keep: true })
  await chain.submit(send(1n))
  await wanted.submit(send(1n))

  database.isFull = true
  await expect(chain.submit(send(2n))).rejects.toThrow('no space left')
  await expect(chain.submit(send(5n))).rejects.toThrow('no space left')
  await expect(chain.revert(id)).rejects.toThrow('no space left')
  expect(chain.latest).toEqual(wanted.latest)
  expect(chain.getPooledTransaction(send(2n).hash)).toBeUndefined()
  expect(chain.getPooledTransaction(send(5n).hash)).toBeUndefined()
  expect(chain.getPendingNonce(alice.address)).toBe(2n)

  database.isFull = false
  for (const each of [chain, wanted]) await each.submit(send(2n))
  expect(chain.latest).toEqual(wanted.latest)
  await chain.close()
  const again = await openTestChain(directory)
  expect(again.latest).toEqual(wanted.latest)
  await again.close()
})
