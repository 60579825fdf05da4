import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fc, test as propertyTest } from '@fast-check/vitest'
import { expect, test } from 'vitest'
import { ChainError } from '../../../src/chain/errors.ts'
import { createNode } from '../../../src/index.ts'
import { assembleNode } from '../../../src/node/assembleNode.ts'
import type { JournalLine } from '../../../src/node/journal/journalText.ts'
import { type OptionName, readConfig } from '../../../src/node/options/config.ts'
import { silentLogger } from '../../../src/primitives/logger.ts'
import { boolean } from '../../../src/rpc/codec/scalar.ts'
import {
  type ChangingContext,
  type Context,
  changingMethod,
  method,
} from '../../../src/rpc/core/method.ts'
import { nodeDispatcher } from '../../../src/rpc/core/nodeDispatcher.ts'
import { type Replayed, replay } from '../../../src/rpc/replay/replay.ts'
import { testChain } from '../../support/chain.ts'
import { manualTicker, movableClock } from '../../support/clock.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { runs } from '../../support/runs.ts'

const around = { version: '0.0.0', logger: silentLogger }
const START = 1_767_225_600
const STRANGER = '0x00000000000000000000000000000000000000aa'
const RECIPIENT = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

/** A node that records, with a clock and timers that the test drives. */
async function recorded(given: Partial<Record<OptionName, unknown>> = {}) {
  const file = join(temporaryDirectory(), 'run.jsonl')
  const clock = movableClock(START)
  const ticker = manualTicker()
  const { node, accounts } = await assembleNode(
    readConfig({ accounts: 3, ...given, record: file }),
    {
      ...around,
      clock,
      ticker,
    },
  )
  const { request } = nodeDispatcher(node, { batchLimit: 1 })
  const ask = (method: string, ...params: readonly unknown[]) => request({ method, params })
  const read = () => readFileSync(file, 'utf8')
  return { file, node, clock, ticker, ask, read, accounts: accounts.map(({ evm }) => evm) }
}

async function* linesOf(text: string): AsyncGenerator<JournalLine> {
  const lines = text.split('\n')
  const rest = lines.pop() ?? ''
  for (const line of lines) yield { text: line, isWhole: true }
  if (rest !== '') yield { text: rest, isWhole: false }
}

async function replayed(
  text: string,
  options: { until?: bigint; db?: string } = {},
): Promise<Replayed> {
  const result = await replay(linesOf(text), { version: '0.0.0', ...options })
  await result.node.close()
  return result
}

const place = fc.constantFrom('a', 'b')
const account = fc.nat(2)
const value = fc.integer({ min: 0, max: 9 }).map((each) => `0x${each.toString(16)}`)
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant('send' as const), from: account, to: account, value }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.nat(50) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('tick' as const) }) },
  {
    weight: 8,
    arbitrary: fc
      .oneof(
        fc.tuple(fc.constant('evm_mine')),
        fc.tuple(fc.constant('hardhat_mine'), fc.integer({ min: 1, max: 40 })),
        fc.tuple(fc.constant('evm_increaseTime'), fc.nat(1000)),
        fc.tuple(
          fc.constant('evm_setNextBlockTimestamp'),
          fc.integer({ min: START, max: START + 4000 }),
        ),
        fc.tuple(fc.constant('evm_setAutomine'), fc.boolean()),
        fc.tuple(fc.constant('evm_setIntervalMining'), fc.constantFrom(0, 1000)),
        fc.tuple(fc.constant('evm_snapshot')),
        fc.tuple(fc.constant('evm_revert'), fc.integer({ min: 1, max: 4 })),
        fc.tuple(fc.constant('rockpool_snapshot'), place),
        fc.tuple(fc.constant('rockpool_checkout'), place),
        fc.tuple(fc.constant('anvil_rollback'), fc.nat(3)),
        fc.tuple(fc.constant('hardhat_reset')),
        fc.tuple(fc.constant('anvil_dropAllTransactions')),
        fc.tuple(fc.constant('hardhat_setBalance'), fc.constant(STRANGER), value),
        fc.tuple(fc.constant('hardhat_impersonateAccount'), fc.constant(STRANGER)),
        fc.tuple(fc.constant('hardhat_setNonce'), fc.constant(STRANGER), value),
        fc.tuple(fc.constant('hardhat_setNextBlockBaseFeePerGas'), fc.constantFrom(0, 1e9, 2e9)),
        fc.tuple(fc.constant('rockpool_branch'), place),
        fc.tuple(fc.constant('rockpool_deleteBranch'), place),
      )
      .map(([method, ...params]) => ({ do: 'ask' as const, method, params })),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('turn' as const), to: fc.constantFrom('', 'a', 'b') }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never
