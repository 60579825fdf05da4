import { describe, expect, test } from 'vitest'
import { contractAddress } from '../../src/primitives/address.ts'
import { bytesToBigInt } from '../../src/primitives/encoding/bytes.ts'
import { hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { alice } from '../support/accounts.ts'
import {
  A,
  access,
  blockOf,
  create,
  enter,
  executors,
  exit,
  GAS,
  messageOf,
  OP,
  op,
  returning,
  run,
  type Scenario,
  salted,
  world,
} from '../support/evm/observerScenarios.ts'
import { code } from '../support/evm/programs.ts'

describe.each(executors)('$name', (executor) => {
  describe('creations', () => {
    test('CREATE and CREATE2: address, init code, code', async () => {
      const init = returning(2)
      const told = await run(executor, {
        codes: [[A, code(create(OP.CREATE, init, 1n), create(OP.CREATE2, init, 0n, 9n))]],
      })
      const [first, second] = [contractAddress(A, 1n), salted(A, 9n, init)]
      const done = exit({ depth: 1, output: new Uint8Array(2), gasUsed: 9n + 400n })
      expect(told.events.slice(1, -1)).toEqual([
        access(first),
        enter({ kind: 'CREATE', depth: 1, from: A, to: first, input: init, value: 1n }),
        done,
        access(second),
        enter({ kind: 'CREATE2', depth: 1, from: A, to: second, input: init, value: 0n }),
        done,
      ])
      expect(told.state.getCode(first)).toEqual(new Uint8Array(2))
    })

    test('gas of a creation: all but one 64th of the rest', async () => {
      const told = await run(executor, { codes: [[A, create(OP.CREATE, returning(0), 0n)]] })
      // 5 pushes, MSTORE with memory, CREATE with one word of init code.
      const left = GAS - 5n * 3n - 6n - 32_000n - 2n
      expect(told.events[2]).toEqual(enter({ gas: left - left / 64n }))
    })

    test.each([
      ['REVERT', op(OP.REVERT, 0, 1), 'execution reverted', new Uint8Array(1)],
      [
        'code that begins with 0xef',
        code(op(OP.MSTORE8, 0, 0xef), returning(1)),
        'invalid code: must not begin with 0xef',
        new Uint8Array(0),
      ],
      ['too much code', returning(0x6001), 'max code size exceeded', new Uint8Array(0)],
      [
        'no gas for the code',
        returning(0x6000),
        'contract creation code storage out of gas',
        new Uint8Array(0),
      ],
      [
        'init code that begins with 0xef00',
        hexToBytes('ef00'),
        'invalid opcode: opcode 0xef not defined',
        new Uint8Array(0),
      ],
    ])('%s', async (_name, init, error, output) => {
      const told = await run(executor, { codes: [[A, create(OP.CREATE, init, 0n)]] })
      const begun = told.events[2]
      const isRevert = error === 'execution reverted'
      const gas = begun?.event === 'enter' ? begun.gas : 0n
      expect(told.events[3]).toEqual({
        event: 'exit',
        depth: 1,
        output,
        error,
        gasUsed: isRevert ? 9n : gas,
      })
      expect(told.state.getNonce(A)).toBe(2n)
    })

    test('CREATE2 with init code that starts with 0xef00', async () => {
      const init = hexToBytes('ef0000')
      const told = await run(executor, { codes: [[A, create(OP.CREATE2, init, 3n, 5n)]] })
      const begun = told.events[2]
      expect(begun).toEqual(
        enter({ kind: 'CREATE2', to: salted(A, 5n, init), input: init, value: 3n }),
      )
      const gasUsed = begun?.event === 'enter' ? begun.gas : 0n
      expect(told.events[3]).toEqual(
        exit({ depth: 1, gasUsed, error: 'invalid opcode: opcode 0xef not defined' }),
      )
      expect(told.outcome).toMatchObject({ kind: 'success' })
      expect(told.state.getBalance(A)).toBe(10n)
    })

    test('an existing address', async () => {
      const taken = contractAddress(A, 1n)
      const told = await run(executor, {
        codes: [[A, create(OP.CREATE, returning(0), 0n)]],
        prepare: (state) => state.setNonce(taken, 1n),
      })
      const [, , begun, ended] = told.events
      expect(begun).toEqual(enter({ to: taken }))
      const gasUsed = begun?.event === 'enter' ? begun.gas : 0n
      expect(ended).toEqual(exit({ gasUsed, error: 'contract address collision' }))
    })

    test('excessive init code opens no frame', async () => {
      const told = await run(executor, { codes: [[A, op(OP.CREATE, 0, 0, 0xc001)]] })
      expect(told.outcome).toMatchObject({ kind: 'halt', reason: 'max initcode size exceeded' })
      expect(told.events).toHaveLength(2)
    })

    test('top-level', async () => {
      const init = returning(1)
      const told = await run(executor, { creates: true, message: { data: init, value: 4n } })
      expect(told.events).toEqual([
        {
          event: 'enter',
          kind: 'CREATE',
          depth: 0,
          from: alice.address,
          to: contractAddress(alice.address, 0n),
          input: init,
          gas: GAS,
          value: 4n,
        },
        exit({ depth: 0, output: new Uint8Array(1), gasUsed: 209n }),
      ])
    })

    test('top-level with insufficient funds', async () => {
      const scenario: Scenario = { creates: true, message: { data: returning(1), value: 1001n } }
      const told = await run(executor, scenario)
      const reason = 'insufficient balance for transfer'
      expect(told.outcome).toEqual({ kind: 'halt', reason, gasUsed: 0n })
      expect(told.events).toEqual([
        enter({ kind: 'CREATE', to: contractAddress(alice.address, 0n), value: 1001n }),
        exit({ depth: 0, output: new Uint8Array(0), gasUsed: 0n, error: reason }),
      ])
      expect(told.state.getBalance(alice.address)).toBe(1000n)
      const state = world(scenario)
      const mark = state.mark
      const block = blockOf('prague')
      expect(await executor.execute(state, block, messageOf(scenario))).toEqual(told.outcome)
      expect(state.mark).toBe(mark)
    })

    test('on Frontier, without gas for the code, creates an empty contract', async () => {
      // A slot is written, 100 zero bytes of code for 20,000 gas are too much.
      const init = code(op(OP.SSTORE, 0, 1), op(OP.LOG0, 0, 0), returning(100))
      const scenario: Scenario = {
        creates: true,
        hardfork: 'chainstart',
        message: { data: init, gasLimit: 35_000n, value: 2n },
      }
      const told = await run(executor, scenario)
      const created = contractAddress(alice.address, 0n)
      const gasUsed = 20_000n + 6n + 375n + 6n + 6n + 12n
      expect(told.outcome).toEqual({
        kind: 'success',
        output: new Uint8Array(0),
        gasUsed,
        gasRefund: 0n,
        logs: [{ address: created, topics: [], data: new Uint8Array(0) }],
        createdAddress: created,
        destroyed: [],
      })
      expect(told.events.at(-1)).toEqual({
        event: 'exit',
        depth: 0,
        output: new Uint8Array(0),
        gasUsed,
      })
      expect(told.state.getBalance(created)).toBe(2n)
      expect(told.state.getCode(created)).toHaveLength(0)
      expect(bytesToBigInt(told.state.getStorage(created, new Uint8Array(32)))).toBe(1n)
      const later = await run(executor, { ...scenario, hardfork: 'homestead' })
      const reason = 'contract creation code storage out of gas'
      expect(later.outcome).toEqual({ kind: 'halt', reason, gasUsed: 35_000n })
      expect(later.state.getBalance(created)).toBe(0n)
    })
  })
})
