import { describe, expect, test } from 'vitest'
import { createEngineExecutor } from '../../../../src/evm/engine/engineExecutor.ts'
import { chainPrecompilesOf } from '../../../../src/evm/precompiles/chainPrecompiles.ts'
import { CONSOLE_ADDRESS } from '../../../../src/evm/precompiles/console/consolePrecompile.ts'
import { nativePrecompilesOf } from '../../../../src/evm/precompiles/native/nativePrecompiles.ts'
import { createReferenceExecutor } from '../../../../src/evm/reference/referenceExecutor.ts'
import type { Hardfork } from '../../../../src/evm/rules/hardfork.ts'
import type { ExecutionResult, Executor } from '../../../../src/evm/run/executor.ts'
import { addressToBytes, parseAddress } from '../../../../src/primitives/address.ts'
import { concatBytes } from '../../../../src/primitives/encoding/bytes.ts'
import { bytesToHex } from '../../../../src/primitives/encoding/hex.ts'
import { createStateDatabase } from '../../../../src/state/stateDatabase.ts'
import type { WorldState } from '../../../../src/state/worldState.ts'
import { JsonBuffer } from '../../../../src/tracers/jsonBuffer.ts'
import { TraceBudget } from '../../../../src/tracers/traceBudget.ts'
import { tracers } from '../../../../src/tracers/tracers.ts'
import { runTrace } from '../../../../src/tracers/traceTarget.ts'
import { alice } from '../../../support/accounts.ts'
import { blockOf, CHAIN_ID } from '../../../support/differential/scenario.ts'
import { code, push } from '../../../support/evm/programs.ts'

/*
 * For code and tracers, `console.log` is an account without code: an executor with it must behave
 * like one without it.
 */

const A = parseAddress(`0xaa${'00'.repeat(19)}`)
const B = parseAddress(`0xbb${'00'.repeat(19)}`)
const OP = { MSTORE: 0x52, LOG1: 0xa1, GAS: 0x5a, RETURNDATASIZE: 0x3d, REVERT: 0xfd } as const
const CALLS = { CALL: 0xf1, CALLCODE: 0xf2, DELEGATECALL: 0xf4, STATICCALL: 0xfa } as const

const created = [
  ['engine', createEngineExecutor],
  ['reference', createReferenceExecutor],
] as const

/** Calls an address with four bytes of memory. Then logs success, gas and the return data size. */
function caller(op: number, to: Uint8Array, value: number, gas = 50_000): Uint8Array {
  const hasValue = op === CALLS.CALL || op === CALLS.CALLCODE
  return code(
    ...[push(0x41304fac), push(0), OP.MSTORE],
    ...[push(32), push(0), push(4), push(28), ...(hasValue ? [push(value)] : [])],
    ...[concatBytes(Uint8Array.of(0x73), to), push(gas), op],
    ...[push(0), OP.MSTORE, OP.GAS, push(32), OP.MSTORE, OP.RETURNDATASIZE, push(64), OP.MSTORE],
    ...[push(1), push(96), push(0), OP.LOG1],
  )
}

function worldOf(runtime: Uint8Array, other: Uint8Array = code()): WorldState {
  const state = createStateDatabase({ bech32Prefix: 'sei', denomination: 'usei' }).newest
  state.setBalance(alice.address, 10n ** 18n)
  state.setBalance(A, 1000n)
  state.setCode(A, runtime)
  state.setCode(B, other)
  return state
}

async function run(
  executor: Executor,
  state: WorldState,
  fork: Hardfork,
  to = A,
): Promise<ExecutionResult> {
  return executor.execute(state, blockOf(fork), {
    caller: alice.address,
    to,
    value: 0n,
    data: new Uint8Array(0),
    gasLimit: 200_000n,
    gasPrice: 0n,
    warm: new Map(),
  })
}

describe.each(created)('on the %s', (_, create) => {
  const knowing = create(CHAIN_ID, chainPrecompilesOf('6.6'))
  const plain = create(CHAIN_ID, nativePrecompilesOf('6.6'))

  test.each(Object.entries(CALLS))(
    '%s behaves like a call to an empty account',
    async (_name, op) => {
      for (const fork of ['chainstart', 'homestead', 'byzantium', 'berlin', 'prague'] as const) {
        for (const [value, gas] of [
          [0, 50_000],
          [5, 50_000],
          [0, 0],
          [2000, 0],
        ] as const) {
          const runtime = caller(op, addressToBytes(CONSOLE_ADDRESS), value, gas)
          const [a, b] = [worldOf(runtime), worldOf(runtime)]
          const { console, ...outcome } = await run(knowing, a, fork)
          expect(outcome).toEqual(await run(plain, b, fork))
          expect(a.getBalance(CONSOLE_ADDRESS)).toBe(b.getBalance(CONSOLE_ADDRESS))
          expect(a.exists(CONSOLE_ADDRESS)).toBe(b.exists(CONSOLE_ADDRESS))
          if (outcome.kind !== 'success' || value > 1000) continue
          expect(console?.calls.map(({ caller, input }) => [caller, bytesToHex(input)])).toEqual([
            [A, '0x41304fac'],
          ])
        }
      }
    },
  )

  test.each([...tracers.keys()])('%s produces the same output', async (name) => {
    const texts = await Promise.all(
      [knowing, plain].map(async (executor) => {
        const state = worldOf(caller(CALLS.CALL, addressToBytes(CONSOLE_ADDRESS), 5))
        const sink = new JsonBuffer(new TraceBudget())
        const block = blockOf('prague')
        const trace = await runTrace(
          { executor, state, block, chainId: CHAIN_ID, gasCap: 1_000_000n },
          {
            kind: 'call',
            request: { from: alice.address, to: A },
            place: { blockNumber: block.number },
          },
          (start) =>
            (tracers.get(name) as NonNullable<ReturnType<typeof tracers.get>>).start(
              start,
              undefined,
              sink,
            ),
        )
        await trace.write(sink)
        return sink.text
      }),
    )
    expect(texts[0]).toBe(texts[1])
  })

  test('records output of failing frames in order', async () => {
    const says = caller(CALLS.STATICCALL, addressToBytes(CONSOLE_ADDRESS), 0)
    const inner = code(says, push(0), push(0), OP.REVERT)
    const outer = code(caller(CALLS.CALL, addressToBytes(B), 0, 100_000), inner)
    const outcome = await run(knowing, worldOf(outer, inner), 'prague')
    expect(outcome.kind).toBe('revert')
    expect(outcome.console?.calls.map(({ caller }) => caller)).toEqual([B, A])
    const silent = await run(knowing, worldOf(code()), 'prague')
    expect(silent).not.toHaveProperty('console')
  })

  test('accepts a top-level message', async () => {
    const outcome = await run(knowing, worldOf(code()), 'prague', CONSOLE_ADDRESS)
    expect(outcome).toMatchObject({ kind: 'success', gasUsed: 0n })
    expect(outcome.console?.calls).toEqual([{ caller: alice.address, input: new Uint8Array(0) }])
  })
})
