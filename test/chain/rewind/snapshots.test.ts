import { fc, test as propertyTest } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { type Hash, hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { alice, bob, carol } from '../../support/accounts.ts'
import { openTestChain, signed, testChain } from '../../support/chain.ts'
import { movableClock } from '../../support/clock.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { testGenesis } from '../../support/genesis.ts'
import { runs } from '../../support/runs.ts'

/** What a chain should hold: copied where the chain shares. */
interface Model {
  readonly blocks: readonly {
    readonly hash: Hash
    readonly transaction: Hash
    readonly bob: bigint
  }[]
  readonly waiting: readonly Hash[]
}

interface Snapshot {
  readonly id: number
  readonly isKept: boolean
  readonly model: Model
}

/** A chain and what it should hold. */
interface World {
  readonly chain: Chain
  /** Whether it is on disk, or branched from one that is. */
  readonly isSaved: boolean
  /** How it began. */
  readonly start: Model
  model: Model
  snapshots: readonly Snapshot[]
}

type Step =
  | { readonly do: 'send'; readonly value: number }
  | { readonly do: 'wait'; readonly value: number }
  | { readonly do: 'edit'; readonly value: number }
  | { readonly do: 'snapshot'; readonly keep: boolean }
  | { readonly do: 'revert'; readonly at: number }
  | { readonly do: 'rollback'; readonly depth: number }
  | { readonly do: 'reset' }
  | { readonly do: 'branch' }
  | { readonly do: 'turn'; readonly to: number }

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        do: fc.constant('send' as const),
        value: fc.integer({ min: 1, max: 9 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('edit' as const), value: fc.nat(9) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('wait' as const), value: fc.nat(9) }) },
    {
      weight: 3,
      arbitrary: fc.record({ do: fc.constant('snapshot' as const), keep: fc.boolean() }),
    },
    { weight: 3, arbitrary: fc.record({ do: fc.constant('revert' as const), at: fc.nat(5) }) },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('rollback' as const), depth: fc.nat(3) }),
    },
    { weight: 1, arbitrary: fc.constant({ do: 'reset' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'branch' as const }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('turn' as const), to: fc.nat(3) }) },
  ),
  { maxLength: 40, size: 'max' },
)

const latest = { tag: 'latest' } as const

describe.each([
  ['in memory', async () => testChain()],
  ['on disk', () => openTestChain(temporaryDirectory())],
  ['on disk, of a chain that was closed', reopened],
])('a chain %s', (place, create: () => Promise<Chain>) => {
  propertyTest.prop([steps], { numRuns: runs({ quick: 3, full: 30 }) })(
    'goes back, over and apart as copies of it would',
    async (list) => {
      const chain = await create()
      try {
        await play(chain, list, place !== 'in memory')
      } finally {
        await chain.close()
      }
    },
  )
})

async function reopened(): Promise<Chain> {
  const directory = temporaryDirectory()
  await (await openTestChain(directory)).close()
  return openTestChain(directory)
}

async function play(chain: Chain, list: readonly Step[], isSaved: boolean): Promise<void> {
  const worlds: World[] = [await newWorld(chain, isSaved)]
  const seen = new Set<Hash>()
  let turn = 0
  for (const step of list) {
    const world = worlds[turn % worlds.length]
    if (world === undefined) throw new Error('there is a world')
    if (step.do === 'turn') turn = step.to
    else if (step.do === 'branch') {
      worlds.push({ ...world, chain: await world.chain.branch(), snapshots: [] })
    } else await take(world, step)
    for (const { model } of worlds)
      for (const { transaction } of model.blocks) seen.add(transaction)
    for (const each of worlds) await expectModel(each, seen)
  }
}

async function newWorld(chain: Chain, isSaved: boolean): Promise<World> {
  const { hash } = chain.blocks.latest
  const bobs = (await chain.state.viewAt(latest)).state.getBalance(bob.address)
  const start = { blocks: [{ hash, transaction: hash, bob: bobs }], waiting: [] }
  return { chain, isSaved, start, model: start, snapshots: [] }
}

async function take(world: World, step: Step): Promise<void> {
  const { chain, model } = world
  if (step.do === 'send') {
    const nonce = chain.pool.pendingNonce(alice.address)
    const tx = signed(alice, { nonce, to: bob.address, value: BigInt(step.value) })
    await chain.pool.submit(tx)
    const before = model.blocks.at(-1)?.bob ?? 0n
    const block = { hash: chain.blocks.latest.hash, transaction: tx.hash, bob: before + tx.value }
    world.model = { ...model, blocks: [...model.blocks, block] }
  }
  if (step.do === 'edit') {
    const wei = 10n ** 20n + BigInt(step.value)
    await chain.state.edit((state) => state.setBalance(bob.address, wei))
    const last = model.blocks.slice(-1).map((block) => ({ ...block, bob: wei }))
    world.model = { ...model, blocks: [...model.blocks.slice(0, -1), ...last] }
  }
  if (step.do === 'wait') {
    const tx = signed(carol, {
      nonce: 100n + BigInt(model.waiting.length),
      value: BigInt(step.value),
    })
    if (chain.pool.get(tx.hash) !== undefined) return
    await chain.pool.submit(tx)
    world.model = { ...model, waiting: [...model.waiting, tx.hash] }
  }
  if (step.do === 'snapshot') {
    const id = await chain.snapshots.take({ keep: step.keep })
    world.snapshots = [...world.snapshots, { id, isKept: step.keep, model }]
  }
  if (step.do === 'revert') {
    const target = world.snapshots[step.at % Math.max(world.snapshots.length, 1)]
    expect(await chain.snapshots.revert(target?.id ?? 10_000)).toBe(target !== undefined)
    if (target === undefined) return
    world.model = target.model
    world.snapshots = world.snapshots.filter(({ id, isKept }) => isKept || id < target.id)
  }
  if (step.do === 'rollback') {
    const depth = Math.min(step.depth, model.blocks.length - 1)
    if (await isRefused(chain.rollback(BigInt(depth)), world)) return
    world.model = { ...model, blocks: model.blocks.slice(0, model.blocks.length - depth) }
  }
  if (step.do === 'reset') {
    if (await isRefused(chain.reset(), world)) return
    world.model = world.start
    world.snapshots = []
  }
}

