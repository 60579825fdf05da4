import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createNode, type NodeOptions, type RockpoolNode } from '../../src/index.ts'
import { readConfig } from '../../src/node/options/config.ts'
import { remoteOptions } from '../../src/node/options/forkOptions.ts'
import { silentLogger } from '../../src/primitives/logger.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { executorOption } from '../support/executor.ts'
import { CHAIN_ID, startChainServer } from '../support/remote/chainServer.ts'

const BOB = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'

async function start(options: NodeOptions = {}): Promise<RockpoolNode> {
  const node = await createNode({ ...executorOption, ...options })
  onTestFinished(() => node.close())
  return node
}

async function startRemote(blocks: number, options: NodeOptions = {}) {
  const node = await start(options)
  await node.mine({ blocks })
  return { node, url: (await node.listen()).url }
}

function ask(node: RockpoolNode, method: string, ...params: unknown[]): Promise<unknown> {
  return node.request({ method, params })
}

const cached = (url: string) => ({ url, cacheDirectory: join(temporaryDirectory(), 'fork') })

test('an object and separate options say the same', () => {
  const cacheDirectory = '/tmp/x'
  const object = readConfig({
    fork: {
      url: 'http://a/@7',
      headers: { 'X-Key': 'k: v' },
      timeout: 1,
      retries: 2,
      retryBackoff: 3,
      computeUnitsPerSecond: 4,
      chainId: 5,
      cacheDirectory,
    },
  })
  const flags = readConfig({
    fork: 'http://a/@7',
    forkHeader: ['x-key: k: v'],
    forkTimeout: '1',
    forkRetries: '2',
    forkRetryBackoff: '3',
    computeUnitsPerSecond: '4',
    forkChainId: '5',
    forkCache: cacheDirectory,
  })
  const expected = {
    url: 'http://a/@7',
    blockNumber: 7n,
    headers: { 'x-key': 'k: v' },
    timeoutMs: 1,
    retries: 2,
    retryBackoffMs: 3,
    computeUnitsPerSecond: 4,
    chainId: 5n,
    cacheDirectory,
    isOffline: false,
  }
  expect(remoteOptions(object, silentLogger)).toMatchObject(expected)
  expect(remoteOptions(flags, silentLogger)).toMatchObject(expected)
})

test.each<[object, string]>([
  [
    { fork: 'http://a', forkBlockNumber: 'abc' },
    'forkBlockNumber: must be a block number such as 100, 0x64 or -5 (got "abc")',
  ],
  [{ fork: 'http://a@1', forkBlockNumber: 2 }, 'forkBlockNumber: contradicts @1 in --fork-url'],
  [
    { fork: 'http://a@1', forkTransactionHash: `0x${'ab'.repeat(32)}` },
    'forkTransactionHash: contradicts the block number',
  ],
  [{ fork: 'http://a', genesis: 'x.json' }, 'genesis: contradicts --fork-url'],
  [
    { fork: 'http://a', noRateLimit: true, computeUnitsPerSecond: 1 },
    'noRateLimit: contradicts --compute-units-per-second',
  ],
  [
    { offline: true, fork: 'http://a', noStorageCaching: true },
    'offline: contradicts --no-storage',
  ],
  [{ forkRetries: 1 }, 'forkRetries: needs --fork-url'],
])('%o is refused', async (options, words) => {
  await expect(createNode(options as NodeOptions)).rejects.toThrow(`invalid option: ${words}`)
})

test('an unreachable remote and a wrong block are refused in a sentence', async () => {
  const nowhere = 'http://user:secret@127.0.0.1:9/v2/SECRETKEY99'
  const failure: unknown = await createNode({ fork: nowhere }).catch((error: unknown) => error)
  expect(String(failure)).toContain(
    'the remote node http://127.0.0.1:9/v2/*** did not answer eth_chainId: connect ECONNREFUSED',
  )
  expect(String(failure)).not.toMatch(/secret/i)
  const { url } = await startChainServer()
  await expect(createNode({ fork: { url, blockNumber: 99 } })).rejects.toThrow(
    `cannot fork ${url}: the remote has no block 99; its newest is 20`,
  )
})

