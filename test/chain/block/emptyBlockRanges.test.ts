import { setImmediate } from 'node:timers/promises'
import { fc, test as propertyTest } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import type { Block } from '../../../src/chain/block/block.ts'
import { decodeRange, encodeRange } from '../../../src/chain/block/blockCodec.ts'
import { encodeHeader } from '../../../src/chain/block/consensusRlp.ts'
import { blocksOf } from '../../../src/chain/block/emptyBlockRange.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import type { HistoryChange } from '../../../src/chain/history/historyChange.ts'
import type { MineOptions } from '../../../src/chain/mining/blockScheduler.ts'
import type { MiningConfig } from '../../../src/chain/mining/miningConfig.ts'
import {
  increaseTime,
  type MiningUpdate,
  setNextTimestampOrLater,
} from '../../../src/chain/mining/timeControls.ts'
import { exportChain } from '../../../src/chain/transfer/exportChain.ts'
import { importChain } from '../../../src/chain/transfer/importChain.ts'
import { redelegationKind, redelegationQueue } from '../../../src/modules/staking/delegation.ts'
import { enqueue } from '../../../src/modules/timeQueue.ts'
import { parseAddress } from '../../../src/primitives/address.ts'
import { keccak256 } from '../../../src/primitives/crypto/keccak.ts'
import { bytesToHash, ZERO_HASH } from '../../../src/primitives/encoding/hex.ts'
import { openDatabase } from '../../../src/store/database/database.ts'
import { alice, bob } from '../../support/accounts.ts'
import { openTestChain, signed, testChain } from '../../support/chain.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { code, push } from '../../support/evm/programs.ts'
import { testGenesis } from '../../support/genesis.ts'
import { FULL } from '../../support/runs.ts'

const latest = { tag: 'latest' } as const
/** Returns the hash of the block whose number it is given. */
const HASHES = parseAddress(`0xbb${'0'.repeat(38)}`)
const hashes = code(push(0), 0x35, 0x40, push(0), 0x52, push(32), push(0), 0xf3)
const genesis = testGenesis({}, [[HASHES, { code: hashes }]])
const START = genesis.timestamp

/** The same blocks, each asked for on its own. */
async function mineSingly(chain: Chain, { blocks = 1n, interval }: MineOptions): Promise<void> {
  for (let made = 0n; made < blocks; made++) {
    if (made > 0n && interval !== undefined) {
      await chain.mining.configure(
        setNextTimestampOrLater(chain.blocks.latest.header.timestamp + interval),
      )
    }
    await chain.mining.mine()
  }
}

function plain(block: Block | undefined) {
  if (block === undefined) return undefined
  const { number, version, hash, header, transactions, receipts, native, sizeBytes } = block
  return { number, version, hash, header: { ...header }, transactions, receipts, native, sizeBytes }
}

async function hashSeen(chain: Chain, number: bigint): Promise<string> {
  const view = await chain.state.viewAt(latest)
  const data = new Uint8Array(32)
  new DataView(data.buffer).setBigUint64(24, number)
  const outcome = await chain.simulate.call(view, {
    from: alice.address,
    to: HASHES,
    data,
    value: 0n,
  })
  return outcome.kind === 'success' ? bytesToHash(outcome.output) : outcome.kind
}

/** Whether two chains tell the same of everything that was mined. */
async function expectSame(chain: Chain, oracle: Chain): Promise<void> {
  const { number } = oracle.blocks.latest
  expect(chain.blocks.latest.number).toBe(number)
  for (let n = 0n; n <= BigInt(number) + 1n; n++) {
    const wanted = plain(oracle.blocks.get(n))
    expect(plain(chain.blocks.get(n))).toEqual(wanted)
    if (wanted?.hash !== undefined) {
      expect((await chain.blocks.getByHash(wanted.hash))?.number).toBe(wanted.number)
    }
  }
  expect(plain((await chain.state.viewAt({ tag: 'pending' })).block)).toEqual(
    plain((await oracle.state.viewAt({ tag: 'pending' })).block),
  )
  for (const n of [number, number - 1, number - 7, number - 255, number - 256].map(BigInt)) {
    if (n > 0n) expect(await hashSeen(chain, n)).toBe(await hashSeen(oracle, n))
  }
  for (const what of ['config', 'clockOffset', 'now', 'nextBaseFee'] as const)
    expect(chain.mining[what]).toEqual(oracle.mining[what])
  expect(chain.state.earliest).toBe(oracle.state.earliest)
  expect(chain.blocks.earliest).toBe(oracle.blocks.earliest)
}

