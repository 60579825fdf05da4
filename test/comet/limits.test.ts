import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { createNode, type RockpoolNode } from '../../src/index.ts'
import { bech32ToBytes } from '../../src/primitives/encoding/bech32.ts'
import { executorOption } from '../support/executor.ts'

const BOB = 'sei1cjzphr67dug28rw9ueewrqllmxlqe5f0awulvy'

interface ValidatorPage {
  readonly validators: readonly { readonly address: string }[]
  readonly pagination: unknown
}

let node: RockpoolNode
let comet: string
let rest: string

beforeAll(async () => {
  node = await createNode({ ...executorOption, batchLimit: 3 })
  comet = (await node.listenComet()).url
  rest = (await node.listenRest()).url
})
afterAll(() => node.close())

async function post(body: unknown): Promise<unknown> {
  return (await fetch(comet, { method: 'POST', body: JSON.stringify(body) })).json()
}

function request(method: string, params: unknown = {}) {
  return { jsonrpc: '2.0', id: 7, method, params }
}

test('a batch has the limit of the JSON-RPC port', async () => {
  expect(await post(Array(3).fill(request('health')))).toHaveLength(3)
  const data = 'batch request exceeds maximum (3) allowed number of requests'
  expect(await post(Array(4).fill(request('health')))).toMatchObject({
    error: { code: -32600, data },
  })
})

test('a request without a method keeps its id, an integer has 64 bits', async () => {
  expect(await post({ id: 9 })).toMatchObject({ id: 9, error: { code: -32600 } })
  const height = String(2n ** 63n)
  expect(await post(request('block', { height }))).toMatchObject({ error: { code: -32602 } })
})

test('integers of 53 to 64 bits are read exactly', async () => {
  const height = String(2n ** 53n + 1n)
  const error = { code: -32603, data: expect.stringContaining(`height ${height} must be less`) }
  expect(await post(request('block', { height }))).toMatchObject({ error })
  expect(await post(request('abci_query', { path: '/app/version', height }))).toMatchObject({
    result: { response: { height } },
  })
  const proposals = `${rest}/cosmos/gov/v1beta1/proposals`
  const status = async (id: bigint) => (await fetch(`${proposals}/${id}`)).status
  expect([await status(2n ** 64n - 1n), await status(2n ** 64n)]).toEqual([404, 400])
})

test('the validators have pages that start at a key or an offset', async () => {
  const path = `${rest}/cosmos/base/tendermint/v1beta1/validatorsets/latest`
  const get = async (query: string): Promise<ValidatorPage> =>
    JSON.parse(await (await fetch(`${path}?${query}`)).text())
  const { validators, pagination } = await get('pagination.limit=1')
  expect([validators.length, pagination]).toEqual([1, { next_key: null, total: '1' }])
  const address = bech32ToBytes('seivalcons', validators[0]?.address ?? '')
  const key = Buffer.from(address).toString('base64')
  expect((await get(`pagination.key=${encodeURIComponent(key)}`)).validators).toEqual(validators)
  expect((await get('pagination.offset=1')).validators).toEqual([])
  expect((await get(`pagination.offset=${2n ** 64n - 1n}`)).validators).toEqual([])
})

test('a search by hash takes both cases, and refuses other text', async () => {
  const { hash } = await node.native.send({ to: BOB, amount: 5 })
  const query = `tx.hash='${hash.toLowerCase()}' AND tx.height=999`
  expect(await post(request('tx_search', { query }))).toMatchObject({
    result: { total_count: '1', txs: [{ hash }] },
  })
  expect(await post(request('tx_search', { query: "tx.hash='xyz'" }))).toMatchObject({
    error: { code: -32603 },
  })
})

test('a subscription continues after a reset', async () => {
  const socket = new WebSocket(`${comet.replace('http', 'ws')}/websocket`)
  const told: unknown[] = []
  const got = (count: number) =>
    new Promise<void>((resolve) => {
      const look = () => (told.length >= count ? resolve() : socket.once('message', look))
      look()
    })
  socket.on('message', (data) => told.push(JSON.parse(String(data))))
  await new Promise((resolve) => socket.once('open', resolve))
  const query = "tm.event='NewBlockHeader'"
  socket.send(JSON.stringify(request('subscribe', { query })))
  await got(1)
  await node.request({ method: 'anvil_reset', params: [] })
  await node.mine()
  await got(2)
  socket.close()
  expect(told[1]).toMatchObject({ id: 7, result: { query } })
})

test.each([
  '/cosmos/bank/v1beta1/supply?pagination.key=!',
  '/cosmos/bank/v1beta1/supply?pagination.key=AAA',
  '/cosmos/bank/v1beta1/supply?pagination.key=AA-/',
  `/cosmos/bank/v1beta1/supply?pagination.offset=${2n ** 64n}`,
  '/cosmos/bank/v1beta1/supply?pagination.reverse=yes',
  `/cosmos/bank/v1beta1/balances/${BOB}/by_denom`,
  '/cosmos/gov/v1beta1/params/foo',
  '/cosmos/base/tendermint/v1beta1/validatorsets/latest?pagination.limit=x',
  `/cosmos/base/tendermint/v1beta1/blocks/${2n ** 63n}`,
  '/cosmos/base/tendermint/v1beta1/validatorsets/latest?pagination.key=AAAA',
])('%s is refused', async (path) => {
  const response = await fetch(rest + path)
  expect([response.status, await response.json()]).toMatchObject([400, { code: 3 }])
})
