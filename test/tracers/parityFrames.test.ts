import { describe, expect, test } from 'vitest'
import { contractAddress, create2Address } from '../../src/primitives/address.ts'
import { concatBytes } from '../../src/primitives/encoding/bytes.ts'
import { bytesToHex, hexToBytes, toQuantity } from '../../src/primitives/encoding/hex.ts'
import { alice, bob } from '../support/accounts.ts'
import { code, push } from '../support/evm/programs.ts'
import { A, B, C, contract, GAS, op, precompile, traceOne } from '../support/tracers/parityScene.ts'

const STOP = hexToBytes('00')
/** Puts a word at the beginning of memory. */
const store = (bytes: Uint8Array) =>
  code(0x7f, concatBytes(bytes, new Uint8Array(32 - bytes.length)), push(0), 0x52)
/** A call with this gas whose result is dropped. */
const call = (opcode: number, gas: number, to: string, ...rest: number[]) =>
  code(op(opcode, gas, BigInt(to), ...rest), 0x50)
const tree = (frames: readonly unknown[]) => frames as readonly Record<string, unknown>[]

describe('frames', () => {
  test('of a transfer, with block and transaction', async () => {
    const { trace, block, hash } = await traceOne([], { to: bob.address, value: 5n })
    const frame = {
      type: 'call',
      action: {
        callType: 'call',
        from: alice.address,
        to: bob.address,
        // without the 21,000 that a transaction costs
        gas: toQuantity(GAS - 21_000n),
        input: '0x',
        value: '0x5',
      },
      result: { gasUsed: '0x0', output: '0x' },
      subtraces: 0,
      traceAddress: [],
    }
    expect(trace.frames).toEqual([frame])
    expect(trace.localizedFrames).toEqual([
      {
        ...frame,
        blockHash: block.hash,
        blockNumber: 1,
        transactionHash: hash,
        transactionPosition: 0,
      },
    ])
    expect(trace.replay).toMatchObject({ output: '0x', vmTrace: { code: '0x', ops: [] } })
  })

  test('of all kinds of calls, in order with their positions', async () => {
    const { trace } = await traceOne(
      [
        [
          A,
          {
            balance: 9n,
            code: code(
              call(0xf1, 50_000, B, 7, 0, 0, 0, 0),
              call(0xfa, 1_000, C, 0, 4, 0, 0),
              call(0xf2, 1_000, C, 2, 0, 0, 0, 0),
            ),
          },
        ],
        [B, { code: code(call(0xf4, 1_000, C, 0, 0, 0, 0), op(0xf3, 0, 1)) }],
        [C, { code: STOP }],
      ],
      { to: A, data: Uint8Array.of(1) },
    )
    const shape = tree(trace.frames).map(({ action, subtraces, traceAddress }) => ({
      ...(action as object),
      subtraces,
      traceAddress,
    }))
    expect(shape).toMatchObject([
      {
        callType: 'call',
        from: alice.address,
        to: A,
        input: '0x01',
        traceAddress: [],
        subtraces: 3,
      },
      // 2,300 come on top of what a call with wei is given
      {
        ...{ callType: 'call', from: A, to: B, gas: '0xcc4c', value: '0x7', input: '0x' },
        ...{ traceAddress: [0], subtraces: 1 },
      },
      {
        ...{ callType: 'delegatecall', from: B, to: C, gas: '0x3e8', value: '0x7' },
        ...{ traceAddress: [0, 0], subtraces: 0 },
      },
      {
        ...{ callType: 'staticcall', from: A, to: C, gas: '0x3e8', value: '0x0' },
        ...{ input: '0x00000000', traceAddress: [1], subtraces: 0 },
      },
      {
        ...{ callType: 'callcode', from: A, to: C, gas: '0xce4', value: '0x2' },
        ...{ traceAddress: [2], subtraces: 0 },
      },
    ])
    expect(trace.frames[1]).toMatchObject({ result: { output: '0x00' } })
    expect(trace.frames[2]).toMatchObject({ result: { gasUsed: '0x0', output: '0x' } })
  })

  test('of creations and self-destructions', async () => {
    // MSTORE8(0, 1) RETURN(0, 1), and CALLER SELFDESTRUCT
    const keeps = hexToBytes('600160005360016000f3')
    const destroys = hexToBytes('33ff')
    const { trace } = await traceOne(
      [
        [
          A,
          {
            balance: 9n,
            code: code(
              ...[store(keeps), op(0xf0, 3, 0, keeps.length)],
              ...[store(keeps), op(0xf5, 0, 0, keeps.length, 7)],
              ...[store(destroys), op(0xf0, 5, 0, destroys.length)],
            ),
          },
        ],
      ],
      { to: A },
    )
    const first = contractAddress(A, 0n)
    const salt = hexToBytes('07'.padStart(64, '0'))
    // 3 + 3 + 3 and a word of memory for MSTORE8, 6 for two pushes, 200 for a byte of code
    const result = { code: '0x01', gasUsed: '0xda' }
    expect(trace.frames.slice(1)).toMatchObject([
      {
        type: 'create',
        action: { creationMethod: 'create', from: A, init: bytesToHex(keeps), value: '0x3' },
        result: { ...result, address: first },
        traceAddress: [0],
      },
      {
        type: 'create',
        action: { creationMethod: 'create2', from: A, init: bytesToHex(keeps), value: '0x0' },
        result: { ...result, address: create2Address(A, salt, keeps) },
        traceAddress: [1],
      },
      { type: 'create', result: { code: '0x' }, subtraces: 1, traceAddress: [2] },
      {
        type: 'suicide',
        action: { address: contractAddress(A, 2n), balance: '0x5', refundAddress: A },
        result: null,
        subtraces: 0,
        traceAddress: [2, 0],
      },
    ])
  })

  test('a creation transaction has its code as output', async () => {
    const { trace, receipt } = await traceOne([], { data: hexToBytes('600160005360016000f3') })
    expect(trace.frames).toMatchObject([
      { type: 'create', result: { address: receipt.contractAddress, code: '0x01' } },
    ])
    expect(trace.replay.output).toBe('0x01')
  })

  test('precompiles are omitted, unless called with value or by delegation', async () => {
    const identity = precompile(4)
    const { trace } = await traceOne(
      [
        [
          A,
          {
            balance: 9n,
            code: code(
              call(0xf1, 1_000, identity, 0, 0, 0, 0, 0),
              call(0xfa, 1_000, identity, 0, 0, 0, 0),
              call(0xf1, 1_000, identity, 1, 0, 0, 0, 0),
              call(0xf4, 1_000, identity, 0, 0, 0, 0),
            ),
          },
        ],
      ],
      { to: A },
    )
    expect(trace.frames).toMatchObject([
      { subtraces: 2 },
      { action: { callType: 'call', to: identity, value: '0x1' }, traceAddress: [0] },
      { action: { callType: 'delegatecall', to: identity }, traceAddress: [1] },
    ])
    const direct = await traceOne([], { to: identity, data: Uint8Array.of(1, 2) })
    expect(direct.trace.frames).toMatchObject([{ result: { output: '0x0102' } }])
  })
})

