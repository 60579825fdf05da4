import { fc, test as propertyTest } from '@fast-check/vitest'
import { expect } from 'vitest'
import type { Chain } from '../../../../src/chain/chain.ts'
import type { Node } from '../../../../src/node/node.ts'
import { type Hash, toQuantity } from '../../../../src/primitives/encoding/hex.ts'
import { createDispatcher, type Dispatcher } from '../../../../src/rpc/core/dispatch.ts'
import { methods } from '../../../../src/rpc/core/registry.ts'
import { alice, bob } from '../../../support/accounts.ts'
import { openTestChain, signed, testChain } from '../../../support/chain.ts'
import { temporaryDirectory } from '../../../support/directory.ts'
import { nodeOf } from '../../../support/rpc/rpc.ts'
import { runs } from '../../../support/runs.ts'

/** The blocks of a chain: copied where the node shares. */
type Model = readonly { readonly hash: Hash; readonly bob: bigint }[]

interface Saved {
  readonly id: number
  readonly name: string | undefined
  readonly model: Model
}

/** A chain as clients see it, and what it should hold. */
interface World {
  readonly name: string | undefined
  readonly parent: World | undefined
  readonly node: Node
  readonly dispatcher: Dispatcher
  model: Model
  saved: readonly Saved[]
  lastId: number
}

