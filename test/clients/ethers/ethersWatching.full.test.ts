import { setTimeout } from 'node:timers/promises'
import { type Contract, JsonRpcProvider, type Log, WebSocketProvider } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bob, type EthersSetup, send, startWithEthers } from '../../support/clients/ethersSetup.ts'

let setup: EthersSetup

beforeAll(async () => {
  setup = await startWithEthers()
})
afterAll(() => setup.close())

const options = { cacheTimeout: -1, batchStallTime: 1, pollingInterval: 20 }
const providers: readonly [string, (url: string) => JsonRpcProvider | WebSocketProvider][] = [
  ['HTTP, polling', (url) => new JsonRpcProvider(url, undefined, { ...options, polling: true })],
  ['HTTP, filters', (url) => new JsonRpcProvider(url, undefined, { ...options, polling: false })],
  ['WebSocket', (url) => new WebSocketProvider(url.replace('http', 'ws'))],
]

describe.each(providers)('provider.on over %s', (_name, open) => {
  let provider: JsonRpcProvider | WebSocketProvider
  let contract: Contract

  beforeAll(async () => {
    provider = open(setup.url)
    contract = await setup.deploy()
  })
  afterAll(async () => {
    // ethers ends some requests in the background. They are done before the response to a later one.
    await setTimeout(50)
    await provider.send('eth_chainId', [])
    provider.destroy()
  })

  /**
   * What ethers begins to watch in the background has begun when something was seen. It asks a
   * filter at each block, but for those that come while it is asking: what the last one brought it
   * sees with the next.
   */
  async function actUntil(isSeen: () => boolean, act: () => Promise<unknown>): Promise<void> {
    while (!isSeen()) {
      await act()
      await setTimeout(50)
    }
  }

  const pay = async () => {
    const sent = await setup.local.sendTransaction({ to: bob.address, value: 1n })
    await sent.wait()
    return sent.hash
  }

  test('blocks', async () => {
    const seen: number[] = []
    await provider.on('block', (number: number) => seen.push(number))
    await actUntil(() => seen.length > 0, pay)
    for (let i = 0; i < 5; i++) await pay()
    const newest = await setup.provider.getBlockNumber()
    await expect.poll(() => seen.at(-1), { timeout: 30_000 }).toBe(newest)
    expect(seen).toEqual(seen.map((_, i) => (seen[0] ?? 0) + i))
    await provider.removeAllListeners('block')
  })

  test('logs of a contract by their topic', async () => {
    const seen: Log[] = []
    const address = await contract.getAddress()
    const topics = [contract.interface.getEvent('NumberChanged')?.topicHash ?? '']
    await provider.on({ address, topics }, (log: Log) => seen.push(log))
    let next = 100
    const set = () => send(contract, 'setNumber', next++)
    await actUntil(() => seen.length > 0, set)
    for (let i = 0; i < 5; i++) await set()
    await send(contract, 'deposit', 'not watched')
    const numbers = () =>
      seen.map((log) => Number(contract.interface.parseLog(log)?.args.getValue('current')))
    const last = next - 1
    await actUntil(() => numbers().includes(last), set)
    const [first = 0] = numbers()
    // Ethers asks for a block twice if one poll finds two new blocks.
    const unique = [...new Set(numbers())]
    expect(unique).toEqual(unique.map((_, i) => first + i))
    await provider.removeAllListeners()
  })

  test('pending transactions', async () => {
    const seen: string[] = []
    await provider.on('pending', (hash: string) => seen.push(hash))
    const sent: string[] = []
    const payMore = async () => sent.push(await pay())
    await actUntil(() => seen.length > 0, payMore)
    for (let i = 0; i < 5; i++) await payMore()
    const last = sent.at(-1) ?? ''
    await actUntil(() => seen.includes(last), payMore)
    const first = sent.indexOf(seen[0] ?? '')
    expect(seen).toEqual(sent.slice(first, first + seen.length))
    await provider.removeAllListeners('pending')
  })
})
