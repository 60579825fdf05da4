import { BrowserProvider } from 'ethers'
import { createPublicClient, custom } from 'viem'
import { afterEach, describe, expect, test } from 'vitest'
import {
  createNode,
  type NodeOptions,
  type RockpoolNode,
  type SubscriptionMessage,
} from '../../src/index.ts'
import { executorOption } from '../support/executor.ts'
import { WebSocketClient } from '../support/wire/webSocketClient.ts'

const ALICE = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const NATIVE_BOB = 'sei1cjzphr67dug28rw9ueewrqllmxlqe5f0awulvy'

const open: RockpoolNode[] = []
async function start(options?: NodeOptions): Promise<RockpoolNode> {
  const node = await createNode({ ...executorOption, ...options })
  open.push(node)
  return node
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((node) => node.close()))
})

test('is an EIP-1193 provider for viem and ethers', async () => {
  const node = await start({ chainId: 4242, accounts: 2, balance: 5 })
  const client = createPublicClient({ transport: custom(node) })
  expect(await client.getChainId()).toBe(4242)
  expect(await client.getBalance({ address: ALICE })).toBe(5n * 10n ** 18n)
  const provider = new BrowserProvider(node)
  const signer = await provider.getSigner()
  const sent = await signer.sendTransaction({ to: BOB, value: 10n ** 18n })
  expect((await sent.wait())?.status).toBe(1)
  expect(await client.getBalance({ address: BOB })).toBe(6n * 10n ** 18n)
  provider.destroy()
})

test('an error has a code and optional data', async () => {
  const node = await start()
  await expect(node.request({ method: 'eth_none' })).rejects.toMatchObject({ code: -32601 })
  // Creation code that reverts without data.
  const params = [{ from: ALICE, data: '0x5f5ffd' }]
  await expect(node.request({ method: 'eth_call', params })).rejects.toMatchObject({
    code: 3,
    data: '0x',
  })
})

test('rejects invalid JavaScript arguments', async () => {
  const node = await createNode(executorOption)
  const wrong: unknown[] = ['eth_blockNumber', {}, { method: 5 }, null, undefined]
  for (const request of wrong) {
    await expect(node.request(request as never)).rejects.toMatchObject({
      code: -32600,
      message: 'invalid request: want { method, params }',
    })
  }
  for (const options of [3, { block: 2 }, null]) {
    await expect(node.mine(options as never)).rejects.toMatchObject({ code: -32602 })
  }
  await expect(node.listen({ prot: 5 } as never)).rejects.toThrow(
    'listen: want { host, port }, got prot',
  )
  expect(await node.request({ method: 'eth_blockNumber' })).toBe('0x0')
  await node.close()
})

test('accepts a genesis object, and rejects an invalid one by its field', async () => {
  const genesis = { config: { chainId: 7 }, alloc: { [BOB]: { balance: '0x5' } } }
  const node = await start({ genesis })
  const params = [BOB, 'latest']
  expect(await node.request({ method: 'eth_getBalance', params })).toBe('0x5')
  expect(await node.request({ method: 'eth_accounts' })).toEqual([BOB.toLowerCase()])
  const bad = { alloc: { [BOB]: { balance: 'much' } } }
  await expect(createNode({ genesis: bad })).rejects.toMatchObject({ code: 'BAD_GENESIS' })
  // Not in the types, but JavaScript knows no types.
  const refusal = (options: object) => expect(createNode(options)).rejects
  await refusal({ wsPort: 8546 }).toMatchObject({
    code: 'BAD_OPTION',
    message:
      'invalid option: wsPort: is an option of the command only; in process there is listen({ host, port }), which serves WebSocket too',
  })
  await refusal({ readyFile: 'a' }).toMatchObject({
    message: 'invalid option: readyFile: is an option of the command only',
  })
  await refusal({ genesis: 'nope.json' }).toMatchObject({
    code: 'BAD_GENESIS',
    message: 'nope.json: invalid genesis: cannot be read: no such file',
  })
  await expect(createNode({ hardfork: 'none' })).rejects.toMatchObject({ code: 'BAD_OPTION' })
})

