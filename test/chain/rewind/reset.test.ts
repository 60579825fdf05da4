import { describe, expect, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { openChain } from '../../../src/chain/createChain.ts'
import type { FilterSpace } from '../../../src/chain/filters/filterSpace.ts'
import { parseAddress } from '../../../src/primitives/address.ts'
import { bytesToHex, hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { type Database, openDatabase } from '../../../src/store/database/database.ts'
import { metaKey } from '../../../src/store/database/tables.ts'
import { alice, bob, carol } from '../../support/accounts.ts'
import { anything, FilterScene } from '../../support/chain/filters.ts'
import { openTestChain, signed, testChain, testSettings } from '../../support/chain.ts'
import { checkDatabase } from '../../support/checkDatabase.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { COIN, testGenesis } from '../../support/genesis.ts'
import { nativeTx, sendTo } from '../../support/native/native.ts'

/** Counts its calls in slot 0, and logs. */
const COUNTER = parseAddress(`0xaa${'0'.repeat(38)}`)
const genesis = testGenesis({}, [[COUNTER, { code: hexToBytes('5f546001015f555f5fa000') }]])
const latest = { tag: 'latest' } as const
const inMemory = async (keep?: number) => testChain(genesis, keep === undefined ? {} : { keep })
const onDisk = async (keep?: number, directory = temporaryDirectory()) =>
  openTestChain(directory, { genesis, ...(keep !== undefined && { keep }) })

const count = (chain: Chain) =>
  chain.pool.submit(signed(alice, { nonce: chain.pool.pendingNonce(alice.address), to: COUNTER }))

/** The same with data, so that its block is another one. */
const countOtherwise = (chain: Chain, data: number) =>
  chain.pool.submit(
    signed(alice, {
      nonce: chain.pool.pendingNonce(alice.address),
      to: COUNTER,
      data: Uint8Array.of(data),
    }),
  )

/** Four blocks with every kind of row, and an edit after each of the first two. */
async function grow(chain: Chain): Promise<void> {
  for (const wei of [COIN, 3n * COIN]) {
    await count(chain)
    await chain.state.edit((state) => state.setBalance(bob.address, wei))
  }
  await chain.pool.submitNative(await nativeTx(chain, carol, [sendTo(carol, bob, 3n)]))
  await count(chain)
}

/** All rows of a database, of which nothing was pruned, but its name. */
async function rowsOf(directory: string): Promise<ReadonlyMap<string, string>> {
  const database = await openDatabase(directory, { sync: false })
  try {
    await checkDatabase(database)
    const rows = new Map<string, string>()
    for await (const [key, value] of database.entries(new Uint8Array(0))) {
      rows.set(bytesToHex(key), bytesToHex(value))
    }
    expect(rows.delete(bytesToHex(metaKey('instance')))).toBe(true)
    // 1 where it is not written.
    const earliest = bytesToHex(metaKey('earliest'))
    expect(rows.get(earliest) ?? '0x01').toBe('0x01')
    rows.delete(earliest)
    return rows
  } finally {
    await database.close()
  }
}

describe('the database is as if', () => {
  test('nothing had happened, after a reset', async () => {
    const [fresh, used] = [temporaryDirectory(), temporaryDirectory()]
    await (await onDisk(undefined, fresh)).close()
    const chain = await onDisk(1, used)
    await grow(chain)
    await chain.pool.submit(signed(bob, { nonce: 5n }))
    await chain.reset()
    await chain.close()
    expect(await rowsOf(used)).toEqual(await rowsOf(fresh))
  })

  test('the removed blocks had never existed, also after a restart', async () => {
    const [fresh, used] = [temporaryDirectory(), temporaryDirectory()]
    for (const directory of [fresh, used]) {
      const chain = await onDisk(undefined, directory)
      await grow(chain)
      await chain.close()
    }
    let chain = await onDisk(undefined, used)
    for (let i = 0; i < 3; i++) await count(chain)
    await chain.rollback(2n)
    await chain.close()
    chain = await onDisk(undefined, used)
    await chain.rollback(1n)
    await chain.close()
    expect(await rowsOf(used)).toEqual(await rowsOf(fresh))
  })
})

describe.each([
  ['in memory', inMemory],
  ['on disk', onDisk],
])('a chain %s', (place, create) => {
  test('resets to block 0 and can repeat its blocks', async () => {
    const chain = await create(2)
    const first = chain.instanceId
    await grow(chain)
    const { hash } = chain.blocks.latest
    await chain.pool.submit(signed(bob, { nonce: 5n }))
    const snapshot = await chain.snapshots.take({ keep: true })
    await chain.mining.configure({ automine: false, intervalMs: 1_000_000, clockOffset: 77n })
    await chain.reset()
    expect(chain.blocks.latest.number).toBe(0)
    expect(chain.instanceId).not.toBe(first)
    expect([chain.pool.contents.queued.size, chain.snapshots.list, chain.mining.now]).toEqual([
      0,
      [],
      genesis.timestamp,
    ])
    expect(chain.mining.config).toMatchObject({ automine: true, intervalMs: undefined })
    expect(await chain.snapshots.revert(snapshot)).toBe(false)
    expect((await chain.state.viewAt(latest)).state.getBalance(bob.address)).toBe(1000n * COIN)
    await grow(chain)
    expect(chain.blocks.latest.hash).toBe(hash)
    await chain.close()
  })

  test('rolls back to the state after a block, including edits', async () => {
    const chain = await create()
    await grow(chain)
    await chain.rollback(2n)
    const { state } = await chain.state.viewAt(latest)
    expect(state.getBalance(bob.address)).toBe(3n * COIN)
    await chain.rollback(1n)
    expect((await chain.state.viewAt(latest)).state.getBalance(bob.address)).toBe(COIN)
    await expect(chain.rollback(2n)).rejects.toMatchObject({
      details: { code: 'ROLLBACK_TOO_DEEP', depth: 2n, latest: 1n },
    })
    await chain.rollback(0n)
    expect(chain.blocks.latest.number).toBe(1)
    await chain.close()
  })

  test('rolls back to block 0, including the base fee', async () => {
    const chain = await create()
    const fees: bigint[] = []
    for (let i = 0; i < 3; i++) {
      fees.push(chain.mining.nextBaseFee)
      await count(chain)
    }
    for (const fee of fees.reverse()) {
      await chain.rollback(1n)
      expect(chain.mining.nextBaseFee).toBe(fee)
    }
    expect(chain.blocks.latest.number).toBe(0)
    expect(fees.at(-1)).toBeGreaterThan(0n)
    await chain.close()
  })

  test('reports removed blocks of a reset to watchers', async () => {
    const chain = await create()
    for (let i = 0; i < 3; i++) await count(chain)
    const changes: (readonly number[])[] = []
    chain.watch({
      onBlocks({ removed, added }) {
        for (const blocks of [removed, added]) changes.push(blocks.map(({ number }) => number))
      },
    })
    await chain.reset()
    expect(changes).toEqual([[1, 2, 3], []])
    await chain.close()
  })

  test('rolls back no further than its kept states', async () => {
    const chain = await create(2)
    for (let i = 0; i < 6; i++) await count(chain)
    await expect(chain.rollback(4n)).rejects.toMatchObject({ code: 'BLOCK_PRUNED' })
    await chain.rollback(1n)
    expect(chain.blocks.latest.number).toBe(5)
    await chain.close()
  })

  test('reports a reset and a rollback to filters', async () => {
    const scene = new FilterScene(await create())
    const { chain, space } = scene
    await count(chain)
    const [logs, blocks] = [await space.addLogs(anything), space.addBlocks()]
    await count(chain)
    await count(chain)
    expect(await logsOf(space, logs)).toEqual(['2', '3'])
    await hashesOf(space, blocks)
    await chain.rollback(1n)
    await countOtherwise(chain, 1)
    expect(await logsOf(space, logs)).toEqual(['-3', '3'])
    expect(await hashesOf(space, blocks)).toEqual([chain.blocks.latest.hash])
    await chain.reset()
    await countOtherwise(chain, 2)
    expect(await logsOf(space, logs)).toEqual(['-1', '-2', '-3', '1'])
    expect(await hashesOf(space, blocks)).toEqual([chain.blocks.latest.hash])
  })

  test('reports the same blocks if snapshots exist', async () => {
    const scene = new FilterScene(await create())
    const { chain, space } = scene
    const left: number[] = []
    chain.watch({
      onBlocks: (change) => void left.push(...change.removed.map((each) => each.number)),
    })
    for (let i = 0; i < 3; i++) await count(chain)
    const early = await space.addLogs(anything)
    await chain.snapshots.take({ keep: true })
    for (let i = 0; i < 2; i++) await count(chain)
    const late = await space.addLogs(anything)
    expect(await logsOf(space, early)).toEqual(['4', '5'])
    await chain.reset()
    expect(left).toEqual([1, 2, 3, 4, 5])
    for (const id of [early, late]) {
      expect(await logsOf(space, id)).toEqual(['-1', '-2', '-3', '-4', '-5'])
    }
  })

  test(`${place === 'on disk' ? 'cannot be reset' : 'can be reset'} while a branch exists`, async () => {
    const chain = await create()
    await grow(chain)
    const branch = await chain.branch()
    if (place === 'on disk') {
      await expect(chain.reset()).rejects.toMatchObject({ code: 'PAST_IN_USE' })
      await expect(chain.rollback(1n)).rejects.toMatchObject({ code: 'PAST_IN_USE' })
    } else await chain.reset()
    expect(branch.blocks.latest.number).toBe(4)
    expect((await branch.state.viewAt({ number: 1n })).state.getBalance(bob.address)).toBe(COIN)
    const { number } = chain.blocks.latest
    const left: number[] = []
    branch.watch({
      onBlocks: (change) => void left.push(...change.removed.map((each) => each.number)),
    })
    await branch.reset()
    expect(left).toEqual([1, 2, 3, 4])
    await count(branch)
    expect([branch.blocks.latest.number, chain.blocks.latest.number]).toEqual([1, number])
    await branch.close()
    await chain.reset()
    await count(chain)
    expect(chain.blocks.latest.number).toBe(1)
    await chain.close()
  })
})

test('a chain on disk keeps its id over a restart, but not over a reset', async () => {
  const directory = temporaryDirectory()
  const names: string[] = []
  for (const reset of [false, false, true, false]) {
    const chain = await onDisk(undefined, directory)
    if (reset) await chain.reset()
    names.push(chain.instanceId)
    await chain.close()
  }
  const [first, second, third, fourth] = names
  expect([first, third]).toEqual([second, fourth])
  expect(third).not.toBe(first)
  expect(first).toMatch(/^0x[0-9a-f]{64}$/)
})

test('a reset that cannot be written has no effect', async () => {
  const directory = temporaryDirectory()
  const database = await openDatabase(directory, { sync: false })
  const disk = { isFull: false }
  const flush = async () => {
    if (!disk.isFull) return database.flush()
    database.discard()
    throw new Error('no space left on device')
  }
  const faulty: Database = new Proxy(database, {
    get(target, name) {
      if (name === 'flush') return flush
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const chain = await openChain({ ...testSettings(genesis) }, faulty)
  await grow(chain)
  const before = [chain.blocks.latest.hash, chain.instanceId]
  disk.isFull = true
  await expect(chain.reset()).rejects.toThrow('no space left')
  await expect(chain.rollback(2n)).rejects.toThrow('no space left')
  expect([chain.blocks.latest.hash, chain.instanceId]).toEqual(before)
  disk.isFull = false
  await count(chain)
  await chain.close()
  expect((await rowsOf(directory)).size).toBeGreaterThan(0)
})

async function logsOf(space: FilterSpace, id: string): Promise<readonly string[]> {
  const changes = await space.changes(id)
  if (changes.kind !== 'logs') throw new Error('a filter of logs')
  const told: string[] = []
  for await (const logs of changes.logs) {
    for (const { block, removed } of logs)
      told.push(`${removed === true ? '-' : ''}${block.number}`)
  }
  return told
}

async function hashesOf(space: FilterSpace, id: string): Promise<readonly string[]> {
  const changes = await space.changes(id)
  if (changes.kind !== 'blocks') throw new Error('a filter of blocks')
  const told: string[] = []
  for await (const hash of changes.hashes) told.push(hash)
  return told
}
