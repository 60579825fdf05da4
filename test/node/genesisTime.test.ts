import { expect, test } from 'vitest'
import { assembleNode } from '../../src/node/assembleNode.ts'
import { readConfig } from '../../src/node/options/config.ts'
import { silentLogger } from '../../src/primitives/logger.ts'
import { type MovableClock, movableClock } from '../support/clock.ts'
import { temporaryDirectory } from '../support/directory.ts'

const NOW = 1_790_000_000
const IN_2025 = BigInt(Date.UTC(2025, 0, 1) / 1_000)

/** Returns the times of block 0 and of a block mined 60 seconds after the start. */
async function times(
  given: Parameters<typeof readConfig>[0],
  clock: MovableClock,
  genesis?: unknown,
) {
  const config = readConfig(given)
  const around = { version: '0.0.0', logger: silentLogger, clock }
  const { node, genesis: built } = await assembleNode(config, around, genesis)
  const first = node.chain.blocks.get(0n)?.header.timestamp
  expect(built.timestamp).toBe(first)
  clock.seconds += 60
  await node.chain.mining.mine()
  const { hash } = node.chain.blocks.get(0n) ?? {}
  const next = node.chain.blocks.latest.header.timestamp
  await node.close()
  return { first, next, hash }
}

test('block 0 of the development chain has the time of the start', async () => {
  expect(await times({}, movableClock(NOW))).toMatchObject({
    first: BigInt(NOW),
    next: BigInt(NOW + 60),
  })
})

test('--timestamp sets the time of block 0', async () => {
  expect((await times({ timestamp: 5 }, movableClock(NOW))).first).toBe(5n)
})

test('--deterministic starts in 2025', async () => {
  expect((await times({ deterministic: true }, movableClock(NOW))).first).toBe(IN_2025)
})

test('a genesis of the user without a timestamp starts at 0', async () => {
  expect((await times({}, movableClock(NOW), { alloc: {} })).first).toBe(0n)
  const dated = { alloc: {}, timestamp: 7 }
  expect((await times({}, movableClock(NOW), dated)).first).toBe(7n)
})

test('a database keeps its block 0', async () => {
  const db = temporaryDirectory()
  const first = await times({ db }, movableClock(NOW))
  const second = await times({ db }, movableClock(NOW + 1_000))
  expect(second).toEqual({ ...first, next: BigInt(NOW + 1_060) })
  expect(await times({ db, deterministic: true }, movableClock(NOW))).toMatchObject({
    first: first.first,
  })
})

test('a database with another time than --timestamp is refused', async () => {
  const db = temporaryDirectory()
  await times({ db }, movableClock(NOW))
  await expect(times({ db, timestamp: NOW + 1 }, movableClock(NOW))).rejects.toThrow(/genesis/i)
  expect((await times({ db, timestamp: NOW }, movableClock(NOW))).first).toBe(BigInt(NOW))
})