const ref = fc.constantFrom('a', 'b', '1', '0x2', '3', '0x4', '5')
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('send' as const),
      value: fc.integer({ min: 1, max: 9 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('snapshot' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('revert' as const),
      id: fc.integer({ min: 1, max: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('name' as const), name: fc.constantFrom('a', 'b') }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('checkout' as const), ref }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('release' as const), ref }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('diff' as const), ref }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('branch' as const),
      to: fc.constantFrom('x', 'y', 'z'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('delete' as const),
      to: fc.constantFrom('x', 'y', 'z'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('turn' as const), to: fc.nat(3) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

propertyTest.prop(
  [fc.array(step, { maxLength: 40, size: 'max' }), fc.constantFrom('in memory', 'on disk')],
  { numRuns: runs({ quick: 6, full: 40 }) },
)('snapshots, names and branches are as copies of the chain would be', async (steps, where) => {
  const chain = where === 'on disk' ? await openTestChain(temporaryDirectory()) : testChain()
  const node = nodeOf(chain)
  try {
    await play(node, steps)
  } finally {
    await node.close()
  }
})

async function play(root: Node, steps: readonly Step[]): Promise<void> {
  const dispatcher = createDispatcher(root, methods, { batchLimit: 1 })
  const first: World = {
    name: undefined,
    parent: undefined,
    node: root,
    dispatcher,
    model: [await stateOf(root.chain)],
    saved: [],
    lastId: 0,
  }
  let worlds: World[] = [first]
  let world = first
  for (const each of steps) {
    if (each.do === 'turn') world = worlds[each.to % worlds.length] ?? first
    else if (each.do === 'branch') worlds.push(...(await branch(world, worlds, each.to)))
    else if (each.do === 'delete') {
      worlds = await remove(first, worlds, each.to)
      if (!worlds.includes(world)) world = first
    } else await act(world, each)
    await check(world)
  }
  for (const each of worlds) await check(each)
}

type Act = Exclude<Step, { readonly do: 'turn' | 'branch' | 'delete' }>

async function act(world: World, step: Act): Promise<void> {
  const { node } = world
  if (step.do === 'send') {
    const nonce = BigInt(world.model.length - 1)
    await node.chain.pool.submit(
      signed(alice, { nonce, to: bob.address, value: BigInt(step.value) }),
    )
    world.model = [...world.model, await stateOf(node.chain)]
  }
  if (step.do === 'snapshot') {
    expect(await ask(world, 'evm_snapshot')).toBe(toQuantity(++world.lastId))
    save(world, undefined)
  }
  if (step.do === 'revert') {
    const found = world.saved.find(({ id }) => id === step.id)
    expect(await ask(world, 'evm_revert', step.id)).toBe(found !== undefined)
    if (found !== undefined) goTo(world, found, step.id)
  }
  if (step.do === 'name') {
    world.lastId++
    await ask(world, 'rockpool_snapshot', step.name)
    world.saved = world.saved.filter(({ name }) => name !== step.name)
    save(world, step.name)
  }
  if (step.do === 'checkout') {
    const found = find(world, step.ref)
    const answer = ask(world, 'rockpool_checkout', step.ref)
    if (found === undefined) return expect(answer).rejects.toMatchObject({ code: -32000 })
    expect(await answer).toMatchObject({ id: toQuantity(found.id) })
    goTo(world, found, found.id + 1)
  }
  if (step.do === 'release') {
    const found = find(world, step.ref)
    expect(await ask(world, 'rockpool_release', step.ref)).toBe(found !== undefined)
    world.saved = world.saved.filter((each) => each !== found)
  }
  if (step.do === 'diff') {
    const found = find(world, step.ref)
    const answer = ask(world, 'rockpool_diff', step.ref)
    if (found === undefined) return expect(answer).rejects.toMatchObject({ code: -32000 })
    const told = (await answer) as readonly { readonly address: string }[]
    const [from, to] = [bobIn(found.model), bobIn(world.model)]
    const wanted = from === to ? undefined : { balance: { from: hex(from), to: hex(to) } }
    const own = told.find(({ address }) => address === bob.address)
    expect(own).toEqual(wanted && { address: bob.address, ...wanted })
  }
}

function save(world: World, name: string | undefined): void {
  world.saved = [...world.saved, { id: world.lastId, name, model: world.model }]
}

/** Ends those without a name from an id on. */
function goTo(world: World, { model }: Saved, end: number): void {
  world.model = model
  world.saved = world.saved.filter(({ id, name }) => id < end || name !== undefined)
}

function find({ saved }: World, ref: string): Saved | undefined {
  return saved.find(({ name, id }) => name === ref || id === Number(ref))
}

async function branch(world: World, worlds: readonly World[], name: string): Promise<World[]> {
  const answer = ask(world, 'rockpool_branch', name)
  if (worlds.some((each) => each.name === name)) {
    await expect(answer).rejects.toMatchObject({ code: -32000 })
    return []
  }
  await answer
  const node = world.node.branches.get(name)
  if (node === undefined) throw new Error(`no branch ${name}`)
  const dispatcher = world.dispatcher.branch(node)
  return [{ ...world, name, parent: world, node, dispatcher, saved: [], lastId: 0 }]
}

async function remove(first: World, worlds: readonly World[], name: string): Promise<World[]> {
  const gone = worlds.find((each) => each.name === name)
  expect(await ask(first, 'rockpool_deleteBranch', name)).toBe(gone !== undefined)
  const isBelow = (each: World | undefined): boolean =>
    each !== undefined && (each === gone || isBelow(each.parent))
  const left = worlds.filter((each) => !isBelow(each))
  const told = (await ask(first, 'rockpool_branches')) as readonly { readonly name: string }[]
  expect(told.map((each) => each.name)).toEqual(left.flatMap((each) => each.name ?? []))
  return left
}

/** Compares a chain to what it should hold, block by block. */
async function check(world: World): Promise<void> {
  const { model, saved } = world
  expect(await ask(world, 'eth_blockNumber')).toBe(toQuantity(model.length - 1))
  for (const [i, { hash, bob: wei }] of model.entries()) {
    expect(await ask(world, 'eth_getBlockByNumber', toQuantity(i), false)).toMatchObject({ hash })
    expect(await ask(world, 'eth_getBalance', bob.address, toQuantity(i))).toBe(hex(wei))
  }
  const snapshots = saved.map(({ id, name = null, model: blocks }) => {
    const { hash } = blocks.at(-1) ?? {}
    const blockNumber = toQuantity(blocks.length - 1)
    // The clock of the test stands still.
    const timestamp = toQuantity(1_700_000_000n + BigInt(blocks.length - 1))
    return { id: toQuantity(id), name, blockNumber, blockHash: hash, timestamp }
  })
  expect(await ask(world, 'rockpool_snapshots')).toEqual(snapshots)
}

function ask({ dispatcher }: World, method: string, ...params: readonly unknown[]) {
  return dispatcher.request({ method, params })
}

async function stateOf(chain: Chain): Promise<Model[number]> {
  const { block, state } = await chain.state.viewAt({ tag: 'latest' })
  if (!('hash' in block)) throw new Error('a complete block')
  return { hash: block.hash as Hash, bob: state.getBalance(bob.address) }
}

function bobIn(model: Model): bigint {
  return model.at(-1)?.bob ?? 0n
}

function hex(wei: bigint): string {
  return toQuantity(wei)
}