describe("failures, in Parity's words", () => {
  test.each([
    ['Reverted', '5f5ffd'],
    ['Bad instruction', 'fe'],
    ['Bad instruction', '0c'],
    ['Bad jump destination', '600356'],
    ['Stack underflow', '01'],
    ['Out of stack', '5b5f600056'],
    ['Out of gas', '5b600056'],
  ])('%s: %s', async (error, text) => {
    const { trace, receipt } = await traceOne([[A, { code: hexToBytes(text) }]], { to: A })
    expect(receipt.status).toBe(0)
    const result = error === 'Reverted' ? { gasUsed: '0x4', output: '0x' } : null
    expect(trace.frames).toMatchObject([
      { error, result, action: { gas: toQuantity(GAS - 21_000n) } },
    ])
  })

  test('a write in a static call, and return data out of bounds', async () => {
    const contracts = [
      [A, { code: code(call(0xfa, 50_000, B, 0, 0, 0, 0), call(0xf1, 50_000, C, 0, 0, 0, 0, 0)) }],
      [B, { code: op(0x55, 0, 1) }],
      [C, { code: op(0x3e, 0, 0, 1) }],
    ] as const
    const { trace, receipt } = await traceOne(contracts, { to: A })
    expect(receipt.status).toBe(1)
    expect(trace.frames).toMatchObject([
      { subtraces: 2 },
      { error: 'Mutable Call In Static Context', result: null },
      { error: expect.stringMatching(/^Out of (bounds|gas)$/), result: null },
    ])
  })

  test('failing precompiles', async () => {
    // BN254 addition of what is no point
    const data = new Uint8Array(64).fill(1)
    const { trace } = await traceOne([], { to: precompile(6), data })
    expect(trace.frames).toMatchObject([{ error: 'Built-in failed', result: null }])
  })

  test.each([
    ['Reverted', '5f5ffd'],
    ['Out of gas', '6175306000f3'],
    ['Invalid code', '60ef60005360016000f3'],
  ])('a creation: %s: %s', async (error, init) => {
    const { trace, receipt } = await traceOne([], { data: hexToBytes(init), gasLimit: 9_000_000n })
    expect(receipt.status).toBe(0)
    expect(trace.frames).toMatchObject([{ type: 'create', error, subtraces: 0 }])
  })

  test('calls without a frame are reported', async () => {
    const poor = contract('dd')
    const { trace, replay } = await traceOne(
      [[A, { balance: 1n, code: call(0xf1, 1_000, poor, 2, 0, 0, 0, 0) }]],
      { to: A },
    )
    expect(trace.frames).toMatchObject([
      { subtraces: 1 },
      {
        action: { to: poor, value: '0x2' },
        error: 'insufficient balance for transfer',
        result: null,
      },
    ])
    const { ops } = replay.vmTrace as { ops: { op: string; sub: unknown; ex: object }[] }
    expect(ops.find(({ op: name }) => name === 'CALL')).toMatchObject({
      sub: null,
      ex: { push: ['0x0'] },
    })
  })

  test('a failing frame uses all of its gas', async () => {
    const { receipt } = await traceOne([[A, { code: hexToBytes('fe') }]], { to: A })
    expect(receipt.gasUsed).toBe(GAS)
  })
})
