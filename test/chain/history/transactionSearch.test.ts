import { fc, test as propertyTest } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import type { AddressIndexKey } from '../../../src/chain/history/addressIndexKeys.ts'
import type { BlockOrder } from '../../../src/chain/history/blockKeys.ts'
import { type Address, contractAddress, parseAddress } from '../../../src/primitives/address.ts'
import type { Hash } from '../../../src/primitives/encoding/hex.ts'
import { type CallFrame, CallRecorder } from '../../../src/tracers/calls/callFrames.ts'
import { runTrace } from '../../../src/tracers/traceTarget.ts'
import { alice, bob, carol } from '../../support/accounts.ts'
import { openTestChain, signed, testChain } from '../../support/chain.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { program } from '../../support/evm/programs.ts'
import { testGenesis } from '../../support/genesis.ts'
import { runs } from '../../support/runs.ts'

const contracts = ['0xc1', '0xc2', '0xc3'].map((tag) => parseAddress(tag.padEnd(42, '0')))
const nobody = parseAddress(`0xee${'0'.repeat(38)}`)
const identity = parseAddress(`0x${'4'.padStart(40, '0')}`)
const targets = [...contracts, bob.address, nobody, identity]
const senders = [alice, carol]

/** Code of the contracts, and what happens to the chain. */
interface Plan {
  readonly codes: readonly Uint8Array[]
  readonly steps: readonly Step[]
}

interface Sending {
  readonly sender: number
  readonly to: Address | undefined
  /** Of a creation; may fail or create on. */
  readonly init: Uint8Array
}

type Step =
  | { readonly do: 'mine'; readonly sent: readonly Sending[] }
  | { readonly do: 'lower'; readonly sender: number }
  | { readonly do: 'snapshot'; readonly keep: boolean }
  | { readonly do: 'revert'; readonly at: number }
  | { readonly do: 'branch' }
  | { readonly do: 'turn'; readonly to: number }
  | { readonly do: 'check' }

const sending: fc.Arbitrary<Sending> = fc.record({
  sender: fc.nat(1),
  to: fc.option(fc.constantFrom(...targets), { nil: undefined }),
  init: program(targets),
})

const plans: fc.Arbitrary<Plan> = fc.record({
  codes: fc.tuple(program(targets), program(targets), program(targets)),
  steps: fc.array(
    fc.oneof(
      {
        weight: 8,
        arbitrary: fc.record({
          do: fc.constant('mine' as const),
          sent: fc.array(sending, { maxLength: 3 }),
        }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('lower' as const), sender: fc.nat(1) }) },
      {
        weight: 2,
        arbitrary: fc.record({ do: fc.constant('snapshot' as const), keep: fc.boolean() }),
      },
      { weight: 2, arbitrary: fc.record({ do: fc.constant('revert' as const), at: fc.nat(5) }) },
      { weight: 1, arbitrary: fc.constant({ do: 'branch' as const }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('turn' as const), to: fc.nat(2) }) },
      { weight: 1, arbitrary: fc.constant({ do: 'check' as const }) },
    ),
    { maxLength: 25, size: 'max' },
  ),
})

const genesisOf = ({ codes }: Plan) =>
  testGenesis(
    {},
    contracts.map((address, i) => [
      address,
      { code: codes[i] ?? new Uint8Array(0), balance: 10n ** 18n },
    ]),
  )

describe.each([
  ['in memory', async (plan: Plan) => testChain(genesisOf(plan))],
  ['on disk', (plan: Plan) => openTestChain(temporaryDirectory(), { genesis: genesisOf(plan) })],
])('a chain %s', (_, create) => {
  propertyTest.prop([plans], { numRuns: runs({ quick: 1, full: 4 }) })(
    'finds the transactions that its traces tell',
    async (plan) => {
      const chain = await create(plan)
      try {
        await chain.mining.configure({ automine: false })
        await play(chain, plan.steps)
      } finally {
        await chain.close()
      }
    },
  )
})

test('a chain finds them after a restart', async () => {
  const [plan] = fc.sample(plans, { numRuns: 1, seed: 5 })
  if (plan === undefined) throw new Error('a sample')
  const directory = temporaryDirectory()
  const chain = await openTestChain(directory, { genesis: genesisOf(plan) })
  await chain.mining.configure({ automine: false })
  for (let number = 0; number < 40; number++) await mine(chain, planOf(number), BigInt(number))
  const before = await oracleOf(chain)
  await chain.close()
  const again = await openTestChain(directory, { genesis: genesisOf(plan) })
  expect(again.blocks.latest.number).toBe(40)
  await expectFound(again, before)
  await again.close()
})

/** A plain way to the contracts and back. */
function planOf(number: number): readonly Sending[] {
  const to = targets[number % targets.length]
  return [{ sender: number % 2, to, init: new Uint8Array(0) }]
}

async function play(chain: Chain, steps: readonly Step[]): Promise<void> {
  const worlds = [{ chain, snapshots: [] as { id: number; isKept: boolean }[] }]
  let [turn, count] = [0, 0n]
  for (const step of steps) {
    const world = worlds[turn % worlds.length]
    if (world === undefined) throw new Error('there is a world')
    if (step.do === 'turn') turn = step.to
    if (step.do === 'mine') {
      await mine(world.chain, step.sent, count)
      count += BigInt(step.sent.length)
    }
    if (step.do === 'lower') {
      const { address } = senders[step.sender] ?? alice
      await world.chain.state.edit((state) => {
        const nonce = state.getNonce(address)
        state.setNonce(address, nonce > 2n ? nonce - 2n : nonce)
      })
    }
    if (step.do === 'snapshot') {
      const id = await world.chain.snapshots.take({ keep: step.keep })
      world.snapshots.push({ id, isKept: step.keep })
    }
    if (step.do === 'revert') {
      const target = world.snapshots[step.at % Math.max(1, world.snapshots.length)]
      if (target === undefined) continue
      await world.chain.snapshots.revert(target.id)
      world.snapshots = world.snapshots.filter(({ id, isKept }) => isKept || id < target.id)
    }
    if (step.do === 'branch' && worlds.length < 3) {
      worlds.push({ chain: await world.chain.branch(), snapshots: [] })
    }
    if (step.do === 'check') await expectFound(world.chain, await oracleOf(world.chain))
  }
  for (const each of worlds) await expectFound(each.chain, await oracleOf(each.chain))
}