type Run = Awaited<ReturnType<typeof recorded>>

/** Performs random operations like many concurrent clients, without waiting for responses. */
async function play({ node, ask, clock, ticker, accounts }: Run, steps: readonly Step[]) {
  const root = nodeDispatcher(node, { batchLimit: 1 })
  const answers: Promise<unknown>[] = []
  let request = ask
  for (const each of steps) {
    if (each.do === 'wait') clock.seconds += each.seconds
    else if (each.do === 'tick') ticker.tick()
    else if (each.do === 'turn') {
      await Promise.allSettled(answers)
      const branch = node.branches.get(each.to)
      const entry = branch === undefined ? root : root.branch(branch)
      request = (method, ...params) => entry.request({ method, params })
    } else if (each.do === 'ask') answers.push(request(each.method, ...each.params))
    else {
      const [from, to] = [[...accounts, STRANGER][each.from], [...accounts].reverse()[each.to]]
      answers.push(request('eth_sendTransaction', { from, to, value: each.value }))
    }
  }
  await Promise.allSettled(answers)
}

propertyTest.prop(
  [fc.array(step, { maxLength: 30, size: 'max' }), fc.constantFrom('memory', 'disk')],
  {
    numRuns: runs({ quick: 3, full: 20 }),
  },
)('what was recorded comes out the same', async (steps, where) => {
  const db = where === 'disk' ? { db: join(temporaryDirectory(), 'db') } : {}
  const run = await recorded(db)
  await play(run, steps)
  await run.node.close()
  const { header, hash } = run.node.chain.blocks.latest
  const again = await replayed(
    run.read(),
    where === 'disk' ? { db: join(temporaryDirectory(), 'db') } : {},
  )
  expect(again.difference).toBeUndefined()
  expect(again.cut).toBeUndefined()
  expect(again.latest.hash).toBe(hash)
  expect(again.latest.header.stateRoot).toBe(header.stateRoot)
})

test('waiting for a receipt does not block other changes, also in the replay', async () => {
  const { node, clock, ticker, ask, accounts, read } = await recorded({ noMining: true })
  const [from, to] = accounts
  const waiting = ask('eth_sendTransactionSync', { from, to, value: '0x2' })
  await ask('evm_setIntervalMining', 1000)
  clock.seconds += 10
  ticker.tick()
  expect(await waiting).toMatchObject({ blockNumber: '0x1' })
  await node.close()
  expect(node.chain.blocks.latest.header.timestamp).toBe(BigInt(START + 10))
  const again = await replayed(read())
  expect(again).toMatchObject({ entries: 3, block: 1, difference: undefined })
  expect(again.latest.hash).toBe(node.chain.blocks.latest.hash)
})

test('a library node records calls in process, and native transactions', async () => {
  const file = join(temporaryDirectory(), 'run.jsonl')
  const node = await createNode({ record: file, deterministic: true })
  const id = await node.snapshot()
  await node.mine({ blocks: 3 })
  await node.revert(id)
  const branch = await node.branch()
  await branch.native.send({ to: RECIPIENT, amount: 5n })
  await branch.mine()
  await branch.close()
  await node.native.send({ to: RECIPIENT, amount: 7 })
  const latest = await node.request({ method: 'eth_getBlockByNumber', params: ['latest', false] })
  await node.close()
  const again = await replayed(readFileSync(file, 'utf8'))
  expect(again).toMatchObject({ entries: 8, block: 1, difference: undefined, cut: undefined })
  expect(latest).toMatchObject({ hash: again.latest.hash })
})

