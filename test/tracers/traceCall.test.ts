import { describe, expect, test } from 'vitest'
import { ZERO_ADDRESS } from '../../src/primitives/address.ts'
import type { Json } from '../../src/primitives/encoding/json.ts'
import { alice, bob } from '../support/accounts.ts'
import { A, B, C, OP, op } from '../support/evm/observerScenarios.ts'
import { code } from '../support/evm/programs.ts'
import { COIN } from '../support/genesis.ts'
import { frame, GAS, holding, startTracing } from '../support/tracers/traceSetup.ts'

const tracer = 'callTracer'
const word = (n: bigint | number) => `0x${n.toString(16).padStart(64, '0')}`
/** Returns what an expression leaves on the stack. */
const returns = (...expression: (number | Uint8Array)[]) =>
  code(...expression, op(OP.MSTORE, 0).subarray(0, 2), OP.MSTORE, op(OP.RETURN, 0, 32))
/** PUSH1, 3 and a word of memory, two pushes. */
const RETURNING = 3n + 6n + 6n
const NUMBER = 0x43
const CALLDATASIZE = 0x36

/** Writes the size of its data to slot 0 and returns the old value. */
const swapping = code(
  op(OP.SLOAD, 0),
  ...[CALLDATASIZE, op(OP.SSTORE, 0).subarray(0, 2), OP.SSTORE],
  returns(),
)

const sized = (length: number) => ({ to: A, data: `0x${'00'.repeat(length)}`, gas: '0x186a0' })

