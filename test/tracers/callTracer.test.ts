import { describe, expect, test } from 'vitest'
import { bytesToHex } from '../../src/primitives/encoding/hex.ts'
import { alice, bob } from '../support/accounts.ts'
import { A, B, C, contract, OP, op, precompile } from '../support/evm/observerScenarios.ts'
import { code } from '../support/evm/programs.ts'
import {
  frame,
  GAS,
  holding,
  kept,
  LIMIT,
  MESSAGE_GAS,
  startTracing,
  top,
  traceOf,
} from '../support/tracers/traceSetup.ts'

const STOP = code(0)
const NOBODY = contract('dd')

describe('calls', () => {
  test('a transfer', async () => {
    const transfer = { to: bob.address, value: 5n }
    expect(await traceOf([], undefined, transfer)).toEqual({
      from: alice.address,
      gas: '0xf4240',
      gasUsed: '0x5208',
      to: bob.address,
      input: '0x',
      value: '0x5',
      type: 'CALL',
    })
  })

  test('input and output', async () => {
    // Returns the first 3 bytes of its data: CALLDATACOPY of one word, RETURN.
    const echo = code(op(0x37, 0, 0, 3), op(OP.RETURN, 0, 3))
    const data = Uint8Array.of(1, 0, 2)
    expect(await traceOf([holding(A, echo)], undefined, { to: A, data })).toEqual(
      top({
        input: '0x010002',
        output: '0x010002',
        // Data: two bytes of 16 and one of 4. Code: 3 pushes, 3 for CALLDATACOPY, 3 for a word to
        // copy, 3 for a word of memory; 2 pushes. These 60 are less than the floor of EIP-7623: 10
        // for each of 2 * 4 + 1 tokens.
        gasUsed: 21_000n + 90n,
      }),
    )
    // The same with 10 times two pushes and two POPs (2 each) before it is above the floor.
    const busy = code(...Array.from({ length: 10 }, () => op(OP.POP, 1, 1)), ...pops(10), echo)
    expect(await traceOf([holding(A, busy)], undefined, { to: A, data })).toEqual(
      top({ input: '0x010002', output: '0x010002', gasUsed: 21_000n + 60n + 100n }),
    )
  })

  test('all kinds of calls', async () => {
    const kinds = code(
      op(OP.CALL, 5000, B, 1, 0, 0, 0, 0),
      op(OP.CALLCODE, 5000, B, 2, 0, 0, 0, 0),
      op(OP.DELEGATECALL, 5000, B, 0, 0, 0, 0),
      op(OP.STATICCALL, 5000, B, 0, 0, 0, 0),
    )
    const accounts = [holding(A, kinds), holding(B, STOP)]
    const called = { from: A, to: B, gasUsed: 0n }
    // The callee returns its gas and the stipend.
    const withValue = 7n * GAS.push + GAS.value - GAS.stipend
    const without = 6n * GAS.push + GAS.warmAccount
    expect(await traceOf(accounts, undefined, { to: A, value: 7n })).toEqual(
      top(
        {
          value: 7n,
          gasUsed:
            21_000n + withValue + GAS.coldAccount + withValue + GAS.warmAccount + 2n * without,
        },
        frame({ ...called, gas: 5000n + GAS.stipend, value: 1n }),
        frame({ ...called, type: 'CALLCODE', gas: 5000n + GAS.stipend, value: 2n }),
        // What the caller itself was given.
        frame({ ...called, type: 'DELEGATECALL', gas: 5000n, value: 7n }),
        frame({ ...called, type: 'STATICCALL', gas: 5000n, value: null }),
      ),
    )
  })

  test("a delegate's calls are the caller's", async () => {
    const accounts = [
      holding(A, op(OP.DELEGATECALL, 50_000, B, 0, 0, 0, 0)),
      holding(B, op(OP.CALL, 1000, C, 1, 0, 0, 0, 0)),
      holding(C, STOP),
    ]
    const inner = 7n * GAS.push + GAS.coldAccount + GAS.value - GAS.stipend
    expect(await traceOf(accounts)).toEqual(
      top(
        { gasUsed: 21_000n + 6n * GAS.push + GAS.coldAccount + inner },
        frame(
          { type: 'DELEGATECALL', from: A, to: B, gas: 50_000n, gasUsed: inner },
          frame({ from: A, to: C, gas: 1000n + GAS.stipend, gasUsed: 0n, value: 1n }),
        ),
      ),
    )
  })

  test('an account without code, existing or not', async () => {
    const calls = code(
      op(OP.CALL, 100, bob.address, 1, 0, 0, 0, 0),
      op(OP.CALL, 100, NOBODY, 0, 0, 0, 0, 0),
      op(OP.CALL, 100, NOBODY, 1, 0, 0, 0, 0),
    )
    const pushes = 7n * GAS.push
    expect(await traceOf([holding(A, calls)])).toEqual(
      top(
        {
          gasUsed:
            21_000n +
            (pushes + GAS.coldAccount + GAS.value - GAS.stipend) +
            (pushes + GAS.coldAccount) +
            (pushes + GAS.warmAccount + GAS.value + GAS.newAccount - GAS.stipend),
        },
        frame({ from: A, to: bob.address, gas: 2400n, gasUsed: 0n, value: 1n }),
        frame({ from: A, to: NOBODY, gas: 100n, gasUsed: 0n }),
        frame({ from: A, to: NOBODY, gas: 2400n, gasUsed: 0n, value: 1n }),
      ),
    )
  })

  test('insufficient balance: the frame does not run and its gas returns', async () => {
    const accounts = [holding(A, op(OP.CALL, 1000, B, 11, 0, 0, 0, 0)), holding(B, STOP)]
    expect(await traceOf(accounts)).toEqual(
      top(
        { gasUsed: 21_000n + 7n * GAS.push + GAS.coldAccount + GAS.value - GAS.stipend },
        frame({
          ...{ from: A, to: B, gas: 3300n, gasUsed: 0n, value: 11n },
          error: 'insufficient balance for transfer',
        }),
      ),
    )
  })
})

