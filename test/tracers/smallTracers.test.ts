import { describe, expect, test } from 'vitest'
import { keccak256 } from '../../src/primitives/crypto/keccak.ts'
import { bytesToHex } from '../../src/primitives/encoding/hex.ts'
import type { Json } from '../../src/primitives/encoding/json.ts'
import { bob } from '../support/accounts.ts'
import { A, B, C, create, OP, op, precompile, returning } from '../support/evm/observerScenarios.ts'
import { code } from '../support/evm/programs.ts'
import { holding, startTracing, traceOf } from '../support/tracers/traceSetup.ts'

/**
 * Three calls with the selector 11223344, two of them without arguments; one to a precompiled
 * contract; one too short.
 */
const accounts = [
  holding(
    A,
    code(
      op(OP.MSTORE, 0, 0x11223344n << 224n),
      op(OP.CALL, 5000, B, 0, 0, 4, 0, 0),
      op(OP.DELEGATECALL, 5000, B, 0, 4, 0, 0),
      op(OP.STATICCALL, 5000, C, 0, 36, 0, 0),
      op(OP.STATICCALL, 5000, precompile(4), 0, 36, 0, 0),
      op(OP.STATICCALL, 5000, C, 0, 3, 0, 0),
      create(OP.CREATE, returning(1), 0n),
    ),
  ),
  holding(B, code(0)),
  holding(C, code(OP.INVALID)),
]
const counts = { '0xaabbccdd-1': 1, '0x11223344-0': 2, '0x11223344-32': 1 }
const fields = { to: A, data: Uint8Array.of(0xaa, 0xbb, 0xcc, 0xdd, 0) }

describe('4byteTracer', () => {
  const options = { tracer: '4byteTracer' }

  test('counts selectors, including failing calls', async () => {
    expect(await traceOf(accounts, options, fields)).toEqual(counts)
  })

  test('ignores transfers and creations', async () => {
    expect(await traceOf([], options, { to: bob.address })).toEqual({})
    expect(await traceOf([], options, { data: returning(1) })).toEqual({})
  })

  test.each([
    [OP.CALL, [0, 0, 36, 0, 0]],
    [OP.CALLCODE, [0, 0, 36, 0, 0]],
    [OP.DELEGATECALL, [0, 36, 0, 0]],
    [OP.STATICCALL, [0, 36, 0, 0]],
  ] as const)('opcode %i counts contracts, not precompiles', async (opcode, operands) => {
    const calls = [B, precompile(1), precompile(4), precompile(9), precompile(0x11)].map((to) =>
      op(opcode, 100_000, to, ...operands),
    )
    const program = code(op(OP.MSTORE, 0, 0x11223344n << 224n), ...calls)
    expect(await traceOf([holding(A, program), holding(B, code(0))], options)).toEqual({
      '0x11223344-32': 1,
    })
    const fields = { to: precompile(4), data: Uint8Array.of(1, 2, 3, 4, 5) }
    expect(await traceOf([], options, fields)).toEqual({})
  })
})

test('noopTracer', async () => {
  expect(await traceOf(accounts, { tracer: 'noopTracer' }, fields)).toEqual({})
})

describe('opcountTracer', () => {
  const options = { tracer: 'opcountTracer' }

  test('counts executed opcodes, including the implicit STOP and failing ones', async () => {
    // 7 pushes, CALL; ADD, which fails; STOP.
    const calling = op(OP.CALL, 5000, B, 0, 0, 0, 0, 0)
    expect(await traceOf([holding(A, calling), holding(B, code(1))], options)).toBe(8 + 1 + 1)
  })

  test('is 0 without code', async () => {
    expect(await traceOf([], options, { to: bob.address })).toBe(0)
  })
})

describe('muxTracer', () => {
  test('runs several tracers with their own results', async () => {
    const { trace, send } = await startTracing(accounts)
    const hash = await send(fields)
    const settings: Readonly<Record<string, Json>> = {
      callTracer: { withLog: true },
      prestateTracer: { diffMode: true },
      flatCallTracer: null,
      '4byteTracer': {},
      noopTracer: null,
      opcountTracer: null,
      opcodeTracer: { enableMemory: true, disableStack: true },
    }
    const alone: Record<string, Json> = {}
    for (const [tracer, config] of Object.entries(settings)) {
      const options =
        tracer === 'opcodeTracer' ? (config as object) : { tracerConfig: config ?? {} }
      alone[tracer] = await trace(hash, { tracer, ...options })
    }
    expect(await trace(hash, { tracer: 'muxTracer', tracerConfig: settings })).toEqual(alone)
    const nested = { muxTracer: { noopTracer: null, muxTracer: { opcountTracer: null } } }
    expect(await trace(hash, { tracer: 'muxTracer', tracerConfig: nested })).toEqual({
      muxTracer: { noopTracer: {}, muxTracer: { opcountTracer: alone.opcountTracer ?? null } },
    })
  })

  test('runs none', async () => {
    expect(await traceOf([], { tracer: 'muxTracer' }, { to: bob.address })).toEqual({})
  })

  test.each([
    [
      { calTracer: {} },
      expect.stringMatching(
        /^invalid tracerConfig of muxTracer: no built-in tracer is named "calTracer": want any of callTracer, /,
      ),
    ],
    [
      { muxTracer: { x: {} } },
      expect.stringMatching(
        /^invalid tracerConfig of muxTracer: no built-in tracer is named "x": want/,
      ),
    ],
    [
      { callTracer: { withLog: 1 } },
      'invalid tracerConfig of callTracer: withLog: want true or false, got number',
    ],
    [{ callTracer: 5 }, 'invalid tracerConfig of callTracer: want an object, got number'],
  ])('rejects invalid settings: %j', async (tracerConfig, message) => {
    const answer = traceOf([], { tracer: 'muxTracer', tracerConfig }, { to: bob.address })
    await expect(answer).rejects.toMatchObject({ code: -32602, message })
  })
})

describe('keccak256PreimageTracer', () => {
  const options = { tracer: 'keccak256PreimageTracer' }

  test('returns each preimage once, by its hash, padded beyond the memory', async () => {
    const hash = (offset: number, length: number) => op(0x20, offset, length)
    const program = code(op(OP.MSTORE8, 0, 0xab), hash(0, 1), hash(0, 1), hash(0, 0), hash(31, 3))
    expect(await traceOf([holding(A, program)], options)).toEqual({
      // keccak256 of ab, of nothing and of three zeros.
      '0x468fc9c005382579139846222b7b0aebc9182ba073b2455938a86d9753bfb078': '0xab',
      '0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470': '0x',
      [bytesToHex(keccak256(new Uint8Array(3)))]: '0x000000',
    })
  })

  test('ignores a hash that runs out of gas far beyond the memory', async () => {
    const program = op(0x20, 0, 2 ** 40)
    expect(await traceOf([holding(A, program)], options)).toEqual({})
  })
})