/** On disk what snapshots and branches need cannot be left. */
async function isRefused(going: Promise<void>, { isSaved }: World): Promise<boolean> {
  try {
    await going
    return false
  } catch (error) {
    expect(error).toMatchObject({ code: 'PAST_IN_USE' })
    expect(isSaved).toBe(true)
    return true
  }
}

async function expectModel({ chain, model }: World, seen: ReadonlySet<Hash>): Promise<void> {
  const { blocks, waiting } = model
  expect(chain.blocks.latest.hash).toBe(blocks.at(-1)?.hash)
  expect(chain.blocks.get(BigInt(blocks.length))).toBeUndefined()
  for (const [i, { hash, transaction, bob: balance }] of blocks.entries()) {
    expect(chain.blocks.get(BigInt(i))?.hash).toBe(hash)
    expect((await chain.blocks.getByHash(hash))?.number).toBe(i)
    if (i > 0)
      expect(chain.transactions.get(transaction)).toMatchObject({ block: { hash }, index: 0 })
    const { state } = await chain.state.viewAt({ hash })
    expect(state.getBalance(bob.address)).toBe(balance)
  }
  const mined = new Set(blocks.map(({ transaction }) => transaction))
  for (const hash of seen)
    if (!mined.has(hash)) expect(chain.transactions.get(hash)).toBeUndefined()
  for (const hash of waiting) expect(chain.pool.get(hash)?.hash).toBe(hash)
  expect(chain.pool.pendingNonce(alice.address)).toBe(BigInt(blocks.length - 1))
}

test('a revert deletes the snapshot unless it is kept', async () => {
  const chain = testChain()
  const [gone, kept] = [await chain.snapshots.take(), await chain.snapshots.take({ keep: true })]
  expect(await chain.snapshots.revert(kept)).toBe(true)
  expect(await chain.snapshots.revert(gone)).toBe(true)
  expect(await chain.snapshots.revert(gone)).toBe(false)
  expect(await chain.snapshots.revert(kept)).toBe(true)
  expect(await chain.snapshots.release(kept)).toBe(true)
  expect(await chain.snapshots.release(kept)).toBe(false)
  expect(await chain.snapshots.revert(kept)).toBe(false)
})

test('the clock continues from the time of the snapshot', async () => {
  const clock = movableClock(Number(testGenesis().timestamp))
  const chain = testChain(testGenesis(), { clock })
  await chain.mining.configure({ clockOffset: 50n })
  const before = chain.mining.now
  const snapshot = await chain.snapshots.take()
  clock.seconds += 1_000
  expect(chain.mining.now).toBe(before + 1_000n)
  await chain.snapshots.revert(snapshot)
  expect(chain.mining.now).toBe(before)
  clock.seconds += 7
  expect(chain.mining.now).toBe(before + 7n)
})

test('BLOCKHASH in a running call returns the blocks at its start', async () => {
  const chain = testChain()
  const send = (nonce: bigint, value: bigint) => chain.pool.submit(signed(alice, { nonce, value }))
  const id = await chain.snapshots.take()
  for (const nonce of [0n, 1n, 2n]) await send(nonce, 1n)
  const view = await chain.state.viewAt(latest)
  const wanted = chain.blocks.get(2n)?.hash
  // Counts down from 200,000, then returns the hash of block 2.
  const code = hexToBytes('62030d405b600190038060045760024060005260206000f3')
  const call = chain.simulate.call(
    view,
    { from: alice.address, to: bob.address, data: new Uint8Array(0), gas: 90_000_000n },
    { state: new Map([[bob.address, { code }]]) },
  )
  await chain.snapshots.revert(id)
  for (const nonce of [0n, 1n, 2n]) await send(nonce, 2n)
  expect(chain.blocks.get(2n)?.hash).not.toBe(wanted)
  expect(await call).toMatchObject({ kind: 'success', output: hexToBytes(wanted ?? '') })
})

test('closing a chain closes its branches', async () => {
  const chain = testChain()
  const branch = await chain.branch()
  await chain.close()
  await expect(branch.pool.submit(signed(alice, {}))).rejects.toMatchObject({
    code: 'CHAIN_CLOSED',
  })
})
