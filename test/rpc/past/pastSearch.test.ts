import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../../src/index.ts'
import { executorOption } from '../../support/executor.ts'
import { type Answers, hashOf, startChainServer } from '../../support/remote/chainServer.ts'
import { AnswerError } from '../../support/remote/remoteServer.ts'

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const PAYEE = `0x${'ca'.repeat(20)}`

interface Page {
  readonly txs: readonly { readonly hash: string; readonly blockNumber: string }[]
  readonly receipts: readonly { readonly transactionHash: string }[]
  readonly firstPage: boolean
  readonly lastPage: boolean
}

async function ask<T>(node: RockpoolNode, method: string, ...params: unknown[]): Promise<T> {
  return (await node.request({ method, params })) as T
}

/** Mines a block with a payment and returns its hash. */
const pay = (node: RockpoolNode) =>
  ask<string>(node, 'eth_sendTransaction', { from: ALICE, to: PAYEE, value: '0x1' })

let remote: RockpoolNode
let fork: RockpoolNode
/** Payments of the fork, the oldest first: blocks 1 to 5 are of both chains. */
const paid: string[] = []

beforeAll(async () => {
  remote = await createNode(executorOption)
  for (let block = 1; block <= 5; block++) paid.push(await pay(remote))
  const { url } = await remote.listen()
  fork = await createNode({ ...executorOption, fork: { url, noStorageCaching: true, retries: 0 } })
  await pay(remote)
  await pay(remote)
  await fork.mine()
  paid.push(await pay(fork), await pay(fork))
})

afterAll(async () => {
  await fork.close()
  await remote.close()
})

const search = (way: 'Before' | 'After', block: number, size: number) =>
  ask<Page>(fork, `ots_searchTransactions${way}`, PAYEE, block, size)

const hashesOf = ({ txs }: Page) => txs.map(({ hash }) => hash)

test.each([1, 2, 3, 4, 5, 7, 25])('pages of %i before a block cross the fork', async (size) => {
  const told: string[] = []
  for (let block = 0; ; ) {
    const page = await search('Before', block, size)
    expect(page.receipts.map(({ transactionHash }) => transactionHash)).toEqual(hashesOf(page))
    expect(page.txs.length).toBeLessThanOrEqual(size)
    expect(page.firstPage).toBe(block === 0)
    told.push(...hashesOf(page))
    if (page.lastPage) break
    block = Number(page.txs.at(-1)?.blockNumber)
  }
  expect(told).toEqual(paid.toReversed())
})

test.each([1, 2, 3, 4, 5, 7, 25])('pages of %i after a block cross the fork', async (size) => {
  const told: string[] = []
  for (let block = 0; ; ) {
    const page = await search('After', block, size)
    expect(page.receipts.map(({ transactionHash }) => transactionHash)).toEqual(hashesOf(page))
    expect(page.txs.length).toBeLessThanOrEqual(size)
    expect(page.lastPage).toBe(block === 0)
    told.unshift(...hashesOf(page))
    if (page.firstPage) break
    block = Number(page.txs[0]?.blockNumber)
  }
  expect(told).toEqual(paid.toReversed())
})

test('searches at and around the forked block match those of a whole chain', async () => {
  expect(hashesOf(await search('Before', 3, 5))).toEqual([paid[1], paid[0]])
  expect(hashesOf(await search('Before', 5, 1))).toEqual([paid[3]])
  expect(hashesOf(await search('Before', 6, 1))).toEqual([paid[4]])
  expect(hashesOf(await search('Before', 7, 1))).toEqual([paid[4]])
  expect(hashesOf(await search('After', 4, 1))).toEqual([paid[4]])
  expect(hashesOf(await search('After', 5, 1))).toEqual([paid[5]])
  expect(await search('After', 8, 1)).toMatchObject({ txs: [], firstPage: true })
})

test('invalid searches are refused before the remote node is asked', async () => {
  await expect(search('Before', 3, 1001)).rejects.toMatchObject({ code: -32602 })
  await expect(search('After', -1, 5)).rejects.toMatchObject({ code: -32602 })
})

/** A fork of block 18 of a node with more answers. */
async function forkOf(answers: Answers): Promise<RockpoolNode> {
  const { url } = await startChainServer({ eth_getCode: () => '0x', ...answers })
  const from = { url, blockNumber: 18, noStorageCaching: true, retries: 0 }
  const node = await createNode({ ...executorOption, fork: from })
  onTestFinished(() => node.close())
  return node
}

test('a remote node without searches leaves the page of the fork, and refuses others', async () => {
  const node = await forkOf({
    ots_searchTransactionsBefore: () => {
      throw new AnswerError(-32601, 'the method is not available')
    },
    ots_searchTransactionsAfter: () => {
      throw new AnswerError(-32601, 'the method is not available')
    },
  })
  const refusal = /^ots_searchTransactions\w+ only knows the blocks after 18, the forked one/
  const before = (block: number) => ask(node, 'ots_searchTransactionsBefore', PAYEE, block, 5)
  await expect(before(0)).rejects.toThrow(refusal)
  const hash = await pay(node)
  expect(await before(0)).toMatchObject({ txs: [{ hash }], firstPage: true, lastPage: false })
  await expect(before(19)).rejects.toThrow(refusal)
  await expect(before(5)).rejects.toThrow(refusal)
  await expect(ask(node, 'ots_searchTransactionsAfter', PAYEE, 0, 5)).rejects.toThrow(refusal)
  expect(await ask(node, 'ots_searchTransactionsAfter', PAYEE, 18, 5)).toMatchObject({
    txs: [{ hash }],
    firstPage: true,
    lastPage: false,
  })
})

test('other errors of the remote node are passed on', async () => {
  const node = await forkOf({
    ots_searchTransactionsBefore: () => {
      throw new AnswerError(-32000, 'the index is off')
    },
  })
  await pay(node)
  const asked = ask(node, 'ots_searchTransactionsBefore', PAYEE, 0, 5)
  await expect(asked).rejects.toMatchObject({ code: -32000, message: 'the index is off' })
})

const place = { blockNumber: '0x3', blockHash: hashOf(3) }

test.each<[string, unknown, string]>([
  ['no page', [], 'want an object'],
  ['no flags', { txs: [], receipts: [] }, 'firstPage: want a boolean, got nothing'],
  [
    'a receipt less',
    { txs: [{ hash: hashOf(7), ...place }], receipts: [], firstPage: true, lastPage: true },
    'receipts: want 1 entries, got 0',
  ],
])('an answer with %s is refused', async (_what, answer, reason) => {
  const node = await forkOf({ ots_searchTransactionsBefore: () => answer })
  await expect(ask(node, 'ots_searchTransactionsBefore', PAYEE, 5, 5)).rejects.toThrow(reason)
})
