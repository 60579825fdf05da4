import { keccak_256 } from '@noble/hashes/sha3.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEngineExecutor } from '../../../src/evm/engine/engineExecutor.ts'
import { keccak256 } from '../../../src/primitives/crypto/keccak.ts'
import {
  bigIntToBytes,
  bytesToBigInt,
  concatBytes,
} from '../../../src/primitives/encoding/bytes.ts'
import { createStateDatabase } from '../../../src/state/stateDatabase.ts'
import { alice } from '../../support/accounts.ts'
import { A, blockOf } from '../../support/evm/observerScenarios.ts'
import { code, push } from '../../support/evm/programs.ts'
import { CHAIN_ID } from '../../support/genesis.ts'
import { runs } from '../../support/runs.ts'

/*
 * Compares every calculation of the interpreter with BigInt, on operands with critical carries,
 * borrows and quotient estimates.
 */

const BITS = 256n
const wrap = (value: bigint): bigint => BigInt.asUintN(256, value)
const signed = (value: bigint): bigint => BigInt.asIntN(256, value)
const truth = (holds: boolean): bigint => (holds ? 1n : 0n)

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n
  for (let b = base, e = exponent; e > 0n; e >>= 1n, b = wrap(b * b)) {
    if ((e & 1n) === 1n) result = wrap(result * b)
  }
  return result
}

function signExtend(index: bigint, word: bigint): bigint {
  return index > 30n ? word : wrap(BigInt.asIntN(Number(index) * 8 + 8, word))
}

/** By opcode: what it makes of its operands, the topmost first. */
const operations: readonly [
  name: string,
  op: number,
  arity: number,
  run: (a: bigint, b: bigint, c: bigint) => bigint,
][] = [
  ['ADD', 0x01, 2, (a, b) => wrap(a + b)],
  ['MUL', 0x02, 2, (a, b) => wrap(a * b)],
  ['SUB', 0x03, 2, (a, b) => wrap(a - b)],
  ['DIV', 0x04, 2, (a, b) => (b === 0n ? 0n : a / b)],
  ['SDIV', 0x05, 2, (a, b) => (b === 0n ? 0n : wrap(signed(a) / signed(b)))],
  ['MOD', 0x06, 2, (a, b) => (b === 0n ? 0n : a % b)],
  ['SMOD', 0x07, 2, (a, b) => (b === 0n ? 0n : wrap(signed(a) % signed(b)))],
  ['ADDMOD', 0x08, 3, (a, b, c) => (c === 0n ? 0n : (a + b) % c)],
  ['MULMOD', 0x09, 3, (a, b, c) => (c === 0n ? 0n : (a * b) % c)],
  ['EXP', 0x0a, 2, power],
  ['SIGNEXTEND', 0x0b, 2, signExtend],
  ['LT', 0x10, 2, (a, b) => truth(a < b)],
  ['GT', 0x11, 2, (a, b) => truth(a > b)],
  ['SLT', 0x12, 2, (a, b) => truth(signed(a) < signed(b))],
  ['SGT', 0x13, 2, (a, b) => truth(signed(a) > signed(b))],
  ['EQ', 0x14, 2, (a, b) => truth(a === b)],
  ['ISZERO', 0x15, 1, (a) => truth(a === 0n)],
  ['AND', 0x16, 2, (a, b) => a & b],
  ['OR', 0x17, 2, (a, b) => a | b],
  ['XOR', 0x18, 2, (a, b) => a ^ b],
  ['NOT', 0x19, 1, (a) => wrap(~a)],
  ['BYTE', 0x1a, 2, (a, b) => (a > 31n ? 0n : (b >> (248n - a * 8n)) & 0xffn)],
  ['SHL', 0x1b, 2, (a, b) => (a >= BITS ? 0n : wrap(b << a))],
  ['SHR', 0x1c, 2, (a, b) => (a >= BITS ? 0n : b >> a)],
  ['SAR', 0x1d, 2, (a, b) => wrap(signed(b) >> (a >= BITS ? BITS - 1n : a))],
  ['CLZ', 0x1e, 1, (a) => (a === 0n ? BITS : BITS - BigInt(a.toString(2).length))],
]

const limb = fc.constantFrom(0n, 1n, 2n, 2n ** 32n, 2n ** 63n, 2n ** 64n - 2n, 2n ** 64n - 1n)

/**
 * Limbs of extremes, small numbers, random ones of every length, and neighbours of powers of two.
 */
const operand = fc.oneof(
  fc.tuple(limb, limb, limb, limb).map((limbs) => limbs.reduce((word, l) => (word << 64n) | l)),
  fc.bigInt({ min: 0n, max: 300n }),
  fc
    .tuple(fc.bigInt({ min: 0n, max: 2n ** BITS - 1n }), fc.integer({ min: 0, max: 255 }))
    .map(([word, shift]) => word >> BigInt(shift)),
  fc
    .tuple(fc.integer({ min: 0, max: 255 }), fc.integer({ min: -1, max: 1 }))
    .map(([bit, off]) => wrap(2n ** BigInt(bit) + BigInt(off))),
)

