import { expect, test } from 'vitest'
import { keccak256 } from '../../src/primitives/crypto/keccak.ts'
import { bigIntToBytes, concatBytes } from '../../src/primitives/encoding/bytes.ts'
import { bytesToHex, type Hex } from '../../src/primitives/encoding/hex.ts'
import { alice } from '../support/accounts.ts'
import { code, push } from '../support/evm/programs.ts'
import { addressOf, chainWith, traceCall } from '../support/evm/tracing.ts'

const ENTRY_POINT = addressOf(0xe0)
const ACCOUNT = addressOf(0xac)
const PAYMASTER = addressOf(0xfa)
const TOKEN = addressOf(0x70)

const op = (opcode: number, ...args: readonly (number | bigint | string)[]) =>
  code(...[...args].reverse().map((arg) => push(BigInt(arg))), opcode)

const [SLOAD, SSTORE, KECCAK256, MSTORE, LOG1, CALL, STOP, REVERT, GAS, NUMBER, POP, STATICCALL] = [
  0x54, 0x55, 0x20, 0x52, 0xa1, 0xf1, 0x00, 0xfd, 0x5a, 0x43, 0x50, 0xfa,
] as const

/**
 * As bundlers of ERC-4337 validate user operations: a log of what every call below the entry point
 * did.
 */
const bundlerTracer = `{
  callsFromEntryPoint: [], currentLevel: null, keccak: [], calls: [], logs: [], debug: [], lastOp: '',
  setup(config) { this.config = JSON.parse(config) },
  fault(log, db) { this.debug.push('fault depth=' + log.getDepth() + ' ' + log.getError() + ' ' + log.op.toString()) },
  result(ctx, db) {
    return {
      callsFromEntryPoint: this.callsFromEntryPoint, keccak: this.keccak, logs: this.logs, calls: this.calls,
      debug: this.debug, nonce: db.getNonce(toAddress(this.config.account)), failed: ctx.error,
    }
  },
  enter(frame) {
    this.calls.push({ type: frame.getType(), from: toHex(frame.getFrom()), to: toHex(frame.getTo()),
      method: toHex(frame.getInput()).slice(0, 10), gas: frame.getGas(), value: frame.getValue() })
  },
  exit(frame) {
    this.calls.push({ type: frame.getError() != null ? 'REVERT' : 'RETURN', gasUsed: frame.getGasUsed(),
      data: toHex(frame.getOutput()).slice(0, 4000) })
  },
  countSlot(list, key) { list[key] = (list[key] || 0) + 1 },
  step(log, db) {
    const opcode = log.op.toString()
    if (log.getDepth() === 1) {
      if (opcode === 'CALL' || opcode === 'STATICCALL') {
        const addr = toAddress(log.stack.peek(1).toString(16))
        this.currentLevel = { topLevelTarget: toHex(addr), exists: db.exists(addr), opcodes: {}, access: {}, contractSize: {} }
        this.callsFromEntryPoint.push(this.currentLevel)
      } else if (opcode === 'LOG1') {
        const offset = parseInt(log.stack.peek(0).toString()), size = parseInt(log.stack.peek(1).toString())
        this.logs.push({ topics: ['0x' + log.stack.peek(2).toString(16)], data: toHex(log.memory.slice(offset, offset + size)) })
      }
      this.lastOp = ''
      return
    }
    if (this.lastOp === 'GAS' && !opcode.includes('CALL')) this.countSlot(this.currentLevel.opcodes, 'GAS')
    if (opcode !== 'GAS' && !opcode.match(/^(PUSH|DUP|SWAP|POP|STOP|MSTORE|REVERT)/)) this.countSlot(this.currentLevel.opcodes, opcode)
    this.lastOp = opcode
    if (opcode === 'SLOAD' || opcode === 'SSTORE') {
      const slot = toWord(log.stack.peek(0).toString(16)), slotHex = toHex(slot)
      const addr = log.contract.getAddress(), addrHex = toHex(addr)
      const access = this.currentLevel.access[addrHex] = this.currentLevel.access[addrHex] || { reads: {}, writes: {} }
      if (opcode === 'SLOAD') {
        if (access.reads[slotHex] == null && access.writes[slotHex] == null) access.reads[slotHex] = toHex(db.getState(addr, slot))
      } else this.countSlot(access.writes, slotHex)
    } else if (opcode === 'KECCAK256') {
      const offset = parseInt(log.stack.peek(0).valueOf()), size = parseInt(log.stack.peek(1).valueOf())
      if (size > 20 && size < 512) this.keccak.push(toHex(log.memory.slice(offset, offset + size)))
    } else if (opcode === 'STATICCALL' || opcode === 'CALL') {
      const addr = toAddress(log.stack.peek(1).toString(16))
      if (!isPrecompiled(addr)) this.currentLevel.contractSize[toHex(addr)] = db.getCode(addr).length
    }
  },
}`

