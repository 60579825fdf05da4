import fc from 'fast-check'
import { type Address, addressToBytes } from '../../../src/primitives/address.ts'
import { bigIntToBytes, concatBytes } from '../../../src/primitives/encoding/bytes.ts'
import { hexToBytes } from '../../../src/primitives/encoding/hex.ts'

/** Bytecode that pushes a number with the fewest bytes. */
export function push(value: bigint | number): Uint8Array {
  const big = BigInt(value)
  const length = Math.max(1, Math.ceil(big.toString(16).length / 2))
  return concatBytes(Uint8Array.of(0x5f + length), bigIntToBytes(big, length))
}

/** Bytecode of opcodes (numbers) and pieces of code. */
export function code(...parts: readonly (number | Uint8Array)[]): Uint8Array {
  return concatBytes(...parts.map((p) => (typeof p === 'number' ? Uint8Array.of(p) : p)))
}

const OP = {
  ADD: 0x01,
  KECCAK256: 0x20,
  BALANCE: 0x31,
  EXTCODESIZE: 0x3b,
  EXTCODEHASH: 0x3f,
  RETURNDATASIZE: 0x3d,
  SELFBALANCE: 0x47,
  POP: 0x50,
  MSTORE: 0x52,
  SLOAD: 0x54,
  SSTORE: 0x55,
  GAS: 0x5a,
  TLOAD: 0x5c,
  TSTORE: 0x5d,
  LOG1: 0xa1,
  CREATE: 0xf0,
  RETURN: 0xf3,
  CREATE2: 0xf5,
  REVERT: 0xfd,
  INVALID: 0xfe,
  SELFDESTRUCT: 0xff,
} as const

/** CALL, CALLCODE, DELEGATECALL, STATICCALL. */
const CALLS = [0xf1, 0xf2, 0xf4, 0xfa] as const

function call(op: number, target: Address, value: number, gas: number): Uint8Array {
  const takesValue = op === 0xf1 || op === 0xf2
  return code(
    push(32),
    push(0),
    push(0),
    push(0),
    ...(takesValue ? [push(value)] : []),
    push(BigInt(target)),
    push(gas),
    op,
    OP.POP,
  )
}

/** Stores the word at memory 0 in storage, so that results of reads become visible in the state. */
function remember(slot: number, ...expression: readonly (number | Uint8Array)[]): Uint8Array {
  return code(...expression, push(slot), OP.SSTORE)
}

/** Init code that stores a word, returns a byte as code, or fails; at most 32 bytes. */
const initCodes = [
  // PUSH1 1 PUSH1 0 SSTORE, return one zero byte
  '6001600055600160006000f3',
  // return nothing
  '60006000f3',
  // revert
  '60006000fd',
  // self-destructs in favour of the caller
  '33ff',
  // code that starts with 0xef
  '60ef60005360016000f3',
  // keep balance, return 2 bytes: CALLER SELFDESTRUCT
  '6133ff6000526002601ef3',
].map(hexToBytes)

function create(op: number, init: Uint8Array, value: number, salt: number): Uint8Array {
  const word = concatBytes(init, new Uint8Array(32 - init.length))
  const store = code(0x7f, word, push(0), OP.MSTORE)
  return code(
    store,
    ...(op === OP.CREATE2 ? [push(salt)] : []),
    push(init.length),
    push(0),
    push(value),
    op,
    push(9),
    OP.SSTORE,
  )
}

/** One step of a random program. Every step leaves the stack unchanged. */
function step(targets: readonly Address[]): fc.Arbitrary<Uint8Array> {
  const slot = fc.integer({ min: 0, max: 3 })
  const word = fc.integer({ min: 0, max: 2 })
  const target = fc.constantFrom(...targets)
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(word, slot).map(([w, s]) => code(push(w), push(s), OP.SSTORE)),
    },
    { weight: 2, arbitrary: slot.map((s) => remember(5, push(s), OP.SLOAD, push(1), OP.ADD)) },
    {
      weight: 1,
      arbitrary: fc.tuple(word, slot).map(([w, s]) => code(push(w), push(s), OP.TSTORE)),
    },
    { weight: 1, arbitrary: slot.map((s) => remember(6, push(s), OP.TLOAD)) },
    { weight: 1, arbitrary: target.map((t) => remember(7, push(BigInt(t)), OP.BALANCE)) },
    { weight: 1, arbitrary: target.map((t) => remember(8, push(BigInt(t)), OP.EXTCODEHASH)) },
    { weight: 1, arbitrary: target.map((t) => remember(10, push(BigInt(t)), OP.EXTCODESIZE)) },
    { weight: 1, arbitrary: fc.constant(remember(11, OP.SELFBALANCE)) },
    { weight: 1, arbitrary: fc.constant(remember(12, OP.RETURNDATASIZE)) },
    { weight: 1, arbitrary: word.map((w) => code(push(w), push(8), push(0), OP.LOG1)) },
    { weight: 1, arbitrary: fc.constant(remember(13, push(32), push(0), OP.KECCAK256)) },
    {
      weight: 5,
      arbitrary: fc
        .tuple(fc.constantFrom(...CALLS), target, word, fc.constantFrom(500, 30_000, 200_000))
        .map(([op, t, value, gas]) => call(op, t, value, gas)),
    },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(OP.CREATE, OP.CREATE2), fc.constantFrom(...initCodes), word, slot)
        .map(([op, init, value, salt]) => create(op, init, value, salt)),
    },
  )
}

/** End of a random program. */
function ending(targets: readonly Address[]): fc.Arbitrary<Uint8Array> {
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(code(push(32), push(0), OP.RETURN)) },
    { weight: 1, arbitrary: fc.constant(code(push(4), push(0), OP.REVERT)) },
    { weight: 1, arbitrary: fc.constant(code(OP.INVALID)) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(...targets).map((t) => code(push(BigInt(t)), OP.SELFDESTRUCT)),
    },
  )
}

/** Random code that reads, writes, calls, creates and self-destructs among `targets`. */
export function program(targets: readonly Address[]): fc.Arbitrary<Uint8Array> {
  return fc
    .tuple(fc.array(step(targets), { maxLength: 8 }), ending(targets))
    .map(([steps, end]) => concatBytes(...steps, end))
}

/** Code that calls `target` with all gas, e.g. for delegations. */
export function forwardTo(target: Address): Uint8Array {
  return code(
    push(0),
    push(0),
    push(0),
    push(0),
    push(0),
    0x73,
    addressToBytes(target),
    OP.GAS,
    0xf1,
    OP.POP,
  )
}