type Action =
  | ({ readonly do: 'mine' } & MineOptions)
  | { readonly do: 'control'; readonly change: Partial<MiningConfig> | MiningUpdate }
  | { readonly do: 'pay' | 'wait' | 'snapshot' | 'revert' | 'due' }

const changes: readonly (Partial<MiningConfig> | MiningUpdate)[] = [
  { timestampInterval: 0n },
  { timestampInterval: 5n },
  { allowEqualTimestamps: true },
  { allowEqualTimestamps: false, timestampInterval: undefined },
  { gasLimit: 30_000_000n },
  { coinbase: bob.address },
  { nextBaseFee: 7_000_000_000n },
  { minBaseFee: 3_000_000_000n },
  { nextPrevRandao: new Uint8Array(32).fill(9) },
  increaseTime(50n),
  setNextTimestampOrLater(START + 500n),
]
const actions = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record(
        {
          do: fc.constant('mine' as const),
          blocks: fc.constantFrom(1n, 16n, 18n, 40n),
          interval: fc.constantFrom(0n, 1n, 12n),
        },
        { requiredKeys: ['do', 'blocks'] },
      ),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('control' as const),
        change: fc.constantFrom(...changes),
      }),
    },
    ...(['pay', 'wait', 'snapshot', 'revert', 'due'] as const).map((name) => ({
      weight: 1,
      arbitrary: fc.constant({ do: name }),
    })),
  ),
  { minLength: 3, maxLength: 8 },
) as fc.Arbitrary<Action[]>

/** What is to be done to a chain; mining is done by `mine`. */
async function perform(
  chain: Chain,
  list: readonly Action[],
  mine: (chain: Chain, options: MineOptions) => Promise<void>,
): Promise<void> {
  let snapshot: number | undefined
  for (const action of list) {
    const nonce = (await chain.state.viewAt(latest)).state.getNonce(alice.address)
    const payment = { to: bob.address, value: 1n, maxFeePerGas: 20_000_000_000n }
    if (action.do === 'mine') await mine(chain, action)
    if (action.do === 'control') await chain.mining.configure(action.change)
    if (action.do === 'pay') await chain.pool.submit(signed(alice, { ...payment, nonce }))
    if (action.do === 'wait')
      await chain.pool.submit(signed(bob, { ...payment, nonce: 3n })).catch(() => {})
    if (action.do === 'snapshot') snapshot = await chain.snapshots.take()
    if (action.do === 'revert' && snapshot !== undefined) await chain.snapshots.revert(snapshot)
    if (action.do === 'due')
      await chain.state.edit((state) => {
        const time = chain.blocks.latest.header.timestamp + 23n
        const row = [alice, bob, alice].map(({ address }) => address).join('/')
        const entry = { creationHeight: 1n, completionTime: time, amount: 1n, shares: 1n }
        const addresses = { delegatorAddress: 'a', sourceAddress: 'b', destinationAddress: 'c' }
        state.set(redelegationKind, row, { ...addresses, entries: [entry] })
        enqueue(state, redelegationQueue, time, row)
      })
  }
}