test('info methods show the fork without credentials', async () => {
  const { url } = await startChainServer()
  const secret = `${url.replace('//', '//me:hunter22@')}/v2/SECRETKEY99`
  const node = await start({ fork: { url: secret, noStorageCaching: true, blockNumber: 18 } })
  expect(await ask(node, 'anvil_nodeInfo')).toMatchObject({
    environment: { chainId: Number(CHAIN_ID) },
    forkConfig: { forkUrl: `${url}/v2/***`, forkBlockNumber: 18, forkRetryBackoff: 1000 },
  })
  expect(await ask(node, 'hardhat_metadata')).toMatchObject({
    forkedNetwork: { chainId: Number(CHAIN_ID), forkBlockNumber: 18 },
  })
  const stats = await ask(node, 'rockpool_forkStats')
  expect(stats).toMatchObject({ requests: expect.any(Number), retries: 0 })
  expect(await ask(await start(), 'rockpool_forkStats')).toBeNull()
})

test('a second run from the disk cache sends nothing', async () => {
  const remote = await startRemote(5)
  const fork = { ...cached(remote.url), blockNumber: 3 }
  const send = async (node: RockpoolNode) => {
    await ask(node, 'eth_sendTransaction', { from: BOB, to: `0x${'12'.repeat(20)}`, value: '0x5' })
    return ask(node, 'eth_getBalance', BOB, 'latest')
  }
  const first = await createNode({ ...executorOption, fork })
  const balance = await send(first)
  expect(await ask(first, 'eth_getBlockByNumber', '0x2', false)).toMatchObject({ number: '0x2' })
  await first.close()
  const second = await start({ fork: { ...fork, offline: true } })
  expect(await send(second)).toBe(balance)
  expect(await ask(second, 'eth_getBlockByNumber', '0x2', false)).toMatchObject({ number: '0x2' })
  expect(await ask(second, 'rockpool_forkStats')).toMatchObject({ requests: 0 })
  await expect(ask(second, 'eth_getBalance', `0x${'99'.repeat(20)}`)).rejects.toThrow(
    /^offline, and the cache of http:.* lacks .*account 0x9999/,
  )
})

test('a reset switches, moves and leaves the fork', async () => {
  const one = await startRemote(5)
  const two = await startRemote(9, { chainId: 77 })
  const node = await start()
  const local = await ask(node, 'eth_getBlockByNumber', '0x0', false)
  const where = async () => [
    Number(await ask(node, 'eth_blockNumber')),
    Number(await ask(node, 'eth_chainId')),
  ]
  const fork = (jsonRpcUrl?: string, blockNumber?: number) =>
    ask(node, 'hardhat_reset', { forking: { jsonRpcUrl, blockNumber } })
  const seen: unknown[] = []
  node.on('message', ({ data }) => void seen.push((data.result as { number: string }).number))
  await ask(node, 'eth_subscribe', 'newHeads')

  expect(await fork(one.url)).toBe(true)
  expect(await where()).toEqual([5, 713714])
  await node.mine()
  await expect.poll(() => seen).toEqual(['0x6'])
  expect(await fork(two.url, 4)).toBe(true)
  expect(await where()).toEqual([4, 77])
  await node.mine()
  expect(await where()).toEqual([5, 77])
  expect(await ask(node, 'eth_getBlockByNumber', '0x2', false)).toEqual(
    await ask(two.node, 'eth_getBlockByNumber', '0x2', false),
  )
  await ask(node, 'anvil_reset', { forking: { blockNumber: 7 } })
  expect(await where()).toEqual([7, 77])
  await ask(node, 'anvil_reset', { forking: {} })
  expect(await where()).toEqual([9, 77])

  await expect(fork('http://127.0.0.1:9')).rejects.toThrow('did not answer')
  await expect(fork(two.url, 50)).rejects.toThrow('the remote has no block 50')
  expect(await where()).toEqual([9, 77])
  await ask(node, 'hardhat_reset')
  expect(await where()).toEqual([0, 713714])
  expect(await ask(node, 'anvil_nodeInfo')).toMatchObject({ forkConfig: { forkUrl: null } })
  expect(await ask(node, 'eth_getBlockByNumber', '0x0', false)).toEqual(local)
  await expect(ask(node, 'hardhat_reset', { forking: { blockNumber: 3 } })).rejects.toThrow(
    'blockNumber needs jsonRpcUrl',
  )
}, 20_000)

