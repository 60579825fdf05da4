import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestClient, publicActions } from 'viem'
import { ipc } from 'viem/node'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { serveIpc } from '../../src/server/ipc/ipcServer.ts'
import { emitterChain } from '../support/chain/emitter.ts'
import { nodeOf } from '../support/rpc/rpc.ts'
import { longTrace, looping } from '../support/webSocketSetup.ts'

const OPTIONS = { batchLimit: 10, bodyLimitBytes: 10_000 }

let folder: string
let path: string
const open: { close(): unknown }[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rockpool-ipc-'))
  path = join(folder, 'node.ipc')
})
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
  rmSync(folder, { recursive: true, force: true })
})

async function serve(chain: Chain = emitterChain()) {
  const server = await serveIpc(nodeOf(chain), path, OPTIONS)
  open.push(chain, server)
  return server
}

/** The response to these bytes for a plain client, once it has `count` lines. */
async function talk(count: number, ...chunks: string[]): Promise<string[]> {
  const socket = connect(path)
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk
  })
  for (const chunk of chunks) {
    await new Promise((resolve) => socket.write(chunk, resolve))
  }
  while (text.split('\n').length <= count) await once(socket, 'data')
  socket.destroy()
  return text.split('\n').slice(0, count)
}

test('viem works, including subscriptions', async () => {
  await serve()
  const transport = ipc(path)
  const client = createTestClient({ mode: 'anvil', transport }).extend(publicActions)
  expect(await client.getChainId()).toBe(713_714)
  const heads: unknown[] = []
  await new Promise<void>((resolve, reject) => {
    const onData = ({ result }: { readonly result?: unknown }) => {
      heads.push(result)
      if (heads.length === 2) resolve()
    }
    client.transport
      .subscribe({ params: ['newHeads'], onData, onError: reject })
      .then(() => client.mine({ blocks: 2 }))
      .catch(reject)
  })
  expect(heads).toMatchObject([{ number: '0x1' }, { number: '0x2' }])
  const socket = await client.transport.getRpcClient()
  socket.close()
})

test('accepts requests without separators and responds with lines', async () => {
  await serve()
  const request = '{"id":1,"method":"eth_chainId"}'
  const [first = '', second = ''] = [request.slice(0, 9), request.slice(9)]
  const lines = await talk(4, `${request}[${request}]${first}`, `${second}nonsense\n`)
  const answer = '{"jsonrpc":"2.0","id":1,"result":"0xae3f2"}'
  expect(lines).toContain(`[${answer}]`)
  expect(lines.filter((line) => line === answer)).toHaveLength(2)
  expect(lines.find((line) => line.includes('error'))).toContain('-32700')
})

test('a response of any length is one line', async () => {
  await serve(looping())
  const [method, ...params] = longTrace('0x20000')
  const request = JSON.stringify({ id: 1, method, params })
  const [line = ''] = await talk(1, request)
  expect(line.length).toBeGreaterThan(1_000_000)
  expect(JSON.parse(line)).toHaveProperty('result.structLogs')
})

test('an excessive request closes the connection', async () => {
  await serve()
  const socket = connect(path)
  socket.on('error', () => {})
  socket.write(`{"id":"${'x'.repeat(20_000)}`)
  await once(socket, 'close')
})

test('the socket is private, and is removed on close', async () => {
  const server = await serve()
  expect(statSync(path).mode & 0o777).toBe(0o600)
  await server.close()
  open.pop()
  expect(existsSync(path)).toBe(false)
})

test('replaces only a stale socket', async () => {
  writeFileSync(path, 'mine')
  await expect(serve()).rejects.toMatchObject({ code: 'EADDRINUSE' })
  expect(readFileSync(path, 'utf8')).toBe('mine')
  rmSync(path)
  await serve()
  await expect(serve()).rejects.toMatchObject({ code: 'EADDRINUSE' })
  for (const one of open.splice(0).reverse()) await one.close()
  // A server that ended without cleaning up: the file stays.
  const dead = createServer().listen(path)
  await once(dead, 'listening')
  const hidden = `${path}.hidden`
  renameSync(path, hidden)
  dead.close()
  renameSync(hidden, path)
  await serve()
})
