import { expect, test } from 'vitest'
import { bytesToHex } from '../../src/primitives/encoding/hex.ts'
import { createServer } from '../../src/server/http/httpServer.ts'
import { alice, bob } from '../support/accounts.ts'
import { EMITTER, emitterChain, emitting } from '../support/chain/emitter.ts'
import { signed } from '../support/chain.ts'
import { nodeOf } from '../support/rpc/rpc.ts'
import { type Setup, serve, transfer } from '../support/webSocketSetup.ts'
import { ask } from '../support/wire/httpClient.ts'
import { WebSocketClient } from '../support/wire/webSocketClient.ts'

interface Answer {
  readonly id: unknown
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string }
}

/** Asks at a path as a client would. */
async function post({ port }: Setup, path: string, method: string, ...params: readonly unknown[]) {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return { status: response.status, ...((await response.json()) as Answer) }
}

const raw = (nonce: number, value: bigint) =>
  bytesToHex(signed(alice, { to: bob.address, value, nonce: BigInt(nonce) }).raw)

test('two workers are isolated', async () => {
  const setup = await serve()
  await post(setup, '/', 'eth_sendRawTransaction', raw(0, 1n))
  for (const name of ['one', 'two']) await post(setup, '/', 'rockpool_branch', name)
  const balance = async (path: string) => {
    return (await post(setup, path, 'eth_getBalance', bob.address)).result as string
  }
  const start = BigInt(await balance('/'))
  async function work(name: string, value: bigint): Promise<void> {
    const path = `/branch/${name}`
    const { result: id } = await post(setup, path, 'evm_snapshot')
    expect(id).toBe('0x1')
    for (let i = 1; i <= 10; i++) {
      const { error } = await post(setup, path, 'eth_sendRawTransaction', raw(i, value))
      expect(error).toBeUndefined()
      expect(BigInt(await balance(path)) - start).toBe(value * BigInt(i))
    }
    expect((await post(setup, path, 'evm_revert', id)).result).toBe(true)
    expect(BigInt(await balance(path))).toBe(start)
    await post(setup, path, 'eth_sendRawTransaction', raw(1, value))
  }
  await Promise.all([work('one', 3n), work('two', 5n)])
  expect(BigInt(await balance('/branch/one')) - start).toBe(3n)
  expect(BigInt(await balance('/branch/two')) - start).toBe(5n)
  expect(BigInt(await balance('/'))).toBe(start)
  expect((await post(setup, '/', 'eth_blockNumber')).result).toBe('0x1')
})

test('a branch has its own filters and snapshots', async () => {
  const setup = await serve()
  await post(setup, '/', 'rockpool_branch', 'b')
  const { result: id } = await post(setup, '/branch/b', 'eth_newFilter', { address: EMITTER })
  expect((await post(setup, '/', 'eth_getFilterChanges', id)).error?.code).toBe(-32000)
  await setup.chain.pool.submit(emitting([1]))
  expect((await post(setup, '/branch/b', 'eth_getFilterChanges', id)).result).toEqual([])
  await post(setup, '/branch/b', 'eth_sendRawTransaction', bytesToHex(emitting([2]).raw))
  const { result } = await post(setup, '/branch/b', 'eth_getFilterChanges', id)
  expect(result).toHaveLength(1)
  await post(setup, '/branch/b', 'rockpool_snapshot', 's')
  expect((await post(setup, '/', 'rockpool_snapshots')).result).toEqual([])
})

test('an unknown branch returns 404', async () => {
  const setup = await serve()
  const { status, error, id } = await post(setup, '/branch/none', 'eth_blockNumber')
  expect([status, error?.code, id]).toEqual([404, -32000, null])
  const url = `http://127.0.0.1:${setup.port}/branch`
  expect((await fetch(`${url}/none`)).status).toBe(404)
  expect((await fetch(`${url}/none/more`)).status).toBe(404)
  expect((await fetch(`${url}/${'x'.repeat(65)}`)).status).toBe(404)
  await post(setup, '/', 'rockpool_branch', 'b')
  expect((await fetch(`${url}/b`)).status).toBe(200)
  expect((await fetch(`${url}/b`, { method: 'DELETE' })).status).toBe(405)
  for (const path of ['branch/none', 'branch/', 'branch/b/', 'branch']) {
    await expect(WebSocketClient.connect(`${setup.url}/${path}`)).rejects.toThrow()
  }
})

test('a WebSocket of a branch reports its own events, and its closing', async () => {
  const setup = await serve()
  await post(setup, '/', 'rockpool_branch', 'b')
  await post(setup, '/branch/b', 'rockpool_branch', 'below')
  const root = await setup.connect()
  const own = await WebSocketClient.connect(`${setup.url}/branch/b?x=1`)
  const below = await WebSocketClient.connect(`${setup.url}/branch/below`)
  for (const client of [root, own]) await client.ask('eth_subscribe', 'newHeads')
  await setup.chain.pool.submit(transfer(0))
  await own.ask('eth_sendRawTransaction', raw(0, 9n))
  const heads = (client: WebSocketClient) =>
    client.received.filter(({ method }) => method === 'eth_subscription')
  await own.until((all) => all.find(({ method }) => method === 'eth_subscription'))
  expect([heads(root).length, heads(own).length]).toEqual([1, 1])
  expect(heads(root)).not.toEqual(heads(own))

  expect(await root.ask('rockpool_deleteBranch', 'b')).toBe(true)
  expect(await Promise.all([own.closed, below.closed])).toEqual([1001, 1001])
  expect(await root.ask('rockpool_branches')).toEqual([])
  expect(await root.ask('eth_blockNumber')).toBe('0x1')
  expect((await post(setup, '/branch/b', 'eth_blockNumber')).status).toBe(404)
  await post(setup, '/', 'rockpool_branch', 'b')
  expect((await post(setup, '/branch/b', 'eth_blockNumber')).result).toBe('0x1')
})

test("removed logs are sent only to the branch's subscriptions", async () => {
  const setup = await serve()
  await post(setup, '/', 'rockpool_branch', 'b')
  const root = await setup.connect()
  const own = await WebSocketClient.connect(`${setup.url}/branch/b`)
  for (const client of [root, own]) await client.ask('eth_subscribe', 'logs', {})
  for (const client of [root, own]) {
    await client.ask('evm_snapshot')
    await client.ask('eth_sendRawTransaction', bytesToHex(emitting([1]).raw))
  }
  await own.ask('evm_revert', '0x1')
  const told = (client: WebSocketClient) =>
    client.received.flatMap(({ params }) => (params ? [params.result] : []))
  await own.until(() => told(own)[1])
  expect(told(own)).toMatchObject([{ removed: false }, { removed: true }])
  await root.ask('eth_blockNumber')
  expect(told(root)).toMatchObject([{ removed: false }])
})

test('a closed server ignores branches', async () => {
  const node = nodeOf(emitterChain())
  const server = createServer(node, { allowOrigin: ['*'], bodyLimitBytes: 1e6, batchLimit: 1 })
  await node.branchNamed('b')
  const payload = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}'
  const { body } = await ask(server, { method: 'POST', url: '/branch/b', payload })
  expect(JSON.parse(body)).toMatchObject({ result: '0x0' })
  await server.close()
  expect(await node.branches.delete('b')).toBe(true)
  await node.close()
})
