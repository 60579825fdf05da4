import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/primitives/encoding/json.ts'
import { alice, bob } from '../support/accounts.ts'
import { A, op } from '../support/evm/observerScenarios.ts'
import { code } from '../support/evm/programs.ts'
import { holding, startTracing } from '../support/tracers/traceSetup.ts'

const loop = code(0x5b, op(0x56, 0))
const transfer = { from: alice.address, to: bob.address }

describe('timeout', () => {
  test.each(['callTracer', 'noopTracer', 'opcountTracer', 'opcodeTracer', 'prestateTracer'])(
    '%s stops soon, also within one long contract',
    async (tracer) => {
      const { request } = await startTracing([holding(A, loop)])
      const started = performance.now()
      const answer = request('debug_traceCall', { to: A }, 'latest', { tracer, timeout: '1ms' })
      await expect(answer).rejects.toMatchObject({
        code: -32000,
        message: 'execution timeout: the trace took longer than 1ms',
      })
      expect(performance.now() - started).toBeLessThan(1500)
      // The node still serves requests.
      expect(await request('eth_blockNumber')).toBe('0x0')
      expect(await request('debug_traceCall', transfer, 'latest', { tracer })).toBeDefined()
    },
  )

  test('zero', async () => {
    const { request } = await startTracing()
    for (const timeout of ['0s', '0', '-1s', '-0.5h']) {
      const answer = request('debug_traceCall', transfer, 'latest', { timeout })
      await expect(answer).rejects.toMatchObject({ message: /^execution timeout: / })
    }
  })

  test('a sufficient one', async () => {
    const { request } = await startTracing()
    for (const timeout of ['1m', '1h30m', '1.5s', '+20s', '999999h', '5000000us']) {
      const trace = await request('debug_traceCall', transfer, 'latest', { timeout })
      expect(trace).toMatchObject({ gas: 21_000 })
    }
  })
})

describe('invalid options', () => {
  const wrong: readonly (readonly [options: Json, code: number, message: string | RegExp])[] = [
    [{ timeout: 'soon' }, -32602, /timeout: time: invalid duration "soon": want one such as/],
    [{ timeout: '5' }, -32602, /timeout: time: invalid duration "5"/],
    [{ timeout: '' }, -32602, /timeout: time: invalid duration ""/],
    [{ timeout: 5 }, -32602, /timeout: /],
    [{ tracer: 'calltracer' }, -32000, /^unknown tracer "calltracer": want one of callTracer,/],
    [{ tracer: '' }, -32000, /^unknown tracer "": want one of/],
    [{ tracer: 'toString' }, -32000, /^unknown tracer "toString"/],
    [{ tracer: 5 }, -32602, /tracer: /],
    [
      { tracer: 'callTracer', tracerConfig: 'x' },
      -32602,
      /tracerConfig: want an object, got string/,
    ],
    [{ tracer: 'callTracer', tracerConfig: [] }, -32602, /tracerConfig: want an object/],
    [
      { tracer: 'callTracer', tracerConfig: { onlyTopCall: 'true' } },
      ...([-32602, /callTracer: onlyTopCall: want true or false, got string/] as const),
    ],
    [
      { tracer: 'prestateTracer', tracerConfig: { diffMode: 1 } },
      ...([-32602, /prestateTracer: diffMode: want true or false, got number/] as const),
    ],
    [
      { tracer: 'flatCallTracer', tracerConfig: { convertParityErrors: {} } },
      ...([-32602, /flatCallTracer: convertParityErrors: want true or false/] as const),
    ],
    [{ enableMemory: 'yes' }, -32602, /enableMemory/],
    [{ limit: -1 }, -32602, /limit/],
    [{ limit: 1.5 }, -32602, /limit/],
    [{ tracerConfig: { limit: 'x' } }, -32602, /limit: want an integer number of bytes/],
    ['callTracer', -32602, /want an object/],
  ]
  test.each(wrong)('%j', async (options, errorCode, message) => {
    const { request } = await startTracing()
    const answer = request('debug_traceCall', transfer, 'latest', options)
    await expect(answer).rejects.toMatchObject({
      code: errorCode,
      message: message instanceof RegExp ? expect.stringMatching(message) : message,
    })
    expect(await request('eth_blockNumber')).toBe('0x0')
  })

  test('ignores unknown fields', async () => {
    const { request } = await startTracing()
    const options = { reexec: 128, tracer: 'noopTracer', tracerConfig: { x: 1 }, overrides: {} }
    expect(await request('debug_traceCall', transfer, 'latest', options)).toEqual({})
    const nothing = { tracer: 'callTracer', tracerConfig: null, timeout: null }
    expect(await request('debug_traceCall', transfer, 'latest', nothing)).toMatchObject({
      type: 'CALL',
    })
  })
})
