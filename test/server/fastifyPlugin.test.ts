import { once } from 'node:events'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { rockpool } from '../../src/fastify.ts'
import { createNode, type RockpoolNode } from '../../src/index.ts'

const CHAIN_ID = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'
const JSON_TYPE = { 'content-type': 'application/json' }
const KEY = { authorization: 'secret' }

let first: RockpoolNode
let second: RockpoolNode
let app: FastifyInstance
let url: string

beforeEach(async () => {
  first = await createNode({ chainId: 1, requestSizeLimit: 1000 })
  second = await createNode({ chainId: 2, allowOrigin: ['https://app.example'] })
  app = fastify()
  app.addHook('onRequest', async (request, reply) => {
    if (request.headers.authorization !== 'secret') return reply.code(401).send('who are you?')
  })
  app.get('/own', async () => 'own route')
  app.register(rockpool, { prefix: '/one', node: first })
  app.register(rockpool, { prefix: '/two', node: second })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  await app.close()
  await Promise.all([first.close(), second.close()])
})

const post = (path: string, body: string, headers: Record<string, string> = KEY) =>
  fetch(url + path, { method: 'POST', headers: { ...JSON_TYPE, ...headers }, body })

async function openSocket(path: string, headers: Record<string, string> = KEY): Promise<WebSocket> {
  const socket = new WebSocket(url.replace('http', 'ws') + path, { headers })
  await once(socket, 'open')
  return socket
}

/** The status with which an upgrade is rejected. */
async function rejected(path: string, headers: Record<string, string> = KEY): Promise<number> {
  const socket = new WebSocket(url.replace('http', 'ws') + path, { headers })
  socket.on('error', () => {})
  const [, response] = await once(socket, 'unexpected-response')
  socket.terminate()
  return response.statusCode
}

describe('over HTTP', () => {
  test.each([
    ['/one', '0x1'],
    ['/one/', '0x1'],
    ['/one?compat=anvil', '0x1'],
    ['/two', '0x2'],
  ])('serves the node at %s', async (path, result) => {
    expect(await (await post(path, CHAIN_ID)).json()).toEqual({ jsonrpc: '2.0', id: 1, result })
  })

  test('serves a branch under the prefix', async () => {
    await first.request({ method: 'rockpool_branch', params: ['worker'] })
    await first.request({ method: 'hardhat_mine', params: ['0x5'] })
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}'
    expect(await (await post('/one/branch/worker', body)).json()).toMatchObject({ result: '0x0' })
    expect(await (await post('/one', body)).json()).toMatchObject({ result: '0x5' })
    expect((await post('/two/branch/worker', body)).status).toBe(404)
  })

  test('leaves other paths to the app', async () => {
    expect(await (await fetch(`${url}/own`, { headers: KEY })).text()).toBe('own route')
    expect((await post('/oneself', CHAIN_ID)).status).toBe(404)
  })

  test('runs the hooks of the app first', async () => {
    const response = await post('/one', CHAIN_ID, {})
    expect([response.status, await response.text()]).toEqual([401, 'who are you?'])
  })

  test.each([
    ['GET', '/one/health', undefined, 200],
    ['GET', '/one/nothing', undefined, 404],
    ['PUT', '/one', CHAIN_ID, 405],
    ['POST', '/one', ' '.repeat(1001), 413],
    ['OPTIONS', '/one', undefined, 204],
  ])('answers %s %s', async (method, path, body, status) => {
    const response = await fetch(url + path, {
      ...{ method, body: body ?? null },
      headers: { ...KEY, ...(body && JSON_TYPE) },
    })
    expect(response.status).toBe(status)
  })

  test('answers as the server of the node does', async () => {
    const own = await first.listen()
    const bodies = [CHAIN_ID, `[${CHAIN_ID}]`, '{', '', '[]', 'ä'.repeat(600), '{"id":1}']
    for (const body of bodies) {
      const [theirs, ours] = await Promise.all([
        fetch(own.url, { method: 'POST', headers: JSON_TYPE, body }),
        post('/one', body),
      ])
      expect([ours.status, await ours.text()]).toEqual([theirs.status, await theirs.text()])
      const headersOf = ({ headers }: Response) => [...headers].filter(([name]) => name !== 'date')
      expect(headersOf(ours)).toEqual(headersOf(theirs))
    }
  })

  test('checks the origin with the options of the node', async () => {
    const allowed = await post('/two', CHAIN_ID, { ...KEY, origin: 'https://app.example' })
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://app.example')
    expect((await post('/two', CHAIN_ID, { ...KEY, origin: 'https://b.example' })).status).toBe(403)
  })
})

describe('over WebSocket', () => {
  test.each([
    ['/one', '0x1'],
    ['/two/', '0x2'],
  ])('serves the node at %s', async (path, result) => {
    const socket = await openSocket(path)
    socket.send(CHAIN_ID)
    const [data] = await once(socket, 'message')
    expect(JSON.parse(String(data))).toMatchObject({ result })
    socket.close()
  })

  test('serves a branch under the prefix, with subscriptions', async () => {
    await first.request({ method: 'rockpool_branch', params: ['worker'] })
    const socket = await openSocket('/one/branch/worker')
    socket.send('{"jsonrpc":"2.0","id":1,"method":"eth_subscribe","params":["newHeads"]}')
    await once(socket, 'message')
    const told = once(socket, 'message')
    await post('/one/branch/worker', '{"jsonrpc":"2.0","id":1,"method":"evm_mine"}')
    const [data] = await told
    expect(JSON.parse(String(data))).toMatchObject({ params: { result: { number: '0x1' } } })
    socket.close()
  })

  test('runs the hooks of the app first', async () => {
    expect(await rejected('/one', {})).toBe(401)
  })

  test.each([
    ['/one/nothing', 404],
    ['/one/branch/none', 404],
    ['/elsewhere', 404],
  ])('rejects an upgrade at %s', async (path, status) => {
    expect(await rejected(path)).toBe(status)
  })

  test('rejects an upgrade of a foreign origin', async () => {
    expect(await rejected('/one', { ...KEY, origin: 'https://evil.example' })).toBe(403)
  })
})

test('closing the app closes its sockets, and not the node', async () => {
  const socket = await openSocket('/one')
  const closed = once(socket, 'close')
  await app.close()
  await closed
  expect(await first.request({ method: 'eth_chainId' })).toBe('0x1')
})

test('the plugin rejects an object that is not a node', async () => {
  const other = fastify()
  other.register(rockpool, { node: { request: async () => null } as unknown as RockpoolNode })
  await expect(other.ready()).rejects.toThrow('node: must be a node of createNode()')
})
