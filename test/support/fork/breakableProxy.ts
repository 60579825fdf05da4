import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An HTTP proxy in front of a remote node, which can go away and come back. */
export interface BreakableProxy {
  readonly url: string
  /** Number of HTTP requests so far. */
  readonly requests: number
  /**
   * What becomes of an answer: it is passed on, the connection is cut, nothing is sent, or the text
   * replaces it. A number lets that many requests pass before the connections are cut.
   */
  mode: 'pass' | 'cut' | 'hang' | number | { readonly answer: (text: string) => string }
  close(): Promise<void>
}

export async function startProxy(target: string): Promise<BreakableProxy> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => void pass(Buffer.concat(chunks)))

    async function pass(body: Buffer): Promise<void> {
      proxy.requests++
      const isCut = proxy.mode === 'cut' || proxy.mode === 0
      if (typeof proxy.mode === 'number' && proxy.mode > 0) proxy.mode--
      if (isCut) {
        request.socket.destroy()
        return
      }
      if (proxy.mode === 'hang') return
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(target, { method: 'POST', headers, body: new Uint8Array(body) })
      const text = await answer.text()
      const { mode } = proxy
      response.writeHead(answer.status, headers)
      response.end(typeof mode === 'object' ? mode.answer(text) : text)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: { -readonly [K in keyof BreakableProxy]: BreakableProxy[K] } = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: 0,
    mode: 'pass',
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
  return proxy
}
