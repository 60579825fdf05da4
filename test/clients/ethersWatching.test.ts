import { setTimeout } from 'node:timers/promises'
import { type Contract, JsonRpcProvider, type Log, WebSocketProvider } from 'ethers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { bob, type EthersSetup, send, startWithEthers } from './ethersSetup.ts'

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
    // What ethers ends in the background would be cut off: it has ended before what is asked after it.
    await setTimeout(50)
    await provider.send('eth_chainId', [])
    provider.destroy()
  })

  /** What ethers begins to watch in the background has begun when something was seen. */
  async function untilSeen(seen: readonly unknown[], act: () => Promise<unknown>): Promise<void> {
    while (seen.length === 0) {
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
    await untilSeen(seen, pay)
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
    await untilSeen(seen, () => send(contract, 'setNumber', next++))
    for (let i = 0; i < 5; i++) await send(contract, 'setNumber', next++)
    await send(contract, 'deposit', 'not watched')
    const numbers = () =>
      seen.map((log) => Number(contract.interface.parseLog(log)?.args.getValue('current')))
    await expect.poll(() => numbers().at(-1), { timeout: 30_000 }).toBe(next - 1)
    const [first = 0] = numbers()
    expect(numbers()).toEqual(seen.map((_, i) => first + i))
    await provider.removeAllListeners()
  })

  test('pending transactions', async () => {
    const seen: string[] = []
    await provider.on('pending', (hash: string) => seen.push(hash))
    const sent: string[] = []
    await untilSeen(seen, async () => sent.push(await pay()))
    for (let i = 0; i < 5; i++) sent.push(await pay())
    await expect.poll(() => seen.at(-1), { timeout: 30_000 }).toBe(sent.at(-1))
    expect(seen).toEqual(sent.slice(-seen.length))
    await provider.removeAllListeners('pending')
  })
})
