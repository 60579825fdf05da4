import { WebSocketProvider } from 'ethers'
import { type Block, createPublicClient, type Log, webSocket } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Web3 } from 'web3'
import { type RunningNode, startNode } from './startNode.ts'

let running: RunningNode
let url: string
beforeAll(async () => {
  running = await startNode()
  url = running.url.replace('http', 'ws')
})
afterAll(() => running.close())

/** A contract of which every creation emits a log with this topic. */
const TOPIC = `0x${'ab'.repeat(32)}` as const
const EMITS = `0x7f${TOPIC.slice(2)}60006000a100`

interface Asks {
  request(request: { method: string; params: unknown[] }): Promise<unknown>
}

async function emit({ request }: Asks): Promise<unknown> {
  const [from] = (await request({ method: 'eth_accounts', params: [] })) as string[]
  return request({ method: 'eth_sendTransaction', params: [{ from, data: EMITS, gas: '0x30d40' }] })
}

test('viem watches blocks, logs and pending transactions', async () => {
  const client = createPublicClient({ transport: webSocket(url, { keepAlive: false }) })
  const asks: Asks = { request: (request) => client.request(request as never) }
  const stops: (() => void)[] = []
  const blocks: Block[] = []
  const logs: Log[] = []
  const hashes: string[] = []
  const all = new Promise<void>((resolve) => {
    const check = () => {
      if (blocks.length > 0 && logs.length > 0 && hashes.length > 0) resolve()
    }
    const heard = (list: unknown[], items: readonly unknown[]) => {
      list.push(...items)
      check()
    }
    const onError = (error: Error) => {
      throw error
    }
    stops.push(
      client.watchBlocks({ onBlock: (block) => heard(blocks, [block]), onError }),
      client.watchEvent({ onLogs: (found) => heard(logs, found), onError }),
      client.watchPendingTransactions({ onTransactions: (found) => heard(hashes, found), onError }),
    )
  })
  // Requests of one connection are started in order: by now all are subscribed.
  await client.getChainId()
  const hash = await emit(asks)
  await all
  expect(blocks[0]?.number).toBe(1n)
  expect(logs[0]).toMatchObject({ topics: [TOPIC], transactionHash: hash, blockNumber: 1n })
  expect(hashes).toEqual([hash])
  for (const stop of stops) stop()
  const { getSocket } = client.transport as unknown as { getSocket(): Promise<WebSocket> }
  ;(await getSocket()).close()
})

test('ethers hears blocks, pending transactions and logs', async () => {
  const provider = new WebSocketProvider(url)
  const block = new Promise<number>((resolve) => void provider.once('block', resolve))
  const pending = new Promise<string>((resolve) => void provider.once('pending', resolve))
  const log = new Promise<{ transactionHash: string }>(
    (resolve) => void provider.once({ topics: [TOPIC] }, resolve),
  )
  await provider.send('eth_chainId', [])
  const request: Asks['request'] = ({ method, params }) => provider.send(method, params)
  const before = await provider.getBlockNumber()
  const hash = await emit({ request })
  expect(await block).toBe(before + 1)
  expect(await pending).toBe(hash)
  expect((await log).transactionHash).toBe(hash)
  // Its own eth_unsubscribe are under way.
  await provider.send('eth_chainId', [])
  await provider.destroy()
})

test('web3 subscribes to headers and logs, and ends it', async () => {
  const web3 = new Web3(url)
  const headers = await web3.eth.subscribe('newBlockHeaders')
  const logs = await web3.eth.subscribe('logs', { topics: [TOPIC] })
  const syncing = await web3.eth.subscribe('syncing')
  const header = new Promise<{ number?: unknown }>((resolve) => headers.once('data', resolve))
  const log = new Promise<unknown>((resolve) => logs.once('data', resolve))
  const before = await web3.eth.getBlockNumber()
  const request: Asks['request'] = (message) => web3.eth.requestManager.send(message as never)
  await emit({ request })
  expect((await header).number).toBe(before + 1n)
  expect(await log).toMatchObject({ topics: [TOPIC] })
  for (const subscription of [headers, logs, syncing]) await subscription.unsubscribe()
  web3.currentProvider?.disconnect()
})
