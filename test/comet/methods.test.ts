import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createNode, type RockpoolNode } from '../../src/index.ts'
import { decodeNativeTransaction } from '../../src/native/codec/decodeNativeTransaction.ts'
import { signNativeTransaction } from '../../src/native/codec/signNativeTransaction.ts'
import { hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { DEV_KEYS } from '../support/clients/devAccounts.ts'
import { executorOption } from '../support/executor.ts'
import { PLENTY } from '../support/native/native.ts'

/* Methods of CometBFT's RPC that no other quick test asks, in the forms of CometBFT 0.38. */

const ALICE = 'sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc'
const BOB = 'sei1cjzphr67dug28rw9ueewrqllmxlqe5f0awulvy'
const HASH = expect.stringMatching(/^[0-9A-F]{64}$/)
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)

let node: RockpoolNode
let url: string

beforeAll(async () => {
  node = await createNode(executorOption)
  url = (await node.listenComet()).url
  for (const amount of [5, 6]) await node.native.send({ to: BOB, amount })
})
afterAll(() => node.close())

async function ask(method: string, params: unknown = {}): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 7, method, params })
  const answer = await (await fetch(url, { method: 'POST', body })).json()
  return Object(answer).result ?? answer
}

/** Signs a transfer with the sequence of now, plus some. */
async function transfer(later = 0n): Promise<{ tx: string; hash: string }> {
  const account = await node.native.account(ALICE)
  if (account === undefined) throw new Error('no account')
  const raw = signNativeTransaction({
    messages: [{ kind: 'send', from: ALICE, to: BOB, coins: [{ denom: 'usei', amount: 1n }] }],
    ...{ memo: '', timeoutHeight: 0n, fee: PLENTY, privateKey: hexToBytes(DEV_KEYS[0]) },
    ...{ accountNumber: account.accountNumber, sequence: account.sequence + later },
    chainId: node.native.chainId,
  })
  const hash = decodeNativeTransaction(raw, 'sei').hash.slice(2).toUpperCase()
  return { tx: Buffer.from(raw).toString('base64'), hash }
}

test.each([
  ['health', {}, {}],
  ['net_info', {}, { listening: false, n_peers: '0', peers: [] }],
  ['abci_info', {}, { response: { data: 'rockpool', last_block_height: '2' } }],
  [
    'genesis',
    {},
    { genesis: { chain_id: 'rockpool-713714', initial_height: '1', app_hash: HASH } },
  ],
  [
    'consensus_params',
    { height: '1' },
    { block_height: '1', consensus_params: { block: { max_gas: '100000000' } } },
  ],
  ['header', { height: '1' }, { header: { height: '1', app_hash: HASH, time: TIME } }],
  ['header_by_hash', { hash: Buffer.alloc(32).toString('base64') }, { header: null }],
  [
    'commit',
    { height: '1' },
    { canonical: true, signed_header: { commit: { height: '1', signatures: [{}] } } },
  ],
  ['commit', {}, { canonical: false, signed_header: { header: { height: '2' } } }],
  [
    'blockchain',
    { minHeight: '1', maxHeight: '9' },
    {
      last_height: '2',
      block_metas: [
        { header: { height: '2' }, num_txs: '1' },
        { header: { height: '1' }, num_txs: '1' },
      ],
    },
  ],
  [
    'block_results',
    { height: '1' },
    { height: '1', txs_results: [{ code: 0, codespace: '' }], validator_updates: null },
  ],
  ['block_results', { height: '0' }, { height: '0', txs_results: null }],
  [
    'block_search',
    { query: 'block.height>=1', order_by: 'asc' },
    { total_count: '2', blocks: [{ block: { header: { height: '1' } } }, {}] },
  ],
  ['unconfirmed_txs', {}, { n_txs: '0', total: '0', total_bytes: '0', txs: [] }],
  ['num_unconfirmed_txs', {}, { n_txs: '0', total: '0', total_bytes: '0' }],
])('%s %o', async (method, params, shown) => {
  expect(await ask(method, params)).toMatchObject(shown)
})

test('header_by_hash finds the header of a block', async () => {
  const found = Object(await ask('block', { height: '1' }))
  const hash = Buffer.from(String(found.block_id.hash), 'hex').toString('base64')
  expect(await ask('header_by_hash', { hash })).toEqual({ header: found.block.header })
})

test('broadcast_tx_async and broadcast_tx_commit', async () => {
  const first = await transfer()
  expect(await ask('broadcast_tx_async', { tx: first.tx })).toMatchObject({
    ...{ code: 0, data: '', log: '', codespace: '', hash: first.hash },
  })
  const hash = Buffer.from(first.hash, 'hex').toString('base64')
  await expect.poll(() => ask('tx', { hash })).toMatchObject({ hash: first.hash, index: 0 })
  const second = await transfer()
  expect(await ask('broadcast_tx_commit', { tx: second.tx })).toMatchObject({
    ...{ check_tx: { code: 0 }, tx_result: { code: 0 }, hash: second.hash },
    height: expect.stringMatching(/^[1-9]/),
  })
  // A refused one is a result.
  const third = await transfer(9n)
  expect(await ask('broadcast_tx_commit', { tx: third.tx })).toMatchObject({
    ...{ check_tx: { code: 32, codespace: 'sdk' }, height: '0', hash: third.hash },
  })
})

test('unsubscribe and unsubscribe_all end subscriptions', async () => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/websocket`)
  await new Promise((resolve) => socket.once('open', resolve))
  const answers: unknown[] = []
  const waiting: (() => void)[] = []
  socket.on('message', (data) => {
    answers.push(JSON.parse(String(data)))
    waiting.shift()?.()
  })
  const send = (id: number, method: string, params: object = {}) =>
    new Promise<void>((resolve) => {
      waiting.push(resolve)
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    })
  const query = "tm.event='NewBlock'"
  await send(1, 'subscribe', { query })
  await send(2, 'unsubscribe', { query })
  await send(3, 'unsubscribe', { query })
  await send(4, 'subscribe', { query: "tm.event='Tx'" })
  await send(5, 'unsubscribe_all')
  await node.native.send({ to: BOB, amount: 7 })
  // An event would come before this answer.
  await send(6, 'health')
  socket.close()
  expect(answers).toMatchObject([
    { id: 1, result: {} },
    { id: 2, result: {} },
    { id: 3, error: { code: -32603 } },
    { id: 4, result: {} },
    { id: 5, result: {} },
    { id: 6, result: {} },
  ])
})
