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
  kept,
  LIMIT,
  MESSAGE_GAS,
  startTracing,
  traceOf,
} from '../support/tracers/traceSetup.ts'

const tracer = 'flatCallTracer'

/** A call of flatCallTracer without its position. */
function call(
  callType: string,
  [from, to]: readonly [string, string],
  { gas, gasUsed, value = 0n, output = '0x', input = '0x' }: Amounts,
  [subtraces, ...traceAddress]: readonly number[],
) {
  const action = { callType, from, to, gas: toQuantity(gas), input, value: toQuantity(value) }
  const result = { gasUsed: toQuantity(gasUsed), output }
  return { type: 'call', action, result, subtraces, traceAddress }
}

interface Amounts {
  readonly gas: bigint
  readonly gasUsed: bigint
  readonly value?: bigint
  readonly input?: string
  readonly output?: string
}

/** A frame that failed has an empty result. */
function failed(frame: ReturnType<typeof call>, error: string) {
  return { ...frame, error, result: {} }
}

/** With precompiles, a frame has fields of other actions. */
function filled<T extends { readonly action: object; readonly result: object }>(frame: T) {
  const unused = { author: ZERO_ADDRESS, address: ZERO_ADDRESS, refundAddress: ZERO_ADDRESS }
  const isShown = Object.keys(frame.result).length > 0
  return {
    ...frame,
    action: { ...frame.action, ...unused, balance: '0x0' },
    result: { ...frame.result, ...(isShown && { address: ZERO_ADDRESS }) },
  }
}

const placed = (frames: readonly object[]) => frames.map((frame) => expect.objectContaining(frame))

describe('a tree of calls', () => {
  /**
   * A calls B, which calls C twice; then identity by CALL and by DELEGATECALL; then C by
   * STATICCALL, which fails.
   */
  const accounts = [
    holding(
      A,
      code(
        op(OP.CALL, 50_000, B, 1, 0, 0, 0, 0),
        op(OP.CALL, 100, precompile(4), 0, 0, 0, 0, 0),
        op(OP.DELEGATECALL, 100, precompile(4), 0, 0, 0, 0),
        op(OP.STATICCALL, 100, C, 0, 0, 0, 0),
      ),
    ),
    holding(B, code(op(OP.CALL, 200, C, 0, 0, 0, 0, 0), op(OP.CALLCODE, 300, C, 0, 0, 0, 0, 0))),
    // An empty JUMPDEST, then a slot, which is more than 300.
    holding(C, code(0x5b, op(OP.SLOAD, 1))),
  ]
  const pushes = 7n * GAS.push
  const ofB = pushes + GAS.coldAccount + 200n + (pushes + GAS.warmAccount + 300n)
  const gasUsed =
    21_000n +
    (pushes + GAS.coldAccount + GAS.value - GAS.stipend + ofB) +
    (pushes + GAS.warmAccount + 15n) +
    (pushes - GAS.push + GAS.warmAccount + 15n) +
    (pushes - GAS.push + GAS.warmAccount + 100n)
  const error = 'out of gas'
  const top = call('call', [alice.address, A], { gas: LIMIT, gasUsed, value: 0n }, [3])
  const inB = (first: string) => [
    call('call', [A, B], { gas: 52_300n, gasUsed: ofB, value: 1n }, [2, 0]),
    failed(call('call', [B, C], { gas: 200n, gasUsed: 200n }, [0, 0, 0]), first),
    failed(call('callcode', [B, C], { gas: 300n, gasUsed: 300n }, [0, 0, 1]), first),
  ]
  const borrowed = (place: number) =>
    call('delegatecall', [A, precompile(4)], { gas: 100n, gasUsed: 15n }, [0, place])
  const last = (place: number, first: string) =>
    failed(call('staticcall', [A, C], { gas: 100n, gasUsed: 100n }, [0, place]), first)

  test('in order of their start, without precompiles', async () => {
    const { node, trace, send } = await startTracing(accounts)
    const hash = await send({ to: A })
    const where = {
      blockHash: node.chain.blocks.latest.hash,
      blockNumber: 1,
      transactionHash: hash,
      transactionPosition: 0,
    }
    const frames = [top, ...inB(error), borrowed(1), last(2, error)]
    expect(await trace(hash, { tracer })).toEqual(frames.map((frame) => ({ ...frame, ...where })))
  })

  test("with precompiles, in Parity's words", async () => {
    const tracerConfig = { includePrecompiles: true, convertParityErrors: true }
    const identity = call('call', [A, precompile(4)], { gas: 100n, gasUsed: 15n }, [0, 1])
    const first = 'Out of gas'
    expect(await traceOf(accounts, { tracer, tracerConfig })).toEqual(
      placed(
        [{ ...top, subtraces: 4 }, ...inB(first), identity, borrowed(2), last(3, first)].map(
          filled,
        ),
      ),
    )
  })

  test('of a call without a block', async () => {
    const { request } = await startTracing(accounts)
    const answer = await request('debug_traceCall', { to: bob.address }, 'latest', { tracer })
    expect(answer).toMatchObject([{ transactionHash: null, transactionPosition: 0 }])
  })
})