describe('precompiled contracts', () => {
  const word = 'aa'.repeat(32)
  /** SHA-256 of 32 bytes of 0xaa, from `sha256sum`. */
  const digest = 'e0e77a507412b120f6ede61f62295b1a7b2ff19d3dcc8f7253e51663470c888e'
  const store = op(OP.MSTORE, 0, BigInt(`0x${word}`))

  test('that succeed', async () => {
    const calls = code(
      store,
      // 15 and 3 for each word; 60 and 12 for each word.
      op(OP.STATICCALL, 1000, precompile(4), 0, 32, 0, 0),
      op(OP.CALL, 1000, precompile(2), 0, 0, 32, 0, 0),
    )
    expect(await traceOf([holding(A, calls)])).toEqual(
      top(
        {
          gasUsed:
            21_000n +
            // Two pushes, the opcode, a word of memory.
            4n * GAS.push +
            (6n * GAS.push + GAS.warmAccount + 18n) +
            (7n * GAS.push + GAS.warmAccount + 72n),
        },
        frame({
          ...{ type: 'STATICCALL', from: A, to: precompile(4), value: null },
          ...{ gas: 1000n, gasUsed: 18n, input: `0x${word}`, output: `0x${word}` },
        }),
        frame({
          ...{ from: A, to: precompile(2) },
          ...{ gas: 1000n, gasUsed: 72n, input: `0x${word}`, output: `0x${digest}` },
        }),
      ),
    )
  })

  test('that fail', async () => {
    const calls = code(
      // Identity asks for 18.
      op(OP.STATICCALL, 17, precompile(4), 0, 32, 0, 0),
      // The addition of bn254 wants points, and (1, 0) is none: 150 of 500.
      op(OP.MSTORE, 0, 1),
      op(OP.STATICCALL, 500, precompile(6), 0, 32, 0, 0),
    )
    const one = `0x${'0'.repeat(63)}1`
    const called = { type: 'STATICCALL', from: A, value: null }
    expect(await traceOf([holding(A, calls)])).toEqual(
      top(
        {
          gasUsed:
            21_000n +
            (6n * GAS.push + GAS.push + GAS.warmAccount + 17n) +
            3n * GAS.push +
            (6n * GAS.push + GAS.warmAccount + 500n),
        },
        frame({
          ...{ ...called, to: precompile(4), gas: 17n, gasUsed: 17n },
          ...{ input: `0x${'00'.repeat(32)}`, error: 'out of gas' },
        }),
        frame({
          ...{ ...called, to: precompile(6), gas: 500n, gasUsed: 500n },
          ...{ input: one, error: 'point is not on curve' },
        }),
      ),
    )
  })
})

