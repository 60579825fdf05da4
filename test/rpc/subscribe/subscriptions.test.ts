import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { SealedBlock } from '../../../src/chain/block/block.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import type { ChainWatcher } from '../../../src/chain/watchers.ts'
import type { Json } from '../../../src/primitives/encoding/json.ts'
import { type Logger, silentLogger } from '../../../src/primitives/logger.ts'
import { createDispatcher, type Dispatcher } from '../../../src/rpc/core/dispatch.ts'
import { methods } from '../../../src/rpc/core/registry.ts'
import type { EncodedJson } from '../../../src/rpc/stream/encodedJson.ts'
import { Backlog } from '../../../src/rpc/subscribe/backlog.ts'
import type { Subscriber } from '../../../src/rpc/subscribe/subscription.ts'
import { SubscriptionHub } from '../../../src/rpc/subscribe/subscriptionHub.ts'
import { alice, bob } from '../../support/accounts.ts'
import { EMITTER, emitterChain, emitting, topic } from '../../support/chain/emitter.ts'
import { signed } from '../../support/chain.ts'
import { nodeOf } from '../../support/rpc/rpc.ts'

let chain: Chain
let dispatcher: Dispatcher
beforeEach(() => {
  chain = emitterChain()
  dispatcher = createDispatcher(nodeOf(chain), methods, { batchLimit: 10 })
})
afterEach(() => chain.close())

/** A client that acts like a transport and stores its notifications. */
class Client {
  readonly told: { id: string; result: unknown }[] = []
  readonly subscriber: Subscriber

  constructor() {
    this.subscriber = dispatcher.subscriber({
      notify: (id, { text }) => void this.told.push({ id, result: JSON.parse(text) }),
    })
  }

  async ask(method: string, ...params: readonly unknown[]): Promise<Json> {
    const subscriptions = this.subscriber.forRequest()
    const result = await dispatcher.request({ method, params }, { subscriptions })
    subscriptions.answered()
    return result
  }

  subscribe(...params: readonly unknown[]): Promise<string> {
    return this.ask('eth_subscribe', ...params).then(String)
  }

  /** Notifications of an id since the last call. */
  take(id: string): unknown[] {
    const taken = this.told.filter((told) => told.id === id).map(({ result }) => result)
    const rest = this.told.filter((told) => told.id !== id)
    this.told.splice(0, this.told.length, ...rest)
    return taken
  }
}

const transfer = (nonce: bigint) => signed(alice, { to: bob.address, value: 1n, nonce })
const errorOf = (promise: Promise<unknown>) =>
  promise.catch(({ code, message }) => ({ code, message }))

describe('newHeads', () => {
  test('sends each block as eth_getBlockByNumber without contents', async () => {
    const client = new Client()
    const id = await client.subscribe('newHeads')
    expect(id).toMatch(/^0x[1-9a-f][0-9a-f]{0,31}$/)
    for (const nonce of [0n, 1n, 2n]) await chain.pool.submit(transfer(nonce))
    const blocks = await Promise.all(
      ['0x1', '0x2', '0x3'].map((n) => client.ask('eth_getBlockByNumber', n, false)),
    )
    const heads = blocks.map((block) => {
      const { size, transactions, uncles, withdrawals, ...head } = block as Record<string, Json>
      return head
    })
    expect(client.take(id)).toEqual(heads)
  })

  test('a revert sends none, a checkout all headers of the new chain', async () => {
    const client = new Client()
    const id = await client.subscribe('newHeads')
    const back = await chain.snapshots.take({ keep: true })
    await chain.pool.submit(transfer(0n))
    await chain.pool.submit(transfer(1n))
    const over = await chain.snapshots.take({ keep: true })
    const [one, two] = client.take(id)
    await chain.snapshots.revert(back)
    expect(client.take(id)).toEqual([])
    await chain.snapshots.revert(over)
    expect(client.take(id)).toEqual([one, two])
  })
})

