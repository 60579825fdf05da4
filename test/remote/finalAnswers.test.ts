import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { AnswerCache } from '../../src/remote/cache/answerCache.ts'
import { AppendLog } from '../../src/remote/cache/appendLog.ts'
import { checkFinalAnswer, hasCheck } from '../../src/remote/finalAnswers.ts'
import { openRemoteChain } from '../../src/remote/openRemoteChain.ts'
import type { RemoteChain, RemoteOptions } from '../../src/remote/remoteChain.ts'
import { RemoteError } from '../../src/remote/remoteError.ts'
import { pastRules } from '../../src/rpc/past/pastRules.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { blockJson, hashOf, startChainServer } from '../support/remote/chainServer.ts'

const HASH = `0x${'ab'.repeat(32)}`
const OTHER = `0x${'cd'.repeat(32)}`

async function open(url: string, options: Partial<RemoteOptions> = {}): Promise<RemoteChain> {
  const chain = await openRemoteChain({ url, blockNumber: 18n, retries: 0, ...options })
  onTestFinished(() => chain.close())
  return chain
}

test.each<[string, readonly unknown[], unknown, string]>([
  ['eth_getBlockByNumber', ['0x5', true], { weird: 1 }, 'number: want a quantity, got nothing'],
  ['eth_getBlockByNumber', ['0x5', true], blockJson(6), 'number: want 5, got 6'],
  [
    'eth_getBlockByNumber',
    ['0x5', false],
    { ...blockJson(5), transactions: {} },
    'transactions: want an array, got object',
  ],
  [
    'eth_getBlockByHash',
    [hashOf(4), true],
    blockJson(5),
    `hash: want ${hashOf(4)}, got ${hashOf(5)}`,
  ],
  ['eth_getBlockReceipts', ['0x5'], {}, 'want an array, got object'],
  ['eth_getBlockReceipts', ['0x5'], [7], 'want an object, got number'],
  [
    'eth_getBlockReceipts',
    ['0x5'],
    [{ transactionHash: HASH, blockNumber: '0x6' }],
    'blockNumber: want 5, got 6',
  ],
  [
    'eth_getTransactionReceipt',
    [HASH],
    { transactionHash: HASH },
    'blockNumber: want a quantity, got nothing',
  ],
  ['eth_getTransactionReceipt', [HASH], {}, 'transactionHash: want 32 bytes, got nothing'],
  [
    'eth_getTransactionByHash',
    [HASH],
    { hash: OTHER, blockNumber: '0x5' },
    `hash: want ${HASH}, got ${OTHER}`,
  ],
  ['eth_getTransactionByBlockNumberAndIndex', ['0x5', '0x0'], '0x1', 'want an object, got "0x1"'],
  ['trace_block', ['0x5'], { a: 1 }, 'want an array, got object'],
])('refuses a wrong answer to %s, then asks again', async (method, params, wrong, reason) => {
  let answer = wrong
  const { url } = await startChainServer({
    [method]: (given) =>
      // The forked block itself is read at the start.
      method === 'eth_getBlockByNumber' && given[0] === '0x12' ? blockJson(18) : answer,
  })
  const chain = await open(url)
  const error: unknown = await chain.requestFinal(method, params).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(RemoteError)
  const details = { code: 'BAD_REMOTE_ANSWER', method, url, reason }
  expect((error as RemoteError).details).toEqual(details)
  const right = { trace_block: [], eth_getBlockReceipts: [], eth_getBlockByNumber: blockJson(5) }
  answer = right[method as keyof typeof right] ?? null
  expect(await chain.requestFinal(method, params)).toEqual(answer)
})

test.each<[string, readonly unknown[], unknown]>([
  ['eth_getBlockByNumber', ['0x5', false], blockJson(5)],
  ['eth_getBlockReceipts', ['0x5'], []],
  ['eth_getBlockTransactionCountByNumber', ['0x5'], '0x0'],
  ['trace_block', ['0x5'], []],
  ['debug_traceBlockByNumber', ['0x5', {}], []],
])('%s by number: null is of a node that is behind', async (method, params, answer) => {
  let behind = 1
  const { url } = await startChainServer({
    [method]: ([at]) => (at === '0x12' ? blockJson(18) : behind-- > 0 ? null : answer),
  })
  const chain = await open(url, { retries: 1, retryBackoffMs: 1 })
  expect(await chain.requestFinal(method, params)).toEqual(answer)
  behind = 2
  await expect(chain.requestFinal(method, ['0x6', ...params.slice(1)])).rejects.toMatchObject({
    details: { code: 'REMOTE_LACKS_BLOCK', reason: 'it answers null' },
  })
})

test.each<[string, readonly unknown[]]>([
  ['eth_getBlockByNumber', ['0x0', false]],
  ['eth_getBlockByHash', [HASH, false]],
  ['eth_getTransactionByBlockNumberAndIndex', ['0x5', '0x9']],
])('%s of %j: null is an answer', async (method, params) => {
  const { url } = await startChainServer({
    [method]: ([at]) => (at === '0x12' ? blockJson(18) : null),
  })
  expect(await (await open(url)).requestFinal(method, params)).toBeNull()
})

