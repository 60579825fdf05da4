import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Chain } from '../../src/chain/chain.ts'
import { createServer, type Server } from '../../src/server/http/httpServer.ts'
import { testChain } from '../support/chain.ts'
import { A } from '../support/evm/observerScenarios.ts'
import { code, push } from '../support/evm/programs.ts'
import { testGenesis } from '../support/genesis.ts'
import { nodeOf, rpcOf } from '../support/rpc/rpc.ts'
import { FULL } from '../support/runs.ts'

/** Runs for as long as there is gas. */
const LOOP = code(0x5b, push(0), 0x56)
const forever = '{ fault() {}, result() { for (;;); } }'
const quick = '{ fault() {}, result() { return 1 } }'
const call = { to: A, gas: '0x5f5e100' }

const open = (): Chain => testChain(testGenesis({}, [[A, { code: LOOP }]]))

describe('a disconnected client leaves nothing running', () => {
  let server: Server
  let chain: Chain
  let url: string

  beforeAll(async () => {
    chain = open()
    server = createServer(nodeOf(chain), {
      allowOrigin: [],
      bodyLimitBytes: 1e6,
      batchLimit: 1000,
    })
    const { port } = await server.listen({ host: '127.0.0.1', port: 0 })
    url = `http://127.0.0.1:${port}`
  })
  afterAll(async () => {
    await server.close()
    await chain.close()
  })

  function post(params: readonly unknown[], signal?: AbortSignal): Promise<Response> {
    return fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'debug_traceCall', params }),
      ...(signal !== undefined && { signal }),
    })
  }

  test('JavaScript tracers, including waiting ones', async () => {
    const leave = new AbortController()
    const options = { tracer: forever, timeout: '1h' }
    const gone = Array.from({ length: 20 }, () =>
      post([call, 'latest', options], leave.signal).then(
        () => 'answered',
        () => 'gone',
      ),
    )
    await setTimeout(300)
    leave.abort()
    expect(new Set(await Promise.all(gone))).toEqual(new Set(['gone']))
    const answer = await post([{ ...call, gas: '0x5208' }, 'latest', { tracer: quick }])
    expect(await answer.json()).toMatchObject({ result: 1 })
  })

  test('JavaScript tracers in a batch', async () => {
    const leave = new AbortController()
    const params = [call, 'latest', { tracer: forever, timeout: '1h' }]
    const request = { jsonrpc: '2.0', id: 1, method: 'debug_traceCall', params }
    const gone = [1, 2, 3].map(() =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify([request, request]),
        signal: leave.signal,
      }).catch(() => 'gone'),
    )
    await setTimeout(300)
    leave.abort()
    expect(await Promise.all(gone)).toEqual(['gone', 'gone', 'gone'])
    const answer = await post([{ ...call, gas: '0x5208' }, 'latest', { tracer: quick }])
    expect(await answer.json()).toMatchObject({ result: 1 })
  })

  test.runIf(FULL)('a batch of long traces is one stream', async () => {
    const options = { disableStack: true }
    const request = (id: number) => ({
      ...{ jsonrpc: '2.0', id, method: 'debug_traceCall' },
      params: [{ to: A, gas: '0x100000' }, 'latest', options],
    })
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify([request(1), request(2), { ...request(3), id: undefined }]),
    })
    const text = await answer.text()
    expect(text.length).toBeGreaterThan(16 * 1024 * 1024)
    expect(JSON.parse(text).map(({ id }: { id: number }) => id)).toEqual([1, 2])
  })
})

test('closing a chain stops its traces', async () => {
  const chain = open()
  const ask = rpcOf(chain)
  const ended = [forever, 'opcodeTracer'].map((tracer) =>
    ask('debug_traceCall', call, 'latest', { tracer, timeout: '1h' }).catch(
      (error: Error) => error.message,
    ),
  )
  await setTimeout(300)
  await chain.close()
  expect(await Promise.all(ended)).toEqual(
    ended.map(() => 'the chain was reset during the request'),
  )
})

test("a timeout beyond timers' maximum is long", async () => {
  const chain = open()
  const ask = rpcOf(chain)
  const options = { tracer: quick, timeout: '1000h' }
  expect(await ask('debug_traceCall', { to: A, gas: '0x5208' }, 'latest', options)).toBe(1)
  await chain.close()
})

test('rejects deeply nested settings', async () => {
  const chain = open()
  const ask = rpcOf(chain)
  let nested: object = {}
  for (let i = 0; i < 5000; i++) nested = { muxTracer: nested }
  for (const tracer of ['muxTracer', quick]) {
    const traced = ask('debug_traceCall', call, 'latest', { tracer, tracerConfig: nested })
    await expect(traced).rejects.toMatchObject({
      code: -32602,
      message: 'invalid argument 2: tracerConfig: nested more than 100 levels deep',
    })
  }
  await chain.close()
})