test('a changed line is reported with expected and actual values', async () => {
  const { node, ask, accounts, read } = await recorded()
  const [from, to] = accounts
  for (const value of ['0x1', '0x2', '0x3']) await ask('eth_sendTransaction', { from, to, value })
  await node.close()
  const lines = read().split('\n')
  const changed = lines.with(2, lines[2]?.replace('"0x2"', '"0x7"') ?? '').join('\n')
  const { difference, block } = await replayed(changed)
  expect(block).toBe(2)
  const { hash } = node.chain.blocks.get(2n) ?? {}
  expect(difference).toMatchObject({
    line: 3,
    what: 'eth_sendTransaction',
    expected: { head: { block: 2, hash } },
  })
  expect(difference?.found.head?.hash).not.toBe(hash)
  const other = read().replace('"gasLimit":"', '"gasLimit":"1')
  expect(await replayed(other)).toMatchObject({ difference: { line: 1, what: 'genesis' } })
})

test('an error that does not recur is a difference', async () => {
  const { node, ask, read } = await recorded()
  await expect(ask('rockpool_checkout', 'none')).rejects.toMatchObject({ code: -32000 })
  await node.close()
  const changed = read().replace('rockpool_checkout', 'rockpool_snapshot')
  const { difference } = await replayed(changed)
  expect(difference).toMatchObject({ line: 2, expected: { error: expect.anything() } })
  expect(difference?.found.error).toBeUndefined()
})

test('an incomplete journal counts up to its last complete line', async () => {
  const { node, ask, read } = await recorded()
  await ask('evm_mine')
  await ask('hardhat_mine', '0x3')
  await node.close()
  const text = read()
  const cut = text.slice(0, text.indexOf(',"block":4'))
  expect(await replayed(cut)).toMatchObject({ block: 1, cut: { line: 3, what: 'hardhat_mine' } })
  expect(await replayed(text, { until: 1n })).toMatchObject({ block: 1, entries: 1 })
})

test.each([
  ['', 'BAD_JOURNAL (line=1, reason=not JSON)'],
  ['{"format":9}\n', 'BAD_JOURNAL (line=1, reason=want a journal of format 1, got format 9)'],
  ['{"a":1}\n', 'BAD_JOURNAL (line=1, reason=want a journal of format 1, got no journal)'],
])('%j is not a journal', async (text, message) => {
  await expect(replayed(text)).rejects.toThrow(message)
})

test('an invalid line is rejected with its number', async () => {
  const { node, ask, read } = await recorded()
  await ask('evm_mine')
  await node.close()
  await expect(replayed(`${read()}{"time":1}\n`)).rejects.toThrow('line=3, reason=want a method')
  await expect(replayed(`${read()}nonsense\n`)).rejects.toThrow('line=3, reason=not JSON')
  const stray = `${read()}{"time":1,"branch":4,"call":"timer"}\n`
  expect(await replayed(stray)).toMatchObject({ difference: { line: 3, branch: 4 } })
})

test('reads are not recorded, and parameters are recorded as JSON', async () => {
  const { node, ask, accounts, read } = await recorded()
  await ask('eth_blockNumber')
  await expect(ask('hardhat_mine', 5n)).rejects.toMatchObject({ code: -32602 })
  await ask('hardhat_mine', undefined)
  await expect(ask('hardhat_setBalance', accounts[0])).rejects.toMatchObject({ code: -32602 })
  await node.close()
  expect(read().split('\n').slice(1, -1)).toEqual([
    expect.stringMatching('"method":"hardhat_mine","params":\\[null\\],"block":1'),
    expect.stringMatching('"method":"hardhat_setBalance".*"error":"missing value'),
  ])
  expect(await replayed(read())).toMatchObject({ difference: undefined, entries: 2 })
})

