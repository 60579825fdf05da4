import { describe, expect, test } from 'vitest'
import { contractAddress } from '../../src/primitives/address.ts'
import { hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { bob } from '../support/accounts.ts'
import { code, push } from '../support/evm/programs.ts'
import { addressOf, chainWith, traceCall } from '../support/evm/tracing.ts'
import {
  A,
  B,
  C,
  CALL,
  CALLCODE,
  CREATE,
  chain,
  DELEGATECALL,
  from,
  OP,
  op,
  RETURN,
  REVERT,
  SELFDESTRUCT,
  STATICCALL,
  STOP,
  trace,
} from '../support/tracers/javascriptSpecimen.ts'

describe('the examples of the specification', () => {
  test('counts opcodes', async () => {
    const source = `{
      counts: {},
      step: function(log, db) {
        var op = log.op.toString()
        this.counts[op] = (this.counts[op] || 0) + 1
      },
      fault: function(log, db) {},
      result: function(ctx, db) { return this.counts }
    }`
    expect(await trace(source)).toEqual({
      // 2 + 2 + 7 of the caller's, of which one has 20 and one 2 bytes; 2 + 2 of the callee's.
      PUSH1: 2 + 2 + 5 + 4,
      PUSH2: 1,
      PUSH20: 1,
      MSTORE: 1,
      SSTORE: 1,
      CALL: 1,
      STOP: 1,
      MSTORE8: 1,
      RETURN: 1,
    })
  })

  test('sums the costs of opcodes', async () => {
    const source = `{
      total: 0, last: 0,
      step(log) { this.total += log.getCost() },
      fault() {},
      result(ctx) { return { gasUsed: ctx.gasUsed, total: this.total, intrinsic: ctx.intrinsicGas } }
    }`
    const adding = addressOf(0xad)
    const simple = chainWith([[adding, code(push(1), push(2), OP.ADD, OP.POP, STOP)]])
    expect(await traceCall(simple, { from, to: adding }, { source })).toEqual({
      gasUsed: 21_011,
      total: 11,
      intrinsic: 21_000,
    })
  })
})

describe('log', () => {
  test('has the data of a step', async () => {
    const source = `{
      steps: [],
      step(log) {
        if (log.op.toString() !== 'SSTORE') return
        this.steps.push([log.op.toNumber(), log.op.isPush(), log.getPC(), log.getDepth(), log.getCost(), log.getRefund(),
          log.stack.length(), log.stack.peek(0), log.stack.peek(1).toString(16), log.memory.length(),
          toHex(log.memory.slice(30, 32)), log.memory.getUint(0), log.getError() === undefined, log.getGas()])
      },
      fault() {},
      result() { return this.steps }
    }`
    // Before it: 21,000, two pairs of pushes at 3, MSTORE at 3 and the first word of memory at 3.
    const gas = 1_000_000 - 21_000 - 4 * 3 - 6
    expect(await trace(source)).toEqual([
      [0x55, false, 9, 1, 22_100, 0, 2, '3', '7', 32, '0x002a', '42', true, gas],
    ])
  })

  test('memory is padded with zeros and belongs to its frame', async () => {
    const source = `{
      seen: [],
      step(log) {
        const op = log.op.toString()
        if (op === 'RETURN' || op === 'STOP' || op === 'MSTORE8')
          this.seen.push([op, log.memory.length(), toHex(log.memory.slice(0, 33)), log.memory.slice(5, 5).length])
      },
      fault() {},
      result() { return this.seen }
    }`
    const returned = `0x09${'00'.repeat(32)}`
    expect(await trace(source)).toEqual([
      ['MSTORE8', 0, `0x${'00'.repeat(33)}`, 0],
      ['RETURN', 32, returned, 0],
      ['STOP', 32, `0x${'00'.repeat(31)}2a00`, 0],
    ])
  })

  test('out of bounds throws', async () => {
    const source = `{
      errors: [],
      attempt(call) { try { call() } catch (error) { this.errors.push(error.message) } },
      step(log) {
        if (log.op.toString() !== 'MSTORE') return
        this.attempt(() => log.stack.peek(2))
        this.attempt(() => log.stack.peek(-1))
        this.attempt(() => log.memory.getUint(0))
        this.attempt(() => log.memory.slice(-1, 2))
        this.attempt(() => log.memory.slice(2, 1))
        this.attempt(() => log.memory.slice(0, 1048577))
      },
      fault() {},
      result() { return this.errors }
    }`
    expect(await trace(source)).toEqual([
      'tracer accessed out of bound stack: size 2, index 2',
      'tracer accessed out of bound stack: size 2, index -1',
      'tracer accessed out of bound memory: available 0, offset 0, size 32',
      'tracer accessed out of bound memory: offset -1, end 2',
      'tracer accessed out of bound memory: offset 2, end 1',
      'reached limit for padding memory slice: 1048577',
    ])
  })

  test('reads stack words of any size', async () => {
    const words = [0n, 1n, 2n ** 32n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 64n, 2n ** 255n + 2n ** 130n]
    const pushing = chainWith([[A, code(...words.map(push), STOP)]])
    const source = `{
      words: [],
      step(log) {
        if (log.op.toString() === 'STOP')
          for (let i = log.stack.length() - 1; i >= 0; i--) this.words.push(log.stack.peek(i))
      },
      fault() {},
      result() { return this.words }
    }`
    expect(await traceCall(pushing, { from, to: A }, { source })).toEqual(words.map(String))
  })

  test('has the contract of each kind of frame', async () => {
    const calls = chainWith([
      [
        A,
        code(
          op(CALL, 50_000, B, 5, 0, 1, 0, 0),
          op(CALLCODE, 50_000, B, 2, 0, 2, 0, 0),
          op(DELEGATECALL, 50_000, B, 0, 3, 0, 0),
          op(STATICCALL, 50_000, B, 0, 0, 0, 0),
          STOP,
        ),
      ],
      [B, code(STOP)],
    ])
    const source = `{
      seen: [],
      step(log) {
        if (log.op.toString() !== 'STOP') return
        const c = log.contract
        this.seen.push([toHex(c.getCaller()), toHex(c.getAddress()), c.getValue(), toHex(c.getInput()), log.getDepth()])
      },
      fault() {},
      result() { return this.seen }
    }`
    const request = { from, to: A, value: 8n, data: hexToBytes('0x1234') }
    expect(await traceCall(calls, request, { source })).toEqual([
      [A, B, '5', '0x00', 2],
      [A, A, '2', '0x0000', 2],
      [from, A, '8', '0x000000', 2],
      [A, B, '0', '0x', 2],
      [from, A, '8', '0x1234', 1],
    ])
  })

  test('names opcodes', async () => {
    const names = chainWith([[A, code(0x5f, 0x44, 0x5e, 0x0c)]])
    const source = `{ n: [], step(log) { this.n.push(log.op.toString(), log.op.isPush()) }, fault() {}, result() { return this.n } }`
    expect(await traceCall(names, { from, to: A }, { source })).toEqual([
      ...['PUSH0', true, 'DIFFICULTY', false, 'MCOPY', false],
    ])
  })
})

describe('failures', () => {
  const failing = (bytes: Uint8Array, gas = 100_000n) => {
    const source = `{
      events: [],
      step(log) { this.events.push(['step', log.op.toString(), log.getError()]) },
      fault(log) { this.events.push(['fault', log.op.toString(), log.getError(), log.getPC()]) },
      result(ctx) { return [this.events, ctx.error] }
    }`
    return traceCall(chainWith([[A, bytes]]), { from, to: A, gas }, { source })
  }

  test.each([
    ['too little gas', push(1), 21_002n, [['step', 'PUSH1', 'out of gas']], 'out of gas'],
    [
      'nothing on the stack',
      code(OP.POP),
      undefined,
      [['step', 'POP', 'stack underflow (0 <=> 1)']],
      'stack underflow (0 <=> 1)',
    ],
    [
      'a jump to nowhere',
      op(0x56, 9),
      undefined,
      [
        ['step', 'PUSH1', null],
        ['step', 'JUMP', null],
        ['fault', 'JUMP', 'invalid jump destination', 2],
      ],
      'invalid jump destination',
    ],
    [
      'REVERT',
      op(REVERT, 0, 0),
      undefined,
      [
        ['step', 'PUSH1', null],
        ['step', 'PUSH1', null],
        ['step', 'REVERT', null],
        ['fault', 'REVERT', 'execution reverted', 4],
      ],
      'execution reverted',
    ],
    [
      'an opcode that is none',
      code(0x0c),
      undefined,
      [
        ['step', 'opcode 0xc not defined', null],
        ['fault', 'opcode 0xc not defined', 'invalid opcode: opcode 0xc not defined', 0],
      ],
      'invalid opcode: opcode 0xc not defined',
    ],
  ])('%s', async (_name, bytes, gas, events, error) => {
    expect(await failing(bytes, gas)).toEqual([events, error])
  })

  test('fault is called also without step', async () => {
    const source = `{ seen: [], fault(log) { this.seen.push([log.op.toString(), log.getError(), log.getDepth(), log.stack.peek(1)]) },
      result() { return this.seen } }`
    const reverting = chainWith([
      [A, code(op(CALL, 50_000, B, 0, 0, 0, 0, 0), STOP)],
      [B, op(REVERT, 0, 6)],
    ])
    expect(await traceCall(reverting, { from, to: A }, { source })).toEqual([
      ['REVERT', 'execution reverted', 2, '6'],
    ])
  })
})

describe('frames', () => {
  const source = `{
    events: [],
    setup(config) { this.events.push('setup ' + config) },
    step(log) { this.events.push('step ' + log.op.toString()) },
    fault(log) { this.events.push('fault ' + log.op.toString()) },
    enter(frame) {
      const value = frame.getValue()
      this.events.push(['enter', frame.getType(), toHex(frame.getFrom()), toHex(frame.getTo()), toHex(frame.getInput()),
        frame.getGas(), value === undefined ? 'no value' : value.toString()])
    },
    exit(frame) { this.events.push(['exit', frame.getGasUsed(), toHex(frame.getOutput()), frame.getError() || 'no error']) },
    result(ctx) { this.events.push('result ' + ctx.type); return this.events }
  }`
  const withoutPushes = (events: unknown) =>
    (events as unknown[]).filter((event) => !String(event).startsWith('step PUSH'))

  test('setup, step, enter, exit and result, in this order', async () => {
    const told = await traceCall(chain, { from, to: A, value: 8n }, { source, config: { a: [1] } })
    expect(withoutPushes(told)).toEqual([
      'setup {"a":[1]}',
      'step MSTORE',
      'step SSTORE',
      'step CALL',
      // With the stipend of a call that carries value; two pushes, MSTORE8 with one word of memory,
      // two pushes.
      ['enter', 'CALL', A, B, '0x002a', 52_300, '5'],
      'step MSTORE8',
      'step RETURN',
      ['exit', 3 * 4 + 6, '0x09', 'no error'],
      'step STOP',
      'result CALL',
    ])
  })

  test('all kinds, and a failing one', async () => {
    const init = code(op(RETURN, 0, 0))
    const kinds = chainWith([
      [
        A,
        code(
          op(STATICCALL, 50_000, C, 0, 0, 0, 0),
          op(OP.MSTORE, 0, BigInt(`0x${Buffer.from(init).toString('hex')}`)),
          op(CREATE, 1, 32 - init.length, init.length),
          op(SELFDESTRUCT, bob.address),
        ),
      ],
      [C, op(REVERT, 0, 2)],
    ])
    const created = contractAddress(A, 0n)
    const told = await traceCall(kinds, { from, to: A, value: 8n }, { source })
    expect(withoutPushes(told)).toEqual([
      'setup {}',
      'step STATICCALL',
      ['enter', 'STATICCALL', A, C, '0x', 50_000, 'no value'],
      'step REVERT',
      'fault REVERT',
      ['exit', 3 * 2 + 3, '0x0000', 'execution reverted'],
      'step MSTORE',
      'step CREATE',
      [
        'enter',
        'CREATE',
        A,
        created,
        `0x${Buffer.from(init).toString('hex')}`,
        expect.any(Number),
        '1',
      ],
      'step RETURN',
      ['exit', 3 * 2, '0x', 'no error'],
      'step SELFDESTRUCT',
      ['enter', 'SELFDESTRUCT', A, bob.address, '0x', 0, '7'],
      ['exit', 0, '0x', 'no error'],
      'result CALL',
    ])
  })
})
