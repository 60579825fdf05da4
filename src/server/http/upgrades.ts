import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/**
 * Serves a request that asks for an unsupported protocol as a normal one, as HTTP requires; Java's
 * client asks for HTTP/2 with each first request. Node.js has no API for this on servers with
 * upgrades, so the request is put back into the socket without the header.
 *
 * @param head bytes after the head of the request
 */
export function serveWithoutUpgrade(
  server: Server,
  { method, url, httpVersion, rawHeaders }: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  let text = `${method} ${url} HTTP/${httpVersion}\r\n`
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? ''
    const value = rawHeaders[i + 1] ?? ''
    if (name.toLowerCase() === 'connection') text += `${name}: ${withoutThose(value)}\r\n`
    else if (!UPGRADE.has(name.toLowerCase())) text += `${name}: ${value}\r\n`
  }
  socket.unshift(Buffer.concat([Buffer.from(`${text}\r\n`, 'latin1'), head]))
  server.emit('connection', socket)
}

const UPGRADE: ReadonlySet<string> = new Set(['upgrade', 'http2-settings'])

function withoutThose(list: string): string {
  const names = list.split(',').map((name) => name.trim())
  return names.filter((name) => !UPGRADE.has(name.toLowerCase())).join(', ')
}

/** Pending HTTP responses by socket. */
export class PendingResponses {
  /** Oldest first. Ended responses are removed when the connection's next request arrives. */
  readonly #responses = new WeakMap<Duplex, ServerResponse[]>()

  constructor(server: Server) {
    server.on('request', ({ socket }, response) => {
      const responses = this.#responses.get(socket)
      if (responses === undefined) {
        this.#responses.set(socket, [response])
        return
      }
      // Responses end in order.
      while (responses[0]?.closed) responses.shift()
      responses.push(response)
    })
  }

  /** Responses to earlier requests of the connection. */
  of(socket: Duplex): readonly ServerResponse[] {
    return this.#responses.get(socket)?.filter(({ closed }) => !closed) ?? []
  }
}

/** Time for a client to read the reason. */
const REFUSAL_MS = 1000

/** Rejects an upgrade with an HTTP status and an ASCII reason, and ends the connection. */
export function rejectUpgrade(socket: Duplex, status: string, words: string): void {
  socket.on('error', () => {})
  const timeout = setTimeout(() => socket.destroy(), REFUSAL_MS)
  socket.once('close', () => clearTimeout(timeout))
  socket.once('finish', () => socket.destroy())
  const head = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8`
  socket.end(`${head}\r\nContent-Length: ${words.length + 1}\r\n\r\n${words}\n`)
}