describe('creations', () => {
  const CREATING = 7n * GAS.push + GAS.create + GAS.initWord
  const free = MESSAGE_GAS - CREATING
  const gas = toQuantity(free - kept(free))
  /** What A's creation with 3 wei and such init code comes to. */
  const created = async (init: Uint8Array, opcode: number = OP.CREATE, ...salt: bigint[]) => {
    const [, frame] = (await traceOf([holding(A, create(opcode, init, 3n, ...salt))], {
      tracer,
    })) as [Json, Json]
    return frame
  }
  const common = (init: Uint8Array) => ({
    type: 'create',
    action: { creationMethod: 'create', from: A, gas, init: bytesToHex(init), value: '0x3' },
    ...{ subtraces: 0, traceAddress: [0] },
  })
  const where = {
    ...{ blockHash: expect.any(String), blockNumber: 1 },
    ...{ transactionHash: expect.any(String), transactionPosition: 0 },
  }

  test('that succeed', async () => {
    const init = returning(1)
    expect(await created(init)).toEqual({
      ...{ ...common(init), ...where },
      // 2 pushes, a word of memory, a byte of code.
      result: { address: contractAddress(A, 1n), code: '0x00', gasUsed: toQuantity(209) },
    })
    expect(await created(init, OP.CREATE2, 1n)).toMatchObject({
      type: 'create',
      action: { creationMethod: 'create2' },
    })
  })

  test('that fail: an empty result', async () => {
    const init = code(OP.INVALID)
    expect(await created(init)).toEqual({
      ...{ ...common(init), ...where },
      ...{ error: 'invalid opcode: INVALID', result: {} },
    })
  })

  test('that revert: a result without an address', async () => {
    const init = op(OP.REVERT, 0, 1)
    expect(await created(init)).toEqual({
      ...{ ...common(init), ...where },
      ...{ error: 'execution reverted', result: { code: '0x00', gasUsed: '0x9' } },
    })
  })

  test('a creation transaction', async () => {
    const init = returning(1)
    expect(await traceOf([], { tracer }, { data: init })).toMatchObject([
      {
        type: 'create',
        action: { creationMethod: 'create', from: alice.address, gas: toQuantity(LIMIT) },
        result: { address: contractAddress(alice.address, 0n), code: '0x00' },
        ...{ subtraces: 0, traceAddress: [] },
      },
    ])
  })
})

test('SELFDESTRUCT', async () => {
  const [, frame] = (await traceOf([holding(A, op(OP.SELFDESTRUCT, bob.address))], {
    tracer,
  })) as [Json, Json]
  expect(frame).toMatchObject({ blockNumber: 1, subtraces: 0, traceAddress: [0] })
  expect(frame).toMatchObject({
    type: 'suicide',
    action: { address: A, balance: '0xa', refundAddress: bob.address },
  })
  expect(frame).not.toHaveProperty('result')
})

test('REVERT keeps its result', async () => {
  const tracerConfig = { convertParityErrors: true }
  const frames = await traceOf([holding(A, op(OP.REVERT, 0, 1))], { tracer, tracerConfig })
  // 2 pushes and a word of memory.
  const amounts = { gas: LIMIT, gasUsed: 21_009n, output: '0x00' }
  expect(frames).toEqual(
    placed([{ ...call('call', [alice.address, A], amounts, [0]), error: 'Reverted' }]),
  )
})

test.each([
  ['Bad instruction', code(OP.INVALID)],
  ['Bad instruction', code(0x0c)],
  ['Bad jump destination', op(0x56, 0)],
  ['Out of bounds', op(OP.RETURNDATACOPY, 0, 0, 1)],
  ['Stack underflow', code(0x01)],
  ['Out of stack', new Uint8Array(1025).fill(0x58)],
])("Parity's words: %s", async (error, bytes) => {
  const frames = await traceOf([holding(A, bytes)], {
    ...{ tracer, tracerConfig: { convertParityErrors: true } },
  })
  expect(frames).toMatchObject([{ error }])
})