/** @param count makes the transactions other ones than any before. */
async function mine(chain: Chain, sent: readonly Sending[], count: bigint): Promise<void> {
  for (const [i, { sender, to, init }] of sent.entries()) {
    const from = senders[sender] ?? alice
    const nonce = chain.pool.pendingNonce(from.address)
    const value = 1000n + count + BigInt(i)
    const what = to === undefined ? { data: init } : { to }
    await chain.pool.submit(signed(from, { ...what, nonce, value, gasLimit: 900_000n }))
  }
  await chain.mining.mine()
}

/** What a transaction did, as its trace tells. */
interface Told {
  readonly number: number
  readonly index: number
  readonly hash: Hash
  readonly sender: Address
  readonly nonce: bigint
  readonly parties: ReadonlySet<Address>
  /** By contract. */
  readonly creators: ReadonlyMap<Address, Address>
}

/** Runs all transactions of a chain again, and writes down who was in which frame. */
async function oracleOf(chain: Chain): Promise<readonly Told[]> {
  const told: Told[] = []
  for (let number = 1; number <= chain.blocks.latest.number; number++) {
    const block = chain.blocks.get(BigInt(number))
    if (block === undefined) throw new Error('a block')
    const view = await chain.state.viewBefore(block, 0)
    await chain.simulate.explore(view, async (scene) => {
      for (const [index, transaction] of block.transactions.entries()) {
        const place = { blockNumber: BigInt(number), transactionIndex: index }
        const subject = { kind: 'transaction', transaction, place } as const
        const { frames } = await runTrace(scene, subject, ({ budget }) => {
          const frames = new CallRecorder(budget, { logs: false })
          return { observer: { frames }, finish() {}, frames }
        })
        const { hash, from: sender, nonce } = transaction
        const parties = new Set<Address>()
        const creators = new Map<Address, Address>()
        gather(frames.root, false, parties, creators)
        told.push({ number, index, hash, sender, nonce, parties, creators })
      }
    })
  }
  return told
}

function gather(
  { kind, from, to, error, calls }: CallFrame,
  isUndone: boolean,
  parties: Set<Address>,
  creators: Map<Address, Address>,
): void {
  const isLost = isUndone || error !== undefined
  parties.add(from).add(to)
  if (kind.startsWith('CREATE') && !isLost) creators.set(to, from)
  for (const call of calls) gather(call, isLost, parties, creators)
}

async function expectFound(chain: Chain, told: readonly Told[]): Promise<void> {
  const everybody = new Set([...targets, ...told.flatMap(({ parties }) => [...parties])])
  const newest = chain.blocks.latest.number
  for (const address of everybody) {
    const touched = told.filter(({ parties }) => parties.has(address))
    await expectTrait(chain, { kind: 'party', address }, [0, newest], touched)
    const [first, last] = [Math.ceil(newest / 3), Math.floor((2 * newest) / 3)]
    await expectTrait(chain, { kind: 'party', address }, [first, last], touched)
    const created = told.filter(({ creators }) => creators.has(address))
    await expectTrait(chain, { kind: 'creator', address }, [0, newest], created)
  }
  for (const { sender, nonce } of told) {
    const same = told.filter((other) => other.sender === sender && other.nonce === nonce)
    await expectTrait(chain, { kind: 'nonce', address: sender, nonce }, [0, newest], same)
  }
  const unused = { kind: 'nonce', address: alice.address, nonce: 1_000n } as const
  await expectTrait(chain, unused, [0, newest], [])
}

async function expectTrait(
  chain: Chain,
  trait: AddressIndexKey,
  [first, last]: readonly [number, number],
  wanted: readonly Told[],
): Promise<void> {
  const inRange = wanted.filter(({ number }) => number >= first && number <= last)
  const texts = inRange.map(({ number, index, hash }) => `${number}/${index} ${hash}`)
  for (const order of ['ascending', 'descending'] as const) {
    const blocks = await found(chain, trait, [first, last], order)
    const inOrder = order === 'ascending' ? blocks : blocks.toReversed()
    expect(inOrder.flat()).toEqual(texts)
    expect(new Set(blocks.map(([text = '']) => text.split('/')[0])).size).toBe(blocks.length)
  }
}

async function found(
  chain: Chain,
  trait: AddressIndexKey,
  [first, last]: readonly [number, number],
  order: BlockOrder,
): Promise<string[][]> {
  const texts: string[][] = []
  for await (const inBlock of chain.transactions.search(trait, { first, last }, order)) {
    texts.push(
      inBlock.map(({ block, index, transaction }) => {
        return `${block.number}/${index} ${transaction.hash}`
      }),
    )
  }
  return texts
}

test('a failed creation is found by its address, but is not a creator', async () => {
  const chain = testChain()
  const data = Uint8Array.of(0xfe)
  await chain.pool.submit(signed(alice, { data }))
  const address = contractAddress(alice.address, 0n)
  expect(await found(chain, { kind: 'party', address }, [0, 1], 'ascending')).toHaveLength(1)
  expect(await found(chain, { kind: 'creator', address }, [0, 1], 'ascending')).toEqual([])
})
