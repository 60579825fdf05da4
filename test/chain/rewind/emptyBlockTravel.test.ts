import { fc, test as propertyTest } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import type { Block } from '../../../src/chain/block/block.ts'
import { blocksOf } from '../../../src/chain/block/emptyBlockRange.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import { FilterSpace } from '../../../src/chain/filters/filterSpace.ts'
import type { HistoryChange } from '../../../src/chain/history/historyChange.ts'
import { DEFAULT_LOG_LIMITS } from '../../../src/chain/history/logQuery.ts'
import type { MineOptions } from '../../../src/chain/mining/blockScheduler.ts'
import { increaseTime, setNextTimestampOrLater } from '../../../src/chain/mining/timeControls.ts'
import { parseAddress } from '../../../src/primitives/address.ts'
import { DomainError } from '../../../src/primitives/domainError.ts'
import { bytesToHex, hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { silentLogger } from '../../../src/primitives/logger.ts'
import { openDatabase } from '../../../src/store/database/database.ts'
import { type Table, tablePrefix } from '../../../src/store/database/tables.ts'
import { alice, bob } from '../../support/accounts.ts'
import { anything } from '../../support/chain/filters.ts'
import { flattened } from '../../support/chain/logs.ts'
import { openTestChain, signed, testChain } from '../../support/chain.ts'
import { checkDatabase } from '../../support/checkDatabase.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { testGenesis } from '../../support/genesis.ts'
import { runs } from '../../support/runs.ts'

/** Counts its calls in slot 0, and logs. */
const COUNTER = parseAddress(`0xaa${'0'.repeat(38)}`)
const genesis = testGenesis({}, [[COUNTER, { code: hexToBytes('5f546001015f555f5fa000') }]])
const latest = { tag: 'latest' } as const

type Mine = (chain: Chain, options: MineOptions) => Promise<void>

const together: Mine = (chain, options) => chain.mining.mine(options)

/** The same blocks, each asked for on its own. */
const apart: Mine = async (chain, { blocks = 1n, interval }) => {
  for (let made = 0n; made < blocks; made++) {
    if (made > 0n && interval !== undefined) {
      await chain.mining.configure(
        setNextTimestampOrLater(chain.blocks.latest.header.timestamp + interval),
      )
    }
    await chain.mining.mine()
  }
}

type Action =
  | ({ readonly do: 'mine' } & MineOptions)
  | { readonly do: 'rollback'; readonly depth: bigint }
  | { readonly do: 'snapshot' | 'checkout' | 'release' | 'revert'; readonly which: number }
  | {
      readonly do:
        | 'pay'
        | 'wait'
        | 'edit'
        | 'reset'
        | 'later'
        | 'poll'
        | 'restart'
        | 'branch'
        | 'prune'
    }

const named = (...names: readonly string[]) =>
  fc.record({ do: fc.constantFrom(...names), which: fc.nat(3) })
const actions = fc.array(
  fc.oneof(
    {
      weight: 7,
      arbitrary: fc.record(
        {
          do: fc.constant('mine'),
          blocks: fc.constantFrom(1n, 17n, 18n, 40n, 70n),
          interval: fc.constantFrom(1n, 12n),
        },
        { requiredKeys: ['do', 'blocks'] },
      ),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constant('rollback'),
        depth: fc.constantFrom(1n, 2n, 5n, 16n, 17n, 18n, 30n, 60n, 100n),
      }),
    },
    { weight: 2, arbitrary: named('snapshot') },
    { weight: 2, arbitrary: named('checkout', 'revert') },
    { weight: 1, arbitrary: named('release') },
    { weight: 4, arbitrary: named('pay', 'edit', 'poll', 'restart', 'branch') },
    { weight: 1, arbitrary: named('wait', 'reset', 'later') },
  ),
  { minLength: 4, maxLength: 14 },
) as fc.Arbitrary<Action[]>

/** A chain under test, and all notifications of it. */
class Scene {
  readonly story: unknown[] = []
  readonly #mine: Mine
  readonly #open: () => Promise<Chain>
  /** Whether a watcher receives each block: ranges are then shorter. */
  readonly #isWatched: boolean
  chain = testChain(genesis)
  #space: FilterSpace | undefined
  #ids: string[] = []
  #snapshots: number[] = []

  constructor(mine: Mine, open: () => Promise<Chain>, isWatched: boolean) {
    this.#mine = mine
    this.#open = open
    this.#isWatched = isWatched
  }

