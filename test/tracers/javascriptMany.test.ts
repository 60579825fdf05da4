import { describe, expect, test } from 'vitest'
import {
  A,
  B,
  chain,
  expectServed,
  from,
  good,
  STEPS,
  trace,
} from '../support/evm/hostileTracing.ts'
import { traceCall } from '../support/evm/tracing.ts'
import { FULL } from '../support/runs.ts'

describe('many traces', () => {
  test('concurrent, successful and failing', async () => {
    const endless = '{ step() { for (;;); }, fault() {}, result() {} }'
    const throwing = "{ step() { throw 'x' }, fault() {}, result() {} }"
    const traces = Array.from({ length: FULL ? 24 : 8 }, (_, i) =>
      trace([good, endless, throwing, good][i % 4] ?? good, {
        timeoutMs: i % 4 === 1 ? 100 : 20_000,
      }).then(
        (value) => value,
        ({ details }: { details: { code: string } }) => details.code,
      ),
    )
    const expected = [STEPS, 'TRACE_TIMEOUT', 'TRACER_FAILED', STEPS]
    expect(await Promise.all(traces)).toEqual(traces.map((_, i) => expected[i % 4]))
  })

  test.runIf(FULL)('rejects more than may wait', async () => {
    const traces = Array.from({ length: 104 }, () => trace(good))
    const settled = await Promise.allSettled(traces)
    const refused = settled.filter(({ status }) => status === 'rejected')
    // Places of workers that the tests before ended may still be taken.
    expect(refused.length).toBeGreaterThanOrEqual(1)
    expect(refused.length).toBeLessThanOrEqual(4)
    expect(refused[0]).toMatchObject({
      reason: { details: { code: 'TRACERS_BUSY', running: 3, waiting: 100 } },
    })
    await expectServed()
  })

  test('the main thread responds meanwhile', async () => {
    let turns = 0
    const timer = setInterval(() => turns++, 5)
    const source =
      '{ n: 0, step() { for (let i = 0; i < 20; i++) this.n++ }, fault() {}, result() { return this.n } }'
    await traceCall(chain, { from, to: B }, { source })
    clearInterval(timer)
    // One before it begins and one when it is done come in any case.
    expect(turns).toBeGreaterThan(3)
  })

  test.runIf(FULL)('concurrent reads of the state are all served', async () => {
    const source = `{ fault() {}, result(ctx, db) {
      let there = 0
      for (let i = 1; i <= 300; i++) if (db.exists(toAddress(i.toString(16)))) there++
      return there } }`
    const rounds = Array.from({ length: 6 }, () => trace(source))
    expect(new Set(await Promise.all(rounds))).toEqual(new Set([0]))
  })

  test.runIf(FULL)('consecutive traces do not leak memory', async () => {
    const sources = [
      good,
      "{ step(log) { log.memory.slice(0, 10) }, fault() {}, result() { return 'x'.repeat(1e5) } }",
    ]
    const round = async (count: number) => {
      for (let i = 0; i < count; i++) await trace(sources[i % 2] ?? good)
    }
    await round(4)
    const before = process.memoryUsage.rss()
    await round(12)
    expect(process.memoryUsage.rss() - before).toBeLessThan(60 * 1024 * 1024)
  })
})

test('an aborted trace ends', async () => {
  const { traceWithJavaScript } = await import('../../src/tracers/javascript/javaScriptTracer.ts')
  const view = await chain.state.viewAt({ tag: 'latest' })
  const controller = new AbortController()
  const subject = { kind: 'call', request: { from, to: A }, place: { blockNumber: 0n } } as const
  const endless = { source: '{ step() { for (;;); }, fault() {}, result() {} }', config: undefined }
  const traced = chain.simulate.explore(
    view,
    (scene) => traceWithJavaScript(scene, subject, endless, { timeoutMs: 60_000 }),
    { signal: controller.signal },
  )
  setTimeout(() => controller.abort(), 100)
  await expect(traced).rejects.toThrow('execution aborted')
  await expectServed()
})

test('an invalid call is rejected as without a tracer', async () => {
  const request = { from, to: A, gas: 20_000n }
  await expect(traceCall(chain, request, { source: good })).rejects.toMatchObject({
    name: 'TxError',
    details: { code: 'INTRINSIC_GAS_TOO_LOW', have: 20_000n, want: 21_000n },
  })
  await expectServed()
})