test('adds accounts to a genesis object, as to a file', async () => {
  const genesis = {
    config: { chainId: 7 },
    alloc: { [BOB]: { balance: '0x5' } },
    native: { associations: [{ evmAddress: BOB, nativeAddress: NATIVE_BOB }] },
  }
  const node = await start({ genesis, accounts: 1, balance: 3 })
  const balanceOf = (address: string) =>
    node.request({ method: 'eth_getBalance', params: [address, 'latest'] })
  expect(await balanceOf(BOB)).toBe('0x5')
  expect(await balanceOf(ALICE)).toBe(`0x${(3n * 10n ** 18n).toString(16)}`)
  expect(await node.native.account(BOB)).toMatchObject({ address: NATIVE_BOB })
})

test('serves HTTP and closes it', async () => {
  const node = await start()
  const { url } = await node.listen()
  const ask = (): Promise<Response> =>
    fetch(url, {
      method: 'POST',
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId' }),
      headers: { 'content-type': 'application/json' },
    })
  expect(await (await ask()).json()).toEqual({ jsonrpc: '2.0', id: 1, result: '0xae3f2' })
  await node.close()
  await node.close()
  await expect(ask()).rejects.toThrow()
})

describe('subscriptions in process', () => {
  const pay = (node: RockpoolNode) =>
    node.request({
      method: 'eth_sendTransaction',
      params: [{ from: ALICE, to: BOB, value: '0x1' }],
    })
  const subscribe = (node: RockpoolNode, ...params: readonly unknown[]) =>
    node.request({ method: 'eth_subscribe', params })
  /** After what is on its way now. */
  const aTurn = () => new Promise((resolve) => setImmediate(resolve))

  test('are EIP-1193 messages after the response', async () => {
    const node = await start()
    const early = [subscribe(node, 'syncing'), subscribe(node, 'newHeads'), pay(node)]
    const order: unknown[] = []
    const [syncing, heads] = await Promise.all(early)
    order.push('answered')
    const messages: SubscriptionMessage[] = []
    const all = new Promise<void>((resolve) => {
      node.on('message', (message) => {
        order.push(message.type)
        if (messages.push(message) === 3) resolve()
      })
    })
    await pay(node)
    await all
    expect(order).toEqual(['answered', ...messages.map(({ type }) => type)])
    expect(messages).toMatchObject([
      { type: 'eth_subscription', data: { subscription: syncing, result: false } },
      { type: 'eth_subscription', data: { subscription: heads, result: { number: '0x1' } } },
      { type: 'eth_subscription', data: { subscription: heads, result: { number: '0x2' } } },
    ])
  })

  test('give each listener its own JSON, and log exceptions of listeners', async () => {
    const errors: unknown[] = []
    const node = await start({
      logger: { info() {}, error: (_, error) => void errors.push(error) },
    })
    await subscribe(node, 'newHeads')
    const heard: string[] = []
    const spoil = ({ data }: SubscriptionMessage) => {
      Object.assign(data.result as object, { number: 'spoilt' })
      throw new Error('its own')
    }
    const listen = ({ data }: SubscriptionMessage) =>
      void heard.push((data.result as { number: string }).number)
    expect(node.on('message', spoil).on('message', listen)).toBe(node)
    await aTurn()
    await pay(node)
    await aTurn()
    expect(heard).toEqual(['0x1'])
    expect(errors).toEqual([new Error('its own')])
    node.removeListener('message', listen).removeListener('message', listen)
    await pay(node)
    await aTurn()
    expect(heard).toEqual(['0x1'])
    expect(errors).toHaveLength(2)
  })

  test('send nothing after the response to eth_unsubscribe', async () => {
    const node = await start()
    const id = await subscribe(node, 'newHeads')
    await aTurn()
    const order: unknown[] = []
    node.on('message', () => void order.push('told'))
    await pay(node)
    order.push(await node.request({ method: 'eth_unsubscribe', params: [id] }))
    const answered = order.length
    await aTurn()
    await aTurn()
    expect(order).toHaveLength(answered)
  })

  test('of blocks before eth_unsubscribe arrive before its response', async () => {
    const node = await start()
    const heard: unknown[] = []
    node.on('message', ({ data }) => void heard.push(data.subscription))
    const id = await subscribe(node, 'newHeads')
    for (let i = 0; i < 3; i++) await node.request({ method: 'evm_mine' })
    expect(await node.request({ method: 'eth_unsubscribe', params: [id] })).toBe(true)
    expect(heard).toEqual([id, id, id])
    await node.request({ method: 'evm_mine' })
    await aTurn()
    expect(heard).toHaveLength(3)
  })

  test('end with eth_unsubscribe and with the node', async () => {
    const node = await start()
    const [first, second] = [await subscribe(node, 'newHeads'), await subscribe(node, 'newHeads')]
    const heard: unknown[] = []
    node.on('message', ({ data }) => void heard.push(data.subscription))
    await aTurn()
    expect(await node.request({ method: 'eth_unsubscribe', params: [first] })).toBe(true)
    await pay(node)
    await aTurn()
    expect(heard).toEqual([second])
    const sent = pay(node)
    await node.close()
    await sent.catch(() => {})
    await aTurn()
    expect(heard).toEqual([second])
    await expect(subscribe(node, 'newHeads')).rejects.toMatchObject({ code: -32000 })
  })

  test('coexist with those over WebSocket', async () => {
    const node = await start()
    const { url, wsUrl } = await node.listen()
    expect(wsUrl).toBe(url.replace('http:', 'ws:'))
    const client = await WebSocketClient.connect(wsUrl)
    const id = await client.ask('eth_subscribe', 'newHeads')
    await pay(node)
    expect(await client.untilTold(id, 1)).toMatchObject([{ number: '0x1' }])
    await node.close()
    expect(await client.closed).toBe(1001)
  })
})

