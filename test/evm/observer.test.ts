import { describe, expect, test } from 'vitest'
import { addressToBytes, contractAddress } from '../../src/primitives/address.ts'
import { bigIntToBytes, concatBytes } from '../../src/primitives/encoding/bytes.ts'
import { bytesToHex, hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { alice } from '../support/accounts.ts'
import {
  A,
  access,
  accesses,
  B,
  blockOf,
  C,
  create,
  enter,
  executors,
  exit,
  frames,
  GAS,
  inner,
  LAST_NONCE,
  messageOf,
  OP,
  op,
  precompile,
  returning,
  run,
  type Scenario,
  salted,
  world,
} from '../support/evm/observerScenarios.ts'
import { code, push } from '../support/evm/programs.ts'

describe.each(executors)('$name', (executor) => {
  describe('frames', () => {
    test('a transfer to an account without code', async () => {
      const told = await run(executor, {
        message: { to: C, value: 3n, data: Uint8Array.of(1, 2) },
      })
      expect(told.events).toEqual([
        {
          event: 'enter',
          kind: 'CALL',
          depth: 0,
          from: alice.address,
          to: C,
          input: Uint8Array.of(1, 2),
          gas: GAS,
          value: 3n,
        },
        { event: 'exit', depth: 0, output: new Uint8Array(0), gasUsed: 0n },
      ])
    })

    test('a transfer with insufficient funds', async () => {
      const told = await run(executor, { message: { to: C, value: 1001n } })
      const reason = 'insufficient balance for transfer'
      expect(told.outcome).toEqual({ kind: 'halt', reason, gasUsed: 0n })
      expect(told.events).toEqual([
        enter({ to: C, value: 1001n }),
        { event: 'exit', depth: 0, output: new Uint8Array(0), gasUsed: 0n, error: reason },
      ])
    })

    test('CALL with value: gas with the stipend, output, and gas used', async () => {
      const told = await run(executor, {
        codes: [
          [A, op(OP.CALL, 5000, B, 2, 0, 3, 0, 0)],
          // MSTORE8 and RETURN of one byte: 4 times 3, memory 3.
          [B, code(op(OP.MSTORE8, 0, 7), op(OP.RETURN, 0, 1))],
        ],
      })
      const used = 3n * 5n + 3n
      expect(told.events).toEqual([
        enter({ kind: 'CALL', depth: 0, from: alice.address, to: A }),
        access(B),
        {
          event: 'enter',
          kind: 'CALL',
          depth: 1,
          from: A,
          to: B,
          input: new Uint8Array(3),
          gas: 7300n,
          value: 2n,
        },
        { event: 'exit', depth: 1, output: Uint8Array.of(7), gasUsed: used },
        // 7 pushes, memory 3, cold account 2600, value 9000, minus the unused stipend.
        exit({ depth: 0, gasUsed: 7n * 3n + 3n + 2600n + 9000n + used - 2300n }),
      ])
    })

    test('DELEGATECALL and CALLCODE: calling contract and executed code', async () => {
      const told = await run(executor, {
        message: { value: 5n },
        codes: [
          [A, op(OP.DELEGATECALL, 50_000, B, 0, 0, 0, 0)],
          [B, op(OP.CALLCODE, 20_000, C, 1, 0, 0, 0, 0)],
          [C, op(OP.STATICCALL, 100, precompile(4), 0, 0, 0, 0)],
        ],
      })
      expect(told.events.filter(({ event }) => event === 'enter')).toEqual([
        enter({ kind: 'CALL', from: alice.address, to: A, value: 5n }),
        enter({ kind: 'DELEGATECALL', depth: 1, from: A, to: B, value: 5n, gas: 50_000n }),
        enter({ kind: 'CALLCODE', depth: 2, from: A, to: C, value: 1n, gas: 22_300n }),
        enter({ kind: 'STATICCALL', depth: 3, from: A, to: precompile(4), value: 0n, gas: 100n }),
      ])
    })

    test('a call whose input is overwritten afterwards', async () => {
      const told = await run(executor, {
        codes: [
          [
            A,
            code(
              op(OP.MSTORE8, 0, 1),
              op(OP.CALL, 0, C, 0, 0, 1, 0, 0),
              op(OP.MSTORE8, 0, 2),
              op(OP.CALL, 0, C, 0, 0, 1, 0, 0),
            ),
          ],
        ],
      })
      const inputs = told.events.filter((e) => e.event === 'enter').map((e) => e.input)
      expect(inputs).toEqual([new Uint8Array(0), Uint8Array.of(1), Uint8Array.of(2)])
    })

    test('failing frames: REVERT returns gas, others consume it', async () => {
      const calls = [B, C].map((to) => op(OP.CALL, 1000, to, 0, 0, 0, 0, 0))
      const told = await run(executor, {
        codes: [
          [A, code(...calls)],
          [B, op(OP.REVERT, 0, 2)],
          [C, code(OP.INVALID)],
        ],
      })
      expect(inner(told)).toEqual([
        {
          event: 'exit',
          depth: 1,
          output: new Uint8Array(2),
          gasUsed: 3n + 3n + 3n,
          error: 'execution reverted',
        },
        {
          event: 'exit',
          depth: 1,
          output: new Uint8Array(0),
          gasUsed: 1000n,
          error: 'invalid opcode: INVALID',
        },
      ])
      expect(told.events.at(-1)).toEqual(exit({ depth: 0 }))
    })

    test('the message itself reverts', async () => {
      const told = await run(executor, { codes: [[A, op(OP.REVERT, 0, 1)]] })
      expect(told.outcome).toMatchObject({ kind: 'revert' })
      expect(told.events.at(-1)).toEqual({
        event: 'exit',
        depth: 0,
        output: new Uint8Array(1),
        gasUsed: 9n,
        error: 'execution reverted',
      })
    })

    test('precompiles: success, out of gas, invalid input', async () => {
      const told = await run(executor, {
        codes: [
          [
            A,
            code(
              op(OP.STATICCALL, 100, precompile(4), 0, 2, 0, 0),
              op(OP.STATICCALL, 17, precompile(4), 0, 2, 0, 0),
              // A point that is not on the curve.
              op(OP.MSTORE, 0, 1),
              op(OP.STATICCALL, 200, precompile(6), 0, 64, 0, 0),
            ),
          ],
        ],
      })
      expect(inner(told)).toEqual([
        { event: 'exit', depth: 1, output: new Uint8Array(2), gasUsed: 18n },
        { event: 'exit', depth: 1, output: new Uint8Array(0), gasUsed: 17n, error: 'out of gas' },
        exit({ output: new Uint8Array(0), gasUsed: 200n, error: 'point is not on curve' }),
      ])
    })

    test('a delegated account: the account is called, its delegate is accessed, too', async () => {
      const designator = concatBytes(hexToBytes('ef0100'), addressToBytes(C))
      const scenario: Scenario = {
        codes: [
          [A, op(OP.CALL, 10_000, B, 0, 0, 0, 0, 0)],
          [B, designator],
          [C, op(OP.BALANCE, B)],
        ],
      }
      expect((await run(executor, scenario)).events).toEqual([
        enter({ to: A }),
        access(B),
        access(C),
        enter({ depth: 1, from: A, to: B, gas: 10_000n }),
        exit({ depth: 1, gasUsed: 103n }),
        exit({ depth: 0 }),
      ])
      // Before EIP-7702 it is code that fails.
      expect((await run(executor, { ...scenario, hardfork: 'cancun' })).events).toEqual([
        enter({ to: A }),
        access(B),
        enter({ depth: 1, from: A, to: B, gas: 10_000n }),
        exit({ depth: 1, error: 'invalid opcode: opcode 0xef not defined' }),
        exit({ depth: 0 }),
      ])
    })
  })

  describe('frames that fail before they start', () => {
    test('insufficient balance', async () => {
      const reason = 'insufficient balance for transfer'
      const init = returning(0)
      const told = await run(executor, {
        codes: [
          [
            A,
            code(
              create(OP.CREATE, init, 11n),
              create(OP.CREATE2, init, 11n, 5n),
              op(OP.CALL, 100, B, 11, 0, 1, 0, 0),
              op(OP.CALLCODE, 100, B, 11, 0, 0, 0, 0),
              op(OP.DELEGATECALL, 100, B, 0, 0, 0, 0),
            ),
          ],
        ],
      })
      const refused = [exit({ depth: 1, output: new Uint8Array(0), gasUsed: 0n, error: reason })]
      expect(told.events).toEqual([
        enter({ to: A }),
        enter({ kind: 'CREATE', from: A, to: contractAddress(A, 1n), input: init, value: 11n }),
        ...refused,
        enter({ kind: 'CREATE2', from: A, to: salted(A, 5n, init), input: init, value: 11n }),
        ...refused,
        access(B),
        enter({ kind: 'CALL', from: A, to: B, gas: 2400n, value: 11n, input: init.slice(0, 1) }),
        ...refused,
        enter({ kind: 'CALLCODE', from: A, to: B, gas: 2400n, value: 11n }),
        ...refused,
        enter({ kind: 'DELEGATECALL', from: A, to: B, gas: 100n, value: 0n }),
        exit({ depth: 1, gasUsed: 0n }),
        exit({ depth: 0 }),
      ])
      expect(told.state.getNonce(A)).toBe(1n)
    })

    test('last nonce', async () => {
      const told = await run(executor, {
        codes: [[A, create(OP.CREATE, returning(0), 0n)]],
        prepare: (state) => state.setNonce(A, LAST_NONCE),
      })
      expect(told.events.slice(1, -1)).toEqual([
        enter({ kind: 'CREATE', depth: 1, from: A, to: contractAddress(A, LAST_NONCE) }),
        exit({ depth: 1, gasUsed: 0n, error: 'nonce uint64 overflow' }),
      ])
    })

    test('call depth', async () => {
      const told = await run(executor, {
        codes: [
          [A, code(push(0), push(0), push(0), push(0), push(0), push(BigInt(A)), OP.GAS, OP.CALL)],
        ],
        message: { gasLimit: 1n << 60n },
      })
      const all = frames(told)
      expect(all).toHaveLength(2 * 1026)
      expect(all.slice(1024, 1028)).toEqual([
        enter({ depth: 1024, from: A, to: A }),
        enter({ depth: 1025, from: A, to: A }),
        exit({ depth: 1025, gasUsed: 0n, error: 'max call depth exceeded' }),
        exit({ depth: 1024 }),
      ])
    })
  })

  test('SELFDESTRUCT is reported like a frame', async () => {
    const told = await run(executor, { codes: [[A, op(OP.SELFDESTRUCT, C)]] })
    expect(told.events).toEqual([
      enter({ to: A }),
      access(C),
      {
        event: 'enter',
        kind: 'SELFDESTRUCT',
        depth: 1,
        from: A,
        to: C,
        input: new Uint8Array(0),
        gas: 0n,
        value: 10n,
      },
      { event: 'exit', depth: 1, output: new Uint8Array(0), gasUsed: 0n },
      // One push, 5000, a cold account, a new account.
      exit({ depth: 0, gasUsed: 3n + 5000n + 2600n + 25_000n }),
    ])
    expect(told.state.getBalance(C)).toBe(10n)
  })

  test('SELFDESTRUCT that is forbidden or cannot pay', async () => {
    const told = await run(executor, {
      codes: [
        [A, code(op(OP.STATICCALL, 50_000, B, 0, 0, 0, 0), op(OP.CALL, 30_000, B, 0, 0, 0, 0, 0))],
        [B, op(OP.SELFDESTRUCT, C)],
      ],
    })
    expect(inner(told).map(({ error }) => error)).toEqual(['write protection', 'out of gas'])
    expect(accesses(told)).toEqual([access(B)])
  })

  describe('logs', () => {
    test('in order with topics and data, including those of failing frames', async () => {
      const told = await run(executor, {
        codes: [
          [
            A,
            code(
              op(OP.MSTORE8, 0, 0xab),
              op(OP.LOG2, 0, 2, 1, 2),
              op(OP.CALL, 5000, B, 0, 0, 0, 0, 0),
            ),
          ],
          [B, code(op(OP.LOG0, 0, 0), op(OP.REVERT, 0, 0))],
        ],
      })
      const topic = (n: bigint) => bytesToHex(bigIntToBytes(n, 32))
      expect(told.events).toEqual([
        enter({ to: A }),
        { event: 'log', address: A, topics: [topic(1n), topic(2n)], data: '0xab00' },
        access(B),
        enter({ to: B }),
        { event: 'log', address: B, topics: [], data: '0x' },
        exit({ depth: 1, error: 'execution reverted' }),
        exit({ depth: 0 }),
      ])
      expect(told.outcome).toMatchObject({ kind: 'success', logs: [{ address: A }] })
    })

    test('without failing ones', async () => {
      const failing = [op(OP.LOG2, 0, 0, 1), op(OP.LOG0, 0, 1_000_000)]
      for (const bytes of failing) {
        expect((await run(executor, { codes: [[A, bytes]] })).events).toHaveLength(2)
      }
      const told = await run(executor, {
        codes: [
          [A, op(OP.STATICCALL, 5000, B, 0, 0, 0, 0)],
          [B, op(OP.LOG0, 0, 0)],
        ],
      })
      expect(told.events.some(({ event }) => event === 'log')).toBe(false)
      expect(inner(told)).toEqual([exit({ error: 'write protection', gasUsed: 5000n })])
    })
  })

  test('RETURNDATACOPY out of bounds', async () => {
    const told = await run(executor, { codes: [[A, op(OP.RETURNDATACOPY, 0, 0, 1)]] })
    const reason = 'return data out of bounds'
    expect(told.outcome).toEqual({ kind: 'halt', reason, gasUsed: GAS })
    const far = await run(executor, { codes: [[A, op(OP.RETURNDATACOPY, 0, 0, 1n << 40n)]] })
    expect(far.outcome).toMatchObject({ reason: 'out of gas' })
    const within = await run(executor, {
      codes: [
        [
          A,
          code(
            op(OP.STATICCALL, 1000, precompile(4), 0, 3, 0, 0),
            op(OP.RETURNDATACOPY, 0, 1, 2),
            op(OP.RETURNDATACOPY, 0, 3, 0),
          ),
        ],
      ],
    })
    expect(within.outcome).toMatchObject({ kind: 'success' })
  })

  test('an observer without hooks', async () => {
    const scenario: Scenario = { codes: [[A, op(OP.SSTORE, 1, 5)]] }
    const state = world(scenario)
    const outcome = await executor.execute(state, blockOf('prague'), messageOf(scenario), {})
    expect(outcome).toMatchObject({ kind: 'success' })
  })
})