describe('transactionReceipts', () => {
  test('sends the receipts of each block with transactions', async () => {
    const client = new Client()
    const id = await client.subscribe('transactionReceipts')
    await chain.mining.mine()
    const hashes: string[] = []
    await chain.mining.configure({ automine: false })
    for (const nonce of [0n, 1n]) hashes.push(await chain.pool.submit(transfer(nonce)))
    await chain.mining.mine()
    const receipts = await Promise.all(
      hashes.map((hash) => client.ask('eth_getTransactionReceipt', hash)),
    )
    expect(client.take(id)).toEqual([receipts])
  })

  test('of some transactions', async () => {
    const client = new Client()
    const [first, second] = [transfer(0n), transfer(1n)]
    const id = await client.subscribe('transactionReceipts', { transactionHashes: [second.hash] })
    await chain.pool.submit(first)
    expect(client.take(id)).toEqual([])
    await chain.pool.submit(second)
    expect(client.take(id)).toMatchObject([[{ transactionHash: second.hash }]])
    await client.ask('eth_unsubscribe', id)
    await chain.pool.submit(transfer(2n))
    expect(client.take(id)).toEqual([])
  })

  test('rejects more than 200 hashes', async () => {
    const client = new Client()
    const ask = (count: number) =>
      client.subscribe('transactionReceipts', {
        transactionHashes: Array.from({ length: count }, () => topic(1)),
      })
    expect(await ask(200)).toMatch(/^0x/)
    expect(await errorOf(ask(201))).toMatchObject({ code: -32602 })
    expect(
      await errorOf(client.subscribe('transactionReceipts', { transactionHashes: [5] })),
    ).toMatchObject({ code: -32602 })
  })
})

describe('past logs', () => {
  const places = (logs: readonly unknown[]) =>
    logs.map((log) => {
      const { blockNumber, logIndex, removed } = log as Record<string, string | boolean>
      return `${removed === true ? '-' : '+'}${Number(blockNumber)}/${Number(logIndex)}`
    })
  const emit = (nonce: bigint, count = 1) =>
    chain.pool.submit(
      emitting(
        Array.from({ length: count }, (_, i) => i),
        { nonce },
      ),
    )
  /** Past logs are sent batch by batch between other events. */
  const received = async (client: Client, id: string, count: number) => {
    const found: string[] = []
    for (let i = 0; i < 200 && found.length < count; i++) {
      await setImmediate()
      found.push(...places(client.take(id)))
    }
    return found
  }

  test.each([
    ['0x0', ['+1/0', '+1/1', '+2/0', '+3/0']],
    ['earliest', ['+1/0', '+1/1', '+2/0', '+3/0']],
    ['0x2', ['+2/0', '+3/0']],
    ['0x3', ['+3/0']],
    ['latest', ['+3/0']],
  ])('from block %s on come first', async (fromBlock, wanted) => {
    await emit(0n, 2)
    await emit(1n)
    const client = new Client()
    const id = await client.subscribe('logs', { fromBlock })
    await emit(2n)
    expect(await received(client, id, wanted.length)).toEqual(wanted)
    expect(await received(client, id, 1)).toEqual([])
  })

  test('are not sent after their removal or twice', async () => {
    const back = await chain.snapshots.take({ keep: true })
    for (let i = 0n; i < 5n; i++) await emit(i)
    const client = new Client()
    const id = await client.subscribe('logs', { fromBlock: '0x1' })
    await chain.snapshots.revert(back)
    await emit(0n, 2)
    const past = [1, 2, 3, 4, 5].map((number) => `+${number}/0`)
    const gone = [1, 2, 3, 4, 5].map((number) => `-${number}/0`)
    const all = await received(client, id, 12)
    expect(all.slice(0, 5)).toEqual(past)
    expect(all.slice(5, 10).sort()).toEqual(gone)
    expect(all.slice(10)).toEqual(['+1/0', '+1/1'])
  })

  test('of one block are all that comes', async () => {
    await emit(0n, 2)
    const blockHash = chain.blocks.latest.hash
    await emit(1n)
    const client = new Client()
    const id = await client.subscribe('logs', { blockHash, topics: [topic(1)] })
    await emit(2n, 2)
    expect(await received(client, id, 1)).toEqual(['+1/1'])
    expect(await received(client, id, 1)).toEqual([])
    expect(await client.ask('eth_unsubscribe', id)).toBe(true)
  })

  test('end with the last block', async () => {
    await emit(0n)
    const client = new Client()
    const id = await client.subscribe('logs', { fromBlock: '0x0', toBlock: '0x2' })
    await emit(1n)
    await emit(2n)
    expect(await received(client, id, 3)).toEqual(['+1/0', '+2/0'])
  })

  test('of an unknown block and of a reversed range are rejected', async () => {
    const client = new Client()
    const blockHash = topic(7)
    expect(await errorOf(client.subscribe('logs', { blockHash }))).toMatchObject({
      message: 'unknown block',
    })
    const reversed = { fromBlock: '0x2', toBlock: '0x1' }
    expect(await errorOf(client.subscribe('logs', reversed))).toMatchObject({ code: -32000 })
  })

  test('stop when the client unsubscribes', async () => {
    for (let i = 0n; i < 5n; i++) await emit(i)
    const client = new Client()
    const id = await client.subscribe('logs', { fromBlock: '0x0' })
    await client.ask('eth_unsubscribe', id)
    expect((await received(client, id, 5)).length).toBeLessThan(5)
  })
})