  async start(): Promise<void> {
    this.chain = await this.#open()
    this.#space = new FilterSpace(this.chain, {
      maxFilters: 10,
      idleMs: 1e9,
      limits: DEFAULT_LOG_LIMITS,
      logger: silentLogger,
      now: () => 0,
    })
    this.#ids = [this.#space.addBlocks(), await this.#space.addLogs(anything)]
    this.#snapshots = []
    if (this.#isWatched) this.chain.watch({ onBlocks: (change) => this.#hear(change) })
  }

  async stop(): Promise<void> {
    this.#space?.close()
    await this.chain.close()
  }

  #hear({ removed, added }: HistoryChange): void {
    for (const block of removed) for (const { hash } of blocksOf(block)) this.story.push(`-${hash}`)
    for (const block of added) for (const { hash } of blocksOf(block)) this.story.push(hash)
  }

  async #poll(): Promise<void> {
    for (const id of this.#ids) {
      const changes = await this.#space?.changes(id)
      if (changes === undefined) continue
      if (changes.kind === 'blocks') for await (const hash of changes.hashes) this.story.push(hash)
      if (changes.kind !== 'logs') continue
      for (const { block, removed } of await flattened(changes.logs)) {
        this.story.push([removed === true, block.hash])
      }
    }
  }

  async perform(action: Action): Promise<void> {
    const { chain } = this
    const fields = {
      to: COUNTER,
      nonce: (await chain.state.viewAt(latest)).state.getNonce(alice.address),
      data: Uint8Array.of(this.story.length % 251),
    }
    const picked = () =>
      this.#snapshots[this.#snapshots.length - 1 - ('which' in action ? action.which : 0)]
    try {
      if (action.do === 'mine') await this.#mine(chain, action)
      if (action.do === 'rollback') await chain.rollback(action.depth)
      // A rollback into a run that is on disk has all of it in memory: until the next block one may
      // go back further.
      if (action.do === 'snapshot' || action.do === 'branch') await chain.mining.mine()
      if (action.do === 'snapshot')
        this.#snapshots.push(await chain.snapshots.take({ keep: action.which > 0 }))
      if (action.do === 'revert') this.story.push(await chain.snapshots.revert(picked() ?? 99))
      if (action.do === 'checkout')
        this.story.push(await chain.snapshots.revert(picked() ?? 99, { keep: true }))
      if (action.do === 'release') this.story.push(await chain.snapshots.release(picked() ?? 99))
      if (action.do === 'pay') await chain.pool.submit(signed(alice, fields))
      if (action.do === 'wait') await chain.pool.submit(signed(bob, { ...fields, nonce: 3n }))
      if (action.do === 'edit')
        await chain.state.edit((state) =>
          state.setBalance(bob.address, BigInt(this.story.length) << 70n),
        )
      if (action.do === 'reset') {
        // With snapshots a saved chain tells less of what is only in the database.
        for (const { id } of chain.snapshots.list) await chain.snapshots.release(id)
        await chain.reset()
      }
      if (action.do === 'later') await chain.mining.configure(increaseTime(50n))
      if (action.do === 'poll') await this.#poll()
      if (action.do === 'branch') await this.#tryBranch()
      if (action.do === 'restart') {
        await this.stop()
        await this.start()
      }
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      this.story.push(error.code)
    }
  }

  async #tryBranch(): Promise<void> {
    const branch = await this.chain.branch()
    await this.#mine(branch, { blocks: 20n })
    await this.#mine(this.chain, { blocks: 18n })
    this.story.push(await facts(branch))
    await branch.rollback(25n).catch((error) => this.story.push(error.code))
    this.story.push(await facts(branch))
    await branch.close()
  }
}
function plain(block: Block | undefined) {
  if (block === undefined) return undefined
  const { number, version, hash, header, transactions, receipts, native, sizeBytes } = block
  return { number, version, hash, header: { ...header }, transactions, receipts, native, sizeBytes }
}

