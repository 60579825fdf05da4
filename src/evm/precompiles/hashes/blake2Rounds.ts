/*
 * The rounds of BLAKE2b's compression function (RFC 7693, section 3.2) as a generated WebAssembly
 * module: JavaScript has no fast 64-bit integers, and no package has a variable number of rounds.
 * A round takes 12 ns instead of 450.
 */

/** Permutations of the message, one per round (RFC 7693, section 2.7). */
const SIGMA = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
  [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
  [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
  [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
  [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
  [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
  [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
  [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
  [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
  [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
] as const

/** Words of the work vector in the eight mixings of a round: columns, then diagonals. */
const MIXINGS = [
  [0, 4, 8, 12],
  [1, 5, 9, 13],
  [2, 6, 10, 14],
  [3, 7, 11, 15],
  [0, 5, 10, 15],
  [1, 6, 11, 12],
  [2, 7, 8, 13],
  [3, 4, 9, 14],
] as const

/** Opcodes and types of the WebAssembly binary format. */
const OP = {
  block: 0x02,
  loop: 0x03,
  end: 0x0b,
  br: 0x0c,
  brIf: 0x0d,
  localGet: 0x20,
  localSet: 0x21,
  i64Load: 0x29,
  i64Store: 0x37,
  i32Const: 0x41,
  i64Const: 0x42,
  i32Eqz: 0x45,
  i32Sub: 0x6b,
  i64Add: 0x7c,
  i64Xor: 0x85,
  i64Rotr: 0x8a,
} as const
const I32 = 0x7f
const I64 = 0x7e
const NO_RESULT = 0x40

/** Local variables: number of rounds, work vector, message. */
const ROUNDS = 0
const VECTOR = 1
const MESSAGE = 17

type Code = readonly number[]

/** Runs the first `count` rounds on `words`; a multiple of ten except for the last call. */
export interface Blake2Rounds {
  /** The work vector of 16 words and the message of 16 words, in the module's memory. */
  readonly words: BigUint64Array
  run(count: number): void
}

/** The used part of the WebAssembly API, which Node's types lack. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (
    module: object,
  ) => {
    readonly exports: {
      readonly memory: { readonly buffer: ArrayBuffer }
      readonly run: (count: number) => void
    }
  }
}

/** Compiles the module in less than a millisecond. */
export function createBlake2Rounds(): Blake2Rounds {
  const { Module, Instance } = (globalThis as unknown as { WebAssembly: WebAssemblyApi })
    .WebAssembly
  const { memory, run } = new Instance(new Module(Uint8Array.from(moduleCode()))).exports
  return { words: new BigUint64Array(memory.buffer, 0, 32), run }
}

/** `(module (memory (export "memory") 1) (func (export "run") (param i32) …))` */
function moduleCode(): Code {
  const body = [...[1, 32, I64], ...functionCode(), OP.end]
  return [
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, [1, 0x60, 1, I32, 0]),
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 1]),
    ...section(7, [2, ...name('memory'), 2, 0, ...name('run'), 0, 0]),
    ...section(10, [1, ...unsigned(body.length), ...body]),
  ]
}

function functionCode(): Code {
  const words = Array.from({ length: 32 }, (_, index) => index)
  const load = words.flatMap((i) => [
    ...[OP.i32Const, 0, OP.i64Load, 3, ...unsigned(i * 8), OP.localSet, VECTOR + i],
  ])
  const store = words
    .slice(0, 16)
    .flatMap((i) => [
      ...[OP.i32Const, 0, OP.localGet, VECTOR + i, OP.i64Store, 3, ...unsigned(i * 8)],
    ])
  const rounds = SIGMA.flatMap((permutation) => [
    ...[OP.localGet, ROUNDS, OP.i32Eqz, OP.brIf, 1],
    ...[OP.localGet, ROUNDS, OP.i32Const, 1, OP.i32Sub, OP.localSet, ROUNDS],
    ...roundCode(permutation),
  ])
  const loop = [OP.loop, NO_RESULT, ...rounds, OP.br, 0, OP.end]
  return [...load, OP.block, NO_RESULT, ...loop, OP.end, ...store]
}

function roundCode(permutation: readonly number[]): Code {
  return MIXINGS.flatMap(([a, b, c, d], index) => [
    ...mixHalf(a, b, c, d, permutation[2 * index] ?? 0, 32, 24),
    ...mixHalf(a, b, c, d, permutation[2 * index + 1] ?? 0, 16, 63),
  ])
}

/** a += b + m; d = (d ^ a) >>> first; c += d; b = (b ^ c) >>> second */
function mixHalf(
  a: number,
  b: number,
  c: number,
  d: number,
  word: number,
  first: number,
  second: number,
): Code {
  const get = (index: number) => [OP.localGet, VECTOR + index]
  const set = (index: number) => [OP.localSet, VECTOR + index]
  const message = [OP.localGet, MESSAGE + word]
  return [
    ...[...get(a), ...get(b), OP.i64Add, ...message, OP.i64Add, ...set(a)],
    ...[...get(d), ...get(a), OP.i64Xor, OP.i64Const, first, OP.i64Rotr, ...set(d)],
    ...[...get(c), ...get(d), OP.i64Add, ...set(c)],
    ...[...get(b), ...get(c), OP.i64Xor, OP.i64Const, second, OP.i64Rotr, ...set(b)],
  ]
}

function section(id: number, content: Code): Code {
  return [id, ...unsigned(content.length), ...content]
}

function name(text: string): Code {
  return [text.length, ...Buffer.from(text)]
}

/** LEB128. */
function unsigned(value: number): Code {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)]
}
