import { once } from 'node:events'
import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Node } from '../../src/node/node.ts'
import type { EndpointOptions } from '../../src/server/http/endpoint.ts'
import { createServer, type Server } from '../../src/server/http/httpServer.ts'
import { createExampleChain } from '../support/rpc/exampleChain.ts'
import { ask } from '../support/wire/httpClient.ts'

const OPTIONS: EndpointOptions = { allowOrigin: ['*'], bodyLimitBytes: 10_000, batchLimit: 10 }
const chainId = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'
const answer = '{"jsonrpc":"2.0","id":1,"result":"0xae3f2"}'

let node: Node
let server: Server
beforeEach(async () => {
  node = await createExampleChain()
  server = createServer(node, OPTIONS)
})
afterEach(async () => {
  await server.close()
  await node.close()
})

function post(payload: string, headers: Record<string, string> = json) {
  return ask(server, { method: 'POST', url: '/', payload, headers })
}
const json = { 'content-type': 'application/json' }

describe('POST /', () => {
  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON',
    'application/json-rpc',
    'application/jsonrequest',
  ])('accepts a request of type %s', async (type) => {
    const { statusCode, body, headers } = await post(chainId, { 'content-type': type })
    expect([statusCode, body]).toEqual([200, answer])
    expect(headers['content-type']).toMatch(/^application\/json/)
  })

  test('responds to a batch in order', async () => {
    const other = '{"jsonrpc":"2.0","id":"b","method":"net_version"}'
    const { body } = await post(`[${other},${chainId}]`)
    expect(body).toBe(`[{"jsonrpc":"2.0","id":"b","result":"713714"},${answer}]`)
  })

  test.each(['{', '', 'plain text', '\ufffd'])(
    'responds to invalid JSON %j with 200',
    async (payload) => {
      const { statusCode, body } = await post(payload)
      expect(statusCode).toBe(200)
      expect(JSON.parse(body)).toMatchObject({ id: null, error: { code: -32700 } })
    },
  )

  test('responds to errors with 200', async () => {
    const { statusCode, body } = await post('{"jsonrpc":"2.0","id":1,"method":"nope"}')
    expect(statusCode).toBe(200)
    expect(JSON.parse(body)).toMatchObject({ id: 1, error: { code: -32601 } })
  })

  test('responds to notifications with 204 without a body', async () => {
    const { statusCode, body } = await post('{"jsonrpc":"2.0","method":"eth_chainId"}')
    expect([statusCode, body]).toEqual([204, ''])
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'nonsense', 'application/jsonx'])(
    'rejects type %s with 415',
    async (type) => {
      const { statusCode, body } = await post(chainId, { 'content-type': type })
      expect(statusCode).toBe(415)
      expect(body).toContain('invalid content type, only application/json is supported')
    },
  )

  test('rejects a large body with 413, with and without a declared size', async () => {
    const large = `"${'x'.repeat(10_000)}"`
    expect((await post(large)).statusCode).toBe(413)
    const chunked = { ...json, 'transfer-encoding': 'chunked' }
    expect((await post(large, chunked)).statusCode).toBe(413)
    const fits = chainId.padEnd(10_000)
    expect((await post(fits, chunked)).body).toBe(answer)
  })

  test('decodes split characters', async () => {
    const { host, port } = await server.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect(port, host)
    const body = Buffer.from('{"jsonrpc":"2.0","id":"ß","method":"eth_chainId"}')
    socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${body.length}\r\n\r\n`)
    for (const byte of body) socket.write(Uint8Array.of(byte))
    const [said] = await once(socket.setEncoding('utf8'), 'data')
    expect(said).toContain('"id":"ß","result":"0xae3f2"')
    socket.destroy()
  })

  test.each([
    ['Host: localhost\r\nHost: evil.example\r\n', '/', 400],
    ['Host: localhost\r\n', 'http://evil.example/', 403],
    ['Host: evil.example\r\n', 'http://localhost/', 200],
  ])('%j at %s: %i', async (hosts, target, status) => {
    const { host, port } = await server.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect(port, host)
    const head = `POST ${target} HTTP/1.1\r\n${hosts}Content-Length: ${chainId.length}\r\n\r\n`
    socket.write(head + chainId)
    const [said] = await once(socket.setEncoding('utf8'), 'data')
    expect(said).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    socket.destroy()
  })

  test.each([
    ['/', chainId.length, /^HTTP\/1.1 100 Continue\r\n\r\n$/],
    ['/', 10_001, /^HTTP\/1.1 413 .*connection: close/is],
    ['/none', 5, /^HTTP\/1.1 404 .*connection: close/is],
  ])('a client that waits for 100-continue, at %s with %i bytes', async (path, length, words) => {
    const { host, port } = await server.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect(port, host).setEncoding('utf8')
    const expectation = `Expect: 100-continue\r\nContent-Length: ${length}`
    socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\n${expectation}\r\n\r\n`)
    const [said] = await once(socket, 'data')
    expect(said).toMatch(words)
    if (length === chainId.length) {
      socket.write(chainId)
      const [rest] = await once(socket, 'data')
      expect(rest).toContain(answer)
      expect(rest).toMatch(/connection: keep-alive/i)
    }
    socket.destroy()
  })

  test('accepts absolute URLs of proxies, and a query', async () => {
    for (const url of ['http://localhost/', '/?x=1']) {
      expect((await ask(server, { method: 'POST', url, payload: chainId })).body).toBe(answer)
    }
  })
})

