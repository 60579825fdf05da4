import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/primitives/encoding/json.ts'
import { bob } from '../support/accounts.ts'
import { A, B, C, OP, op, returning } from '../support/evm/observerScenarios.ts'
import { code, push } from '../support/evm/programs.ts'
import { logs, type Row, storage, without, word } from '../support/tracers/structLogRows.ts'
import {
  type Fields,
  GAS,
  holding,
  LIMIT,
  MESSAGE_GAS,
  traceOf,
} from '../support/tracers/traceSetup.ts'

const traced = (accounts: Parameters<typeof traceOf>[0], options: Json = {}, fields?: Fields) =>
  traceOf(accounts, options, fields)

/**
 * Memory, a slot that is written, one that is read, the first again; returns the last byte of
 * memory.
 */
const program = code(
  op(OP.MSTORE, 0, 5),
  op(OP.SSTORE, 1, 7),
  op(OP.SLOAD, 2),
  op(OP.SLOAD, 1),
  op(OP.RETURN, 31, 1),
)
const used = 2n * 3n + 6n + (6n + 22_100n) + (3n + 2100n) + (3n + 100n) + 6n
const rows: readonly Row[] = [
  [0, 'PUSH1', 3n, []],
  [2, 'PUSH1', 3n, [5n]],
  // 3, and 3 for a word of memory.
  [4, 'MSTORE', 6n, [5n, 0n]],
  [5, 'PUSH1', 3n, []],
  [7, 'PUSH1', 3n, [7n]],
  // 20 000 for a slot that was empty, and it is cold.
  [9, 'SSTORE', 22_100n, [7n, 1n], storage({ 1: 7 })],
  [10, 'PUSH1', 3n, []],
  [12, 'SLOAD', 2100n, [2n], storage({ 1: 7, 2: 0 })],
  [13, 'PUSH1', 3n, [0n]],
  [15, 'SLOAD', 100n, [0n, 1n], storage({ 1: 7, 2: 0 })],
  [16, 'PUSH1', 3n, [0n, 7n]],
  [18, 'PUSH1', 3n, [0n, 7n, 1n]],
  [20, 'RETURN', 0n, [0n, 7n, 1n, 31n]],
]
const summary = { gas: Number(21_000n + used), failed: false, returnValue: '0x05' }
const structLogs = logs(1, MESSAGE_GAS, rows)

describe('one frame', () => {
  const accounts = [holding(A, program)]

  test('has stack and storage by default', async () => {
    expect(await traced(accounts)).toEqual({ ...summary, structLogs })
  })

  test('is the same by name, wherever the settings are', async () => {
    expect(await traced(accounts, { tracer: 'opcodeTracer' })).toEqual({ ...summary, structLogs })
    const bare = structLogs.map((log) => without(log, 'stack', 'storage'))
    const off = { disableStack: true, disableStorage: true }
    expect(await traced(accounts, off)).toEqual({ ...summary, structLogs: bare })
    expect(await traced(accounts, { tracer: 'opcodeTracer', ...off })).toEqual({
      ...summary,
      structLogs: bare,
    })
    expect(await traced(accounts, { tracer: 'opcodeTracer', tracerConfig: off })).toEqual({
      ...summary,
      structLogs: bare,
    })
  })

  test('memory as 32-byte words, from the step after the change', async () => {
    const memory = [word(5)]
    const withMemory = structLogs.map((log, i) => (i <= 2 ? log : { ...log, memory }))
    expect(await traced(accounts, { enableMemory: true })).toEqual({
      ...summary,
      structLogs: withMemory,
    })
    expect(await traced(accounts, { disableMemory: false })).toEqual({
      ...summary,
      structLogs: withMemory,
    })
    expect(await traced(accounts, { disableMemory: true })).toEqual({ ...summary, structLogs })
  })

  test('limit: no more logs after this length', async () => {
    const first = JSON.stringify(structLogs[0]).length
    const second = JSON.stringify(structLogs[1]).length
    const count = async (limit: number) => {
      const trace = (await traced(accounts, { limit })) as { structLogs: Json[] }
      return trace.structLogs.length
    }
    expect(await count(1)).toBe(1)
    expect(await count(first - 1)).toBe(1)
    expect(await count(first)).toBe(2)
    expect(await count(first + second - 1)).toBe(2)
    expect(await count(first + second)).toBe(3)
    expect(await count(0)).toBe(structLogs.length)
    expect(await traced(accounts, { limit: 1 })).toMatchObject(summary)
  })
})