describe('a range of empty blocks', () => {
  propertyTest.prop([actions, fc.constantFrom(undefined, 7)], { numRuns: 8 })(
    'equals the same blocks mined one by one',
    async (list, keep) => {
      const [chain, oracle] = [1, 2].map(() => testChain(genesis, { ...(keep && { keep }) }))
      if (chain === undefined || oracle === undefined) return
      await perform(chain, list, (it, options) => it.mining.mine(options))
      await perform(oracle, list, mineSingly)
      await expectSame(chain, oracle)
    },
  )

  test('ends before a fork and before a module has to act', async () => {
    const config = { cancunTime: 0, pragueTime: Number(START) + 100 }
    const forked = testGenesis({ config }, [[HASHES, { code: hashes }]])
    const [chain, oracle] = [testChain(forked), testChain(forked)]
    const list = [{ do: 'due' }, { do: 'mine', blocks: 90n, interval: 2n }] as const
    await perform(chain, list, (it, options) => it.mining.mine(options))
    await perform(oracle, list, mineSingly)
    await expectSame(chain, oracle)
    expect(chain.blocks.get(50n)?.header.requestsHash).toBeUndefined()
    expect(chain.blocks.get(51n)?.header.requestsHash).toBeDefined()
  })

  test.runIf(FULL)('computes a million headers at once', async () => {
    const chain = testChain(genesis)
    await chain.mining.mine({ blocks: 1_000_000n, interval: 60n })
    expect(chain.blocks.latest.number).toBe(1_000_000)
    expect(chain.blocks.latest.header.timestamp).toBe(START + 1n + 60n * 999_999n)
    expect(chain.mining.now).toBe(chain.blocks.latest.header.timestamp)
    // Where numbers take another byte, and at the borders of segments.
    const near = [1, 128, 256, 1025, 1026, 2050, 65_536, 500_000, 999_999]
    for (const number of near.flatMap((n) => [n - 1, n, n + 1]).filter((n) => n > 0)) {
      const block = chain.blocks.get(BigInt(number))
      expect(block?.hash).toBe(block && bytesToHash(keccak256(encodeHeader(block.header))))
      expect(block?.header.parentHash).toBe(chain.blocks.get(BigInt(number - 1))?.hash)
      expect((await chain.blocks.getByHash(block?.hash ?? ZERO_HASH))?.number).toBe(number)
    }
  })

  test.each([
    [1, 1],
    [1, 1025],
    [1000, 1050],
    [1025, 2048],
    [1026, 1026],
    [1500, 3000],
  ])('has the same hashes from block %i to %i as a range of its own', async (from, to) => {
    const chain = testChain(genesis)
    await chain.mining.mine({ blocks: 3001n })
    const { range } = chain.blocks.latest
    if (range === undefined) throw new Error('no range')
    const part = range.part(from + 1, to + 1)
    for (const { number, hash, header } of blocksOf(decodeRange(encodeRange(part)).end)) {
      expect(hash).toBe(range.hashAt(number))
      expect(bytesToHash(keccak256(encodeHeader(header)))).toBe(hash)
      expect(part.numberOf(hash)).toBe(number)
    }
    expect(part.numberOf(range.hashAt(to + 1))).toBe(to + 1)
    expect(part.numberOf(chain.blocks.get(1n)?.hash ?? ZERO_HASH)).toBeUndefined()
  })

  test('is reported block by block to watchers', async () => {
    const chain = testChain(genesis)
    const told: number[] = []
    const tell = ({ removed, added }: HistoryChange) => {
      for (const block of removed) for (const { number } of blocksOf(block)) told.push(-number)
      for (const block of added) for (const { number } of blocksOf(block)) told.push(number)
    }
    chain.watch({ onBlocks: tell })
    const snapshot = await chain.snapshots.take()
    const { position } = chain.blocks
    await chain.mining.mine({ blocks: 50n })
    const numbers = Array.from({ length: 50 }, (_, i) => i + 1)
    expect(told).toEqual(numbers)
    const after = chain.blocks.position
    await chain.snapshots.revert(snapshot)
    expect(told.slice(50)).toEqual(numbers.map((number) => -number))
    expect(chain.blocks.leftSince(after).flatMap((block) => [...blocksOf(block)])).toHaveLength(50)
    expect(chain.blocks.leftSince(position)).toEqual([])
    // Subscribers receive them in parts.
    await chain.mining.mine({ blocks: 2_500n })
    expect(told.slice(100)).toEqual(Array.from({ length: 2_500 }, (_, i) => i + 1))
  })

  test('yields to the event loop while its hashes are computed', async () => {
    const chain = testChain(genesis)
    let isDone = false
    const mined = chain.mining.mine({ blocks: 40_000n }).finally(() => {
      isDone = true
    })
    let turns = 0
    for (; !isDone; turns++) await setImmediate()
    await mined
    expect(turns).toBeGreaterThan(2)
  })

  test('catches up with the block of a dump, with equal timestamps if there are more blocks than seconds', async () => {
    const chain = testChain(genesis)
    await chain.mining.configure({ automine: false })
    const waiting = signed(alice, { nonce: 0n, to: bob.address, value: 5n })
    await chain.pool.submit(waiting)
    const block = { number: 12_000n, timestamp: START + 1_000n }
    await chain.state.load({ block, accounts: [], native: undefined })
    for (const number of [1n, 2n, 77n, 10_999n, 11_000n, 11_001n, 11_500n, 12_000n]) {
      const planned = block.timestamp - (block.number - number)
      const { timestamp } = chain.blocks.get(number)?.header ?? {}
      expect(timestamp).toBe(planned > START ? planned : START)
    }
    expect(chain.blocks.latest.number).toBe(12_000)
    expect(chain.mining.now).toBe(block.timestamp)
    expect(chain.pool.get(waiting.hash)).toBeDefined()
  })

  test('has its state at each block, and a branch continues from it', async () => {
    const chain = testChain(genesis)
    await chain.mining.mine({ blocks: 100n })
    await chain.pool.submit(signed(alice, { nonce: 0n, to: bob.address, value: 5n }))
    const before = await chain.state.viewAt({ number: 60n })
    const after = await chain.state.viewAt(latest)
    expect(after.state.getBalance(bob.address) - before.state.getBalance(bob.address)).toBe(5n)
    const came: Block[] = []
    for await (const block of chain.blocks.range({ first: 90, last: 200 })) came.push(block)
    expect(came.map(({ number }) => number)).toEqual(Array.from({ length: 12 }, (_, i) => 90 + i))
    expect(
      await chain.state.proveStorage({ number: 60n }, HASHES, [new Uint8Array(32)]),
    ).toHaveLength(1)
    const branch = await chain.branch()
    await branch.mining.mine({ blocks: 50n })
    await chain.mining.mine({ blocks: 20n })
    const seen = await branch.blocks.find({
      hash: chain.blocks.get(70n)?.hash ?? bytesToHash(new Uint8Array(32)),
    })
    expect(seen?.number).toBe(70)
    expect([branch.blocks.latest.number, chain.blocks.latest.number]).toEqual([151, 121])
    const id = await chain.snapshots.take()
    await chain.mining.mine({ blocks: 30n })
    const gone = chain.blocks.latest.hash
    await chain.snapshots.revert(id)
    expect(await chain.blocks.getByHash(gone)).toBeUndefined()
    await branch.close()
  })
})

