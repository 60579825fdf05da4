import { once } from 'node:events'
import { request as httpRequest } from 'node:http'
import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { bytesToHex } from '../../src/primitives/encoding/hex.ts'
import type { Logger } from '../../src/primitives/logger.ts'
import { emitting } from '../support/chain/emitter.ts'
import { FULL } from '../support/runs.ts'
import { longTrace, looping, serve, transfer } from '../support/webSocketSetup.ts'
import {
  frame,
  type Received,
  silentReader,
  WebSocketClient,
} from '../support/wire/webSocketClient.ts'

/** An order for answers that came in any. */
const count = (answer: Received) => (Array.isArray(answer) ? 1 : (answer.error?.code ?? 0))

describe('requests', () => {
  test('supports all methods on the HTTP port', async () => {
    const { connect, url } = await serve()
    const client = await connect()
    expect(await client.ask('eth_chainId')).toBe('0xae3f2')
    expect(await client.ask('eth_getBlockByNumber', '0x0', false)).toMatchObject({ number: '0x0' })
    await expect(client.ask('eth_none')).rejects.toMatchObject({ code: -32601 })
    const answer = await fetch(url.replace('ws', 'http'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}',
    })
    expect(await answer.json()).toMatchObject({ result: '0xae3f2' })
  })

  test('are accepted at / with any query', async () => {
    const { url } = await serve()
    const client = await WebSocketClient.connect(`${url}/?key=1`)
    expect(await client.ask('eth_chainId')).toBe('0xae3f2')
  })

  test('may be batches, invalid, notifications, or binary frames', async () => {
    const { connect } = await serve()
    const client = await connect()
    const call = (id?: number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'eth_chainId' })
    client.ws.send(call())
    client.ws.send(`[${call()}]`)
    client.ws.send('{')
    client.ws.send(`[${call(1)},${call(2)}]`)
    client.ws.send('[]')
    client.ws.send(Buffer.from(call(3)))
    client.ws.send(Buffer.from([0xff]))
    await client.until((all) => (all.length === 5 ? all : undefined))
    // One does not wait for the other.
    const received = client.received.toSorted((a, b) => count(a) - count(b))
    expect(received).toMatchObject([
      { id: null, error: { code: -32700 } },
      { id: null, error: { code: -32700 } },
      { id: null, error: { code: -32600 } },
      { id: 3, result: '0xae3f2' },
      [
        { id: 1, result: '0xae3f2' },
        { id: 2, result: '0xae3f2' },
      ],
    ])
  })

  test('start in order and run concurrently', async () => {
    const { connect, chain } = await serve()
    const client = await connect()
    const ids = Array.from({ length: 500 }, (_, i) =>
      client.send('eth_sendRawTransaction', bytesToHex(transfer(i).raw)),
    )
    const answers = await Promise.all(ids.map((id) => client.answerTo(id)))
    expect(answers.every(({ error }) => error === undefined)).toBe(true)
    expect(chain.blocks.latest.number).toBe(500)
  })

  test('beyond the limit are queued', async () => {
    const { connect } = await serve()
    const client = await connect()
    for (let i = 0; i < 20_000; i++) client.ws.send('1')
    const received = await client.until((all) => (all.length === 20_000 ? all : undefined))
    expect(new Set(received.map(({ error }) => error?.code))).toEqual(new Set([-32600]))
    expect(await client.ask('eth_chainId')).toBe('0xae3f2')
  })

  test('in frames that are too large or not UTF-8 close the connection with a code', async () => {
    const { connect, port } = await serve({ bodyLimitBytes: 1000 })
    const client = await connect()
    client.ws.send('x'.repeat(1001))
    expect(await client.closed).toBe(1009)
    const raw = await silentReader(port, [])
    raw.write(frame(Uint8Array.of(0xff, 0xfe)))
    raw.resume()
    const [bytes] = await once(raw, 'data')
    // A close frame: code 1007.
    expect([...(bytes as Buffer).subarray(0, 4)]).toEqual([0x88, 0x02, 0x03, 0xef])
    raw.destroy()
  })

  test('a ping gets a pong', async () => {
    const { connect } = await serve()
    const client = await connect()
    client.ws.ping('there?')
    const [data] = await once(client.ws, 'pong')
    expect(String(data)).toBe('there?')
  })
})

