import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Web3, WebSocketProvider } from 'web3'
import { bob, send, startWithWeb3, type Web3Setup } from './web3Setup.ts'

let setup: Web3Setup
let web3: Web3
let provider: WebSocketProvider

beforeAll(async () => {
  setup = await startWithWeb3()
  provider = new WebSocketProvider(setup.url.replace('http', 'ws'))
  web3 = new Web3(provider)
})
afterAll(async () => {
  provider.disconnect()
  await setup.close()
})

const pay = () => setup.web3.eth.sendTransaction({ from: bob, to: bob, value: '1' })

describe('web3.eth.subscribe over WebSocket', () => {
  test('newBlockHeaders', async () => {
    const subscription = await web3.eth.subscribe('newBlockHeaders')
    const seen: unknown[] = []
    subscription.on('data', (head) => void seen.push(head.number))
    const before = Number(await web3.eth.getBlockNumber())
    for (let i = 0; i < 3; i++) await pay()
    const wanted = [1, 2, 3].map((i) => BigInt(before + i))
    await expect.poll(() => seen, { timeout: 30_000 }).toEqual(wanted)
    await subscription.unsubscribe()
  })

  test('logs', async () => {
    const contract = await setup.deploy()
    const subscription = await web3.eth.subscribe('logs', {
      address: contract.options.address ?? '',
    })
    const seen: unknown[] = []
    subscription.on('data', (log) => void seen.push(log.transactionHash))
    const sent: unknown[] = []
    for (const number of [8, 9]) {
      const receipt = await contract.methods.setNumber?.(number).send({ from: bob })
      sent.push(receipt?.transactionHash)
    }
    await expect.poll(() => seen, { timeout: 30_000 }).toEqual(sent)
    await subscription.unsubscribe()
  })

  test('newPendingTransactions', async () => {
    const subscription = await web3.eth.subscribe('newPendingTransactions')
    const [[hash], receipt] = await Promise.all([once(subscription as never, 'data'), pay()])
    expect(hash).toBe(receipt.transactionHash)
    await subscription.unsubscribe()
  })

  test('syncing', async () => {
    // The provider's own event, because it may arrive before the subscription has a listener.
    const told: unknown[] = []
    provider.on('message', (message: unknown) => void told.push(message))
    const subscription = await web3.eth.subscribe('syncing')
    const params = { subscription: subscription.id, result: false }
    await expect.poll(() => told).toContainEqual(expect.objectContaining({ params }))
    await subscription.unsubscribe()
  })
})

test('getPastEvents decodes the events of a contract', async () => {
  const contract = await setup.deploy()
  await send(contract, 'setNumber', [5n])
  const events = await contract.getPastEvents('allEvents', { fromBlock: 0 })
  expect(events).toMatchObject([
    { event: 'NumberChanged', returnValues: { current: 5n, previous: 7n } },
  ])
})
