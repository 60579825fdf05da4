import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createNode, type NodeOptions, type RockpoolNode } from '../../src/index.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { executorOption } from '../support/executor.ts'
import { type BreakableProxy, startProxy } from '../support/fork/breakableProxy.ts'

const CAFE = `0x${'cafe'.padStart(40, '0')}`
const READER = `0x${'ab'.padStart(40, '0')}`

async function start(options: NodeOptions = {}): Promise<RockpoolNode> {
  const node = await createNode({ ...executorOption, ...options })
  onTestFinished(() => node.close())
  return node
}

const ask = (node: RockpoolNode, method: string, ...params: readonly unknown[]) =>
  node.request({ method, params })

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`

/** A chain with a contract that returns its slot 0, behind a proxy that counts requests. */
async function startRemote(value: number): Promise<BreakableProxy> {
  const node = await start()
  await ask(node, 'hardhat_setCode', READER, '0x5f545f5260205ff3')
  await ask(node, 'hardhat_setStorageAt', READER, '0x0', word(value))
  await ask(node, 'hardhat_setBalance', CAFE, '0x64')
  await node.mine({ blocks: 3 })
  const proxy = await startProxy((await node.listen()).url)
  onTestFinished(() => proxy.close())
  return proxy
}

const read = (node: RockpoolNode) => ask(node, 'eth_call', { to: READER }, 'latest')

test('branches of a fork share what each of them reads', async () => {
  const remote = await startRemote(7)
  const node = await start({ fork: { url: remote.url, noStorageCaching: true } })
  const branches = await Promise.all([node.branch(), node.branch()])
  expect(await Promise.all([node, ...branches].map(read))).toEqual(Array(3).fill(word(7)))
  const sent = remote.requests
  expect(await read(await node.branch())).toBe(word(7))
  await ask(branches[0] as RockpoolNode, 'hardhat_setStorageAt', READER, '0x0', word(8))
  expect(await Promise.all([node, ...branches].map(read))).toEqual([word(7), word(8), word(7)])
  expect(remote.requests).toBe(sent)
})

test('a reset during calls: each has the answer of one chain or fails', async () => {
  const [one, two] = [await startRemote(1), await startRemote(2)]
  const node = await start({ fork: { url: one.url, noStorageCaching: true, retries: 0 } })
  const calls = Array.from({ length: 5 }, () => read(node).catch(String))
  const reset = ask(node, 'anvil_reset', { forking: { jsonRpcUrl: two.url } })
  const answers = await Promise.all(calls)
  await reset
  for (const answer of answers) expect([word(1), word(2)]).toContain(answer)
  expect(await read(node)).toBe(word(2))
})

test('two nodes that write one cache at a time leave it whole', async () => {
  const remote = await startRemote(7)
  const forkCache = join(temporaryDirectory(), 'cache')
  const options = { fork: { url: remote.url, blockNumber: 3 }, forkCache }
  const nodes = await Promise.all([createNode(options), createNode(options)])
  const [first, second] = nodes as [RockpoolNode, RockpoolNode]
  expect(await Promise.all([read(first), ask(second, 'eth_getBalance', CAFE)])).toEqual([
    word(7),
    '0x64',
  ])
  await Promise.all(nodes.map((node) => node.close()))
  const sent = remote.requests
  const offline = await start({ ...options, offline: true })
  expect(await read(offline)).toBe(word(7))
  expect(await ask(offline, 'eth_getBalance', CAFE)).toBe('0x64')
  expect(remote.requests).toBe(sent)
})

test('a directory with few kept states continues a fork', async () => {
  const remote = await startRemote(7)
  const options = {
    fork: { url: remote.url, blockNumber: 3, noStorageCaching: true },
    db: join(temporaryDirectory(), 'chain'),
    keep: 2,
  }
  const first = await createNode({ ...executorOption, ...options })
  await ask(first, 'hardhat_setStorageAt', READER, '0x0', word(9))
  await first.mine({ blocks: 5 })
  await first.close()
  const second = await start(options)
  expect(await ask(second, 'eth_blockNumber')).toBe('0x8')
  expect(await read(second)).toBe(word(9))
  expect(await ask(second, 'eth_getBalance', CAFE, 'latest')).toBe('0x64')
  // A state that was dropped is an error; one before the fork is the remote node's.
  await expect(ask(second, 'eth_getBalance', CAFE, '0x5')).rejects.toThrow()
  expect(await ask(second, 'eth_getBalance', CAFE, '0x2')).toMatch(/^0x/)
})

test('a dump of a fork has its changes, and loads into another one', async () => {
  const remote = await startRemote(7)
  const fork = { url: remote.url, blockNumber: 3, noStorageCaching: true }
  const first = await start({ fork })
  await ask(first, 'hardhat_setStorageAt', READER, '0x0', word(9))
  await ask(first, 'hardhat_setBalance', CAFE, '0x5')
  const dump = await ask(first, 'anvil_dumpState')
  const second = await start({ fork })
  expect(await read(second)).toBe(word(7))
  await ask(second, 'anvil_loadState', dump)
  expect(await read(second)).toBe(word(9))
  expect(await ask(second, 'eth_getBalance', CAFE)).toBe('0x5')
})
