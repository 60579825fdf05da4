import { Readable } from 'node:stream'
import { text as streamText } from 'node:stream/consumers'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Chain } from '../../../../src/chain/chain.ts'
import { createDispatcher } from '../../../../src/rpc/core/dispatch.ts'
import { methods } from '../../../../src/rpc/core/registry.ts'
import { chainOfBlocks } from '../../../support/chain/chainOfBlocks.ts'
import { emission, emitterGenesis } from '../../../support/chain/logs.ts'
import { nodeOf } from '../../../support/rpc/rpc.ts'

/** Logs of each block, from block 1 on. */
const COUNTS = [2, 3, 0, 4]
const limits = { maxLogs: 4, maxBlocks: 3 }

let chain: Chain
beforeAll(async () => {
  let nonce = 0n
  const blocks = COUNTS.map((count) => (count === 0 ? [] : [emission(nonce++, count)]))
  chain = (await chainOfBlocks(emitterGenesis, blocks)).chain
})

function dispatcher() {
  return createDispatcher(nodeOf(chain, limits), methods, { batchLimit: 10 })
}

describe('limits have a message and data with a valid range', () => {
  test.each([
    [
      'too many logs',
      { fromBlock: '0x1' },
      -32005,
      'query returned more than 4 results. Try with this block range [0x1, 0x1].',
      { from: '0x1', to: '0x1', limit: 4 },
    ],
    [
      'too many blocks',
      { fromBlock: '0x1', toBlock: '0x4' },
      -32000,
      'block range too large (4), maximum allowed is 3 blocks. Try with this block range [0x1, 0x3].',
      { from: '0x1', to: '0x3', limit: 3 },
    ],
  ])('%s', async (_, filter, code, message, data) => {
    const { request } = dispatcher()
    const ask = (params: object) => request({ method: 'eth_getLogs', params: [params] })
    await expect(ask(filter)).rejects.toMatchObject({ code, message, data })
    expect(await ask({ ...filter, fromBlock: data.from, toBlock: data.to })).toHaveLength(
      COUNTS.slice(0, Number(data.to)).reduce((sum, count) => sum + count, 0),
    )
  })

  test('a first block that alone exceeds the limit', async () => {
    const { request } = createDispatcher(nodeOf(chain, { maxLogs: 2, maxBlocks: 9 }), methods, {
      batchLimit: 1,
    })
    await expect(
      request({ method: 'eth_getLogs', params: [{ fromBlock: '0x2' }] }),
    ).rejects.toMatchObject({
      code: -32005,
      message:
        'query returned more than 2 results. Try with this block range [0x2, 0x2]: this block alone has more, and where both ends are numbers there is no limit of logs. Or narrow address and topics.',
      data: { from: '0x2', to: '0x2', limit: 2 },
    })
  })

  test('too many filters', async () => {
    const { request } = dispatcher()
    for (let i = 0; i < 100; i++) await request({ method: 'eth_newBlockFilter' })
    await expect(request({ method: 'eth_newBlockFilter' })).rejects.toMatchObject({
      code: -32000,
      message:
        'too many filters (limit: 100). Uninstall some with eth_uninstallFilter, or wait for unused ones to expire after 60s',
    })
  })
})

test('a rejected query is an error, streamed or not', async () => {
  const { handle } = dispatcher()
  const body = JSON.stringify({
    ...{ jsonrpc: '2.0', id: 1, method: 'eth_getLogs' },
    params: [{ fromBlock: '0x1' }],
  })
  expect(JSON.parse(String(await handle(body)))).toMatchObject({ error: { code: -32005 } })
  expect(JSON.parse(String(await handle(`[${body}]`)))).toMatchObject([{ error: { code: -32005 } }])
})

test('a long response is streamed', async () => {
  const count = 21_000
  const { chain: long } = await chainOfBlocks(emitterGenesis, [[emission(0n, count)]])
  const { handle } = createDispatcher(nodeOf(long), methods, { batchLimit: 1 })
  const request = { jsonrpc: '2.0', id: 1, method: 'eth_getLogs' }
  const answer = await handle(
    JSON.stringify({ ...request, params: [{ fromBlock: '0x0', toBlock: '0x1' }] }),
  )
  if (!(answer instanceof Readable)) throw new Error('not a stream')
  const { result } = JSON.parse(await streamText(answer))
  expect(result).toHaveLength(count)
  expect(result.at(-1)).toMatchObject({ logIndex: `0x${(count - 1).toString(16)}` })
})

test('a batch may create a filter and poll it around a transaction', async () => {
  const { handle, request } = dispatcher()
  const id = await request({ method: 'eth_newFilter', params: [{}] })
  const next = emission(3n, 2)
  const hex = `0x${Buffer.from(next.raw).toString('hex')}`
  const ask = (method: string, ...params: readonly unknown[]) => ({
    ...{ jsonrpc: '2.0', id: 1 },
    method,
    params,
  })
  const batch = [
    ask('eth_getFilterChanges', id),
    ask('eth_sendRawTransaction', hex),
    ask('eth_getFilterChanges', id),
    ask('eth_getFilterChanges', id),
  ]
  const answers = JSON.parse(String(await handle(JSON.stringify(batch))))
  const results = answers.map(({ result }: { result: unknown }) => result)
  expect(results).toEqual([
    [],
    next.hash,
    [
      expect.objectContaining({ blockNumber: '0x5', logIndex: '0x0', removed: false }),
      expect.objectContaining({ blockNumber: '0x5', logIndex: '0x1', removed: false }),
    ],
    [],
  ])
})

test('logs of removed blocks are reported as removed', async () => {
  const { request } = dispatcher()
  const snapshot = await chain.snapshots.take()
  const nonce = chain.pool.pendingNonce(emission(0n, 1).from)
  const id = await request({ method: 'eth_newFilter', params: [{}] })
  await chain.pool.submit(emission(nonce, 1))
  const came = await request({ method: 'eth_getFilterChanges', params: [id] })
  await chain.snapshots.revert(snapshot)
  const left = await request({ method: 'eth_getFilterChanges', params: [id] })
  expect(came).toHaveLength(1)
  expect(left).toEqual(Array.isArray(came) ? came.map((log) => ({ ...log, removed: true })) : [])
})
