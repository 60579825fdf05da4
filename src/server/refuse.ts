import type { Duplex } from 'node:stream'

/** Time that a client has to read why. */
const REFUSAL_MS = 1000

/** Answers a request to upgrade by an HTTP status and words in ASCII, and ends the connection, whether the client ends its side or not. */
export function refuse(socket: Duplex, status: string, words: string): void {
  socket.on('error', () => {})
  const timeout = setTimeout(() => socket.destroy(), REFUSAL_MS)
  socket.once('close', () => clearTimeout(timeout))
  socket.once('finish', () => socket.destroy())
  const head = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: text/plain; charset=utf-8`
  socket.end(`${head}\r\nContent-Length: ${words.length + 1}\r\n\r\n${words}\n`)
}
