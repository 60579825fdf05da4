import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { WebSocket } from 'ws'

/** Message of a node. */
export interface Received {
  readonly id?: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
  readonly method?: string
  readonly params?: { readonly subscription: string; readonly result: unknown }
}

/** A client that records received messages in order. */
export class WebSocketClient {
  readonly ws: WebSocket
  readonly received: Received[] = []
  /** Resolves with the close code of the connection. */
  readonly closed: Promise<number>
  #lastId = 0
  #wake: (() => void)[] = []

  constructor(ws: WebSocket) {
    this.ws = ws
    ws.on('error', () => {})
    ws.on('message', (data) => {
      this.received.push(JSON.parse(String(data)))
      this.#wakeAll()
    })
    this.closed = new Promise((resolve) => {
      ws.on('close', (code) => {
        resolve(code)
        this.#wakeAll()
      })
    })
  }

  static async connect(url: string, headers: Record<string, string> = {}) {
    const client = new WebSocketClient(new WebSocket(url, { headers, perMessageDeflate: false }))
    await once(client.ws, 'open')
    return client
  }

  /** Resolves when a received message matches. */
  async until<T>(find: (received: readonly Received[]) => T | undefined): Promise<T> {
    for (;;) {
      const found = find(this.received)
      if (found !== undefined) return found
      if (this.ws.readyState === WebSocket.CLOSED) throw new Error('closed')
      await new Promise<void>((resolve) => this.#wake.push(resolve))
    }
  }

  send(method: string, ...params: readonly unknown[]): number {
    const id = ++this.#lastId
    this.ws.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }))
    return id
  }

  answerTo(id: unknown): Promise<Received> {
    return this.until((all) => all.find((message) => message.id === id))
  }

  async ask(method: string, ...params: readonly unknown[]): Promise<unknown> {
    const { result, error } = await this.answerTo(this.send(method, ...params))
    if (error !== undefined) throw Object.assign(new Error(error.message), { code: error.code })
    return result
  }

  /** Returns the notifications of a subscription so far. */
  told(id: unknown): unknown[] {
    return this.received.flatMap(({ params }) => {
      return params !== undefined && params.subscription === id ? [params.result] : []
    })
  }

  untilTold(id: unknown, count: number): Promise<unknown[]> {
    return this.until(() => (this.told(id).length >= count ? this.told(id) : undefined))
  }

  #wakeAll(): void {
    for (const wake of this.#wake.splice(0)) wake()
  }
}

/** A client that completes the handshake, sends a message and then reads nothing. */
export async function silentReader(port: number, messages: readonly string[]): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    [
      'GET / HTTP/1.1',
      'Host: here',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==',
      '\r\n',
    ].join('\r\n'),
  )
  await once(socket, 'readable')
  socket.read()
  for (const message of messages) socket.write(frame(message))
  socket.pause()
  return socket
}

/** A text frame as clients send it, masked with zeros. */
export function frame(content: string | Uint8Array, opcode = 1): Buffer {
  const payload = Buffer.from(content)
  const { length } = payload
  const head = Buffer.alloc(length < 126 ? 6 : length < 65_536 ? 8 : 14)
  head[0] = 0x80 | opcode
  head[1] = 0x80 | (length < 126 ? length : length < 65_536 ? 126 : 127)
  if (length >= 65_536) head.writeBigUInt64BE(BigInt(length), 2)
  else if (length >= 126) head.writeUInt16BE(length, 2)
  return Buffer.concat([head, payload])
}