test('no logs of a node that is behind are asked for again', async () => {
  const log = { blockNumber: '0x5', blockHash: hashOf(5) }
  let behind = 1
  const { url, requests } = await startChainServer({
    eth_getLogs: () => (behind > 0 ? [] : [log]),
    eth_getBlockByNumber: ([at]) => (at !== '0x12' && behind-- > 0 ? null : blockJson(Number(at))),
    eth_getBlockByHash: () => (behind-- > 0 ? null : blockJson(5)),
  })
  const chain = await open(url, { retries: 1, retryBackoffMs: 1 })
  for (const filter of [{ fromBlock: '0x2', toBlock: '0x5' }, { blockHash: hashOf(5) }]) {
    behind = 1
    const sent = requests.length
    expect(await chain.requestFinal('eth_getLogs', [filter])).toEqual([log])
    const batches = requests.slice(sent).map(({ calls }) => calls.length)
    expect(batches).toEqual([2, 1, 2])
    expect(await chain.requestFinal('eth_getLogs', [filter])).toEqual([log])
    expect(requests).toHaveLength(sent + 3)
  }
  behind = 9
  const failing = chain.requestFinal('eth_getLogs', [{ fromBlock: '0x2', toBlock: '0x6' }])
  await expect(failing).rejects.toMatchObject({ details: { code: 'REMOTE_LACKS_BLOCK' } })
})

test('unknown fields and types of transactions stay', async () => {
  const transaction = { hash: HASH, blockNumber: '0x5', type: '0x7e', mint: '0x1' }
  const receipt = { transactionHash: HASH, blockNumber: '0x5', l1Fee: '0x2' }
  const { url } = await startChainServer({
    eth_getTransactionByHash: () => transaction,
    eth_getBlockReceipts: () => [receipt],
  })
  const chain = await open(url)
  expect(await chain.requestFinal('eth_getTransactionByHash', [HASH])).toEqual(transaction)
  expect(await chain.requestFinal('eth_getBlockReceipts', ['0x5'])).toEqual([receipt])
})

test('a wrong answer on disk is asked for again and replaced', async () => {
  const cacheDirectory = temporaryDirectory()
  const { url } = await startChainServer()
  const request = ['eth_getBlockByNumber', ['0x5', false]] as const
  const first = await open(url, { cacheDirectory })
  await first.requestFinal(...request)
  await first.close()
  const files = readdirSync(cacheDirectory, { recursive: true, encoding: 'utf8' })
  const file = join(cacheDirectory, files.find((name) => /answers/.test(name)) ?? '')
  const saved = new AnswerCache(new AppendLog(file, () => {}))
  saved.put(JSON.stringify(request), { weird: 1 })
  await saved.flush()
  const second = await open(url, { cacheDirectory })
  expect(await second.requestFinal(...request)).toEqual(blockJson(5))
  await second.close()
  const offline = await open(url, { cacheDirectory, isOffline: true })
  expect(await offline.requestFinal(...request)).toEqual(blockJson(5))
})

const fees = { oldestBlock: '0x4', gasUsedRatio: [0, 0], baseFeePerGas: ['0x1', '0x1', '0x1'] }
const range = { fromBlock: '0x4', toBlock: '0x5' }

test.each<[string, readonly unknown[], unknown, string]>([
  ['eth_getLogs', [range], '0x1', 'want an array, got "0x1"'],
  ['eth_getLogs', [range], [{ a: 1 }], 'blockNumber: want a quantity, got nothing'],
  ['eth_getLogs', [range], [{ blockNumber: '0x6' }], 'blockNumber: 6 is outside'],
  ['eth_feeHistory', ['0x2', '0x5'], {}, 'oldestBlock: want a quantity, got nothing'],
  ['eth_feeHistory', ['0x3', '0x5'], fees, 'oldestBlock: want 3, got 4'],
  ['eth_feeHistory', ['0x2', '0x5', [50]], fees, 'reward: want an array, got nothing'],
  ['eth_feeHistory', ['0x2', '0x5'], { ...fees, gasUsedRatio: [0] }, 'want 2 entries, got 1'],
])('refuses %s of %j with %j', (method, params, answer, reason) => {
  expect(() => checkFinalAnswer(method, params, answer)).toThrow(reason)
})

test('accepts logs in the range and fees of all blocks', () => {
  checkFinalAnswer('eth_getLogs', [range], [{ blockNumber: '0x5' }])
  checkFinalAnswer('eth_feeHistory', ['0x2', '0x5'], fees)
})

/** Methods that are refused, answered without the remote node, or read with another. */
const WITHOUT_ANSWER =
  /^native|^rockpool_getConsoleLogs|^eth_(?:newFilter|getFilter\w+|uninstallFilter|subscribe|blobBaseFee)$/

test('answers of all methods about the past are checked', () => {
  const asked = Object.keys(pastRules).filter((method) => !WITHOUT_ANSWER.test(method))
  expect(asked.filter((method) => !hasCheck(method))).toEqual([])
  for (const method of asked) {
    const params = method === 'eth_feeHistory' ? ['0x1', '0x5'] : [{}, {}, {}]
    expect(() => checkFinalAnswer(method, params, 42), method).toThrow(RangeError)
  }
})

test.each<[string, readonly unknown[], unknown]>([
  ['eth_getStorageAt', [], `0x${'07'.repeat(32)}`],
  ['debug_getRawBlock', ['0x5'], '0xf8'],
  ['debug_traceTransaction', [HASH, { tracer: 'callTracer' }], { type: 'CALL' }],
  ['debug_traceTransaction', [HASH, { tracer: 'flatCallTracer' }], []],
  ['debug_traceTransaction', [HASH, { tracer: '{ result: () => 42 }' }], 42],
  ['ots_getTransactionBySenderAndNonce', [], HASH],
  ['eth_getTransactionBySenderAndNonce', [], { hash: HASH }],
  ['ots_hasCode', [], true],
])('accepts %s of %j with %j', (method, params, answer) => {
  checkFinalAnswer(method, params, answer)
})

test('an answer of a method without a check is not kept', async () => {
  let answer: unknown = 42
  const { url } = await startChainServer({ eth_weather: () => answer })
  const chain = await open(url)
  await chain.requestFinal('eth_weather', [])
  answer = 'sunny'
  expect(await chain.requestFinal('eth_weather', [])).toBe('sunny')
})
