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

test('branches of a fork share their reads', async () => {
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

test('a reset during a send, a call or an edit: failures have a reason', async () => {
  const [one, two] = [await startRemote(1), await startRemote(2)]
  const node = await start({ fork: { url: one.url, noStorageCaching: true, retries: 0 } })
  const [from] = (await ask(node, 'eth_accounts')) as readonly string[]
  one.mode = 'hang'
  const forking = { jsonRpcUrl: two.url }
  const running = [
    ask(node, 'eth_sendTransaction', { from, to: READER, gas: '0x10000' }),
    ask(node, 'hardhat_setNonce', `0x${'33'.repeat(20)}`, '0x1'),
    ask(node, 'hardhat_setBalance', `0x${'31'.repeat(20)}`, '0x1'),
    ask(node, 'eth_getBalance', `0x${'32'.repeat(20)}`),
    ask(node, 'eth_estimateGas', { to: READER }),
    ask(node, 'debug_traceCall', { to: READER }, 'latest', {}),
    ask(node, 'evm_mine'),
  ]
  const failures = running.map((each) =>
    each.then(
      () => 'it is done',
      ({ message }: Error) => message,
    ),
  )
  // The node sent what it lacks before it asks the other remote.
  await ask(node, 'anvil_reset', { forking })
  for (const failure of await Promise.all(failures)) {
    expect(failure).toMatch(
      /^the fork was closed during |^the chain was reset during |^it is done$/,
    )
  }
  expect(await read(node)).toBe(word(2))
  expect(await ask(node, 'eth_sendTransaction', { from, to: READER, gas: '0x10000' })).toMatch(
    /^0x/,
  )
})

test('filters end at a reset to another fork, and subscriptions continue', async () => {
  const [one, two] = [await startRemote(1), await startRemote(2)]
  const fork = { url: one.url, noStorageCaching: true }
  const node = await start({ fork })
  const heads: unknown[] = []
  node.on('message', ({ data }) => void heads.push((data.result as { number: string }).number))
  await ask(node, 'eth_subscribe', 'newHeads')
  const filter = await ask(node, 'eth_newBlockFilter')
  const logs = await ask(node, 'eth_newFilter', { fromBlock: '0x0' })
  await ask(node, 'evm_mine')
  await expect.poll(() => heads).toEqual(['0x4'])
  await ask(node, 'hardhat_reset', { forking: { jsonRpcUrl: two.url, blockNumber: 2 } })
  for (const id of [filter, logs]) {
    await expect(ask(node, 'eth_getFilterChanges', id)).rejects.toThrow('filter not found')
  }
  const next = await ask(node, 'eth_newBlockFilter')
  await ask(node, 'evm_mine')
  await expect.poll(() => heads).toEqual(['0x4', '0x3'])
  const { hash } = (await ask(node, 'eth_getBlockByNumber', 'latest', false)) as { hash: string }
  expect(await ask(node, 'eth_getFilterChanges', next)).toEqual([hash])
})

test('a reset ends the wait for a receipt with the reason', async () => {
  const remote = await startRemote(1)
  const node = await start({ fork: { url: remote.url, noStorageCaching: true } })
  const [from] = (await ask(node, 'eth_accounts')) as readonly string[]
  await ask(node, 'evm_setAutomine', false)
  const sent = ask(node, 'eth_sendTransactionSync', { from, to: CAFE, gas: '0x10000' })
  const failure = sent.catch(({ message }: Error) => message)
  await ask(node, 'txpool_status')
  await ask(node, 'hardhat_reset')
  expect(await failure).toBe('the chain was reset during the request')
})

test('a node closes at once while a remote hangs', { timeout: 10_000 }, async () => {
  const remote = await startRemote(1)
  const node = await createNode({ fork: { url: remote.url, noStorageCaching: true } })
  remote.mode = 'hang'
  const edit = ask(node, 'hardhat_setNonce', `0x${'33'.repeat(20)}`, '0x1')
  const failure = edit.catch(({ message }: Error) => message)
  await expect.poll(() => remote.requests).toBeGreaterThan(1)
  await node.close()
  expect(await failure).toMatch(/^the fork was closed during /)
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