test("runs a bundler's validation tracer", async () => {
  const balanceSlot = (owner: Hex) =>
    keccak256(concatBytes(bigIntToBytes(BigInt(owner), 32), bigIntToBytes(0n, 32)))
  const slotOfAccount = balanceSlot(ACCOUNT)
  const word = (value: bigint | number): Hex => bytesToHex(bigIntToBytes(BigInt(value), 32))
  const tokenCode = code(op(SLOAD, BigInt(bytesToHex(slotOfAccount))), POP, STOP)
  // mapping(address => uint) at slot 0: keccak256(key, slot), which grows the memory; then the
  // token, then a log.
  const accountCode = code(
    op(MSTORE, 0, ACCOUNT),
    op(KECCAK256, 0, 64),
    SLOAD,
    POP,
    op(SSTORE, 1, 9),
    op(SLOAD, 1),
    POP,
    code(...[0, 0, 0, 0, BigInt(TOKEN)].map(push), GAS, STATICCALL),
    GAS,
    POP,
    STOP,
  )
  const chain = chainWith(
    [
      [
        ENTRY_POINT,
        code(
          op(MSTORE, 0, 0x1a2b3c4dn << 224n),
          op(CALL, 200_000, ACCOUNT, 1, 0, 4, 0, 0),
          op(LOG1, 0, 2, 0xbb),
          op(STATICCALL, 100_000, PAYMASTER, 0, 0, 0, 0),
          STOP,
        ),
      ],
      [PAYMASTER, code(NUMBER, POP, op(REVERT, 0, 3))],
    ],
    [
      [
        ACCOUNT,
        { code: accountCode, nonce: 3n, storage: [[slotOfAccount, bigIntToBytes(77n, 32)]] },
      ],
      [TOKEN, { code: tokenCode, storage: [[slotOfAccount, bigIntToBytes(5n, 32)]] }],
    ],
  )
  const request = { from: alice.address, to: ENTRY_POINT, value: 1n, gas: 1_000_000n }
  const got = await traceCall(chain, request, {
    source: bundlerTracer,
    config: { account: ACCOUNT },
  })
  const preimage = bytesToHex(concatBytes(bigIntToBytes(BigInt(ACCOUNT), 32), new Uint8Array(32)))
  const slot = bytesToHex(slotOfAccount)
  expect(got).toEqual({
    callsFromEntryPoint: [
      {
        topLevelTarget: ACCOUNT,
        exists: true,
        opcodes: { KECCAK256: 1, SLOAD: 3, SSTORE: 1, STATICCALL: 1, GAS: 1 },
        access: {
          [ACCOUNT]: { reads: { [slot]: word(77) }, writes: { [word(1)]: 1 } },
          [TOKEN]: { reads: { [slot]: word(5) }, writes: {} },
        },
        contractSize: { [TOKEN]: tokenCode.length },
      },
      {
        topLevelTarget: PAYMASTER,
        exists: true,
        opcodes: { NUMBER: 1 },
        access: {},
        contractSize: {},
      },
    ],
    keccak: [preimage],
    logs: [{ topics: ['0xbb'], data: '0x1a2b' }],
    calls: [
      {
        type: 'CALL',
        from: ENTRY_POINT,
        to: ACCOUNT,
        method: '0x1a2b3c4d',
        gas: 202_300,
        value: '1',
      },
      { type: 'STATICCALL', from: ACCOUNT, to: TOKEN, method: '0x', gas: expect.any(Number) },
      // PUSH32, a cold SLOAD, POP.
      { type: 'RETURN', gasUsed: 3 + 2100 + 2, data: '0x' },
      { type: 'RETURN', gasUsed: expect.any(Number), data: '0x' },
      { type: 'STATICCALL', from: ENTRY_POINT, to: PAYMASTER, method: '0x', gas: 100_000 },
      // NUMBER, POP, two pushes and a word of memory.
      { type: 'REVERT', gasUsed: 2 + 2 + 6 + 3, data: '0x000000' },
    ],
    debug: ['fault depth=2 execution reverted REVERT'],
    nonce: 3,
  })
})
