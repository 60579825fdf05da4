import { describe, expect, test } from 'vitest'
import type { Address } from '../../src/primitives/address.ts'
import { bigIntToBytes, bytesToBigInt } from '../../src/primitives/encoding/bytes.ts'
import { alice, bob } from '../support/accounts.ts'
import {
  A,
  access,
  accesses,
  B,
  blockOf,
  C,
  contract,
  executors,
  exit,
  listen,
  messageOf,
  OP,
  op,
  precompile,
  run,
  type Scenario,
  world,
} from '../support/evm/observerScenarios.ts'
import { code } from '../support/evm/programs.ts'

describe.each(executors)('$name', (executor) => {
  describe('accesses', () => {
    test('reports the first access by each opcode', async () => {
      const others = Array.from({ length: 8 }, (_, i) => contract(`d${i}`))
      const [d0 = A, d1 = A, d2 = A, d3 = A, d4 = A, d5 = A, d6 = A, d7 = A] = others
      const told = await run(executor, {
        codes: [
          [
            A,
            code(
              op(OP.BALANCE, d0),
              op(OP.EXTCODESIZE, d1),
              op(OP.EXTCODECOPY, d2, 0, 0, 0),
              op(OP.EXTCODEHASH, d3),
              op(OP.CALL, 0, d4, 0, 0, 0, 0, 0),
              op(OP.CALLCODE, 0, d5, 0, 0, 0, 0, 0),
              op(OP.DELEGATECALL, 0, d6, 0, 0, 0, 0),
              op(OP.STATICCALL, 0, d7, 0, 0, 0, 0),
              ...others.map((d) => op(OP.BALANCE, d)),
            ),
          ],
        ],
      })
      expect(accesses(told)).toEqual(others.map((d) => access(d)))
    })

    test('reports initially warm accounts when an opcode names them', async () => {
      const known = [A, alice.address, bob.address, precompile(4), C]
      const told = await run(executor, {
        codes: [[A, code(...known.map((address) => op(OP.BALANCE, address)))]],
        message: { warm: new Map([[C, []]]) },
      })
      expect(accesses(told)).toEqual(known.map((address) => access(address)))
    })

    test('ignores the upper bytes of a word', async () => {
      const told = await run(executor, {
        codes: [[A, op(OP.BALANCE, BigInt(C) + (1n << 255n))]],
      })
      expect(accesses(told)).toEqual([access(C)])
    })

    test('reports slots by contract, separately from accounts', async () => {
      const told = await run(executor, {
        codes: [
          [
            A,
            code(
              op(OP.SLOAD, 1),
              op(OP.SSTORE, 1, 5),
              op(OP.SSTORE, 2, 5),
              op(OP.SLOAD, 2),
              op(OP.DELEGATECALL, 50_000, B, 0, 0, 0, 0),
              op(OP.CALL, 50_000, B, 0, 0, 0, 0, 0),
              op(OP.BALANCE, A),
            ),
          ],
          [B, code(op(OP.SLOAD, 2), op(OP.SLOAD, 3), OP.INVALID)],
        ],
      })
      expect(accesses(told)).toEqual([
        access(A, 1n),
        access(A, 2n),
        access(B),
        access(A, 3n),
        access(B, 2n),
        access(B, 3n),
        access(A),
      ])
    })

    test('reports before the effect', async () => {
      const scenario: Scenario = { codes: [[A, op(OP.SSTORE, 1, 5)]] }
      const state = world(scenario)
      const seen: bigint[] = []
      const observer = {
        ...listen(),
        access: (address: Address, slot?: Uint8Array) => {
          if (slot !== undefined) seen.push(bytesToBigInt(state.getStorage(address, slot)))
        },
      }
      await executor.execute(state, blockOf('prague'), messageOf(scenario), { frames: observer })
      expect(seen).toEqual([0n])
    })

    test.each([
      ['not paid', 'BALANCE', op(OP.BALANCE, C), 2602n, 'out of gas'],
      ['not paid', 'SLOAD', op(OP.SLOAD, 1), 2102n, 'out of gas'],
      [
        'below the stipend',
        'SSTORE',
        op(OP.SSTORE, 1, 1),
        2306n,
        'out of gas: not enough gas for reentrancy sentry',
      ],
      ['not paid', 'CALL', op(OP.CALL, 0, C, 0, 0, 0, 0, 0), 2620n, 'out of gas'],
      ['no operand', 'BALANCE', code(OP.BALANCE), 10_000n, 'stack underflow (0 <=> 1)'],
    ])('not if it is %s: %s', async (_why, _name, bytes, gasLimit, reason) => {
      const told = await run(executor, { codes: [[A, bytes]], message: { gasLimit } })
      expect(accesses(told)).toEqual([])
      expect(told.events.at(-1)).toEqual(exit({ error: reason, gasUsed: gasLimit }))
      const paid = { gasLimit: gasLimit + 1n }
      const more = await run(executor, { codes: [[A, bytes]], message: paid })
      const isPayable = reason === 'out of gas' && bytes.at(-1) !== OP.SSTORE
      expect(accesses(more)).toHaveLength(isPayable ? 1 : 0)
    })

    test('works on old forks', async () => {
      const told = await run(executor, {
        hardfork: 'chainstart',
        codes: [[A, code(op(OP.BALANCE, C), op(OP.SLOAD, 1), op(OP.CALL, 9, B, 0, 0, 0, 0, 0))]],
      })
      expect(accesses(told)).toEqual([access(C), access(A, 1n), access(B)])
    })
  })

  describe('an observer that throws', () => {
    const scenario: Scenario = {
      codes: [
        [
          A,
          code(
            op(OP.SSTORE, 1, 5),
            op(OP.LOG0, 0, 0),
            op(OP.CALL, 0, B, 1, 0, 0, 0, 0),
            op(OP.SELFDESTRUCT, C),
          ),
        ],
      ],
    }

    test.each(['enter', 'exit', 'log', 'access'] as const)('in %s', async (hook) => {
      const state = world(scenario)
      const before = state.drain().length
      for (const thrown of [new Error('enough'), 'a text', { errorType: 'EVMError' }]) {
        let calls = 0
        const observer = {
          ...listen(),
          [hook]: () => {
            calls++
            throw thrown
          },
        }
        const execution = executor.execute(state, blockOf('prague'), messageOf(scenario), {
          frames: observer,
        })
        await expect(execution).rejects.toBe(thrown)
        expect(calls).toBe(1)
      }
      expect(before).toBeGreaterThan(0)
      expect(bytesToBigInt(state.getStorage(A, bigIntToBytes(1n, 32)))).toBe(0n)
      expect(state.getBalance(B)).toBe(0n)
      expect(state.getBalance(A)).toBe(10n)
      const outcome = await executor.execute(state, blockOf('prague'), messageOf(scenario))
      expect(outcome).toMatchObject({ kind: 'success' })
    })
  })
})
