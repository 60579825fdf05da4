import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createNode, type NodeOptions, type RockpoolNode } from '../../../src/index.ts'
import { journalLines } from '../../../src/node/journal/journalText.ts'
import { utf8ToBytes } from '../../../src/primitives/encoding/bytes.ts'
import { type ReplayOptions, replay } from '../../../src/rpc/replay/replay.ts'
import { temporaryDirectory } from '../../support/directory.ts'
import { executorOption } from '../../support/executor.ts'
import { startChainServer } from '../../support/remote/chainServer.ts'

const BOB = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const CAFE = `0x${'cafe'.padStart(40, '0')}`

async function startRemote(options: NodeOptions = {}) {
  const node = await createNode({ ...executorOption, ...options })
  onTestFinished(() => node.close())
  await ask(node, 'hardhat_setBalance', CAFE, '0x64')
  await node.mine({ blocks: 3 })
  return { node, url: (await node.listen()).url }
}

function ask(node: RockpoolNode, method: string, ...params: unknown[]): Promise<unknown> {
  return node.request({ method, params })
}

/** Records two payments, a refused reset and a block on a fork. */
async function recordFork(options: NodeOptions) {
  const record = join(temporaryDirectory(), 'run.jsonl')
  const node = await createNode({ ...executorOption, ...options, record })
  for (const value of ['0x1', '0x2']) {
    await ask(node, 'eth_sendTransaction', { from: BOB, to: CAFE, value })
  }
  await expect(ask(node, 'hardhat_reset')).rejects.toThrow(
    'cannot leave or move the fork: a node with --db or --record keeps its chain',
  )
  await node.mine()
  const balance = await ask(node, 'eth_getBalance', CAFE)
  const latest = (await ask(node, 'eth_getBlockByNumber', 'latest', false)) as {
    readonly hash: string
  }
  await node.close()
  const text = readFileSync(record, 'utf8')
  return { text, header: JSON.parse(text.split('\n')[0] ?? ''), balance, hash: latest.hash }
}

async function replayed(text: string, options: Partial<ReplayOptions> = {}) {
  const pieces = (async function* () {
    yield utf8ToBytes(text)
  })()
  const result = await replay(journalLines(pieces), { version: '0.0.0', ...options })
  await result.node.close()
  return result
}

test.each<[string, NodeOptions, NodeOptions]>([
  ["of Sei's rules", {}, {}],
  ['of a block behind the newest', {}, { forkBlockNumber: -2 }],
  ['with another chain id', {}, { forkChainId: 5, chainId: 6 }],
])('a fork %s comes out the same', async (_, ofRemote, ofFork) => {
  const remote = await startRemote(ofRemote)
  const run = await recordFork({ fork: remote.url, noStorageCaching: true, ...ofFork })
  await remote.node.mine({ blocks: 3 })
  expect(run.balance).toBe('0x67')
  const forkCache = join(temporaryDirectory(), 'cache')
  const again = await replayed(run.text, { fork: { forkCache } })
  expect(again).toMatchObject({ entries: 4, difference: undefined, cut: undefined })
  expect(again.latest.hash).toBe(run.hash)
})

test('a fork of another chain keeps its rules', async () => {
  const { url } = await startChainServer({ eth_getCode: () => '0x' })
  const forkCache = join(temporaryDirectory(), 'cache')
  for (const rules of [{}, { seiRules: true }, { hardfork: 'shanghai' }] as const) {
    const run = await recordFork({ fork: url, forkBlockNumber: 18, forkCache, ...rules })
    expect(run.header).toMatchObject({ fork: { chainId: '4242', number: 18, isSei: false } })
    const again = await replayed(run.text, { fork: { forkCache } })
    expect(again.difference).toBeUndefined()
    expect(again.latest.hash).toBe(run.hash)
  }
})

test('a fork at a transaction repeats it', async () => {
  const remote = await startRemote()
  const forkTransactionHash = await ask(remote.node, 'eth_sendTransaction', {
    from: BOB,
    to: CAFE,
    value: '0x5',
  })
  const forkCache = join(temporaryDirectory(), 'cache')
  const fork = { url: remote.url, transactionHash: String(forkTransactionHash) }
  const run = await recordFork({ fork, forkCache })
  expect(run.balance).toBe('0x6c')
  expect(run.header).toMatchObject({ block: 4, fork: { number: 3 } })
  await remote.node.close()
  expect((await replayed(run.text, { fork: { forkCache } })).latest.hash).toBe(run.hash)
})

test('credentials stay out of the journal, and the cache answers without them', async () => {
  const remote = await startChainServer({ eth_getCode: () => '0x' })
  const secret = `${remote.url.replace('//', '//me:hunter22@')}/v2/SECRETKEY99`
  const forkCache = join(temporaryDirectory(), 'cache')
  const record = join(temporaryDirectory(), 'run.jsonl')
  const fork = { url: secret, blockNumber: 18, headers: { 'x-key': 'HEADERKEY' } }
  const node = await createNode({ ...executorOption, fork, forkCache, record })
  await ask(node, 'eth_sendTransaction', { from: BOB, to: CAFE, value: '0x1' })
  const forking = { jsonRpcUrl: secret }
  await expect(ask(node, 'hardhat_reset', { forking })).rejects.toThrow('keeps its chain')
  await node.close()
  const text = readFileSync(record, 'utf8')
  expect(text).not.toMatch(/hunter22|SECRETKEY|HEADERKEY/)
  expect(JSON.parse(text.split('\n')[0] ?? '')).toMatchObject({
    fork: { url: `${remote.url}/v2/***` },
  })
  const before = remote.requests.length
  const again = await replayed(text, { fork: { forkCache } })
  expect(again).toMatchObject({ entries: 2, difference: undefined })
  expect(remote.requests).toHaveLength(before)
  const other = await startChainServer({ eth_getCode: () => '0x' })
  const elsewhere = { fork: other.url, noStorageCaching: true }
  expect(await replayed(text, { fork: elsewhere })).toMatchObject({ difference: undefined })
  expect(other.requests.length).toBeGreaterThan(0)
  expect(remote.requests).toHaveLength(before)
})

test('a remote without the block, and a journal without a fork, are refused', async () => {
  const { url } = await startChainServer({ eth_getCode: () => '0x' })
  const run = await recordFork({ fork: url, forkBlockNumber: 20, noStorageCaching: true })
  const empty = await startRemote()
  const noStorageCaching = true
  await expect(replayed(run.text, { fork: { fork: empty.url, noStorageCaching } })).rejects.toThrow(
    'the remote has no block 20; its newest is 3',
  )
  await empty.node.mine({ blocks: 20 })
  await expect(replayed(run.text, { fork: { fork: empty.url, noStorageCaching } })).rejects.toThrow(
    'its block 20 has the hash 0x',
  )
  const damaged = run.text.replace('"isSei":false', '"isSei":1')
  await expect(replayed(damaged)).rejects.toThrow('a field of the header is missing or wrong')
  const record = join(temporaryDirectory(), 'run.jsonl')
  await (await createNode({ record })).close()
  await expect(replayed(readFileSync(record, 'utf8'), { fork: { fork: url } })).rejects.toThrow(
    'the journal is not of a fork',
  )
})
