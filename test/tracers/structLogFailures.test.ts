import { describe, expect, test } from 'vitest'
import type { Json } from '../../src/primitives/encoding/json.ts'
import { A, B, OP, op } from '../support/evm/observerScenarios.ts'
import { code, push } from '../support/evm/programs.ts'
import { logs, type Row, storage } from '../support/tracers/structLogRows.ts'
import { GAS, holding, LIMIT, MESSAGE_GAS, traceOf } from '../support/tracers/traceSetup.ts'

/** Geth's words for too little gas for SSTORE (core/vm/operations_acl.go, makeGasSStoreFunc). */
const SENTRY = 'out of gas: not enough gas for reentrancy sentry'
/** What they would have cost depends on what is looked at first. */
const failing = { gasCost: expect.any(Number) }

/** The trace of a message with this gas. */
const traced = (bytes: Uint8Array, messageGas = MESSAGE_GAS): Promise<Json> =>
  traceOf([holding(A, bytes)], {}, { to: A, gasLimit: 21_000n + messageGas })

/** All gas is gone, and nothing is returned. */
const halted = (rows: readonly Row[], messageGas = MESSAGE_GAS) => ({
  ...{ gas: 21_000 + Number(messageGas), failed: true, returnValue: '0x' },
  structLogs: logs(1, messageGas, rows),
})

describe('an opcode that cannot start has an error', () => {
  test('stack underflow', async () => {
    const error = 'stack underflow (0 <=> 2)'
    expect(await traced(code(0x01))).toEqual(halted([[0, 'ADD', 3n, [], { error }]]))
    // SWAP2 wants three words.
    expect(await traced(code(push(1), 0x91))).toEqual(
      halted([
        [0, 'PUSH1', 3n, []],
        [2, 'SWAP2', 3n, [1n], { error: 'stack underflow (1 <=> 3)' }],
      ]),
    )
  })

  test('stack overflow', async () => {
    // 1025 times PC.
    const trace = (await traced(new Uint8Array(1025).fill(0x58))) as { structLogs: Json[] }
    expect(trace).toMatchObject({ failed: true, returnValue: '0x', gas: Number(LIMIT) })
    expect(trace.structLogs).toHaveLength(1025)
    expect(trace.structLogs.at(-1)).toEqual({
      ...{ pc: 1024, op: 'PC', gas: 979_000 - 2 * 1024, gasCost: 2, depth: 1 },
      stack: Array.from({ length: 1024 }, (_, i) => `0x${i.toString(16)}`),
      error: 'stack limit reached 1024 (1023)',
    })
  })

  test('out of gas', async () => {
    const error = 'out of gas'
    expect(await traced(push(1), 2n)).toEqual(halted([[0, 'PUSH1', 3n, [], { error }]], 2n))
    const store = op(OP.MSTORE, 0, 1)
    expect(await traced(store, 11n)).toEqual(
      halted(
        [
          [0, 'PUSH1', 3n, []],
          [2, 'PUSH1', 3n, [1n]],
          // With the word of memory, which does not exist yet.
          [4, 'MSTORE', 6n, [1n, 0n], { error }],
        ],
        11n,
      ),
    )
    expect(await traced(op(OP.BALANCE, 0x99), 2000n)).toEqual(
      halted(
        [
          [0, 'PUSH1', 3n, []],
          [2, 'BALANCE', 2600n, [0x99n], { error }],
        ],
        2000n,
      ),
    )
  })

  test('unreachable memory: the cost up to there', async () => {
    const error = 'out of gas'
    const far = 1n << 40n
    expect(await traced(op(OP.MSTORE, far, 1))).toEqual(
      halted([
        [0, 'PUSH1', 3n, []],
        [2, 'PUSH6', 3n, [1n]],
        [9, 'MSTORE', 3n, [1n, far], { error }],
      ]),
    )
    expect(await traced(op(0x20, 0, far))).toMatchObject({
      structLogs: [{}, {}, { op: 'KECCAK256', gasCost: 30, error }],
    })
    expect(await traced(op(OP.REVERT, 0, far))).toMatchObject({
      structLogs: [{}, {}, { op: 'REVERT', gasCost: 0, error }],
    })
    // 2^30 bytes can be reached: 2^25 + 1 words cost 3 each, and a 512th of their square.
    const words = 2n ** 25n + 1n
    const cost = 3n + 3n * words + words ** 2n / 512n
    expect(await traced(op(OP.MSTORE, 1n << 30n, 1))).toMatchObject({
      structLogs: [{}, {}, { op: 'MSTORE', gasCost: Number(cost), error }],
    })
  })

  test('an unaffordable SSTORE shows the value', async () => {
    expect(await traced(op(OP.SSTORE, 1, 7), 22_000n)).toEqual(
      halted(
        [
          [0, 'PUSH1', 3n, []],
          [2, 'PUSH1', 3n, [7n]],
          [4, 'SSTORE', 22_100n, [7n, 1n], { error: 'out of gas', ...storage({ 1: 7 }) }],
        ],
        22_000n,
      ),
    )
  })
})

