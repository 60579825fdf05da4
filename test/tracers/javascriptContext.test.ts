import { describe, expect, test } from 'vitest'
import { contractAddress, create2Address } from '../../src/primitives/address.ts'
import { keccak256 } from '../../src/primitives/crypto/keccak.ts'
import { hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { alice } from '../support/accounts.ts'
import { signed } from '../support/chain.ts'
import { code } from '../support/evm/programs.ts'
import { chainWith, traceCall, traceTransaction } from '../support/evm/tracing.ts'
import { COIN } from '../support/genesis.ts'
import {
  A,
  B,
  C,
  callee,
  chain,
  from,
  OP,
  op,
  RETURN,
  REVERT,
  STOP,
  trace,
} from '../support/tracers/javascriptSpecimen.ts'

describe('ctx', () => {
  const source = `{ step() {}, fault() {}, result(ctx) {
    for (const name of ['from', 'to', 'input', 'output', 'coinbase', 'blockHash', 'txHash'])
      if (ctx[name] !== undefined) ctx[name] = [ctx[name] instanceof Uint8Array, toHex(ctx[name])]
    return ctx } }`

  test('of a call', async () => {
    const data = hexToBytes('0xabcd')
    const view = await chain.state.viewAt({ tag: 'latest' })
    const request = { from, to: B, value: 3n, data, gas: 200_000n }
    expect(await traceCall(chain, request, { source })).toEqual({
      type: 'CALL',
      from: [true, from],
      to: [true, B],
      input: [true, '0xabcd'],
      gas: 200_000,
      // The floor of EIP-7623: two bytes that are not zero are eight tokens at 10. The code takes
      // 18 only.
      gasUsed: 21_000 + 80,
      intrinsicGas: 21_032,
      gasPrice: '0',
      value: '3',
      output: [true, '0x09'],
      block: Number(view.block.header.number),
      coinbase: [true, view.block.header.miner],
    })
  })

  test('of a creation', async () => {
    const data = code(op(OP.MSTORE8, 0, 0x2a), op(RETURN, 0, 1))
    const got = await traceCall(chain, { from, data }, { source })
    expect(got).toMatchObject({ type: 'CREATE', output: [true, '0x2a'] })
    expect(got).toMatchObject({ to: [true, contractAddress(from, 0n)] })
  })

  test('of a failing call', async () => {
    const reverting = chainWith([[A, op(REVERT, 0, 1)]])
    const got = await traceCall(reverting, { from, to: A }, { source })
    expect(got).toMatchObject({ error: 'execution reverted', output: [true, '0x00'] })
  })

  test('of a transaction', async () => {
    const own = chainWith([[B, callee]])
    const transaction = signed(alice, { to: B, value: 3n })
    const got = await traceTransaction(own, transaction, { source })
    const mined = own.transactions.get(transaction.hash)
    const { header } = own.blocks.latest
    expect(got).toMatchObject({
      gas: 1_000_000,
      gasUsed: Number(own.transactions.get(transaction.hash)?.receipt.gasUsed),
      gasPrice: String((header.baseFeePerGas ?? 0n) + 1_000_000_000n),
      txHash: [true, transaction.hash],
      txIndex: 0,
      block: 1,
      blockHash: [true, mined?.block.hash],
    })
  })
})

describe('db', () => {
  test('reads the state before the opcode, in result that after the transaction', async () => {
    const source = `{
      seen: [],
      look(db, when) {
        const a = '${A}'
        this.seen.push([when, db.getBalance(toAddress(a)), db.getNonce(toAddress(a)), toHex(db.getState(toAddress(a), toWord('0x03'))),
          db.getCode(toAddress('${B}')).length, db.exists(toAddress(a)), db.exists(toAddress('${C}')), db.getBalance('${B}')])
      },
      step(log, db) { if (['SSTORE', 'CALL', 'RETURN'].includes(log.op.toString())) this.look(db, log.op.toString()) },
      enter() {}, exit() {},
      fault() {},
      result(ctx, db) { this.look(db, 'result'); return this.seen }
    }`
    const word = (n: number) => `0x${n.toString(16).padStart(64, '0')}`
    expect(await trace(source)).toEqual([
      ['SSTORE', '8', 0, word(0), callee.length, true, false, '0'],
      ['CALL', '8', 0, word(7), callee.length, true, false, '0'],
      ['RETURN', '3', 0, word(7), callee.length, true, false, '5'],
      ['result', '3', 0, word(7), callee.length, true, false, '5'],
    ])
  })

  test('accepts addresses as bytes, arrays and text', async () => {
    const bytes = `[${Array.from({ length: 20 }, () => 0xbb)}]`
    const source = `{ step() {}, fault() {}, result(ctx, db) {
      return [new Uint8Array(${bytes}), ${bytes}, '${B}', '${B.slice(2)}', '0x00${B.slice(2)}'].map((a) => db.getCode(a).length) } }`
    expect(await trace(source)).toEqual(Array.from({ length: 5 }, () => callee.length))
  })

  test('does not change the state', async () => {
    const before = (await chain.state.viewAt({ tag: 'latest' })).state.getBalance(from)
    await trace('{ step() {}, fault() {}, result() {} }')
    expect((await chain.state.viewAt({ tag: 'latest' })).state.getBalance(from)).toBe(before)
    expect(before).toBe(1000n * COIN)
  })
})

describe('globals', () => {
  const evaluate = (expression: string) =>
    trace(`{ step() {}, fault() {}, result() { return ${expression} } }`)

  test.each<[string, unknown]>([
    ["toHex(toWord('0xff'))", `0x${'ff'.padStart(64, '0')}`],
    ["toHex(toWord('0x' + '12'.repeat(40)))", `0x${'12'.repeat(32)}`],
    ["toHex(toAddress('0xff'))", `0x${'ff'.padStart(40, '0')}`],
    ["toHex(toAddress('0x123'))", `0x${'0123'.padStart(40, '0')}`],
    ['toHex([1, 2, 255])', '0x0102ff'],
    ['toHex(new Uint8Array(0))', '0x'],
    ["toHex(slice(toAddress('0x010203'), 17, 19))", '0x0102'],
    [
      '(() => { try { slice([1, 2], 1, 3) } catch (e) { return e.message } })()',
      'Tracer accessed out of bound memory: available 2, offset 1, size 2',
    ],
    ["isPrecompiled(toAddress('0x01'))", true],
    ["isPrecompiled(toAddress('0x0a'))", true],
    ["isPrecompiled(toAddress('0xff'))", false],
    [`toHex(toContract('${A}', 0))`, contractAddress(A, 0n)],
    [`toHex(toContract(toAddress('${A}'), 127))`, contractAddress(A, 127n)],
    [`toHex(toContract('${A}', 128))`, contractAddress(A, 128n)],
    [`toHex(toContract('${A}', 65536))`, contractAddress(A, 65536n)],
    [
      `toHex(toContract2('${A}', '0x07', '0x6000'))`,
      create2Address(A, hexToBytes(`0x${'07'.padStart(64, '0')}`), hexToBytes('0x6000')),
    ],
    ['bigInt(2).pow(200)', (2n ** 200n).toString()],
    ['bigInt.isInstance(bigInt(1))', true],
    ["bigInt('-0ff'.slice(1), 16).minus(256n)", '-1'],
    [
      "bigInt('12345678901234567890').divmod(7)",
      { quotient: '1763668414462081127', remainder: '1' },
    ],
    ['bigInt(-5).shiftRight(1).and(0xff)', (-3n & 0xffn).toString()],
    ['bigInt(3).modPow(-1, 11).eq(4) && bigInt(2).lt(Infinity)', true],
    ['bigInt(255).toString(16) + bigInt(7).toJSNumber()', 'ff7'],
    [
      'typeof process + typeof require + typeof fetch + typeof console + typeof setTimeout',
      'undefined'.repeat(5),
    ],
  ])('%s', async (expression, value) => {
    expect(await evaluate(expression)).toEqual(value)
  })

  test('BLOCKHASH and hashing code: the whole EVM is available', async () => {
    const hashing = code(op(0x20, 0, 0), STOP)
    const own = chainWith([[A, code(op(0x40, 0), hashing)]])
    const source = `{ n: [], step(log) { if (log.op.toString() === 'STOP') this.n.push(log.stack.peek(0).toString(16), log.stack.peek(1).toString(16)) },
      fault() {}, result() { return this.n } }`
    const got = await traceTransaction(own, signed(alice, { to: A }), { source })
    const hex = (bytes: Uint8Array) =>
      BigInt(`0x${Buffer.from(bytes).toString('hex')}`).toString(16)
    const zero = own.blocks.get(0n)
    expect(got).toEqual([hex(keccak256(new Uint8Array(0))), BigInt(zero?.hash ?? 0n).toString(16)])
  })
})