test('concurrent transactions of an account get consecutive nonces', async () => {
  const node = await start()
  const send = () =>
    node.request({
      method: 'eth_sendTransaction',
      params: [{ from: ALICE, to: BOB, value: '0x1' }],
    })
  const hashes = await Promise.all(Array.from({ length: 20 }, send))
  expect(new Set(hashes).size).toBe(20)
  expect(await node.request({ method: 'eth_blockNumber' })).toBe('0x14')
})

test('completes transactions on forks without a base fee', async () => {
  const node = await start({ hardfork: 'berlin' })
  const transfer = { from: ALICE, to: BOB, value: '0x1' }
  const hash = await node.request({ method: 'eth_sendTransaction', params: [transfer] })
  const found = await node.request({ method: 'eth_getTransactionByHash', params: [hash] })
  expect(found).toMatchObject({ type: '0x0' })
  const history = await node.request({ method: 'eth_feeHistory', params: ['0x1', 'latest', []] })
  expect(history).toMatchObject({ baseFeePerGas: ['0x0', '0x0'] })
})

test('lists development accounts without a balance', async () => {
  const node = await start({ balance: 0 })
  expect(await node.request({ method: 'eth_accounts' })).toHaveLength(10)
})

test('responds to other requests during a long call', async () => {
  const node = await start({ callGasCap: 50_000_000 })
  let isLooping = true
  // JUMPDEST PUSH1 0 JUMP, until the gas is gone
  const params = [{ data: '0x5b600056' }]
  const looping = node
    .request({ method: 'eth_call', params })
    .catch((error: { message: string }) => {
      isLooping = false
      return error.message
    })
  await new Promise((resolve) => setImmediate(resolve))
  expect(await node.request({ method: 'eth_blockNumber' })).toBe('0x0')
  expect(isLooping).toBe(true)
  expect(await looping).toBe('out of gas')
})

test('nodes in one process are independent', async () => {
  const [one, two] = [await start(), await start()]
  const transfer = { from: ALICE, to: BOB, value: '0x1' }
  await one.request({ method: 'eth_sendTransaction', params: [transfer] })
  const numbers = await Promise.all(
    [one, two].map((node) => node.request({ method: 'eth_blockNumber' })),
  )
  expect(numbers).toEqual(['0x1', '0x0'])
})
