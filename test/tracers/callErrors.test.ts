import { describe, expect, test } from 'vitest'
import { concatBytes } from '../../src/primitives/encoding/bytes.ts'
import { bytesToHex, hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { alice } from '../support/accounts.ts'
import { A, B, C, contract, OP, op } from '../support/evm/observerScenarios.ts'
import { code } from '../support/evm/programs.ts'
import { frame, GAS, holding, LIMIT, top, traceOf } from '../support/tracers/traceSetup.ts'

const HANDED = 50_000n
/** What A does by itself: 7 pushes and the access to B. */
const CALLING = 21_000n + 7n * GAS.push + GAS.coldAccount

/** The trace of a call of A's to B with {@link HANDED} gas. */
const traceCallTo = (bytes: Uint8Array) =>
  traceOf([holding(A, op(OP.CALL, HANDED, B, 0, 0, 0, 0, 0)), holding(B, bytes)])

describe('failures that consume all gas of a frame', () => {
  const failures: readonly (readonly [error: string, bytes: Uint8Array])[] = [
    // 524 289 words of memory cost 3 each, and a 512th of their square.
    ['out of gas', op(OP.MSTORE, 0xffffff, 1)],
    ['invalid opcode: INVALID', code(OP.INVALID)],
    ['invalid opcode: opcode 0xc not defined', code(0x0c)],
    ['invalid opcode: opcode 0xef not defined', code(0xef)],
    ['invalid jump destination', op(0x56, 0)],
    ['stack underflow (0 <=> 2)', code(0x01)],
    // DUP3, SWAP2, LOG2, CREATE2 with fewer words than they look at.
    ['stack underflow (2 <=> 3)', code(op(0x82, 1, 2))],
    ['stack underflow (2 <=> 3)', code(op(0x91, 1, 2))],
    ['stack underflow (3 <=> 4)', code(op(0xa2, 0, 0, 7))],
    ['stack underflow (1 <=> 3)', code(op(0xa1, 0))],
    ['stack underflow (3 <=> 4)', code(op(OP.CREATE2, 0, 0, 0))],
    ['stack underflow (6 <=> 7)', code(op(OP.CALL, 0, 0, 0, 0, 0, 0))],
    ['stack underflow (1 <=> 2)', code(op(OP.SSTORE, 0))],
    // JUMPDEST, two pushes, JUMP to the beginning: one word more each time.
    ['stack limit reached 1024 (1023)', code(0x5b, op(0x56, 0, 1))],
    // What is pushed is no destination.
    ['invalid jump destination', code(op(0x56, 4), 0x60, 0x5b)],
    ['return data out of bounds', op(OP.RETURNDATACOPY, 0, 0, 1)],
  ]
  test.each(failures)('%s', async (error, bytes) => {
    expect(await traceCallTo(bytes)).toEqual(
      top(
        { gasUsed: CALLING + HANDED },
        frame({ from: A, to: B, gas: HANDED, gasUsed: HANDED, error }),
      ),
    )
    const fields = { to: B }
    expect(await traceOf([holding(B, bytes)], undefined, fields)).toEqual(
      top({ to: B, gasUsed: LIMIT, error }),
    )
  })

  test('writes in a static call', async () => {
    const forbidden = [
      op(OP.SSTORE, 0, 1),
      op(OP.LOG0, 0, 0),
      op(OP.CREATE, 0, 0, 0),
      op(OP.SELFDESTRUCT, alice.address),
      // TSTORE
      op(0x5d, 0, 1),
      op(OP.CALL, 0, C, 1, 0, 0, 0, 0),
    ]
    for (const bytes of forbidden) {
      const caller = op(OP.STATICCALL, HANDED, B, 0, 0, 0, 0)
      expect(await traceOf([holding(A, caller), holding(B, bytes)])).toEqual(
        top(
          { gasUsed: CALLING - GAS.push + HANDED },
          frame({
            ...{ type: 'STATICCALL', from: A, to: B, gas: HANDED, gasUsed: HANDED, value: null },
            error: 'write protection',
          }),
        ),
      )
    }
  })
})

describe('REVERT', () => {
  const word = (n: number) => n.toString(16).padStart(64, '0')
  const no = Buffer.from('no').toString('hex').padEnd(64, '0')
  const error = 'execution reverted'

  interface Revert {
    readonly name: string
    readonly hex: string
    readonly words: bigint
    readonly reason?: string
  }
  const reverts: readonly Revert[] = [
    { name: 'Error(string)', hex: `08c379a0${word(32)}${word(2)}${no}`, words: 4n, reason: 'no' },
    {
      ...{ name: 'Panic(uint256)', hex: `4e487b71${word(0x11)}`, words: 2n },
      reason: 'arithmetic underflow or overflow',
    },
    {
      ...{ name: 'Panic(uint256) of no known code', hex: `4e487b71${word(0x99)}`, words: 2n },
      reason: 'unknown panic code: 0x99',
    },
    {
      ...{ name: 'Panic(uint256) and more', hex: `4e487b71${word(1)}00`, words: 2n },
      reason: 'assert(false)',
    },
    { name: 'a custom error', hex: `11223344${word(1)}`, words: 2n },
    { name: 'a selector alone', hex: '08c379a0', words: 1n },
    { name: 'less than a selector', hex: '0102', words: 1n },
    { name: 'a string that is cut off', hex: `08c379a0${word(32)}${word(33)}${no}`, words: 4n },
    { name: 'nothing', hex: '', words: 0n },
  ]
  test.each(reverts)('$name', async ({ hex, words, reason }) => {
    const data = hexToBytes(hex)
    const failing = {
      // 3 pushes and 3; 3 to copy and 3 to have each word of memory; 2 pushes.
      gasUsed: 12n + 6n * words + 6n,
      error,
      ...(hex !== '' && { output: `0x${hex}` }),
      ...(reason !== undefined && { revertReason: reason }),
    }
    expect(await traceCallTo(revertingWith(data))).toEqual(
      top(
        { gasUsed: CALLING + failing.gasUsed },
        frame({ from: A, to: B, gas: HANDED, ...failing }),
      ),
    )
    expect(await traceOf([holding(A, revertingWith(data))])).toEqual(
      top({ ...failing, gasUsed: 21_000n + failing.gasUsed }),
    )
  })
})

describe('EIP-7702', () => {
  const D = contract('dd')
  /** D is an account that delegates to B, whose code returns its own address. */
  const accounts = [
    holding(B, code(0x30, op(OP.MSTORE, 0).subarray(0, 2), OP.MSTORE, op(OP.RETURN, 12, 20))),
    holding(D, concatBytes(hexToBytes('ef0100'), hexToBytes(B.slice(2)))),
  ] as const
  // ADDRESS 2; 1 push; 3 and a word of memory; 2 pushes.
  const inner = 2n + 3n + 6n + 6n

  test('a transaction to a delegated account', async () => {
    expect(await traceOf(accounts, undefined, { to: D })).toEqual(
      top({ to: D, output: D, gasUsed: 21_000n + inner }),
    )
  })

  test('a call to a delegated account pays for both', async () => {
    const caller = op(OP.CALL, HANDED, D, 0, 0, 0, 0, 0)
    expect(await traceOf([...accounts, holding(A, caller)])).toEqual(
      top(
        { gasUsed: CALLING + GAS.coldAccount + inner },
        frame({ from: A, to: D, gas: HANDED, gasUsed: inner, output: D }),
      ),
    )
  })
})

/** Code that reverts with data of up to 255 bytes. */
function revertingWith(data: Uint8Array): Uint8Array {
  const tail = op(OP.REVERT, 0, data.length)
  // CODECOPY of what stands behind these 7 bytes and the tail.
  const copy = op(0x39, 0, 7 + tail.length, data.length)
  expect(bytesToHex(copy)).toHaveLength(2 + 14)
  return code(copy, tail, data)
}