test.each([
  ['GET', '/', 200],
  ['HEAD', '/', 200],
  ['PUT', '/', 405],
  ['DELETE', '/', 405],
  ['PATCH', '/', 405],
  ['TRACE', '/', 405],
  ['OPTIONS', '/', 204],
  ['POST', '/rpc', 404],
  ['GET', '/favicon.ico', 404],
] as const)('%s %s: %i', async (method, url, status) => {
  // Node's client sends no length of its own with some methods.
  const framed = { ...json, 'content-length': String(chainId.length) }
  const payload = method === 'GET' || method === 'HEAD' ? {} : { payload: chainId, headers: framed }
  const { statusCode } = await ask(server, { method, url, ...payload })
  expect(statusCode).toBe(status)
})

describe('CORS', () => {
  const preflight = {
    method: 'OPTIONS',
    url: '/',
    headers: {
      origin: 'https://app.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
      'access-control-request-private-network': 'true',
    },
  } as const

  test('accepts any origin with *', async () => {
    const { statusCode, headers } = await ask(server, preflight)
    expect(statusCode).toBe(204)
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['access-control-allow-methods']).toContain('POST')
    expect(headers['access-control-allow-headers']).toBe('content-type')
    expect(headers['access-control-allow-private-network']).toBe('true')
    const call = await post(chainId, { ...json, origin: 'https://app.example' })
    expect(call.headers['access-control-allow-origin']).toBe('*')
  })

  test('rejects pages of other origins before running anything', async () => {
    const origin = 'https://app.example'
    const one = createServer(node, { ...OPTIONS, allowOrigin: ['https://other.example', origin] })
    const none = createServer(node, { ...OPTIONS, allowOrigin: [] })
    const own = await ask(one, preflight)
    expect(own.headers['access-control-allow-origin']).toBe(origin)
    expect(own.headers.vary).toContain('Origin')
    const { chain } = node
    const mine = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'evm_mine' })
    const before = chain.blocks.latest.number
    const call = { method: 'POST', url: '/', payload: mine } as const
    for (const server of [one, none]) {
      const headers = { ...json, origin: 'https://evil.example' }
      const refused = await ask(server, { ...call, headers })
      expect(refused.statusCode).toBe(403)
      expect(refused.body).toBe('origin not allowed: see --allow-origin\n')
      expect(refused.headers).not.toHaveProperty('access-control-allow-origin')
    }
    expect((await ask(none, preflight)).statusCode).toBe(403)
    expect(chain.blocks.latest.number).toBe(before)
    // A client that is no browser.
    expect((await ask(none, { ...call, headers: json })).statusCode).toBe(200)
    expect(chain.blocks.latest.number).toBe(before + 1)
    await one.close()
    await none.close()
  })
})

