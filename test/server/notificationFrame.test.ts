import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import { notificationFrame } from '../../src/server/webSocket/notificationFrame.ts'
import { WebSocketClient } from '../support/wire/webSocketClient.ts'

test('clients decode frames of any size', async () => {
  const server = createServer()
  const handshake = new WebSocketServer({ noServer: true })
  // With 89 bytes around them these are the sizes at which the head of a frame changes, and their
  // neighbours.
  const texts = [0, 20, 33, 34, 35, 36, 37, 65_443, 65_444, 65_445, 65_446, 200_000].map((n) =>
    'ü'.repeat(n % 7).padEnd(n, 'x'),
  )
  server.on('upgrade', (request, socket, head) => {
    handshake.handleUpgrade(request, socket, head, () => {
      for (const text of texts) {
        socket.write(notificationFrame('0x1f', Buffer.from(JSON.stringify(text))))
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const client = await WebSocketClient.connect(`ws://127.0.0.1:${port}`)
  expect(await client.untilTold('0x1f', texts.length)).toEqual(texts)
  expect(client.received[0]).toEqual({
    jsonrpc: '2.0',
    method: 'eth_subscription',
    params: { subscription: '0x1f', result: texts[0] },
  })
  client.ws.terminate()
  server.close()
})

test.each([125, 126, 127, 65_535, 65_536])(
  'a message of %i bytes has the right header',
  (length) => {
    const around = notificationFrame('0x1', Buffer.alloc(0)).length - 2
    const frame = notificationFrame('0x1', Buffer.alloc(length - around, 0x31))
    const headLength = length < 126 ? 2 : length < 65_536 ? 4 : 10
    expect(frame.length).toBe(headLength + length)
  },
)