test('SSTORE with 2300 gas or less (EIP-2200): no cost', async () => {
  expect(await traced(op(OP.SSTORE, 1, 7), 2306n)).toEqual(
    halted(
      [
        [0, 'PUSH1', 3n, []],
        [2, 'PUSH1', 3n, [7n]],
        [4, 'SSTORE', 0n, [7n, 1n], { error: SENTRY, ...storage({ 1: 7 }) }],
      ],
      2306n,
    ),
  )
})

describe('an opcode that fails while it runs has none', () => {
  test('INVALID and undefined opcodes', async () => {
    expect(await traced(code(OP.INVALID))).toEqual(halted([[0, 'INVALID', 0n, []]]))
    expect(await traced(code(0x0c))).toEqual(halted([[0, 'opcode 0xc not defined', 0n, []]]))
  })

  test('an invalid JUMP', async () => {
    expect(await traced(op(0x56, 9))).toEqual(
      halted([
        [0, 'PUSH1', 3n, []],
        [2, 'JUMP', 8n, [9n]],
      ]),
    )
  })

  test('RETURNDATACOPY out of bounds', async () => {
    expect(await traced(op(OP.RETURNDATACOPY, 0, 0, 1))).toEqual(
      halted([
        [0, 'PUSH1', 3n, []],
        [2, 'PUSH1', 3n, [1n]],
        [4, 'PUSH1', 3n, [1n, 0n]],
        // 3, a word to copy and a word of memory.
        [6, 'RETURNDATACOPY', 9n, [1n, 0n, 0n]],
      ]),
    )
  })

  test('SSTORE in a static call', async () => {
    const accounts = [
      holding(A, op(OP.STATICCALL, 30_000, B, 0, 0, 0, 0)),
      holding(B, op(OP.SSTORE, 0, 1)),
    ]
    const trace = (await traceOf(accounts, {})) as { structLogs: Json[] }
    // The caller continues with 0 on the stack.
    const left = MESSAGE_GAS - 6n * GAS.push - GAS.coldAccount - 30_000n
    expect(trace).toMatchObject({ failed: false, gas: Number(LIMIT - left) })
    expect(trace.structLogs.slice(7)).toEqual([
      ...logs(2, 30_000n, [
        [0, 'PUSH1', 3n, []],
        [2, 'PUSH1', 3n, [1n]],
        [4, 'SSTORE', 0n, [1n, 0n], { ...failing, ...storage({ 0: 1 }) }],
      ]),
      ...logs(1, left, [[33, 'STOP', 0n, [0n]]]),
    ])
  })
})

test('REVERT: its data and the used gas', async () => {
  const bytes = code(op(OP.MSTORE8, 0, 0xab), op(OP.REVERT, 0, 1))
  expect(await traced(bytes)).toEqual({
    // 4 pushes, 3 and a word of memory.
    ...{ gas: 21_000 + 18, failed: true, returnValue: '0xab' },
    structLogs: logs(1, MESSAGE_GAS, [
      [0, 'PUSH1', 3n, []],
      [2, 'PUSH1', 3n, [0xabn]],
      [4, 'MSTORE8', 6n, [0xabn, 0n]],
      [5, 'PUSH1', 3n, []],
      [7, 'PUSH1', 3n, [1n]],
      [9, 'REVERT', 0n, [1n, 0n]],
    ]),
  })
})