test('a request in another dialect is replayed in it', async () => {
  const { node, read } = await recorded()
  const speaking = nodeDispatcher(node, { batchLimit: 1 }).forDialect('hardhat')
  // Milliseconds there, seconds here.
  await speaking.request({ method: 'evm_setIntervalMining', params: [500] })
  await node.close()
  expect(read()).toContain('"compat":"hardhat"')
  const again = await replay(linesOf(read()), { version: '0.0.0' })
  expect(again.difference).toBeUndefined()
  expect(again.node.chain.mining.config.intervalMs).toBe(500)
  await again.node.close()
})

test('a journal is a new private file of a new chain', async () => {
  const { node, file, read } = await recorded({ mnemonicRandom: 12 })
  await node.close()
  expect(statSync(file).mode & 0o077).toBe(0)
  expect(JSON.parse(read()).options.mnemonic.split(' ')).toHaveLength(12)
  expect(await replayed(read())).toMatchObject({ difference: undefined })
  const start = (given: Partial<Record<OptionName, unknown>>, more = {}) =>
    assembleNode(readConfig({ record: join(temporaryDirectory(), 'x'), ...given }), {
      ...around,
      ...more,
    })
  await expect(start({ record: file })).rejects.toThrow(`${file} already exists`)
  await expect(start({ db: dirname(file) })).rejects.toThrow('needs a new or empty --db')
  await expect(start({}, { precompiles: [] })).rejects.toThrow(
    'does not support custom precompiled contracts',
  )
  const [below, beside] = [join(file, 'below'), join(dirname(file), 'none', 'x')]
  await expect(start({ record: below })).rejects.toThrow(
    `${below} cannot be written: is below a file`,
  )
  await expect(start({ record: beside })).rejects.toThrow(
    `${beside} cannot be written: no such directory`,
  )
})

test('a read-only method cannot change the chain', () => {
  const definition = {
    summary: '',
    params: [],
    result: boolean,
    example: { params: [], result: true },
  }
  const run = ({ namedSnapshots }: ChangingContext) =>
    namedSnapshots.release({ name: 'a', id: undefined })
  expect(changingMethod({ ...definition, run }).changes).toBe(true)
  // @ts-expect-error it is not said that it changes the chain
  expect(method({ ...definition, run }).changes).toBe(false)
  const mine = async ({ mining }: Context) => {
    // @ts-expect-error who only reads makes no blocks
    await mining.mine()
    return true
  }
  expect(method({ ...definition, run: mine }).changes).toBe(false)
  const submit = async ({ pool }: Context) => {
    // @ts-expect-error nor adds to the pool
    return (await pool.submit()) === undefined
  }
  expect(method({ ...definition, run: submit }).changes).toBe(false)
  const edit = async ({ state }: Context) => {
    // @ts-expect-error nor edits the state
    await state.edit()
    return true
  }
  expect(method({ ...definition, run: edit }).changes).toBe(false)
  const rollBack = async ({ chain }: Context) => {
    // @ts-expect-error nor removes blocks
    await chain.rollback()
    return true
  }
  expect(method({ ...definition, run: rollBack }).changes).toBe(false)
})

test('serialized methods are exactly those that change the chain', async () => {
  const chain = testChain()
  await chain.close()
  const found: string[] = []
  const call = async (name: string, value: unknown) => {
    try {
      if (typeof value === 'function') await value()
    } catch (error) {
      // A queued method checks this before its arguments.
      if (error instanceof ChainError && error.code === 'CHAIN_CLOSED') found.push(name)
    }
  }
  for (const [name, value] of Object.entries(chain)) {
    await call(name, value)
    if (typeof value !== 'object') continue
    for (const [member, each] of Object.entries(value)) await call(`${name}.${member}`, each)
  }
  const readers = ['snapshots.compare', 'transactions.waitFor', 'simulate.explore']
  const changes = [
    ...['state.edit', 'state.load', 'pool.submit', 'pool.submitNative', 'pool.drop'],
    ...['mining.configure', 'mining.mine'],
    ...['snapshots.take', 'snapshots.revert', 'snapshots.release'],
    ...['branch', 'reorg', 'reset', 'rollback'],
  ]
  expect(found.sort()).toEqual([...changes, ...readers].sort())
})