describe('logs', () => {
  const topicsOf = (logs: readonly unknown[]) =>
    logs.map((log) => Number.parseInt((log as { topics: string[] }).topics[0] ?? '', 16))

  test('sends matching logs in order, as in receipts', async () => {
    const client = new Client()
    const all = await client.subscribe('logs')
    const some = await client.subscribe('logs', {
      address: [EMITTER],
      topics: [[topic(2), topic(3)]],
    })
    const others = await client.subscribe('logs', { address: bob.address })
    const long = await client.subscribe('logs', { topics: [null, null] })
    await chain.pool.submit(transfer(0n))
    const hash = await chain.pool.submit(emitting([1, 2, 3, 2], { nonce: 1n }))
    const receipt = await client.ask('eth_getTransactionReceipt', hash)
    expect(client.take(all)).toEqual((receipt as { logs: Json }).logs)
    expect(topicsOf(client.take(some))).toEqual([2, 3, 2])
    expect(client.take(others)).toEqual([])
    expect(client.take(long)).toEqual([])
  })

  test('a revert sends removed logs before new ones', async () => {
    const client = new Client()
    const id = await client.subscribe('logs', { topics: [[topic(1), topic(2), topic(3)]] })
    const before = await chain.snapshots.take({ keep: true })
    await chain.pool.submit(emitting([1, 7]))
    await chain.pool.submit(emitting([2], { nonce: 1n }))
    const one = await chain.snapshots.take({ keep: true })
    const first = client.take(id)
    expect(first).toMatchObject([{ removed: false }, { removed: false }])
    await chain.snapshots.revert(before)
    const removed = first.map((log) => ({ ...(log as object), removed: true }))
    expect(client.take(id)).toEqual(removed)
    await chain.pool.submit(emitting([3]))
    const [other] = client.take(id)
    await chain.snapshots.revert(one)
    expect(client.take(id)).toEqual([{ ...(other as object), removed: true }, ...first])
  })
})

test('newPendingTransactions sends hashes, or whole transactions with true', async () => {
  const client = new Client()
  const hashes = await client.subscribe('newPendingTransactions')
  const short = await client.subscribe('newPendingTransactions', false)
  const full = await client.subscribe('newPendingTransactions', true)
  // The second waits for the first.
  const waiting = transfer(1n)
  await chain.pool.submit(waiting)
  expect(client.take(hashes)).toEqual([waiting.hash])
  const found = await client.ask('eth_getTransactionByHash', waiting.hash)
  expect(found).toMatchObject({ blockHash: null })
  expect(client.take(full)).toEqual([found])
  await chain.pool.submit(transfer(0n))
  expect(client.take(hashes)).toEqual([transfer(0n).hash])
  expect(client.take(short)).toEqual([waiting.hash, transfer(0n).hash])
})

test('syncing sends false once', async () => {
  const client = new Client()
  const id = await client.subscribe('syncing')
  await chain.pool.submit(transfer(0n))
  expect(client.told).toEqual([{ id, result: false }])
})