test('no steps for an account without code', async () => {
  const empty = { gas: 21_000, failed: false, returnValue: '0x', structLogs: [] }
  expect(await traced([], {}, { to: bob.address })).toEqual(empty)
})

test('the implicit STOP', async () => {
  expect(await traced([holding(A, push(1))])).toEqual({
    ...{ gas: 21_003, failed: false, returnValue: '0x' },
    structLogs: logs(1, MESSAGE_GAS, [
      [0, 'PUSH1', 3n, []],
      [2, 'STOP', 0n, [1n]],
    ]),
  })
})

test('a creation returns its code', async () => {
  // PUSH1 1 PUSH1 0 RETURN: four bytes of 16 and one of 4, a word of init code, a byte of code.
  const intrinsic = 21_000n + 32_000n + 2n + 68n
  expect(await traced([], {}, { data: returning(1) })).toEqual({
    ...{ gas: Number(intrinsic + 9n + 200n), failed: false, returnValue: '0x00' },
    structLogs: logs(1, LIMIT - intrinsic, [
      [0, 'PUSH1', 3n, []],
      [2, 'PUSH1', 3n, [1n]],
      [4, 'RETURN', 3n, [1n, 0n]],
    ]),
  })
})

describe('several frames', () => {
  /**
   * A calls B with a wei, then borrows the code of C, then reads its slot 1. B returns a word, C
   * sets slot 1 to 9.
   */
  const accounts = [
    holding(
      A,
      code(
        op(OP.CALL, 5000, B, 1, 0, 0, 0, 32),
        op(OP.DELEGATECALL, 50_000, C, 0, 0, 0, 0),
        op(OP.SLOAD, 1),
      ),
    ),
    holding(B, code(op(OP.MSTORE, 0, 6), op(OP.RETURN, 0, 32))),
    holding(C, op(OP.SSTORE, 1, 9)),
  ]
  const memory = [word(6)]
  const returned = { memory, returnData: word(6) }
  // In A: 7 pushes, 32 bytes of memory, a cold account, a wei.
  const calling = 3n + GAS.coldAccount + GAS.value
  const [b, c] = [BigInt(B), BigInt(C)]
  /** Pushes of 20 bytes are 21 long. */
  const beforeCall: readonly Row[] = [
    [0, 'PUSH1', 3n, []],
    [2, 'PUSH1', 3n, [32n]],
    [4, 'PUSH1', 3n, [32n, 0n]],
    [6, 'PUSH1', 3n, [32n, 0n, 0n]],
    [8, 'PUSH1', 3n, [32n, 0n, 0n, 0n]],
    [10, 'PUSH20', 3n, [32n, 0n, 0n, 0n, 1n]],
    [31, 'PUSH2', 3n, [32n, 0n, 0n, 0n, 1n, b]],
    // With what is handed on, but without the stipend.
    [34, 'CALL', calling + 5000n, [32n, 0n, 0n, 0n, 1n, b, 5000n]],
  ]
  const inB: readonly Row[] = [
    [0, 'PUSH1', 3n, []],
    [2, 'PUSH1', 3n, [6n]],
    [4, 'MSTORE', 6n, [6n, 0n]],
    [5, 'PUSH1', 3n, [], { memory }],
    [7, 'PUSH1', 3n, [32n], { memory }],
    [9, 'RETURN', 0n, [32n, 0n], { memory }],
  ]
  const usedByB = 18n
  const afterCall = MESSAGE_GAS - 21n - calling - usedByB + GAS.stipend
  const beforeDelegate: readonly Row[] = [
    [35, 'PUSH1', 3n, [1n], returned],
    [37, 'PUSH1', 3n, [1n, 0n], returned],
    [39, 'PUSH1', 3n, [1n, 0n, 0n], returned],
    [41, 'PUSH1', 3n, [1n, 0n, 0n, 0n], returned],
    [43, 'PUSH20', 3n, [1n, 0n, 0n, 0n, 0n], returned],
    [64, 'PUSH2', 3n, [1n, 0n, 0n, 0n, 0n, c], returned],
    [67, 'DELEGATECALL', GAS.coldAccount + 50_000n, [1n, 0n, 0n, 0n, 0n, c, 50_000n], returned],
  ]
  const inC: readonly Row[] = [
    [0, 'PUSH1', 3n, []],
    [2, 'PUSH1', 3n, [9n]],
    [4, 'SSTORE', 22_100n, [9n, 1n], storage({ 1: 9 })],
    [5, 'STOP', 0n, []],
  ]
  const afterDelegate = afterCall - 18n - GAS.coldAccount - 22_106n
  const end: readonly Row[] = [
    [68, 'PUSH1', 3n, [1n, 1n], { memory }],
    [70, 'SLOAD', 100n, [1n, 1n, 1n], { memory, ...storage({ 1: 9 }) }],
    [71, 'STOP', 0n, [1n, 1n, 9n], { memory }],
  ]
  const gas = Number(21_000n + MESSAGE_GAS - afterDelegate + 103n)

  test('calls, delegates and return data', async () => {
    const all = { enableMemory: true, enableReturnData: true }
    expect(await traced(accounts, all)).toEqual({
      ...{ gas, failed: false, returnValue: '0x' },
      structLogs: [
        ...logs(1, MESSAGE_GAS, beforeCall),
        ...logs(2, 5000n + GAS.stipend, inB),
        ...logs(1, afterCall, beforeDelegate),
        ...logs(2, 50_000n, inC),
        ...logs(1, afterDelegate, end),
      ],
    })
  })

  test('return data only on request', async () => {
    const { structLogs: all } = (await traced(accounts)) as { structLogs: object[] }
    expect(all.some((log) => 'returnData' in log || 'memory' in log)).toBe(false)
  })

  test('CREATE has its own cost without the forwarded gas', async () => {
    const creator = holding(A, op(OP.CREATE, 0, 0, 32))
    // 9 for the pushes; 32 000, a word of init code and of memory.
    const left = MESSAGE_GAS - 9n - 32_005n
    const trace = (await traced([creator])) as { structLogs: { stack: string[] }[] }
    const address = trace.structLogs.at(-1)?.stack[0] ?? ''
    expect(address).toMatch(/^0x[0-9a-f]{38,40}$/)
    expect(trace.structLogs).toEqual([
      ...logs(1, MESSAGE_GAS, [
        [0, 'PUSH1', 3n, []],
        [2, 'PUSH1', 3n, [32n]],
        [4, 'PUSH1', 3n, [32n, 0n]],
        [6, 'CREATE', 32_005n, [32n, 0n, 0n]],
      ]),
      ...logs(2, left - left / 64n, [[0, 'STOP', 0n, []]]),
      ...logs(1, left, [[7, 'STOP', 0n, [BigInt(address)]]]),
    ])
  })
})

test('the refund counter includes that of SSTORE', async () => {
  const full: readonly [Uint8Array, Uint8Array] = [new Uint8Array(32), new Uint8Array(32).fill(1)]
  const clear = [A, { nonce: 1n, code: op(OP.SSTORE, 0, 0), storage: [full] }] as const
  expect(await traced([clear])).toEqual({
    // 2100 and 2900, less 4800, which is less than a fifth of all.
    ...{ gas: 21_000 + 6 + 5000 - 4800, failed: false, returnValue: '0x' },
    structLogs: logs(1, MESSAGE_GAS, [
      [0, 'PUSH1', 3n, []],
      [2, 'PUSH1', 3n, [0n]],
      // Geth adds it with the cost, before it reports the opcode.
      [4, 'SSTORE', 5000n, [0n, 0n], { ...storage({ 0: 0 }), refund: 4800 }],
      [5, 'STOP', 0n, [], { refund: 4800 }],
    ]),
  })
})
