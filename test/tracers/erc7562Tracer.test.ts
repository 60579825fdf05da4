import { expect, test } from 'vitest'
import type { Json } from '../../src/primitives/encoding/json.ts'
import { A, B, C, OP, op } from '../support/evm/observerScenarios.ts'
import { code, push } from '../support/evm/programs.ts'
import { holding, traceOf } from '../support/tracers/traceSetup.ts'

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
const [TLOAD, TSTORE, ISZERO, KECCAK256] = [0x5c, 0x5d, 0x15, 0x20]

type Frame = Readonly<Record<string, Json>> & { readonly calls?: readonly Frame[] }

async function traced(program: Uint8Array, config: Json = {}, callee = code(0)): Promise<Frame> {
  const options = { tracer: 'erc7562Tracer', tracerConfig: config }
  const trace = await traceOf([holding(A, program), holding(B, callee)], options)
  return trace as unknown as Frame
}

// The expectations follow the rules of geth's erc7562.go.

test('slots: words before the first write, and numbers of accesses', async () => {
  const program = code(
    op(OP.SSTORE, 1, 7),
    op(OP.SLOAD, 1),
    op(OP.SLOAD, 2),
    op(OP.SSTORE, 2, 9),
    op(OP.SLOAD, 2),
    op(OP.SSTORE, 2, 8),
    op(TLOAD, 3),
    op(TSTORE, 4, 1),
    op(TLOAD, 3),
  )
  const { accessedSlots, type, outOfGas, calls } = await traced(program)
  expect(accessedSlots).toEqual({
    reads: { [word(2)]: [word(0)] },
    writes: { [word(1)]: 1, [word(2)]: 2 },
    transientReads: { [word(3)]: 2 },
    transientWrites: { [word(4)]: 1 },
  })
  expect([type, outOfGas, calls]).toEqual(['CALL', false, undefined])
})

test('a slot whose reading runs out of gas counts as read, with its word', async () => {
  // Geth tells a tracer of each opcode, also of one that fails.
  const reading = op(OP.SLOAD, 5)
  const called = op(OP.CALL, 50, B, 0, 0, 0, 0, 0)
  const borrowed = op(OP.DELEGATECALL, 50, B, 0, 0, 0, 0)
  const { calls = [] } = await traced(code(op(OP.SSTORE, 5, 7), called, borrowed), {}, reading)
  const reads = calls.map(({ error, accessedSlots }) => [error, accessedSlots])
  expect(reads).toMatchObject([
    ['out of gas', { reads: { [word(5)]: [word(0)] } }],
    ['out of gas', { reads: { [word(5)]: [word(7)] } }],
  ])
})

test('opcodes are counted by number, without the harmless ones', async () => {
  const program = code(push(1), push(2), 0x01, OP.POP, 0x43, 0x43, 0x5b)
  const { usedOpcodes } = await traced(program)
  expect(usedOpcodes).toEqual({ '0x0': 1, '0x43': 2, '0x5b': 1 })
  const all = await traced(program, { ignoredOpcodes: [] })
  expect(all.usedOpcodes).toEqual({
    ...{ '0x0': 1, '0x1': 1, '0x43': 2, '0x50': 1, '0x5b': 1, '0x60': 2 },
  })
})

test('GAS counts unless a call follows directly', async () => {
  // GAS as the gas of a call; the operands come before it.
  const calling = code(push(0), push(0), push(0), push(0), push(BigInt(B)), OP.GAS, 0xfa, OP.POP)
  expect((await traced(calling)).usedOpcodes).toEqual({ '0x0': 1, '0xfa': 1 })
  const other = code(OP.GAS, OP.POP)
  expect((await traced(other)).usedOpcodes).toEqual({ '0x0': 1, '0x5a': 1 })
})

test('contracts: code sizes, and accesses other than EXTCODESIZE before ISZERO', async () => {
  const program = code(
    ...[op(OP.EXTCODESIZE, B), ISZERO],
    ...[op(OP.EXTCODESIZE, C), OP.POP],
    ...[op(OP.EXTCODEHASH, B), OP.POP],
    op(OP.STATICCALL, 5000, B, 0, 0, 0, 0),
  )
  const { extCodeAccessInfo, contractSize } = await traced(program, {}, code(push(1), OP.POP))
  expect(extCodeAccessInfo).toEqual([C, B])
  expect(contractSize).toEqual({
    [B]: { contractSize: 3, opcode: OP.EXTCODESIZE },
    [C]: { contractSize: 0, opcode: OP.EXTCODESIZE },
  })
})

test('inner frames have their own use; preimages are those of the whole transaction', async () => {
  const hashing = code(op(KECCAK256, 0, 2), op(OP.SLOAD, 5), op(KECCAK256, 0, 1))
  const {
    calls = [],
    keccak,
    ...root
  } = await traced(op(OP.CALL, 50_000, B, 0, 0, 0, 0, 0), {}, hashing)
  expect(keccak).toEqual(['0x00', '0x0000'])
  expect(root.accessedSlots).toMatchObject({ reads: {} })
  expect(calls[0]).toMatchObject({
    ...{ type: 'CALL', from: A, to: B, value: '0x0', outOfGas: false },
    accessedSlots: { reads: { [word(5)]: [word(0)] } },
    usedOpcodes: { '0x0': 1, '0x20': 2, '0x54': 1 },
  })
  expect(calls[0]).not.toHaveProperty('keccak')
})

test('an inner frame reports out of gas, the transaction does not', async () => {
  const endless = code(0x5b, push(0), 0x56)
  const { calls = [] } = await traced(op(OP.CALL, 100, B, 0, 0, 0, 0, 0), {}, endless)
  expect(calls[0]).toMatchObject({ error: 'out of gas', outOfGas: true })
  expect(await traced(endless)).toMatchObject({ error: 'out of gas', outOfGas: false })
})

test('logs on request, without those of failed frames', async () => {
  const program = code(op(OP.LOG0, 0, 0), op(OP.CALL, 5000, B, 0, 0, 0, 0, 0))
  const failing = code(op(OP.LOG0, 0, 0), OP.INVALID)
  const { logs, calls = [] } = await traced(program, { withLog: true }, failing)
  expect(logs).toEqual([{ address: A, topics: [], data: '0x', position: '0x0', index: '0x0' }])
  expect(calls[0]).not.toHaveProperty('logs')
  expect(await traced(program)).not.toHaveProperty('logs')
})

test.each([[{ ignoredOpcodes: ['0x100'] }], [{ ignoredOpcodes: [1] }], [{ ignoredOpcodes: 'x' }]])(
  'settings %j are refused',
  async (config) => {
    await expect(traced(code(0), config)).rejects.toThrow(/ignoredOpcodes: want opcodes in hex/)
  },
)