/** The map of call_flat.go has no Parity words for it. */
test("geth's words stay: write protection", async () => {
  const bytes = op(OP.STATICCALL, 50_000, C, 0, 0, 0, 0)
  const accounts = [holding(A, bytes), holding(C, op(OP.SSTORE, 1, 7))]
  const frames = await traceOf(accounts, { tracer, tracerConfig: { convertParityErrors: true } })
  expect((frames as Record<string, Json>[]).at(-1)).toMatchObject({ error: 'write protection' })
})

describe('rules of call_flat.go', () => {
  const framesOf = async (accounts: readonly AccountAt[], config: Json, fields?: Fields) =>
    (await traceOf(accounts, { tracer, tracerConfig: config }, fields)) as Record<string, Json>[]

  test('borrowed code has the value of its frame, a static call none', async () => {
    const inner = [
      op(OP.DELEGATECALL, 5000, B, 0, 0, 0, 0),
      op(OP.STATICCALL, 5000, B, 0, 0, 0, 0),
      op(OP.CALLCODE, 5000, B, 2, 0, 0, 0, 0),
    ]
    const accounts = [holding(A, code(...inner)), holding(B, code(0))]
    const frames = await framesOf(accounts, {}, { to: A, value: 5n })
    expect(frames.map(({ action }) => action)).toMatchObject([
      { callType: 'call', value: '0x5' },
      { callType: 'delegatecall', value: '0x5' },
      { callType: 'staticcall', value: '0x0' },
      { callType: 'callcode', value: '0x2' },
    ])
  })

  test('a transaction to a precompile is a frame', async () => {
    for (const includePrecompiles of [false, true]) {
      const fields = { to: precompile(4), data: Uint8Array.of(1, 2) }
      const [frame, ...rest] = await framesOf([], { includePrecompiles }, fields)
      expect(rest).toEqual([])
      expect(frame).toMatchObject({
        ...{ type: 'call', subtraces: 0, traceAddress: [], result: { output: '0x0102' } },
        action: { callType: 'call', to: precompile(4), input: '0x0102' },
      })
      // Those of rewards and self-destructs.
      for (const name of ['author', 'address', 'balance']) {
        expect(Object.hasOwn(frame?.action as object, name)).toBe(includePrecompiles)
      }
    }
  })

  test('frames are numbered without the precompiles between them', async () => {
    const identity = op(OP.STATICCALL, 100, precompile(4), 0, 0, 0, 0)
    const call = op(OP.CALL, 5000, B, 0, 0, 0, 0, 0)
    const accounts = [
      holding(A, code(identity, call, identity, call, identity)),
      holding(B, identity),
    ]
    const placesWith = async (includePrecompiles: boolean) =>
      (await framesOf(accounts, { includePrecompiles })).map((frame) => [
        frame.traceAddress,
        frame.subtraces,
      ])
    expect(await placesWith(false)).toEqual([
      [[], 2],
      [[0], 0],
      [[1], 0],
    ])
    expect(await placesWith(true)).toEqual([
      [[], 5],
      [[0], 0],
      [[1], 1],
      [[1, 0], 0],
      [[2], 0],
      [[3], 1],
      [[3, 0], 0],
      [[4], 0],
    ])
  })

  test.each([
    ['contract creation code storage out of gas', 'Out of gas', returning(100), 53_000n + 2_000n],
    ['max code size exceeded', 'Out of gas', returning(0x6001), LIMIT],
    ['invalid code: must not begin with 0xef', undefined, create0xef(), LIMIT],
  ])('a creation: %s', async (error, inParitysWords, data, gasLimit) => {
    const [plain] = await framesOf([], {}, { data, gasLimit })
    expect(plain).toMatchObject({ type: 'create', error })
    expect(plain).not.toHaveProperty('result')
    const [converted] = await framesOf([], { convertParityErrors: true }, { data, gasLimit })
    expect(converted).toEqual({
      ...plain,
      ...{ error: inParitysWords ?? error, blockHash: expect.any(String) },
    })
  })

  test('the callees of a failed frame keep their results', async () => {
    const accounts = [
      holding(A, code(op(OP.CALL, 5000, B, 0, 0, 0, 0, 0), OP.INVALID)),
      holding(B, op(OP.RETURN, 0, 1)),
    ]
    const [first, second] = await framesOf(accounts, {})
    expect(first).toMatchObject({ error: 'invalid opcode: INVALID', result: {} })
    expect(second).toMatchObject({ result: { output: '0x00' } })
    expect(second).not.toHaveProperty('error')
  })
})

/** Init code that returns 0xef. */
function create0xef(): Uint8Array {
  return code(op(OP.MSTORE8, 0, 0xef), op(OP.RETURN, 0, 1))
}
