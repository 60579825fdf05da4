import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { bytesToHex } from '../../src/primitives/encoding/hex.ts'
import { type Logger, silentLogger } from '../../src/primitives/logger.ts'
import { emitterChain, emitting } from '../support/chain/emitter.ts'
import { A } from '../support/evm/observerScenarios.ts'
import { FULL } from '../support/runs.ts'
import { longTrace, looping, serve, transfer } from '../support/webSocketSetup.ts'
import { silentReader, type WebSocketClient } from '../support/wire/webSocketClient.ts'

describe('slow clients', () => {
  test('are disconnected at the limit, and their memory is freed', async () => {
    const dropped: string[] = []
    const logger: Logger = { ...silentLogger, error: (message) => void dropped.push(message) }
    const { connect, chain, port } = await serve(
      { webSocketBufferBytes: 1_000_000 },
      emitterChain(),
      logger,
    )
    const subscribe = { jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['logs', {}] }
    const socket = await silentReader(port, [JSON.stringify(subscribe)])
    const client = await connect()
    const id = await client.ask('eth_subscribe', 'newHeads')
    const before = process.memoryUsage().arrayBuffers
    let nonce = 0
    while (dropped.length === 0) {
      await chain.pool.submit(
        emitting(
          Array.from({ length: 1000 }, (_, i) => i),
          { nonce: BigInt(nonce++) },
        ),
      )
      // The reading client keeps up.
      await client.untilTold(id, nonce)
      expect(nonce).toBeLessThan(100)
    }
    expect(dropped).toHaveLength(1)
    // What the operating system takes is not the node's.
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
    await Promise.all([once(socket, 'close'), socket.resume()])
    expect(await client.ask('eth_chainId')).toBe('0xae3f2')
  })

  test('are not read from, and are disconnected by pings', async () => {
    let drop = (_reason: string): void => {}
    const dropped = new Promise<string>((resolve) => {
      drop = resolve
    })
    const { port, connect } = await serve(
      { webSocketPingMs: 200, webSocketBufferBytes: 1_000_000 },
      emitterChain(),
      { ...silentLogger, info: (message) => drop(message) },
    )
    const ask = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'rpc_discover' })
    const before = process.memoryUsage().rss
    const socket = await silentReader(
      port,
      Array.from({ length: 5000 }, () => ask),
    )
    expect(await dropped).toContain('no response to pings')
    await Promise.all([once(socket, 'close'), socket.resume()])
    expect(process.memoryUsage().rss - before).toBeLessThan(300_000_000)
    const client = await connect()
    expect(await client.ask('eth_chainId')).toBe('0xae3f2')
  })
})

describe('pings', () => {
  test('disconnect clients without a pong, and keep others', async () => {
    const { connect, port } = await serve({ webSocketPingMs: 300 })
    const socket = await silentReader(port, [])
    const gone = once(socket.resume(), 'close')
    const client = await connect()
    await gone
    expect(await client.ask('eth_chainId')).toBe('0xae3f2')
  })

  test('spare a client that waits for as many requests as may run', async () => {
    const { connect } = await serve({ webSocketPingMs: 200 })
    const client = await connect()
    // The transactions wait for one that never comes.
    const ids = Array.from({ length: 100 }, (_, i) =>
      client.send('eth_sendRawTransactionSync', bytesToHex(transfer(i + 1).raw), 800),
    )
    const last = client.send('eth_chainId')
    const answers = await Promise.all(ids.map((id) => client.answerTo(id)))
    expect(new Set(answers.map(({ error }) => error?.code))).toEqual(new Set([4]))
    expect(await client.answerTo(last)).toMatchObject({ result: '0xae3f2' })
  })
})

describe('shutdown', () => {
  test('closes all connections and rejects new ones', async () => {
    const { connect, server, port } = await serve({}, looping())
    const clients = [await connect(), await connect()]
    await clients[0]?.ask('eth_subscribe', 'newHeads')
    clients[1]?.send(...longTrace('0x5f5e100'))
    const tracer = '{ fault() {}, result() { for (;;); } }'
    clients[1]?.send('debug_traceCall', { to: A, gas: '0x5208' }, 'latest', {
      tracer,
      timeout: '1h',
    })
    const silent = await silentReader(port, [])
    const gone = once(silent.resume(), 'close')
    const start = performance.now()
    await server.close()
    expect(performance.now() - start).toBeLessThan(5000)
    const [first] = clients
    expect(await first?.closed).toBe(1001)
    await Promise.all([clients[1]?.closed, gone])
    await expect(connect()).rejects.toThrow()
  })

  test('ends rejected clients that keep their side open', async () => {
    const { server, port } = await serve()
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    socket.write('GET /x HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 404 /)
    await server.close()
    socket.destroy()
  })

  test('notifies many connections', async () => {
    const { connect, chain, server } = await serve()
    const clients: WebSocketClient[] = []
    for (let i = 0; i < (FULL ? 10 : 1); i++) {
      clients.push(...(await Promise.all(Array.from({ length: 100 }, connect))))
    }
    const ids = await Promise.all(clients.map((client) => client.ask('eth_subscribe', 'newHeads')))
    expect(new Set(ids).size).toBe(clients.length)
    for (let i = 0; i < 5; i++) await chain.pool.submit(transfer(i))
    const told = await Promise.all(clients.map((client, i) => client.untilTold(ids[i], 5)))
    expect(new Set(told.map((heads) => JSON.stringify(heads))).size).toBe(1)
    await server.close()
    const codes = await Promise.all(clients.map(({ closed }) => closed))
    expect(new Set(codes)).toEqual(new Set([1001]))
  }, 60_000)
})

test.each(['websocket', 'h2c'])(
  'rejects an upgrade to %s behind a pending request',
  async (protocol) => {
    const { port } = await serve({}, looping())
    const ask = (id: number, method: string, params: readonly unknown[]) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
      const head =
        'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: '
      return `${head}${body.length}\r\n\r\n${body}`
    }
    const upgrade = `GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`
    const [method, ...params] = longTrace()
    const socket = connect(port, '127.0.0.1')
    socket.write(ask(1, method, params) + upgrade)
    let received = ''
    socket.on('data', (data) => {
      received += String(data)
    })
    await once(socket, 'close')
    expect(received).toMatch(/^HTTP\/1\.1 400 /)
    expect(received.match(/HTTP\/1\.1/g)).toHaveLength(1)
    // Once all is answered it may.
    const patient = connect(port, '127.0.0.1')
    patient.write(ask(1, 'eth_chainId', []))
    expect(String((await once(patient, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /)
    patient.write(upgrade)
    const [answer] = await once(patient, 'data')
    expect(String(answer)).toMatch(protocol === 'h2c' ? /^HTTP\/1\.1 200 / : /^HTTP\/1\.1 101 /)
    patient.destroy()
  },
)

test('ignores bytes that are not HTTP, and invalid handshakes', async () => {
  const { port, connect: connectClient } = await serve()
  const heads = [
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13\r\n\r\n',
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 99\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    'POST / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n',
    'nonsense\r\n\r\n',
  ]
  for (const head of heads) {
    const socket: Socket = connect(port, '127.0.0.1')
    socket.write(head)
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 4\d\d /)
    socket.destroy()
  }
  const client = await connectClient()
  expect(await client.ask('eth_chainId')).toBe('0xae3f2')
})
