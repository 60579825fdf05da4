import { describe, expect, test } from 'vitest'
import { contractAddress, ZERO_ADDRESS } from '../../src/primitives/address.ts'
import { bytesToHex, toQuantity } from '../../src/primitives/encoding/hex.ts'
import type { Json } from '../../src/primitives/encoding/json.ts'
import { alice, bob } from '../support/accounts.ts'
import { A, B, C, create, OP, op, precompile, returning } from '../support/evm/observerScenarios.ts'
import { code } from '../support/evm/programs.ts'
import {
  type AccountAt,
  type Fields,
  GAS,
  holding,
  startTracing,
  traceOf,
} from '../support/tracers/traceSetup.ts'

const tracer = 'flatCallTracer'

/**
 * Geth's encoder leaves out some of what its goldens have. They are in
 * eth/tracers/internal/tracetest/testdata/call_tracer_flat; a title has the name of the golden.
 */
describe("flatCallTracer as in geth's goldens", () => {
  const framesOf = async (accounts: readonly AccountAt[], fields?: Fields, tracerConfig = {}) =>
    (await traceOf(accounts, { tracer, tracerConfig }, fields)) as Record<string, Json>[]
  const frameAt = async (place: number, accounts: readonly AccountAt[], fields?: Fields) =>
    (await framesOf(accounts, fields))[place] ?? {}

  test.each([
    ['throw', 'invalid jump destination', op(0x56, 0)],
    ['oog', 'out of gas', op(OP.SLOAD, 1)],
    ['inner_throw_outer_revert', 'invalid opcode: INVALID', code(OP.INVALID)],
  ])('%s: a failed frame has an empty result', async (_golden, error, bytes) => {
    const call = op(OP.CALL, 1000, B, 0, 0, 0, 0, 0)
    const inner = await frameAt(1, [holding(A, call), holding(B, bytes)])
    const first = await frameAt(0, [holding(A, bytes)], { to: A, gasLimit: 21_100n })
    expect([inner.error, first.error]).toEqual([error, error])
    expect([inner.result, first.result]).toStrictEqual([{}, {}])
  })

  test('revert: no output without revert data', async () => {
    const { error, result } = await frameAt(0, [holding(A, op(OP.REVERT, 0, 0))])
    expect(error).toBe('execution reverted')
    expect(result).toStrictEqual({ gasUsed: toQuantity(21_006) })
  })

  test('revert_reason: the output is the revert data', async () => {
    const { result } = await frameAt(0, [holding(A, op(OP.REVERT, 0, 1))])
    expect(result).toStrictEqual({ gasUsed: toQuantity(21_009), output: '0x00' })
  })

  test('inner_instafail: a call that never began has no empty input', async () => {
    const frame = await frameAt(1, [holding(A, op(OP.CALL, 5000, B, 11, 0, 0, 0, 0))])
    expect(frame).toMatchObject({ error: 'insufficient balance for transfer', subtraces: 0 })
    expect(frame.result).toStrictEqual({})
    expect(frame.action).toStrictEqual({
      ...{ callType: 'call', from: A, to: B, value: '0xb' },
      gas: toQuantity(5000n + GAS.stipend),
    })
    const withInput = op(OP.CALL, 5000, B, 11, 0, 1, 0, 0)
    expect(await frameAt(1, [holding(A, withInput)])).toMatchObject({ action: { input: '0x00' } })
  })

  test('callcode_precompiled_fail_hide: a CALLCODE that never began has a balance', async () => {
    const init = op(OP.CALLCODE, 5000, precompile(4), 11, 0, 0, 0, 0)
    const from = contractAddress(alice.address, 0n)
    const expected = {
      action: {
        ...{ balance: '0x0', callType: 'callcode', from, to: precompile(4), value: '0xb' },
        gas: toQuantity(5000n + GAS.stipend),
      },
      ...{ error: 'insufficient balance for transfer', result: {}, type: 'call' },
    }
    const frame = await frameAt(1, [], { data: init })
    expect(frame).toMatchObject(expected)
    expect(frame.action).toStrictEqual(expected.action)
    const { action } = await frameAt(1, [holding(A, op(OP.CALLCODE, 5000, B, 1, 0, 0, 0, 0))])
    expect(action).not.toHaveProperty('balance')
  })

  test('skip_no_balance_error: a creation that failed, with one that never began', async () => {
    const data = code(create(OP.CREATE, returning(1), 1n), OP.INVALID)
    const [first, second, ...rest] = await framesOf([], { data })
    expect(rest).toEqual([])
    expect(first).toMatchObject({ error: 'invalid opcode: INVALID', subtraces: 1 })
    expect(first).not.toHaveProperty('result')
    expect(second).toMatchObject({ error: 'insufficient balance for transfer', type: 'create' })
    expect(second).toMatchObject({ action: { init: bytesToHex(returning(1)), value: '0x1' } })
    expect(second?.result).toStrictEqual({})
  })

  test('callcode_precompiled_throw: no result of what failed in a creation', async () => {
    const data = op(OP.CALLCODE, 5000, precompile(9), 0, 0, 0, 0, 0)
    const [first, second] = await framesOf([], { data })
    expect(first).toHaveProperty('result')
    expect(second).toMatchObject({ error: 'invalid input length', action: { input: '0x' } })
    expect(second).not.toHaveProperty('result')
  })

  test('selfdestruct, suicide: null only in a creation', async () => {
    const bytes = op(OP.SELFDESTRUCT, bob.address)
    expect(await frameAt(1, [], { data: bytes })).toMatchObject({ type: 'suicide', result: null })
    const inCall = await frameAt(1, [holding(A, bytes)])
    expect(inCall.type).toBe('suicide')
    expect(inCall).not.toHaveProperty('result')
  })

  test('nested_create_action_gas, create_oog_parity: SSTORE with 2,300 gas', async () => {
    const spare = 2300n + 2n * GAS.push
    const accounts = [holding(A, op(OP.SSTORE, 1, 7))]
    const fields = { to: A, gasLimit: 21_000n + spare }
    const sentry = await frameAt(0, accounts, fields)
    expect(sentry).toMatchObject({ error: 'out of gas: not enough gas for reentrancy sentry' })
    const [converted] = await framesOf(accounts, fields, { convertParityErrors: true })
    expect(converted).toMatchObject({ error: 'Out of gas', result: {} })
    const unpaid = await frameAt(0, accounts, { to: A, gasLimit: fields.gasLimit + 1n })
    expect(unpaid).toMatchObject({ error: 'out of gas' })
  })

  test('include_precompiled: fields of other actions, an address in results', async () => {
    const config = { includePrecompiles: true }
    const inner = code(
      op(OP.CALL, 100, precompile(4), 0, 0, 0, 0, 0),
      op(OP.CALL, 100, C, 11, 0, 0, 0, 0),
      create(OP.CREATE, returning(1), 3n),
      op(OP.SELFDESTRUCT, bob.address),
    )
    const frames = await framesOf([holding(A, inner)], { to: A }, config)
    const zero = { author: ZERO_ADDRESS, address: ZERO_ADDRESS, refundAddress: ZERO_ADDRESS }
    const unused = { ...zero, balance: '0x0' }
    expect(frames).toMatchObject([
      { action: { ...unused, from: alice.address }, result: { address: ZERO_ADDRESS } },
      { action: { ...unused, from: A }, result: { address: ZERO_ADDRESS, gasUsed: '0xf' } },
      { action: unused, error: 'insufficient balance for transfer' },
      { action: unused, result: { address: contractAddress(A, 1n), code: '0x00' } },
      {
        action: { author: ZERO_ADDRESS, address: A, balance: '0x7', refundAddress: bob.address },
      },
    ])
    expect(frames[2]?.result).toStrictEqual({})
    expect(frames[4]).not.toHaveProperty('result')
  })

  test('in blocks, calls and muxTracer too', async () => {
    const accounts = [holding(A, code(OP.INVALID))]
    const { node, request, trace, send } = await startTracing(accounts)
    const hash = await send({ to: A })
    const failed = { error: 'invalid opcode: INVALID', result: {} }
    const mux = { tracer: 'muxTracer', tracerConfig: { [tracer]: {} } }
    expect(await trace(hash, mux)).toMatchObject({ [tracer]: [failed] })
    const block = toQuantity(node.chain.blocks.latest.number)
    expect(await request('debug_traceBlockByNumber', block, { tracer })).toMatchObject([
      { result: [failed] },
    ])
    const call = await request('debug_traceCall', { to: A }, 'latest', { tracer })
    expect(call).toMatchObject([failed])
  })
})
