import { describe, expect, test } from 'vitest'
import type { Executor } from '../../src/evm/run/executor.ts'
import {
  A,
  B,
  C,
  create,
  executors,
  GAS,
  OP,
  op,
  precompile,
  returning,
  type Scenario,
} from '../support/evm/observerScenarios.ts'
import { slotOf, trace } from '../support/evm/observerTrace.ts'
import { code, push } from '../support/evm/programs.ts'

/** Steps of a single contract. */
async function stepsOf(executor: Executor, bytes: Uint8Array, scenario: Scenario = {}) {
  return (await trace(executor, { codes: [[A, bytes]], ...scenario })).steps
}

const JUMP = 0x56
const JUMPDEST = 0x5b

describe.each(executors)('$name', (executor) => {
  test('a small program with its implicit STOP', async () => {
    const bytes = code(push(2), push(3), 0x01, push(5), OP.MSTORE)
    const common = { event: 'step', depth: 0, refund: 0n, fault: '', memorySize: 0 }
    const left = (used: bigint) => GAS - used
    // The reference tells the least that changed, the engine what was written.
    const written = { offset: 5, bytes: `0x${'5'.padStart(64, '0')}` }
    const memory = executor.name === 'engine' ? written : { offset: 36, bytes: '0x05' }
    expect(await stepsOf(executor, bytes)).toEqual([
      { ...common, pc: 0, op: 0x60, gas: GAS, cost: 3n, stackSize: 0, stack: [] },
      { ...common, pc: 2, op: 0x60, gas: left(3n), cost: 3n, stackSize: 1, stack: [2n] },
      { ...common, pc: 4, op: 0x01, gas: left(6n), cost: 3n, stackSize: 2, stack: [2n, 3n] },
      { ...common, pc: 5, op: 0x60, gas: left(9n), cost: 3n, stackSize: 1, stack: [5n] },
      { ...common, pc: 7, op: 0x52, gas: left(12n), cost: 9n, stackSize: 2, stack: [5n, 5n] },
      {
        ...{ ...common, pc: 8, op: 0x00, gas: left(21n), cost: 0n, stackSize: 0, stack: [] },
        ...{ memorySize: 64, memory },
      },
    ])
  })

  test.each([
    ['nothing is added behind STOP', code(push(1), 0x00), [0, 2]],
    ['nor behind RETURN', returning(0), [0, 2, 4]],
    ['nor behind SELFDESTRUCT', op(OP.SELFDESTRUCT, C), [0, 21]],
    ['a PUSH with half of its bytes', code(0x61, 0x01), [0, 3]],
    ['a JUMPI that is not taken', code(push(0), push(0), 0x57), [0, 2, 4, 5]],
  ])('%s', async (_name, bytes, counters) => {
    expect((await stepsOf(executor, bytes)).map(({ pc }) => pc)).toEqual(counters)
  })

  test('no steps without code', async () => {
    expect(await stepsOf(executor, new Uint8Array(0))).toEqual([])
    const precompiled = await trace(executor, { message: { to: precompile(4) } })
    expect(precompiled.steps).toEqual([])
  })

  test('the implicit STOP of init code', async () => {
    const scenario: Scenario = { creates: true, message: { data: push(1) } }
    expect((await trace(executor, scenario)).steps).toMatchObject([{ op: 0x60 }, { op: 0 }])
  })

  describe('faults', () => {
    test.each([
      ['out of gas', op(OP.BALANCE, C), 10n],
      ['out of gas', op(OP.CALL, 0, C, 0, 0, 0, 0, 0), 100n],
      ['out of gas', op(OP.MSTORE, 1n << 255n, 0), GAS],
      ['out of gas', op(OP.REVERT, 1n << 255n, 1n << 255n), GAS],
      ['out of gas', op(OP.RETURNDATACOPY, 0, 0, 1n << 60n), GAS],
      ['stack underflow', code(0x01), GAS],
      ['stack underflow', code(push(1), OP.REVERT), GAS],
      ['stack underflow', op(OP.LOG2, 0, 0, 1), GAS],
      ['stack underflow', code(push(1), 0x81), GAS],
      ['stack limit reached 1024 (1023)', code(...Array.from({ length: 1025 }, () => 0x58)), GAS],
      ['invalid opcode', code(push(1), 0x0c), GAS],
      // Behind a jump the library knows its opcodes by another way.
      ['invalid opcode', code(push(3), JUMP, JUMPDEST, 0xef), GAS],
      ['invalid opcode', code(OP.INVALID), GAS],
      ['invalid jump destination', op(JUMP, 1), GAS],
      ['invalid jump destination', op(0x57, 1n << 255n, 1), GAS],
      ['return data out of bounds', op(OP.RETURNDATACOPY, 0, 0, 1), GAS],
      ['max initcode size exceeded', op(OP.CREATE, 0, 0, 0xc001), GAS],
      ['max initcode size exceeded', op(OP.CREATE2, 0, 0, 0xc001, 0), GAS],
      ['execution reverted', op(OP.REVERT, 0, 0), GAS],
    ])('%s %#', async (fault, bytes, gasLimit) => {
      const { steps, outcome } = await trace(executor, {
        codes: [[A, bytes]],
        message: { gasLimit },
      })
      expect(steps.at(-1)?.fault).toBe(fault)
      expect(steps.at(-1)?.op).toBe(bytes.at(-1))
      expect(steps.slice(0, -1).every((step) => step.fault === '')).toBe(true)
      if (outcome.kind === 'halt')
        expect(outcome.reason.replace(/:.*| .\d <=> \d.$/, '')).toBe(fault)
      else expect([outcome.kind, fault]).toEqual(['revert', 'execution reverted'])
    })

    test.each([
      op(OP.SSTORE, 0, 0),
      op(0x5d, 0, 0),
      op(OP.LOG0, 0, 0),
      op(OP.CREATE, 0, 0, 0),
      op(OP.CREATE2, 0, 0, 0, 0),
      op(OP.CALL, 0, C, 1, 0, 0, 0, 0),
      op(OP.SELFDESTRUCT, C),
    ])('write protection %#', async (bytes) => {
      const { steps } = await trace(executor, {
        codes: [
          [A, op(OP.STATICCALL, 500_000, B, 0, 0, 0, 0)],
          [B, bytes],
        ],
      })
      const last = steps.findLast(({ depth }) => depth === 1)
      expect(last).toMatchObject({ op: bytes.at(-1), fault: 'write protection' })
      expect(last).not.toHaveProperty('storage')
      expect(steps.at(-1)).toMatchObject({ depth: 0, op: 0, fault: '' })
    })

    test('an unaffordable opcode has a cost above its gas', async () => {
      const scenario: Scenario = { message: { gasLimit: 8n } }
      const steps = await stepsOf(executor, op(OP.MSTORE, 1n << 200n, 0), {
        ...scenario,
        codes: [[A, op(OP.MSTORE, 1n << 200n, 0)]],
      })
      expect(steps.at(-1)).toMatchObject({ gas: 2n, fault: 'out of gas' })
      expect(steps.at(-1)?.cost).toBeGreaterThan(2n)
    })
  })

  describe('cost', () => {
    test('CALL: with the forwarded gas, without the stipend', async () => {
      const steps = await stepsOf(executor, op(OP.CALL, 5000, precompile(4), 1, 0, 0, 0, 32))
      const call = steps.find((step) => step.op === OP.CALL)
      // Warm account, value, new account, one word of memory.
      expect(call?.cost).toBe(100n + 9000n + 25_000n + 3n + 5000n)
    })

    test('CALL for all gas: all but one 64th; before Tangerine Whistle as requested', async () => {
      const call = op(OP.STATICCALL, GAS, precompile(4), 0, 0, 0, 0)
      const left = GAS - 18n - 100n
      const steps = await stepsOf(executor, call)
      expect(steps.at(-2)?.cost).toBe(100n + left - left / 64n)
      const old = await stepsOf(executor, op(OP.CALL, 5000, precompile(4), 0, 0, 0, 0, 0), {
        codes: [[A, op(OP.CALL, 5000, precompile(4), 0, 0, 0, 0, 0)]],
        hardfork: 'homestead',
        // A call to an account that does not exist costs more.
        prepare: (state) => state.setBalance(precompile(4), 1n),
      })
      expect(old.at(-2)?.cost).toBe(40n + 5000n)
    })

    test('CREATE: without the forwarded gas', async () => {
      const steps = await stepsOf(executor, create(OP.CREATE, returning(0), 0n))
      expect(steps.find((step) => step.op === OP.CREATE)?.cost).toBe(32_002n)
    })
  })

  test('refund: of SSTORE including its own change, kept by successful frames', async () => {
    const clear = op(OP.SSTORE, 1, 0)
    const { steps, outcome } = await trace(executor, {
      codes: [
        [A, code(clear, op(OP.CALL, 50_000, B, 0, 0, 0, 0, 0), op(OP.SSTORE, 1, 7))],
        [B, clear],
      ],
      prepare: (state) => {
        for (const address of [A, B]) {
          state.setStorage(address, slotOf(1), slotOf(7))
        }
      },
    })
    const stores = steps.filter((step) => step.op === OP.SSTORE)
    // EIP-3529. The last one restores the original value: minus 4800, plus 2800.
    expect(stores.map(({ refund }) => refund)).toEqual([4800n, 9600n, 7600n])
    expect(stores.at(-1)?.refund).toBe(9600n - 4800n + 2800n)
    expect(steps.at(-1)?.refund).toBe(7600n)
    expect(outcome).toMatchObject({ gasRefund: 7600n })
  })

  test('storage: the read value, the value to be written', async () => {
    const bytes = code(op(OP.SSTORE, 1, 5), op(OP.SLOAD, 1), op(OP.SLOAD, 2), OP.SLOAD)
    const steps = await stepsOf(executor, bytes)
    const touched = steps.filter((step) => step.storage !== undefined)
    expect(touched.map((step) => step.storage)).toEqual([
      [1n, 5n],
      [1n, 5n],
      [2n, 0n],
      [0n, 0n],
    ])
  })

  test('has the requested number of stack words from the top', async () => {
    const bytes = code(push(1), push(2), push(3))
    const scenario: Scenario = { codes: [[A, bytes]] }
    const { steps } = await trace(executor, scenario, { stackWords: 2 })
    expect(steps.map(({ stack }) => stack)).toEqual([[], [1n], [1n, 2n], [2n, 3n]])
    expect(steps.at(-1)?.stackSize).toBe(3)
    const without = await trace(executor, scenario, { stackWords: 0 })
    expect(without.steps.map(({ stack }) => stack)).toEqual([[], [], [], []])
    const large = [[A, push((1n << 256n) - 2n)]] as const
    expect((await trace(executor, { codes: large })).steps[1]?.stack).toEqual([(1n << 256n) - 2n])
  })
})