/** Where signs, limbs and shifts begin and end. */
const edges = [
  ...[0n, 1n, 2n, 3n, 30n, 31n, 32n, 63n, 64n, 65n, 127n, 128n, 255n, 256n, 257n],
  ...[32n, 63n, 64n, 127n, 128n, 191n, 192n, 254n, 255n].flatMap((bit) => {
    const power = 1n << bit
    return [power - 1n, power, power + 1n]
  }),
  ...[1n, 2n, 3n, 1n << 64n, 1n << 128n].map((distance) => wrap(-distance)),
]

const executor = createEngineExecutor(CHAIN_ID)
const state = createStateDatabase({ bech32Prefix: 'sei', denomination: 'usei' }).newest

/** Runs code with call data and returns what it returned. */
async function run(bytes: Uint8Array, data: Uint8Array): Promise<bigint> {
  const mark = state.mark
  state.setCode(A, bytes)
  const outcome = await executor.execute(state, blockOf('osaka'), {
    ...{ caller: alice.address, to: A, value: 0n, data, gasLimit: 100_000n, gasPrice: 0n },
    warm: new Map(),
  })
  state.revertTo(mark)
  if (outcome.kind !== 'success') {
    throw new Error(outcome.kind === 'halt' ? outcome.reason : 'it reverted')
  }
  return bytesToBigInt(outcome.output)
}

const RETURN_TOP = code(push(0), 0x52, push(32), push(0), 0xf3)

describe.each(operations)('%s', (_name, op, arity, expected) => {
  const load = (index: number): Uint8Array => code(push(index * 32), 0x35)
  const operands = [2, 1, 0].slice(3 - arity).map(load)
  const program = code(...operands, op, RETURN_TOP)

  test('matches BigInt for all pairs of edge values', async () => {
    for (const a of edges) {
      for (const b of arity === 1 ? [0n] : edges) {
        const c = wrap(a * 7n + b + 3n)
        const data = concatBytes(...[a, b, c].map((word) => bigIntToBytes(word, 32)))
        expect(await run(program, data), `${a}, ${b}, ${c}`).toBe(expected(a, b, c))
      }
    }
  })

  test('matches BigInt', async () => {
    await fc.assert(
      fc.asyncProperty(operand, operand, operand, async (a, b, c) => {
        // Equal operands, and quotients close to whole numbers, are rare by chance.
        for (const [x, y, z] of [
          [a, b, c],
          [a, a, c],
          [wrap(b * (c | 1n)), b, c],
          [wrap(b * (c | 1n) - 1n), b, a],
        ] as const) {
          const data = concatBytes(...[x, y, z].map((word) => bigIntToBytes(word, 32)))
          expect(await run(program, data), `${x}, ${y}, ${z}`).toBe(expected(x, y, z))
        }
      }),
      { numRuns: runs({ quick: 15, full: 150 }) },
    )
  })
})

test('KECCAK256 of data of any length up to three blocks', async () => {
  // CALLDATASIZE PUSH1 0 PUSH1 0 CALLDATACOPY CALLDATASIZE PUSH1 0 KECCAK256
  const program = code(0x36, push(0), push(0), 0x37, 0x36, push(0), 0x20, RETURN_TOP)
  for (let length = 0; length <= 3 * 136 + 1; length++) {
    const data = Uint8Array.from({ length }, (_, i) => (i * 7 + length) & 0xff)
    expect(await run(program, data)).toBe(bytesToBigInt(keccak256(data)))
  }
})

test('MULMOD by the highest word', async () => {
  const program = code(push(wrap(-1n)), push(0), 0x35, push(32), 0x35, 0x09, RETURN_TOP)
  const others = [0n, 1n, 1n << 64n, 1n << 128n, ...[-1n, -2n, -3n, -(1n << 64n)].map(wrap)]
  for (const a of edges) {
    for (const b of others) {
      const data = concatBytes(bigIntToBytes(a, 32), bigIntToBytes(b, 32))
      expect(await run(program, data), `${a}, ${b}`).toBe((a * b) % wrap(-1n))
    }
  }
})

test('MULMOD with the highest possible digit in the quotient', async () => {
  const program = code(push(64), 0x35, push(32), 0x35, push(0), 0x35, 0x09, RETURN_TOP)
  for (const bits of [65n, 128n, 129n, 191n, 192n, 193n, 255n, 256n]) {
    for (const m of [(1n << bits) - 1n, (1n << (bits - 1n)) + 1n, (3n << (bits - 2n)) + 5n]) {
      for (const b of [1n << 64n, (1n << 64n) - 1n, 1n << 63n, 1n << 128n]) {
        const data = concatBytes(...[m - 1n, b, m].map((word) => bigIntToBytes(word, 32)))
        expect(await run(program, data), `${m}, ${b}`).toBe(((m - 1n) * b) % m)
      }
    }
  }
})

test('KECCAK256 of more pairs of words than are kept, each of them again', async () => {
  const program = code(push(0), 0x35, push(0), 0x52, push(32), 0x35, push(32), 0x52)
  const hashed = code(program, push(64), push(0), 0x20, RETURN_TOP)
  for (let i = 0; i < 1_100; i++) {
    const pair = concatBytes(bigIntToBytes(BigInt(i % 550), 32), bigIntToBytes(BigInt(i & 1), 32))
    expect(await run(hashed, pair)).toBe(bytesToBigInt(keccak_256(pair)))
  }
})