describe('rejected upgrades', () => {
  async function refusal(url: string, headers: Record<string, string> = {}) {
    const ws = new WebSocket(url, { headers })
    ws.on('error', () => {})
    const [, response] = await once(ws, 'unexpected-response')
    let text = ''
    for await (const chunk of response) text += chunk
    return [response.statusCode, text]
  }

  test('at other paths return 404 with a hint', async () => {
    const { url } = await serve()
    const words = 'not found: JSON-RPC is served at / and, for branches, at /branch/NAME\n'
    expect(await refusal(`${url}/ws`)).toEqual([404, words])
    const answer = await fetch(`${url.replace('ws', 'http')}/ws`)
    expect([answer.status, await answer.text()]).toEqual([404, words])
  })

  test.each([
    [['*'], 'https://app.example', true],
    [['https://app.example'], 'https://app.example', true],
    [['local'], 'https://evil.example', false],
    [[], undefined, true],
  ] as const)('allowed %s, origin %s: %s', async (allowOrigin, origin, isServed) => {
    const { url } = await serve({ allowOrigin })
    const headers = origin === undefined ? {} : { origin }
    if (isServed) {
      const client = await WebSocketClient.connect(url, headers)
      expect(await client.ask('eth_chainId')).toBe('0xae3f2')
    } else {
      const words = 'origin not allowed: see --allow-origin\n'
      expect(await refusal(url, headers)).toEqual([403, words])
    }
  })

  test('to another protocol are served as plain requests', async () => {
    const { port } = await serve()
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}'
    const headers = {
      ...{ Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAEAAEAA' },
      ...{ 'Content-Type': 'application/json', 'Content-Length': body.length },
    }
    for (let i = 0; i < 3; i++) {
      const sent = httpRequest({ port, host: '127.0.0.1', method: 'POST', headers })
      sent.end(body)
      const [response] = await once(sent, 'response')
      let text = ''
      for await (const chunk of response) text += chunk
      expect(text).toBe('{"jsonrpc":"2.0","id":1,"result":"0xae3f2"}')
    }
  })
})

