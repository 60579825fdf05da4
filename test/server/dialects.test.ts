import { type Hex, keccak256 } from 'viem'
import { expect, test } from 'vitest'
import { serve } from '../support/webSocketSetup.ts'
import { WebSocketClient } from '../support/wire/webSocketClient.ts'

interface JsonAnswer {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly data?: unknown }
}

async function post(port: number, path: string, body: string, agent = 'node') {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': agent },
    body,
  })
  return { status: response.status, body: (await response.json()) as JsonAnswer }
}

const mine = '{"jsonrpc":"2.0","id":1,"method":"evm_mine"}'
const none = '{"jsonrpc":"2.0","id":1,"method":"eth_none"}'
const answer = (result: unknown) => ({ status: 200, body: { jsonrpc: '2.0', id: 1, result } })
const UNKNOWN =
  'compat: want one of rockpool, anvil, hardhat, hardhat2, hardhat3, ganache, geth, sei, got '

test('each request has the dialect of its URL, also on branches', async () => {
  const { port } = await serve()
  await post(port, '/', '{"jsonrpc":"2.0","id":1,"method":"rockpool_branch","params":["b"]}')
  for (const path of ['/', '/branch/b']) {
    expect(await post(port, path, mine)).toEqual(answer('0x0'))
    expect(await post(port, `${path}?compat=hardhat`, mine)).toEqual(answer('0'))
    expect(await post(port, `${path}?key=1&compat=ganache`, mine)).toEqual(answer('0x0'))
    const { body } = await post(port, `${path}?compat=hardhat`, `[${mine},${none}]`)
    expect(body).toMatchObject([{ result: '0' }, { error: { code: -32004 } }])
  }
  expect(await post(port, '/branch/c?compat=hardhat', mine)).toMatchObject({ status: 404 })
})

test.each([
  ['hardhat 2.29.1', null],
  ['hardhat/2.0', null],
  ['Hardhat 3.18.0', undefined],
  ['hardhat 20.1', undefined],
  ['node', undefined],
])('the dialect hardhat answers the user agent %j in its shape', async (agent, data) => {
  const { port } = await serve({ compat: 'hardhat' })
  const message = 'Method eth_none is not supported'
  const error = { code: -32004, message, data: { message, data } }
  expect(await post(port, '/', none, agent)).toEqual({
    status: 200,
    body: { jsonrpc: '2.0', id: 1, error: JSON.parse(JSON.stringify(error)) },
  })
  const { body } = await post(port, '/?compat=hardhat3', none, agent)
  expect(body).toMatchObject({ error: { data: { message } } })
  expect(body.error?.data).not.toHaveProperty('data')
})

test('PREVRANDAO of one dialect does not chain that of another', async () => {
  const { port } = await serve()
  const ask = async (path: string, method: string, ...params: readonly unknown[]) => {
    const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    return (await post(port, path, request)).body.result
  }
  const mixHash = async () => {
    await ask('/', 'evm_mine')
    return Object(await ask('/', 'eth_getBlockByNumber', 'latest', false)).mixHash
  }
  const first: Hex = `0x${'22'.repeat(32)}`
  const second: Hex = `0x${'33'.repeat(32)}`
  expect(await ask('/?compat=hardhat', 'hardhat_setPrevRandao', first)).toBe(true)
  expect(await mixHash()).toBe(first)
  expect(await mixHash()).toBe(keccak256(first))
  expect(await ask('/', 'hardhat_setPrevRandao', second)).toBe(true)
  expect(await mixHash()).toBe(second)
  expect(await mixHash()).not.toBe(keccak256(second))
})

test('over HTTP, Ganache knows no subscription', async () => {
  const { port } = await serve({ compat: 'ganache' })
  const request = '{"jsonrpc":"2.0","id":1,"method":"eth_unsubscribe","params":["0x1"]}'
  expect(await post(port, '/', request)).toEqual(answer(false))
})