describe('a range on disk', () => {
  test('can be exported in the middle', async () => {
    const directory = temporaryDirectory()
    const chain = await openTestChain(directory, { genesis })
    await chain.pool.submit(signed(alice, { nonce: 0n, to: bob.address, value: 5n }))
    await chain.mining.mine({ blocks: 600n })
    const [wanted, parent] = [400n, 399n].map((number) => plain(chain.blocks.get(number)))
    await chain.close()
    const source = await openDatabase(directory, { sync: false })
    const copy = temporaryDirectory()
    const target = await openDatabase(copy, { sync: false })
    const { file, appHash } = exportChain(source, { height: 400 })
    expect((await importChain(file, target)).appHash).toBe(appHash)
    await target.flush()
    await Promise.all([source.close(), target.close()])
    const imported = await openTestChain(copy, { genesis })
    expect(plain(imported.blocks.latest)).toEqual(wanted)
    expect(plain(imported.blocks.get(399n))).toEqual(parent)
    await imported.mining.mine({ blocks: 30n })
    expect(imported.blocks.get(401n)?.header.parentHash).toBe(wanted?.hash)
    await imported.close()
  })

  test('is truncated when the chain closes during its creation', async () => {
    const directory = temporaryDirectory()
    const chain = await openTestChain(directory, { genesis })
    const mining = chain.mining.mine({ blocks: 1_000_000n })
    const outcome = expect(mining).rejects.toMatchObject({ code: 'CHAIN_CLOSED' })
    await chain.close()
    await outcome
    const again = await openTestChain(directory, { genesis })
    const { number } = again.blocks.latest
    expect(number).toBeGreaterThan(0)
    expect(number).toBeLessThan(1_000_000)
    expect(plain(again.blocks.latest)).toEqual(plain(chain.blocks.latest))
    await again.close()
  })

  test('survives a restart with the blocks before and after it', async () => {
    const directory = temporaryDirectory()
    const settings = { genesis, keep: 30 }
    const list: Action[] = [
      { do: 'pay' },
      { do: 'mine', blocks: 300n },
      { do: 'pay' },
      { do: 'mine', blocks: 20n },
      { do: 'snapshot' },
      { do: 'mine', blocks: 40n },
      { do: 'revert' },
    ]
    const oracle = testChain(genesis, settings)
    await perform(oracle, list, mineSingly)
    await mineSingly(oracle, { blocks: 25n })

    const first = await openTestChain(directory, settings)
    await perform(first, list, (it, options) => it.mining.mine(options))
    await first.close()
    const chain = await openTestChain(directory, settings)
    await chain.mining.mine({ blocks: 25n })
    await expectSame(chain, oracle)
    const view = await chain.state.viewAt({ number: chain.blocks.latest.header.number - 22n })
    expect(view.state.getNonce(alice.address)).toBe(2n)
    await chain.close()
    const again = await openTestChain(directory, settings)
    expect(plain(again.blocks.latest)).toEqual(plain(oracle.blocks.latest))
    await again.close()
  })
})