describe('debug_traceCall', () => {
  test('traces a call without a sender, with the maximum gas', async () => {
    const { request } = await startTracing([holding(A, returns(CALLDATASIZE))])
    expect(await request('debug_traceCall', { to: A }, 'latest', { tracer })).toEqual(
      frame({
        ...{ from: ZERO_ADDRESS, to: A, output: word(0) },
        ...{ gas: 100_000_000n, gasUsed: 21_000n + 2n + RETURNING },
      }),
    )
  })

  test('returns struct logs', async () => {
    const { request } = await startTracing([holding(A, code(0x5b))])
    expect(await request('debug_traceCall', { to: A, gas: '0x5dc0' }, 'latest')).toEqual({
      ...{ gas: 21_001, failed: false, returnValue: '0x' },
      structLogs: [
        { pc: 0, op: 'JUMPDEST', gas: 3000, gasCost: 1, depth: 1, stack: [] },
        { pc: 1, op: 'STOP', gas: 2999, gasCost: 0, depth: 1, stack: [] },
      ],
    })
  })

  test('shows the changes of a call with a price', async () => {
    const { request } = await startTracing([holding(A, op(OP.SSTORE, 1, 7))])
    const call = { from: bob.address, to: A, gas: '0x186a0', gasPrice: '0x77359400' }
    const options = { tracer: 'prestateTracer', tracerConfig: { diffMode: true } }
    const { post } = (await request('debug_traceCall', call, 'latest', options)) as {
      post: Record<string, Json>
    }
    // 2 gwei for each unit.
    const paid = (21_000n + 6n + 22_100n) * 2_000_000_000n
    expect(post[bob.address]).toEqual({
      balance: `0x${(1000n * COIN - paid).toString(16)}`,
      nonce: 1,
    })
    expect(post[A]).toEqual({ storage: { [word(1)]: word(7) } })
  })

  test('works on past blocks', async () => {
    const { request, send } = await startTracing([holding(A, swapping)])
    for (const nonce of [0n, 1n, 2n]) {
      await send({ nonce, to: A, data: new Uint8Array(Number(nonce) + 1) })
    }
    for (const [number, there] of [0, 1, 2, 3].entries()) {
      const ref = `0x${number.toString(16)}`
      const trace = await request('debug_traceCall', sized(9), ref, { tracer })
      expect(trace).toMatchObject({ output: word(there) })
    }
    for (const ref of ['latest', 'pending', 'safe', 'finalized']) {
      expect(await request('debug_traceCall', sized(9), ref, { tracer })).toMatchObject({
        output: word(3),
      })
    }
    expect(await request('debug_traceCall', sized(9), 'earliest', { tracer })).toMatchObject({
      output: word(0),
    })
  })

  test('works before and after the transactions of a block', async () => {
    const { request, send } = await startTracing([holding(A, swapping)])
    await send({ to: A, data: new Uint8Array(1) })
    await send({ nonce: 1n, to: A, data: new Uint8Array(2) })
    const at = (txIndex: Json) =>
      request('debug_traceCall', sized(9), 'latest', { tracer, txIndex }).then(
        (trace) => BigInt((trace as { output: string }).output),
        (error: Error) => error.message,
      )
    expect(await at('0x0')).toBe(1n)
    expect(await at(0)).toBe(1n)
    expect(await at('0x1')).toBe(2n)
    expect(await at('0x2')).toBe('transaction index 2 out of range: the block has 1 transaction')
  })

  test('applies state overrides', async () => {
    const { request } = await startTracing([holding(A, swapping)])
    const look = (stateOverrides: Json) =>
      request('debug_traceCall', sized(0), 'latest', { tracer, stateOverrides })
    expect(await look({ [A]: { stateDiff: { [word(0)]: word(5) } } })).toMatchObject({
      output: word(5),
    })
    const empty = { [A]: { code: '0x' } }
    expect(await look(empty)).toEqual(
      frame({ from: ZERO_ADDRESS, to: A, gas: 100_000n, gasUsed: 21_000n }),
    )
    const calling = `0x${Buffer.from(op(OP.CALL, 100, B, 5, 0, 0, 0, 0)).toString('hex')}`
    const rich = { [A]: { code: calling, balance: '0x5' }, [B]: { balance: '0x1' } }
    expect(await look(rich)).toEqual(
      frame(
        {
          ...{ from: ZERO_ADDRESS, to: A, gas: 100_000n },
          gasUsed: 21_000n + 7n * GAS.push + GAS.coldAccount + GAS.value - GAS.stipend,
        },
        frame({ from: A, to: B, gas: 100n + GAS.stipend, gasUsed: 0n, value: 5n }),
      ),
    )
    // What is pretended is what was before.
    const options = { tracer: 'prestateTracer', stateOverrides: { [C]: { balance: '0x7' } } }
    expect(await request('debug_traceCall', { to: C }, 'latest', options)).toMatchObject({
      [C]: { balance: '0x7' },
    })
    expect(await request('debug_traceCall', sized(0), 'latest', { tracer })).toMatchObject({
      output: word(0),
    })
  })

  test('applies block overrides', async () => {
    const { request } = await startTracing([holding(A, returns(NUMBER))])
    const look = (blockOverrides: Json) =>
      request('debug_traceCall', { to: A }, 'latest', { tracer, blockOverrides })
    expect(await look({ number: '0x77' })).toMatchObject({ output: word(0x77) })
    expect(await look({})).toMatchObject({ output: word(0) })
  })

  test('traces a creation, and a reverting one', async () => {
    const { request } = await startTracing()
    const call = { from: alice.address, gas: '0x186a0', data: '0x60016000f3' }
    expect(await request('debug_traceCall', call, 'latest', { tracer })).toMatchObject({
      ...{ type: 'CREATE', output: '0x00', input: call.data },
    })
    const reverting = { ...call, data: '0x60016000fd' }
    const trace = await request('debug_traceCall', reverting, 'latest', { tracer })
    expect(trace).toMatchObject({ type: 'CREATE', output: '0x00', error: 'execution reverted' })
    expect(trace).not.toHaveProperty('to')
  })

  test('rejects invalid calls', async () => {
    const { request } = await startTracing()
    const refused = (call: Json, ref: Json = 'latest') =>
      request('debug_traceCall', call, ref, { tracer }).then(
        () => 'no error',
        (error: Error) => error.message,
      )
    expect(await refused({ to: B, gas: '0x5207' })).toMatch(/intrinsic gas too low/)
    expect(await refused({ from: B, to: C, value: '0x1' })).toMatch(/insufficient funds/)
    expect(await refused({ to: B }, '0x9')).toMatch(/9.*not yet available/)
  })
})
