import { createPublicClient, custom } from 'viem'
import { afterEach, expect, test } from 'vitest'
import { createNode, type RockpoolNode, type SubscriptionMessage } from '../../src/index.ts'
import { executorOption } from '../support/executor.ts'
import { FULL } from '../support/runs.ts'

const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

const open: RockpoolNode[] = []
async function start(): Promise<RockpoolNode> {
  const node = await createNode(executorOption)
  open.push(node)
  return node
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((node) => node.close()))
})

const ask = (node: RockpoolNode, method: string, ...params: readonly unknown[]) =>
  node.request({ method, params })
const pay = (node: RockpoolNode, value = '0x1') =>
  ask(node, 'eth_sendTransaction', { from: ALICE, to: BOB, value })
const height = (node: RockpoolNode) => ask(node, 'eth_blockNumber')
const balance = (node: RockpoolNode) => ask(node, 'eth_getBalance', BOB, 'latest')

test('snapshot and revert use the ids of evm_snapshot', async () => {
  const node = await start()
  const id = await node.snapshot()
  expect(id).toBe('0x1')
  await pay(node)
  expect(await ask(node, 'evm_snapshot')).toBe('0x2')
  expect(await node.revert(id)).toBe(true)
  expect(await node.revert(id)).toBe(false)
  expect(await height(node)).toBe('0x0')
  await expect(node.revert('x')).rejects.toMatchObject({ code: -32602 })
})

test('mine mines blocks with a time between them', async () => {
  const node = await start()
  await node.mine()
  expect(await height(node)).toBe('0x1')
  await node.mine({ blocks: 3n, interval: 60 })
  const times = ['0x2', '0x3', '0x4'].map(async (number) => {
    const block = await ask(node, 'eth_getBlockByNumber', number, false)
    return Number((block as { readonly timestamp: string }).timestamp)
  })
  const [first = 0, ...others] = await Promise.all(times)
  expect(others).toEqual([first + 60, first + 120])
  await expect(node.mine({ blocks: -1 })).rejects.toMatchObject({ code: -32602 })
})

test('a branch is an independent node', async () => {
  const node = await start()
  await pay(node)
  const [a, b] = [await node.branch(), await node.branch()]
  const deeper = await a.branch()
  await pay(a, '0x3')
  await pay(a, '0x4')
  await pay(b, '0x5')
  await deeper.native.send({ to: BOB, amount: 1 })
  expect(await Promise.all([node, a, b, deeper].map(height))).toEqual(['0x1', '0x3', '0x2', '0x2'])
  const [base, ofA, ofB] = (await Promise.all([node, a, b].map(balance))).map((text) =>
    BigInt(String(text)),
  )
  expect([ofA, ofB].map((wei) => (wei ?? 0n) - (base ?? 0n))).toEqual([7n, 5n])
  expect(await ask(a, 'eth_accounts')).toEqual(await ask(node, 'eth_accounts'))
  const client = createPublicClient({ transport: custom(b) })
  expect(await client.getBlockNumber()).toBe(2n)
  expect(await a.snapshot()).toBe('0x1')
})

test('a branch has its own subscriptions and server', async () => {
  const node = await start()
  const branch = await node.branch()
  const heard: [string, SubscriptionMessage][] = []
  node.on('message', (message) => heard.push(['node', message]))
  const told = new Promise<void>((resolve) => {
    branch.on('message', (message) => {
      heard.push(['branch', message])
      resolve()
    })
  })
  await ask(node, 'eth_subscribe', 'newHeads')
  await ask(branch, 'eth_subscribe', 'newHeads')
  await pay(branch)
  await told
  expect(heard.map(([who]) => who)).toEqual(['branch'])
  const { url } = await branch.listen()
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber' })
  const headers = { 'content-type': 'application/json' }
  const post = () => fetch(url, { method: 'POST', headers, body })
  expect(await (await post()).json()).toMatchObject({ result: '0x1' })
  await node.close()
  await expect(post()).rejects.toThrow()
})

test('names of branches belong to a node and its named branches', async () => {
  const node = await start()
  const branch = await node.branch()
  await ask(node, 'rockpool_branch', 'worker')
  expect(await ask(branch, 'rockpool_branches')).toEqual([])
  await ask(branch, 'rockpool_branch', 'worker')
})

test('closing a node closes its branches; closing a branch closes only its own', async () => {
  const node = await start()
  const [a, b] = [await node.branch(), await node.branch()]
  const deeper = await a.branch()
  await a.close()
  await a.close()
  const closed = { message: 'node is shutting down' }
  for (const each of [a, deeper]) await expect(height(each)).rejects.toMatchObject(closed)
  expect(await height(b)).toBe('0x0')
  const late = node.branch()
  const closing = node.close()
  await expect(late).rejects.toMatchObject(closed)
  await closing
  await expect(height(b)).rejects.toMatchObject(closed)
  await expect(node.branch()).rejects.toMatchObject(closed)
})

const MANY = FULL ? 1000 : 200

test(`${MANY} branches have no timers and are garbage collected`, async () => {
  const node = await start()
  await pay(node)
  const timers = () => process.getActiveResourcesInfo().filter((each) => each === 'Timeout').length
  const before = timers()
  const branches: RockpoolNode[] = []
  for (let i = 0; i < MANY; i++) branches.push(await node.branch())
  for (const [i, branch] of branches.entries()) {
    if (i % 50 === 0) await pay(branch, `0x${(i + 1).toString(16)}`)
  }
  const paid = await Promise.all(branches.map(balance))
  const base = BigInt(String(await balance(node)))
  expect(paid.map((wei) => BigInt(String(wei)) - base)).toEqual(
    branches.map((_, i) => (i % 50 === 0 ? BigInt(i + 1) : 0n)),
  )
  expect(timers()).toBeLessThanOrEqual(before)
  await Promise.all(branches.map((branch) => branch.close()))
  expect(await height(node)).toBe('0x1')
})