describe('gas', () => {
  const ALL = 1n << 40n
  const callAll = (target: typeof A) => op(OP.CALL, ALL, target, 0, 0, 0, 0, 0)
  /** Gas of callee and caller after seven pushes and a CALL to a cold account. */
  const share = (gas: bigint) => {
    const free = gas - 7n * GAS.push - GAS.coldAccount
    return { handed: free - kept(free), left: kept(free) }
  }
  /**
   * Asks for 16 MiB of memory: 524 289 words cost 3 each, and a 512th of their square, 536 million.
   */
  const EXHAUST = op(OP.MSTORE, 0xffffff, 1)
  const error = 'out of gas'

  test('runs out in the message: all is used', async () => {
    expect(await traceOf([holding(A, EXHAUST)])).toEqual(top({ gasUsed: LIMIT, error }))
  })

  test('runs out in a call: a 64th stays with the caller', async () => {
    const { handed, left } = share(MESSAGE_GAS)
    // 979 000 - 21 - 2600 = 976 379, of which a 64th is 15 255.
    expect([handed, left]).toEqual([961_124n, 15_255n])
    expect(await traceOf([holding(A, callAll(B)), holding(B, EXHAUST)])).toEqual(
      top(
        { gasUsed: LIMIT - left },
        frame({ from: A, to: B, gas: handed, gasUsed: handed, error }),
      ),
    )
  })

  test('runs out two calls deep', async () => {
    const outer = share(MESSAGE_GAS)
    const inner = share(outer.handed)
    // 961 124 - 2621 = 958 503, of which a 64th is 14 976.
    expect([inner.handed, inner.left]).toEqual([943_527n, 14_976n])
    const accounts = [holding(A, callAll(B)), holding(B, callAll(C)), holding(C, EXHAUST)]
    expect(await traceOf(accounts)).toEqual(
      top(
        { gasUsed: LIMIT - outer.left - inner.left },
        frame(
          { from: A, to: B, gas: outer.handed, gasUsed: outer.handed - inner.left },
          frame({ from: B, to: C, gas: inner.handed, gasUsed: inner.handed, error }),
        ),
      ),
    )
  })

  test("a refund reduces the transaction's gas, not that of the frame", async () => {
    // Clears a cold slot: 2 pushes, 2100 and 2900; 4800 come back, of which at most a fifth of the
    // gas.
    const clear = op(OP.SSTORE, 0, 0)
    const full: readonly [Uint8Array, Uint8Array] = [new Uint8Array(32), slotWith(1)]
    const accounts = [
      holding(A, op(OP.CALL, 50_000, B, 0, 0, 0, 0, 0)),
      [B, { nonce: 1n, code: clear, storage: [full] }] as const,
    ]
    const inner = 2n * GAS.push + 5000n
    expect(await traceOf(accounts)).toEqual(
      top(
        { gasUsed: 21_000n + 7n * GAS.push + GAS.coldAccount + inner - 4800n },
        frame({ from: A, to: B, gas: 50_000n, gasUsed: inner }),
      ),
    )
  })

  test('the floor of EIP-7623 applies to the transaction', async () => {
    // 100 bytes of 4 tokens each: 40 gas a byte, though 16 would do.
    const data = new Uint8Array(100).fill(1)
    expect(await traceOf([], undefined, { to: bob.address, data })).toEqual(
      top({ to: bob.address, input: bytesToHex(data), gasUsed: 21_000n + 4000n }),
    )
  })

  test('rejects calls deeper than 1024', async () => {
    // Calls itself with all there is: after 1024 calls, each of which keeps a 64th, 1 in 10 million
    // is left, less what they cost.
    const again = callAll(A)
    const gasLimit = 200_000_000_000n
    const { trace, send } = await startTracing([holding(A, again)], { gasLimit })
    const hash = await send({ to: A, gasLimit, maxFeePerGas: 2_000_000_000n })
    let deepest = (await trace(hash)) as unknown as Frame
    let depth = 0
    for (let [next] = deepest.calls ?? []; next !== undefined; [next] = deepest.calls ?? []) {
      expect(deepest.error).toBeUndefined()
      deepest = next
      depth++
    }
    expect(depth).toBe(1025)
    expect(deepest).toMatchObject({ error: 'max call depth exceeded', gasUsed: '0x0', to: A })
    expect(BigInt(deepest.gas)).toBeGreaterThan(0n)
  })
})

interface Frame {
  readonly gas: string
  readonly error?: string
  readonly calls?: readonly Frame[]
}

function pops(count: number): readonly number[] {
  return Array.from({ length: count }, () => OP.POP)
}

function slotWith(n: number): Uint8Array {
  const word = new Uint8Array(32)
  word[31] = n
  return word
}
