import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { temporaryDirectory } from '../support/directory.ts'
import { createNode, expectToRun } from '../support/docs/sampleSetup.ts'
import { samplesOf } from '../support/docs/samples.ts'
import { type RemotePool, startRemotePool } from '../support/fork/forkOf.ts'
import { killRunning, request, root, startNode } from '../support/wire/processes.ts'

/*
 * The recipes of the page run on a Rockpool in place of the live node: their URLs and block numbers
 * are replaced, and nothing else.
 */

const page = 'docs/fork.md'
const LIVE = 'https://evm-rpc.sei-apis.com'
const LOCAL = 'http://127.0.0.1:8545'
const rich = '0x00000000000000000000000000000000000ab1e5'
const token = `0x${'ac'.repeat(20)}`
const me = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const [quickStart = '', live = '', transaction = '', ...otherCommands] = samplesOf(page, 'sh')
const [pinned = '', branch = '', viem = '', ...otherPrograms] = samplesOf(page, 'ts')

let remote: RemotePool
let hash: string

beforeAll(async () => {
  remote = await startRemotePool({ accounts: 2 })
  // Adds 1 to slot 0.
  await remote.request('hardhat_setCode', token, '0x5f546001015f55')
  await remote.request('hardhat_setBalance', rich, '0xde0b6b3a7640000')
  hash = await remote.request('eth_sendTransaction', { from: me, to: token })
  await remote.request('hardhat_mine', '0x2')
})
afterEach(killRunning)
afterAll(() => remote.close())

/** Starts the node of a line `rockpool …` with a cache of its own. @returns its port */
function start(line: string, cache = temporaryDirectory()): Promise<number> {
  const [name, ...args] = line.trim().split(/\s+/)
  expect(name).toBe('rockpool')
  const script = join(root, 'bin/rockpool.js')
  return startNode([script, ...args, '--port', '0'], cache, { XDG_CACHE_HOME: cache }).ready
}

const slot = (port: number) => request(port, 'eth_getStorageAt', [token, '0x0', 'latest'])

test('the page has no other recipes', () => {
  expect([...otherCommands, ...otherPrograms]).toEqual([])
})

test('a fork at a pinned block', async () => {
  const cache = temporaryDirectory()
  const port = await start(quickStart.replace(LIVE, remote.url).replace('170000000', '2'), cache)
  expect(await request(port, 'eth_blockNumber')).toBe('0x2')
  expect(await request(port, 'eth_getBalance', [rich])).toBe('0xde0b6b3a7640000')
  expect(existsSync(join(cache, 'rockpool/fork'))).toBe(true)
})

test('a transaction on the live state', async () => {
  const [line = '', cast = ''] = live.trim().split('\n')
  expect(cast).toMatch(/^cast send --unlocked --from 0xRICH 0xTOKEN /)
  const port = await start(line.replace(LIVE, remote.url))
  const before = BigInt(String(await slot(port)))
  // What `cast send --unlocked` sends: transfer(address,uint256).
  const data = `0xa9059cbb${me.slice(2).padStart(64, '0')}${(1_000_000).toString(16).padStart(64, '0')}`
  const sent = await request(port, 'eth_sendTransaction', [{ from: rich, to: token, data }])
  const receipt = await request(port, 'eth_getTransactionReceipt', [sent])
  expect(receipt).toMatchObject({ status: '0x1', from: rich, to: token })
  expect(BigInt(String(await slot(port)))).toBe(before + 1n)
  expect(BigInt(await remote.request('eth_getStorageAt', token, '0x0'))).toBe(before)
})

test('tests on a pinned block, and a branch for each', async () => {
  const cache = JSON.stringify(temporaryDirectory())
  const block = `blockNumber: 2, cacheDirectory: ${cache}`
  const local = (program: string) =>
    program.replace(LIVE, remote.url).replace('blockNumber: 170_000_000', block)
  const onNode = [
    "console.log(await node.request({ method: 'eth_blockNumber' })) // '0x2'",
    `console.log((await node.request({ method: 'rockpool_forkStats' })).requests > 0) // true`,
  ]
  await expectToRun(local(pinned).replace('// … the test …', onNode.join('\n')))
  const onBranch = [
    "await branch.request({ method: 'evm_mine' })",
    "console.log(await branch.request({ method: 'eth_blockNumber' })) // '0x3'",
    "console.log(await node.request({ method: 'eth_blockNumber' })) // '0x2'",
    `console.log((await node.request({ method: 'rockpool_forkStats' })).requests) // 0`,
  ]
  await expectToRun(local(branch).replace('// … a test on the branch …', onBranch.join('\n')))
})

test("Hardhat's and viem's fork tests", async () => {
  const { url } = await (await createNode()).listen()
  const program = viem.replace(LOCAL, url).replace(LIVE, remote.url).replace('170_000_000n', '2n')
  const printed = [
    "console.log(await client.request({ method: 'eth_blockNumber' })) // '0x2'",
    `const sent = { from: '${me}', to: '${token}' }`,
    "const hash = await client.request({ method: 'eth_sendTransaction', params: [sent] })",
    "const got = await client.request({ method: 'eth_getTransactionReceipt', params: [hash] })",
    "console.log(got.status) // '0x1'",
  ]
  await expectToRun([program, ...printed].join('\n'))
})

test('what a transaction would have done', async () => {
  const port = await start(transaction.replace(LOCAL, remote.url).replace('0xHASH', hash))
  expect(BigInt(String(await slot(port)))).toBe(1n)
  const receipt = await request(port, 'eth_getTransactionReceipt', [hash])
  expect(receipt).toMatchObject({ status: '0x1', transactionHash: hash })
})