describe('a response precedes its notifications', () => {
  test('buffers notifications, then sends them in order', async () => {
    const client = new Client()
    const other = await client.subscribe('newHeads')
    const subscriptions = client.subscriber.forRequest()
    const batch = ['newHeads', 'syncing'].map((kind, id) => ({
      ...{ jsonrpc: '2.0', id, method: 'eth_subscribe' },
      params: [kind],
    }))
    const answer = await dispatcher.handle(JSON.stringify(batch), { subscriptions })
    const [heads, syncing] = JSON.parse(String(answer)).map(
      ({ result }: { result: string }) => result,
    )
    await chain.pool.submit(transfer(0n))
    await chain.pool.submit(transfer(1n))
    expect(client.told.map(({ id }) => id)).toEqual([other, other])
    subscriptions.answered()
    await chain.pool.submit(transfer(2n))
    const numbers = (id: string) =>
      client.take(id).map((head) => (head as { number: string }).number)
    expect(numbers(heads)).toEqual(['0x1', '0x2', '0x3'])
    expect(client.take(syncing)).toEqual([false])
    subscriptions.answered()
    expect(numbers(other)).toEqual(['0x1', '0x2', '0x3'])
  })

  test('drops buffered notifications of closed subscriptions', async () => {
    const client = new Client()
    const subscriptions = client.subscriber.forRequest()
    const request = { method: 'eth_subscribe', params: ['newHeads'] }
    const id = await dispatcher.request(request, { subscriptions })
    await chain.pool.submit(transfer(0n))
    expect(await client.ask('eth_unsubscribe', id)).toBe(true)
    subscriptions.answered()
    expect(client.told).toEqual([])
  })

  test('buffers up to the limit, or everything without a limit', async () => {
    let overflows = 0
    let told = 0
    const notify = () => void told++
    const backlog = new Backlog(100_000)
    const limited = dispatcher.subscriber({ backlog, notify, overflow: () => overflows++ })
    const requests = [limited, dispatcher.subscriber({ notify })].map((subscriber) => {
      const request = subscriber.forRequest()
      request.open({ name: 'logs', query: { criteria: { addresses: [], topics: [] } } })
      return request
    })
    const many = Array.from({ length: 1000 }, (_, i) => i)
    await chain.pool.submit(emitting(many))
    // A single event is never too much.
    expect(overflows).toBe(0)
    await chain.pool.submit(emitting(many, { nonce: 1n }))
    expect(overflows).toBe(1)
    expect(() => requests[0]?.open({ name: 'newHeads' })).toThrow()
    for (const request of requests) request.answered()
    expect(told).toBe(2000)
    await chain.pool.submit(emitting([1], { nonce: 2n }))
    expect([overflows, told]).toEqual([1, 2001])
  })
})

describe('many subscriptions to logs', () => {
  const criteria = (...numbers: number[]) => ({ addresses: [], topics: [numbers.map(topic)] })

  test('of one client count an event once, plus the limit', async () => {
    const told: string[] = []
    let overflows = 0
    const greedy = dispatcher.subscriber({
      backlog: new Backlog(100_000),
      notify: (id) => void told.push(id),
      overflow: () => overflows++,
    })
    const request = greedy.forRequest()
    for (let i = 0; i < 100; i++)
      request.open({ name: 'logs', query: { criteria: criteria(1, 2) } })
    request.answered()
    const other = new Client()
    const id = await other.subscribe('logs', { topics: [[topic(1), topic(2)]] })
    await chain.pool.submit(emitting(Array.from({ length: 1000 }, () => 1)))
    expect(overflows).toBe(1)
    expect(told.length).toBeGreaterThan(1000)
    expect(told.length).toBeLessThan(2000)
    expect(other.take(id)).toHaveLength(1000)
  })

  test('with equal criteria search a block once, and only if it may match', async () => {
    const watchers: ChainWatcher[] = []
    const blocks: SealedBlock[] = []
    const unwatch = chain.watch({ onBlocks: ({ added }) => void blocks.push(...added) })
    await chain.pool.submit(emitting([1, 7]))
    unwatch()
    const watch = (watcher: ChainWatcher) => {
      watchers.push(watcher)
      return () => {}
    }
    const hub = new SubscriptionHub({ ...chain, watch }, silentLogger)
    const told: string[] = []
    const request = hub.subscriber({ notify: (id) => void told.push(id) }).forRequest()
    const same = [1, 2, 3].map(() =>
      request.open({ name: 'logs', query: { criteria: criteria(1) } }),
    )
    request.answered()
    let reads = 0
    const added = blocks.map(
      (block) =>
        new Proxy(block, {
          get(target, name) {
            if (name === 'receipts') reads++
            return Reflect.get(target, name)
          },
        }),
    )
    const tell = (): number => {
      reads = 0
      for (const { onBlocks } of watchers) onBlocks?.({ removed: [], added })
      return reads
    }
    const few = tell()
    expect(told).toEqual(same)
    for (let i = 0; i < 100; i++)
      request.open({ name: 'logs', query: { criteria: criteria(1000 + i) } })
    for (let i = 0; i < 100; i++) request.open({ name: 'logs', query: { criteria: criteria(1) } })
    request.answered()
    expect(tell()).toBe(few)
    expect(told).toHaveLength(3 + 103)
    for (const id of same) request.close(id)
    told.length = 0
    tell()
    expect(told).toHaveLength(100)
  })
})

