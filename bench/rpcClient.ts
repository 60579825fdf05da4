import { connect, type Socket } from 'node:net'

/** A request that waits for its response. */
interface Waiting {
  readonly resolve: (body: string) => void
  readonly reject: (error: Error) => void
}

/**
 * JSON-RPC over kept connections. Requests are written as bytes, and of a response only the length
 * is read, so that the client takes little of the measured time.
 */
export class RpcClient {
  readonly #address: string
  readonly #idle: Connection[] = []

  /** @param address `HOST:PORT` */
  constructor(address: string) {
    this.#address = address
  }

  /** @throws Error of the response */
  async call<T>(method: string, ...params: readonly unknown[]): Promise<T> {
    return resultOf<T>(JSON.parse(await this.post(requestText(method, params))))
  }

  /** Returns the text of the response. */
  async post(body: string): Promise<string> {
    const connection = this.#idle.pop() ?? new Connection(this.#address)
    const text = await connection.post(body)
    this.#idle.push(connection)
    return text
  }

  /**
   * Posts all bodies in order, over a number of connections at a time.
   *
   * @returns milliseconds, and the texts of the responses
   */
  async flood(
    bodies: readonly string[],
    connections: number,
  ): Promise<{ readonly ms: number; readonly texts: readonly string[] }> {
    const texts: string[] = []
    let at = 0
    const began = performance.now()
    const work = async () => {
      while (at < bodies.length) {
        const i = at++
        texts[i] = await this.post(bodies[i] ?? '')
      }
    }
    await Promise.all(Array.from({ length: connections }, work))
    return { ms: performance.now() - began, texts }
  }

  close(): void {
    for (const connection of this.#idle) connection.close()
  }
}

export function requestText(method: string, params: readonly unknown[]): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
}

/** @throws Error of the response */
export function resultOf<T>(answer: unknown): T {
  const { result, error } = answer as { result: T; error?: { message: string } }
  if (error !== undefined) throw new Error(error.message)
  return result
}

/** One HTTP/1.1 connection with one request at a time. */
class Connection {
  readonly #host: string
  readonly #socket: Socket
  #waiting: Waiting | undefined
  #received: Buffer[] = []
  #size = 0
  /** Size of the response, once its head is read; undefined if it is chunked. */
  #wanted: number | undefined
  #isChunked = false

  constructor(address: string) {
    this.#host = address
    const [host = '', port] = address.split(':')
    this.#socket = connect({ host, port: Number(port), noDelay: true })
    this.#socket.on('data', (chunk: Buffer) => this.#read(chunk))
    this.#socket.on('error', (error) => this.#waiting?.reject(error))
    this.#socket.on('close', () => this.#waiting?.reject(new Error('connection closed')))
  }

  post(body: string): Promise<string> {
    const head = `POST / HTTP/1.1\r\nhost: ${this.#host}\r\ncontent-type: application/json\r\n`
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject }
      this.#socket.write(`${head}content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    })
  }

  close(): void {
    this.#waiting = undefined
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    this.#received.push(chunk)
    this.#size += chunk.length
    if (this.#wanted === undefined && !this.#isChunked) this.#readHead()
    if (this.#isChunked ? chunk.subarray(-5).toString('latin1') !== '0\r\n\r\n' : this.#isPartial) {
      return
    }
    const bytes = Buffer.concat(this.#received)
    const text = bytes.toString('utf8', bytes.indexOf('\r\n\r\n') + 4)
    const body = this.#isChunked ? joinChunks(text) : text
    this.#received = []
    this.#size = 0
    this.#wanted = undefined
    this.#isChunked = false
    const waiting = this.#waiting
    this.#waiting = undefined
    waiting?.resolve(body)
  }

  get #isPartial(): boolean {
    return this.#wanted === undefined || this.#size < this.#wanted
  }

  #readHead(): void {
    const bytes = Buffer.concat(this.#received)
    this.#received = [bytes]
    const end = bytes.indexOf('\r\n\r\n')
    if (end < 0) return
    const head = bytes.toString('latin1', 0, end).toLowerCase()
    const length = /content-length: (\d+)/.exec(head)?.[1]
    if (length !== undefined) this.#wanted = end + 4 + Number(length)
    else this.#isChunked = head.includes('chunked')
  }
}

/** Responses are ASCII, so a length in bytes is that of the text. */
function joinChunks(text: string): string {
  let body = ''
  for (let at = 0; ; ) {
    const line = text.indexOf('\r\n', at)
    const size = Number.parseInt(text.slice(at, line), 16)
    if (!(size > 0)) return body
    body += text.slice(line + 2, line + 2 + size)
    at = line + 2 + size + 2
  }
}