/** All readable facts of a chain. */
async function facts(chain: Chain): Promise<unknown> {
  const told: unknown[] = []
  for (let n = 0n; n <= chain.blocks.latest.header.number + 1n; n++) {
    const block = plain(chain.blocks.get(n))
    told.push(block)
    if (block?.hash !== undefined) told.push((await chain.blocks.getByHash(block.hash))?.number)
    if (n < chain.state.earliest || n > chain.blocks.latest.header.number) continue
    const { state, version } = await chain.state.viewAt({ number: n })
    told.push([version, state.getNonce(alice.address), state.getBalance(bob.address)])
  }
  const pending = await chain.state.viewAt({ tag: 'pending' })
  told.push(plain(pending.block))
  for await (const logs of chain.logs.search(anything.criteria, { first: 0, last: 1e6 }))
    told.push(logs.map(({ block }) => block.number))
  for await (const found of chain.transactions.search(
    { kind: 'party', address: COUNTER },
    { first: 0, last: 1e6 },
    'descending',
  ))
    told.push(found.map(({ block, index }) => [block.number, index]))
  told.push(
    chain.blocks.earliest,
    chain.state.earliest,
    chain.mining.now,
    chain.mining.config,
    chain.mining.nextBaseFee,
  )
  told.push([...chain.pool.contents.queued.keys()])
  return told
}

const TABLES: readonly Table[] = [
  'log',
  'nativeTransaction',
  'node',
  'pool',
  'trait',
  'transaction',
]

async function rowsOf(directory: string): Promise<ReadonlyMap<string, string>> {
  const database = await openDatabase(directory, { sync: false })
  await checkDatabase(database)
  const rows = new Map<string, string>()
  for (const table of TABLES) {
    for await (const [key, value] of database.entries(tablePrefix(table))) {
      rows.set(bytesToHex(key), bytesToHex(value))
    }
  }
  await database.close()
  return rows
}

test('a chain on disk moves to a snapshot over several ranges, and back', async () => {
  const directory = temporaryDirectory()
  const chain = await openTestChain(directory, { genesis })
  const start = await chain.snapshots.take({ keep: true })
  for (const nonce of [0n, 1n]) {
    await chain.mining.mine({ blocks: 40n })
    await chain.pool.submit(signed(alice, { nonce, to: COUNTER }))
  }
  const end = await chain.snapshots.take({ keep: true })
  const wanted = await facts(chain)
  await chain.snapshots.revert(start, { keep: true })
  expect(chain.blocks.latest.number).toBe(0)
  await chain.snapshots.revert(end)
  await chain.snapshots.release(start)
  expect(await facts(chain)).toEqual(wanted)
  await chain.close()
  const again = await openTestChain(directory, { genesis })
  expect(await facts(again)).toEqual(wanted)
  await again.close()
})

test('a filter reports the removed part of a range that is only in the database', async () => {
  const chain = await openTestChain(temporaryDirectory(), { genesis })
  await chain.mining.mine({ blocks: 40n })
  const before = chain.blocks.position
  await chain.rollback(5n)
  // The range is no longer in memory.
  await chain.pool.submit(signed(alice, { nonce: 0n, to: COUNTER }))
  const left = chain.blocks.leftSince(before).flatMap((block) => [...blocksOf(block)])
  expect(left.map(({ number }) => number)).toEqual([36, 37, 38, 39, 40])
  await chain.close()
})

const RUNS = runs({ quick: 3, full: 6 })
describe.each(['in memory', 'on disk'])('a chain %s that reverts', (place) => {
  propertyTest.prop([actions, fc.constantFrom(undefined, undefined, 7, 30), fc.boolean()], {
    numRuns: RUNS,
    endOnFailure: true,
  })(
    'into ranges and over them is where it would be without ranges',
    async (all, keep, watched) => {
      // A snapshot before a run that was cut keeps the states of all of it.
      const list = all.filter(
        (action) => keep === undefined || (action.do !== 'snapshot' && action.do !== 'branch'),
      )
      const directories = [temporaryDirectory(), temporaryDirectory()]
      const settings = { genesis, ...(keep !== undefined && { keep }) }
      const open = async (i: number) =>
        place === 'in memory'
          ? testChain(genesis, settings)
          : openTestChain(directories[i] ?? '', settings)
      const [scene, oracle] = [
        new Scene(together, () => open(0), watched),
        new Scene(apart, () => open(1), watched),
      ]
      for (const each of [scene, oracle]) {
        await each.start()
        for (const action of list) await each.perform(action)
        await each.perform({ do: 'poll' })
        await each.perform({ do: 'mine', blocks: 1n })
        await each.perform({ do: 'poll' })
        each.story.push(await facts(each.chain))
        await each.stop()
      }
      expect(scene.story).toEqual(oracle.story)
      if (place === 'on disk') {
        expect(await rowsOf(directories[0] ?? '')).toEqual(await rowsOf(directories[1] ?? ''))
        const again = await Promise.all([open(0), open(1)])
        const [one, other] = await Promise.all(again.map(facts))
        expect(one).toEqual(other)
        await Promise.all(again.map((chain) => chain.close()))
      }
    },
  )
})