describe('closing', () => {
  test('sends nothing after eth_unsubscribe or closeAll', async () => {
    const [one, two] = [new Client(), new Client()]
    const ids = [await one.subscribe('newHeads'), await one.subscribe('newHeads')]
    const other = await two.subscribe('newHeads')
    expect(await one.ask('eth_unsubscribe', ids[0])).toBe(true)
    expect(await errorOf(one.ask('eth_unsubscribe', ids[0]))).toEqual({
      code: -32000,
      message: 'subscription not found',
    })
    // A client cannot end the subscription of another.
    expect(await errorOf(one.ask('eth_unsubscribe', other))).toMatchObject({ code: -32000 })
    await chain.pool.submit(transfer(0n))
    expect(one.told.map(({ id }) => id)).toEqual([ids[1]])
    one.subscriber.closeAll()
    await chain.pool.submit(transfer(1n))
    expect([one.told.length, two.told.length]).toEqual([1, 2])
    expect(await errorOf(one.subscribe('newHeads'))).toMatchObject({ code: -32000 })
  })

  test('watches the chain only while subscriptions exist', () => {
    const watchers = new Set<ChainWatcher>()
    const watched = {
      watch(watcher: ChainWatcher) {
        watchers.add(watcher)
        return () => void watchers.delete(watcher)
      },
    }
    const hub = new SubscriptionHub({ ...chain, ...watched }, silentLogger)
    const subscriber = hub.subscriber({ notify() {} })
    const request = subscriber.forRequest()
    request.open({ name: 'syncing' })
    expect(watchers.size).toBe(0)
    const ids = (['newHeads', 'newHeads'] as const).map((name) => request.open({ name }))
    request.open({ name: 'logs', query: { criteria: { addresses: [], topics: [] } } })
    expect(watchers.size).toBe(1)
    for (const id of ids) request.close(id)
    expect(watchers.size).toBe(1)
    subscriber.closeAll()
    expect(watchers.size).toBe(0)
    hub
      .subscriber({ notify() {} })
      .forRequest()
      .open({ name: 'newPendingTransactions', isFull: true })
    expect(watchers.size).toBe(1)
  })
})

test('encodes a header and a log once for all recipients', async () => {
  let watcher: ChainWatcher = {}
  const watched = {
    watch(given: ChainWatcher) {
      watcher = given
      return () => {}
    },
  }
  const hub = new SubscriptionHub({ ...chain, ...watched }, silentLogger)
  const told: EncodedJson[] = []
  for (let i = 0; i < 100; i++) {
    const request = hub.subscriber({ notify: (_, result) => void told.push(result) }).forRequest()
    request.open({ name: 'newHeads' })
    request.open({ name: 'logs', query: { criteria: { addresses: [EMITTER], topics: [] } } })
    request.answered()
  }
  await chain.pool.submit(emitting([5]))
  const reads = { timestamp: 0 }
  const header = new Proxy(chain.blocks.latest.header, {
    get(target, name) {
      if (name === 'timestamp') reads.timestamp++
      return Reflect.get(target, name)
    },
  })
  const block: SealedBlock = { ...chain.blocks.latest, header }
  watcher.onBlocks?.({ removed: [], added: [block] })
  expect(told).toHaveLength(200)
  expect(new Set(told).size).toBe(2)
  // Once for the head, once for the log.
  expect(reads.timestamp).toBe(2)
})