describe('subscriptions', () => {
  test('receive events until they end', async () => {
    const { connect, chain } = await serve()
    const client = await connect()
    const heads = await client.ask('eth_subscribe', 'newHeads')
    const logs = await client.ask('eth_subscribe', 'logs', {})
    const pending = await client.ask('eth_subscribe', 'newPendingTransactions')
    const hash = await chain.pool.submit(emitting([1, 2]))
    await client.untilTold(logs, 2)
    const told = client.received.filter(({ method }) => method !== undefined)
    expect(told).toMatchObject([
      { params: { subscription: pending, result: hash } },
      { params: { subscription: heads, result: { number: '0x1' } } },
      { params: { subscription: logs, result: { logIndex: '0x0', removed: false } } },
      { params: { subscription: logs, result: { logIndex: '0x1' } } },
    ])
    expect(told[0]).toEqual({
      jsonrpc: '2.0',
      method: 'eth_subscription',
      params: { subscription: pending, result: hash },
    })
    expect(await client.ask('eth_unsubscribe', heads)).toBe(true)
    await chain.pool.submit(transfer(1))
    await client.untilTold(pending, 2)
    expect(client.told(heads)).toHaveLength(1)
    const other = await connect()
    await expect(other.ask('eth_unsubscribe', logs)).rejects.toThrow('subscription not found')
  })

  test('receive nothing before the response with their id', async () => {
    const { connect, chain } = await serve()
    const client = await connect()
    const submitted: Promise<unknown>[] = []
    const single = Array.from({ length: 50 }, (_, i) => {
      submitted.push(chain.pool.submit(transfer(i)))
      return client.send('eth_subscribe', 'newHeads')
    })
    const batch = [1, 2, 3].map((n) => ({
      ...{ jsonrpc: '2.0', id: `b${n}`, method: 'eth_subscribe', params: ['newHeads'] },
    }))
    client.ws.send(JSON.stringify(batch))
    await client.answerTo(single.at(-1))
    await client.until((all) => all.find((message) => Array.isArray(message)))
    await Promise.all(submitted)
    for (let i = 50; i < 60; i++) await chain.pool.submit(transfer(i))
    const answers = client.received.flat() as Received[]
    const ids = answers.filter(({ id }) => id !== undefined).map(({ result }) => result)
    expect(ids).toHaveLength(53)
    for (const id of ids) {
      await client.until((all) =>
        all.some(({ params }) => {
          const told = params?.result as { number?: string } | undefined
          return params?.subscription === id && told?.number === '0x3c'
        })
          ? true
          : undefined,
      )
      const flat = client.received.flat() as Received[]
      const answered = flat.findIndex(({ result }) => result === id)
      const first = flat.findIndex(({ params }) => params?.subscription === id)
      expect(answered).toBeGreaterThanOrEqual(0)
      expect(first).toBeGreaterThan(answered)
      const numbers = client.told(id).map((head) => Number((head as { number: string }).number))
      const newest = Number(numbers[0])
      expect(numbers).toEqual(Array.from({ length: 61 - newest }, (_, i) => newest + i))
    }
  })

  test('end with the connection', async () => {
    const { connect, chain } = await serve()
    const [client, other] = [await connect(), await connect()]
    await client.ask('eth_subscribe', 'newHeads')
    const id = await other.ask('eth_subscribe', 'newHeads')
    client.ws.terminate()
    await chain.pool.submit(transfer(0))
    await other.untilTold(id, 1)
  })

  test('may exceed the limit with a single block', async () => {
    const { connect, chain } = await serve({ webSocketBufferBytes: 100_000 })
    const client = await connect()
    const id = await client.ask('eth_subscribe', 'logs', {})
    await chain.pool.submit(emitting(Array.from({ length: 5000 }, (_, i) => i)))
    const logs = await client.untilTold(id, 5000)
    expect(logs.at(-1)).toMatchObject({ logIndex: '0x1387' })
  })
})

describe('long responses', () => {
  test('arrive complete in fragments between notifications', async () => {
    const { connect, chain } = await serve({}, looping())
    const client = await connect()
    const heads = await client.ask('eth_subscribe', 'newHeads')
    const traced = client.send(...longTrace())
    const short = client.send('eth_chainId')
    await client.answerTo(short)
    for (let i = 0; i < 20; i++) await chain.pool.submit(transfer(i))
    const { result } = await client.answerTo(traced)
    const { structLogs } = result as { structLogs: unknown[] }
    expect(JSON.stringify(structLogs).length).toBeGreaterThan(16 * 1024 * 1024)
    expect(await client.untilTold(heads, 20)).toHaveLength(20)
    expect(client.received.filter(({ id }) => id === traced)).toHaveLength(1)
  })

  test.runIf(FULL)('beyond the limit are sent one after the other', async () => {
    const { connect } = await serve({}, looping())
    const client = await connect()
    const ids = Array.from({ length: 6 }, () => client.send(...longTrace('0x180000')))
    const answers = await Promise.all(ids.map((id) => client.answerTo(id)))
    const lengths = answers.map(
      ({ result }) => (result as { structLogs: unknown[] }).structLogs.length,
    )
    expect(new Set(lengths).size).toBe(1)
  })

  test('of a disconnected client are released', async () => {
    const errors: unknown[] = []
    const logger: Logger = { info() {}, error: (...words) => void errors.push(words) }
    const { connect, port } = await serve({}, looping(), logger)
    for (let i = 0; i < 5; i++) {
      const trace = {
        jsonrpc: '2.0',
        id: 1,
        method: 'debug_traceCall',
        params: longTrace().slice(1),
      }
      const socket = await silentReader(port, [JSON.stringify(trace), JSON.stringify(trace)])
      await once(socket.resume(), 'data')
      socket.destroy()
    }
    const client = await connect()
    expect(await client.ask('eth_chainId')).toBe('0xae3f2')
    expect(errors).toEqual([])
  })
})
