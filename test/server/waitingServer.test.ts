import { createServer as createNetServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createServer, formatAddress } from '../../src/server/http/httpServer.ts'
import { listenWaiting } from '../../src/server/http/waitingServer.ts'
import { testChain } from '../support/chain.ts'
import { testGenesis } from '../support/genesis.ts'
import { nodeOf } from '../support/rpc/rpc.ts'
import { WebSocketClient } from '../support/wire/webSocketClient.ts'

const ADDRESS = { host: '127.0.0.1', port: 0 }
const OPTIONS = { allowOrigin: ['*'], bodyLimitBytes: 1e6, batchLimit: 10 }
const NOT_BEGUN = {
  code: -32_000,
  message: 'the chain has not begun: CometBFT has committed no block yet',
}

test('a port reports that the chain has not started, then serves it on the same connections', async () => {
  const waiting = await listenWaiting(ADDRESS, 1e6)
  onTestFinished(() => waiting.close())
  const url = `http://${formatAddress(waiting)}`
  const post = async (body: object) => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return [response.status, response.status === 204 ? undefined : await response.json()]
  }
  const call = { jsonrpc: '2.0', id: 7, method: 'eth_blockNumber' }
  const { id: _id, ...notice } = call
  const refused = { jsonrpc: '2.0', id: 7, error: NOT_BEGUN }
  expect(await post(call)).toEqual([200, refused])
  expect(await post([call, notice])).toEqual([200, [refused]])
  expect(await post(notice)).toEqual([204, undefined])
  const health = await fetch(`${url}/health`)
  expect([health.status, await health.json()]).toEqual([
    503,
    { status: 'waiting', reason: NOT_BEGUN.message },
  ])
  await expect(WebSocketClient.connect(url.replace('http', 'ws'))).rejects.toThrow('503')
  const chain = testChain(testGenesis())
  const node = nodeOf(chain)
  const server = createServer(node, OPTIONS, waiting.handOver())
  onTestFinished(async () => {
    await server.close()
    await node.close()
  })
  expect(await server.listen(ADDRESS)).toEqual({ host: waiting.host, port: waiting.port })
  // It is no longer this one's to close.
  await waiting.close()
  expect(await post(call)).toMatchObject([200, { id: 7, result: '0x0' }])
  expect(await (await fetch(`${url}/health`)).json()).toMatchObject({ status: 'ok' })
})

test('a taken port shows at once', async () => {
  const other = createNetServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise((resolve) => other.once('listening', resolve))
  const address = other.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  await expect(listenWaiting({ ...ADDRESS, port }, 1e6)).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
})
