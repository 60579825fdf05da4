import { once } from 'node:events'
import { Agent, createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A proxy before a node, like a distance between both. */
export interface DelayProxy {
  readonly url: string
  /** Requests so far, and bytes of their bodies and of the answers. */
  readonly counts: { requests: number; bytes: number }
  close(): void
}

/**
 * Starts a proxy on a free port.
 *
 * @param address of the node, `HOST:PORT`
 * @param delayMs added to each request
 */
export async function startDelayProxy(address: string, delayMs: number): Promise<DelayProxy> {
  const counts = { requests: 0, bytes: 0 }
  const agent = new Agent({ keepAlive: true })
  const server = createServer(async (request, response) => {
    const body = await readAll(request)
    counts.requests++
    await pause(delayMs)
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const call = httpRequest(`http://${address}`, { method: 'POST', agent, headers })
    call.end(body)
    const [answer] = await once(call, 'response')
    const text = await readAll(answer)
    counts.bytes += body.length + text.length
    response.writeHead(answer.statusCode, { 'content-type': 'application/json' })
    response.end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    counts,
    close() {
      server.closeAllConnections()
      server.close()
      agent.destroy()
    },
  }
}

async function readAll(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts)
}