test('isolates exceptions of a subscriber', async () => {
  const errors: unknown[] = []
  const logger: Logger = { info() {}, error: (_, error) => void errors.push(error) }
  const hub = new SubscriptionHub(chain, logger)
  const told: string[] = []
  const failing = hub.subscriber({
    notify() {
      throw new Error('its own')
    },
  })
  for (const subscriber of [failing, hub.subscriber({ notify: (id) => void told.push(id) })]) {
    const request = subscriber.forRequest()
    request.open({ name: 'newHeads' })
    request.answered()
  }
  await chain.pool.submit(transfer(0n))
  expect(told).toHaveLength(1)
  expect(errors).toEqual([new Error('its own')])
})

test.each([
  [
    ['heads'],
    -32601,
    'no "heads" subscription in eth namespace: want newHeads, logs, newPendingTransactions, transactionReceipts or syncing',
  ],
  [[], -32602, 'missing value for required argument 0'],
  [[7], -32602, 'invalid argument 0: want a string, got number'],
  [['newHeads', {}], -32602, 'invalid argument 1: newHeads takes no options, got object'],
  [['syncing', true], -32602, 'invalid argument 1: syncing takes no options, got boolean'],
  [['logs', true], -32602, 'invalid argument 1: want an object, got boolean'],
  [['logs', { address: '0x1' }], -32602, /^invalid argument 1: address: /],
  [['logs', { topics: [null, null, null, null, null] }], -32602, /^invalid argument 1: topics: /],
  [['newPendingTransactions', {}], -32602, 'invalid argument 1: want true or false, got object'],
  [['newHeads', null, 1], -32602, 'too many arguments, want at most 2'],
])('rejects eth_subscribe %j', async (params, code, words) => {
  const expected = typeof words === 'string' ? words : expect.stringMatching(words)
  const refused = errorOf(new Client().ask('eth_subscribe', ...params))
  expect(await refused).toEqual({ code, message: expected })
})

test('limits the subscriptions of each connection', async () => {
  const client = new Client()
  for (let i = 0; i < 10_000; i++) await client.subscribe('newPendingTransactions')
  expect(await errorOf(client.subscribe('syncing'))).toEqual({
    code: -32000,
    message: 'no new subscription can be created',
  })
  await new Client().subscribe('syncing')
})

test('rejects subscriptions without notifications', async () => {
  for (const method of ['eth_subscribe', 'eth_unsubscribe']) {
    expect(await errorOf(dispatcher.request({ method, params: ['newHeads'] }))).toEqual({
      code: -32601,
      message: 'notifications not supported: connect by WebSocket to the same address',
    })
  }
})

describe('a range of empty blocks', () => {
  const blocks = 2500n

  test.each(['logs', 'newPendingTransactions'])(
    'is one event for a subscriber of %s',
    async (kind) => {
      const client = new Client()
      const id = await client.subscribe(kind)
      await chain.mining.mine({ blocks })
      expect(chain.blocks.latest.range?.facts.count).toBe(Number(blocks) - 1)
      await chain.pool.submit(emitting([1]))
      expect(client.take(id)).toHaveLength(1)
    },
  )

  test('is split while newHeads subscriptions exist', async () => {
    const client = new Client()
    await client.subscribe('logs')
    const heads = await client.subscribe('newHeads')
    await chain.mining.mine({ blocks })
    expect(client.take(heads)).toHaveLength(Number(blocks))
    expect(chain.blocks.latest.range?.facts.count).toBeLessThanOrEqual(1000)
    await client.ask('eth_unsubscribe', heads)
    await chain.mining.mine({ blocks })
    expect(chain.blocks.latest.range?.facts.count).toBeGreaterThan(1000)
  })
})