test('rejects a foreign host name', async () => {
  const headers = { ...json, host: 'evil.example:8545' }
  const { statusCode, body } = await post(chainId, headers)
  expect(statusCode).toBe(403)
  expect(body).toBe('host name not allowed: see --allow-host\n')
})

test.each(['/health', '/healthz'])('%s returns chain and newest block', async (url) => {
  const { statusCode, headers, body } = await ask(server, { method: 'GET', url })
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toContain('application/json')
  const { instanceId } = node.chain
  const { latest } = node.chain.blocks
  const facts = { instanceId, chainId: 713_714, blockNumber: latest.number }
  expect(JSON.parse(body)).toEqual({ status: 'ok', ...facts })
})

test('a browser gets a page without scripts', async () => {
  const page = await ask(server, {
    method: 'GET',
    url: '/',
    headers: { accept: 'text/html,*/*' },
  })
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  expect(page.body).toContain(node.chain.blocks.latest.hash)
  expect(page.body).not.toMatch(/<script|src=|https?:/)
})

describe('server', () => {
  const local = { host: '127.0.0.1', port: 0 }

  test('serves a body without a type, and returns its address', async () => {
    const { host, port } = await server.listen(local)
    expect(host).toBe('127.0.0.1')
    const body = new TextEncoder().encode(chainId)
    const response = await fetch(`http://${host}:${port}/`, { method: 'POST', body })
    expect(await response.text()).toBe(answer)
  })

  test('answers pipelined requests in order, those that take longer among them', async () => {
    const { host, port } = await server.listen(local)
    const socket = connect({ host, port })
    const calls = ['eth_chainId', 'evm_mine', 'eth_blockNumber', 'eth_chainId'].map(
      (method, id) => {
        const body = JSON.stringify({ jsonrpc: '2.0', id, method })
        return `POST / HTTP/1.1\r\nhost: ${host}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
      },
    )
    socket.write(calls.join(''))
    let text = ''
    for await (const chunk of socket) {
      text += String(chunk)
      if (text.includes('"id":3')) break
    }
    expect([...text.matchAll(/"id":(\d)/g)].map(([, id]) => id)).toEqual(['0', '1', '2', '3'])
  })

  test('answers a request before what follows it, where a read of the socket ends between', async () => {
    const large = createServer(node, { ...OPTIONS, bodyLimitBytes: 100_000 })
    const { host, port } = await large.listen(local)
    const head = (length: number) =>
      `POST / HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`
    // The size of Node's reads.
    const padding = 65_536 - head(60_000).length - chainId.length
    const body = chainId + ' '.repeat(padding)
    const socket = connect({ host, port })
    socket.write(`${head(body.length)}${body}GARBAGE\r\n\r\n`)
    let text = ''
    for await (const chunk of socket) text += String(chunk)
    expect(text).toContain(answer)
    expect(text.indexOf('400 Bad Request')).toBeGreaterThan(text.indexOf(answer))
    await large.close()
  })

  test('serves others when clients leave before their responses are written', async () => {
    const { host, port } = await server.listen(local)
    const request = `POST / HTTP/1.1\r\nhost: ${host}\r\ncontent-length: ${chainId.length}\r\n\r\n${chainId}`
    const leaving = Array.from({ length: 20 }, () => connect({ host, port }))
    await Promise.all(leaving.map((socket) => once(socket, 'connect')))
    for (const socket of leaving) {
      socket.write(request)
      socket.resetAndDestroy()
    }
    const response = await fetch(`http://${host}:${port}/`, {
      method: 'POST',
      body: chainId,
      headers: json,
    })
    expect(await response.text()).toBe(answer)
  })

  test('rejects with EADDRINUSE if the port is in use', async () => {
    const { host, port } = await server.listen(local)
    const second = createServer(node, OPTIONS)
    await expect(second.listen({ host, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await second.close()
  })

  test('closes at once despite keep-alive connections', async () => {
    const { host, port } = await server.listen(local)
    await fetch(`http://${host}:${port}/`, { method: 'POST', body: chainId, headers: json })
    const start = Date.now()
    await server.close()
    expect(Date.now() - start).toBeLessThan(1000)
    await expect(fetch(`http://${host}:${port}/`)).rejects.toThrow()
  })
})