test('a node with a dialect serves other dialects on request', async () => {
  const { port } = await serve({ compat: 'hardhat' })
  expect(await post(port, '/', mine)).toEqual(answer('0'))
  expect(await post(port, '/?compat=rockpool', mine)).toEqual(answer('0x0'))
  const { body } = await post(port, '/?compat=rockpool', none)
  expect(body).toMatchObject({ error: { code: -32601 } })
})

test.each(['Hardhat', '', 'constructor', 'ö'.repeat(50)])('%j is not a dialect', async (given) => {
  const { port, url } = await serve()
  const query = `/?compat=${encodeURIComponent(given)}`
  const { status, body } = await post(port, query, mine)
  expect({ status, body }).toMatchObject({
    status: 400,
    body: { id: null, error: { code: -32602, message: expect.stringContaining(UNKNOWN) } },
  })
  await expect(WebSocketClient.connect(url + query)).rejects.toThrow(/400/)
})

test('a connection has one dialect, and ends with its branch', async () => {
  const { port, url } = await serve()
  await post(port, '/', '{"jsonrpc":"2.0","id":1,"method":"rockpool_branch","params":["b"]}')
  const [plain, other, onBranch] = await Promise.all(
    ['/', '/?compat=hardhat', '/branch/b?compat=hardhat'].map((path) =>
      WebSocketClient.connect(url + path),
    ),
  )
  if (plain === undefined || other === undefined || onBranch === undefined) throw new Error()
  const id = await other.ask('eth_subscribe', 'newHeads')
  expect(await plain.ask('evm_mine')).toBe('0x0')
  expect(await other.ask('evm_mine')).toBe('0')
  expect(await onBranch.ask('evm_mine')).toBe('0')
  const heads = await other.until((all) => {
    const told = all.filter(({ params }) => params?.subscription === id)
    return told.length === 2 ? told : undefined
  })
  expect(heads).toHaveLength(2)
  await plain.ask('rockpool_deleteBranch', 'b')
  expect(await onBranch.closed).toBe(1001)
  expect(await other.ask('evm_mine')).toBe('0')
  plain.ws.close()
  other.ws.close()
})

test('a node that speaks as Anvil has its beacon API, without blobs', async () => {
  const { port } = await serve({ compat: 'anvil' })
  const get = async (path: string, accept = 'application/json') => {
    const url = `http://127.0.0.1:${port}/eth/v1/beacon/${path}`
    const response = await fetch(url, { headers: { accept } })
    const type = response.headers.get('content-type')
    const text = await response.text()
    return [response.status, type, type === 'application/json' ? JSON.parse(text) : text]
  }
  const json = 'application/json'
  const genesis = { genesis_time: '1700000000', genesis_fork_version: '0x00000000' }
  expect(await get('genesis')).toEqual([
    200,
    json,
    { data: { ...genesis, genesis_validators_root: `0x${'0'.repeat(64)}` } },
  ])
  const gone = 'This endpoint is deprecated. Use `GET /eth/v1/beacon/blobs/{block_id}` instead.'
  expect(await get('blob_sidecars/latest')).toEqual([410, json, { code: 410, message: gone }])
  const none = { execution_optimistic: false, finalized: false, data: [] }
  for (const id of [
    'latest',
    'safe',
    'finalized',
    'earliest',
    '0',
    '0x0',
    '0?versioned_hashes=1',
  ]) {
    expect(await get(`blobs/${id}`)).toEqual([200, json, none])
  }
  const bytes = 'application/octet-stream'
  expect(await get('blobs/0', bytes)).toEqual([200, bytes, ''])
  for (const id of ['pending', '999999', `0x${'12'.repeat(32)}`]) {
    const missing = { code: 404, message: 'Block not found' }
    expect(await get(`blobs/${id}`)).toEqual([404, json, missing])
  }
  const bad = { code: 400, message: 'Invalid block ID: foo' }
  expect(await get('blobs/foo')).toEqual([400, json, bad])
  expect((await get('other')).slice(0, 2)).toEqual([404, 'text/plain; charset=utf-8'])
  const { port: other } = await serve()
  expect((await fetch(`http://127.0.0.1:${other}/eth/v1/beacon/genesis`)).status).toBe(404)
})