test('development accounts of a fork send native transactions', async () => {
  // The remote node has the same accounts with the same balances.
  const remote = await startRemote(1)
  const node = await start({ fork: { url: remote.url, noStorageCaching: true } })
  const sent = await node.native.send({ from: BOB, to: `0x${'12'.repeat(20)}`, amount: 7n })
  expect(sent).toMatchObject({ code: 0 })
  expect(await node.native.account(BOB)).toMatchObject({ sequence: 1n })
})

test('an account with coins of the remote chain gets its number with the first change', async () => {
  const remote = await startRemote(1)
  const fork = { url: remote.url, noStorageCaching: true }
  const node = await start({ fork, balance: 0 })
  const to = `0x${'12'.repeat(20)}`
  const send = () => node.native.send({ from: BOB, to, amount: 7n })
  expect(await ask(node, 'eth_getBalance', BOB)).toBe('0x21e19e0c9bab2400000')
  expect(await node.native.account(BOB)).toBeUndefined()
  await expect(send()).rejects.toMatchObject({ code: 'UNKNOWN_NATIVE_ACCOUNT' })
  await ask(node, 'eth_sendTransaction', { from: BOB, to, value: '0x1' })
  expect(await send()).toMatchObject({ code: 0 })
})

test('branches continue on the fork that was left', async () => {
  const one = await startRemote(5)
  const node = await start({ fork: { url: one.url, noStorageCaching: true } })
  const branch = await node.branch()
  await ask(node, 'hardhat_reset')
  expect(await ask(branch, 'eth_blockNumber')).toBe('0x5')
  expect(await ask(branch, 'eth_getBalance', `0x${'31'.repeat(20)}`)).toBe('0x0')
})

test('a directory keeps its fork', async () => {
  const remote = await startRemote(5)
  const db = join(temporaryDirectory(), 'chain')
  const fork = { url: remote.url, noStorageCaching: true }
  const first = await createNode({ ...executorOption, db, fork })
  await first.mine({ blocks: 2 })
  await expect(
    ask(first, 'hardhat_reset', { forking: { jsonRpcUrl: remote.url } }),
  ).rejects.toThrow('cannot leave or move the fork: a node with --db or --record keeps its chain')
  await first.close()
  await remote.node.mine({ blocks: 3 })
  const second = await start({ db, fork })
  expect(await ask(second, 'eth_blockNumber')).toBe('0x7')
  await second.close()
  await expect(createNode({ db, fork: { ...fork, blockNumber: 6 } })).rejects.toThrow(
    'but the given fork is of block 6',
  )
})

test('anvil_setRpcUrl moves to another node of the same chain', async () => {
  const [one, two, other] = [
    await startChainServer(),
    await startChainServer(),
    await startChainServer({ eth_chainId: () => '0x1' }),
  ]
  const node = await start({ fork: { url: one.url, noStorageCaching: true } })
  await ask(node, 'anvil_setRpcUrl', two.url)
  const before = one.requests.length
  await ask(node, 'eth_getBalance', `0x${'31'.repeat(20)}`)
  expect(one.requests).toHaveLength(before)
  await expect(ask(node, 'anvil_setRpcUrl', other.url)).rejects.toThrow('it has the chain id 1')
  expect(await ask(node, 'anvil_nodeInfo')).toMatchObject({ forkConfig: { forkUrl: two.url } })
})

test.each([
  [{}, 100_000_000n],
  [{ gasLimit: 50_000_000 }, 50_000_000n],
  // As without a fork: the largest signed 64-bit number.
  [{ disableBlockGasLimit: true }, 2n ** 63n - 1n],
])('with %o, new blocks have the gas limit %i, also after a reset', async (options, limit) => {
  const { url } = await startRemote(2)
  const node = await start({ fork: { url, noStorageCaching: true }, ...options })
  for (const forking of [undefined, {}]) {
    if (forking !== undefined) await ask(node, 'hardhat_reset', { forking })
    await node.mine({ blocks: 1 })
    const block = await ask(node, 'eth_getBlockByNumber', 'latest', false)
    expect(block).toMatchObject({ number: '0x3', gasLimit: `0x${limit.toString(16)}` })
  }
})
