import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { Backlog, SubscriptionEvent } from '../../src/rpc/subscribe/backlog.ts'
import { Flusher, Outbox } from '../../src/server/outbox.ts'

test('a client is not responsible for a slowly produced response', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  try {
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const client = new WebSocket(`ws://127.0.0.1:${port}`)
    const received: string[] = []
    client.on('message', (data) => received.push(String(data)))
    const [ws, { socket }] = (await once(server, 'connection')) as [WebSocket, IncomingMessage]
    const backlog = new Backlog(10_000)
    const outbox = new Outbox(ws, socket, new Flusher(), backlog)
    const content = new Readable({ read() {} })
    content.push('[')
    const answered = outbox.answer(content)
    const tell = (): boolean => {
      const event = new SubscriptionEvent()
      const result = event.encode('x'.repeat(898))
      const mayWait = backlog.add(result, event)
      outbox.notify({ subscription: '0x1', result })
      return mayWait
    }
    // The first piece is with the client, and the maker takes its time.
    while (!outbox.hasMoved) await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
    for (let i = 0; i < 50; i++) expect(tell()).toBe(true)
    content.push(']')
    content.push(null)
    await answered
    expect(tell()).toBe(true)
    while (received.length < 52) await once(client, 'message')
    expect(received[0]).toBe('[]')
    // All is with the client: the limit is as it was.
    const taken = Array.from({ length: 15 }, tell)
    expect(taken.indexOf(false)).toBe(11)
    client.terminate()
  } finally {
    server.close()
  }
})
