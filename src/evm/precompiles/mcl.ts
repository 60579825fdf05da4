import { compareBytes } from '../../primitives/encoding/bytes.ts'

/**
 * What we use of mcl's C interface (mcl/bn.h), as the package mcl-wasm exports it. Numbers are addresses in its memory; the
 * destination comes first. Its public JavaScript interface has one curve a process, this has one an instance.
 */
export interface MclModule {
  /** A view of all memory; another one after the memory grew. */
  readonly HEAP8: Int8Array
  _malloc(size: number): number
  _free(address: number): void
  _mclBn_init(curve: number, compiledFor: number): number
  _mclBn_setETHserialization(on: number): void
  _mclBn_setMapToMode(mode: number): void
  _mclBn_verifyOrderG1(on: number): void
  _mclBn_verifyOrderG2(on: number): void
  _mclBnFr_setBigEndianMod(fr: number, bytes: number, length: number): number
  _mclBnFp_setBigEndianMod(fp: number, bytes: number, length: number): number
  _mclBnFp_getLittleEndian(bytes: number, length: number, fp: number): number
  _mclBnFp_setInt32(fp: number, value: number): void
  _mclBnFp_clear(fp: number): void
  _mclBnFp_mapToG1(g1: number, fp: number): number
  _mclBnFp2_mapToG2(g2: number, fp2: number): number
  readonly _mclBnG1_clear: Clear
  readonly _mclBnG2_clear: Clear
  readonly _mclBnG1_isZero: Predicate
  readonly _mclBnG2_isZero: Predicate
  readonly _mclBnG1_isValid: Predicate
  readonly _mclBnG2_isValid: Predicate
  readonly _mclBnG1_isValidOrder: Predicate
  readonly _mclBnG2_isValidOrder: Predicate
  readonly _mclBnG1_normalize: Unary
  readonly _mclBnG2_normalize: Unary
  readonly _mclBnG2_neg: Unary
  readonly _mclBnG1_add: Binary
  readonly _mclBnG1_sub: Binary
  readonly _mclBnG2_add: Binary
  readonly _mclBnG1_mul: Binary
  readonly _mclBnG1_mulVec: Product
  readonly _mclBnG2_mulVec: Product
  _mclBnG1_deserialize(g1: number, bytes: number, length: number): number
  _mclBnG1_serialize(bytes: number, length: number, g1: number): number
  _mclBnG2_deserialize(g2: number, bytes: number, length: number): number
  _mclBn_millerLoopVec(gt: number, g1s: number, g2s: number, count: number): void
  _mclBn_finalExp: Unary
  readonly _mclBnGT_isOne: Predicate
}

type Clear = (at: number) => void
type Predicate = (at: number) => number
type Unary = (to: number, from: number) => void
type Binary = (to: number, a: number, b: number) => void
type Product = (to: number, points: number, scalars: number, count: number) => number

/** Sizes in memory, whatever the curve: mcl-wasm is compiled for fields of up to 384 bits. */
export const FP_SIZE = 48
export const FR_SIZE = 32
export const G1_SIZE = 3 * FP_SIZE
export const G2_SIZE = 6 * FP_SIZE
const GT_SIZE = 12 * FP_SIZE

/** MCLBN_COMPILED_TIME_VAR of that build. */
const COMPILED_FOR = 46

/** mcl's number of a curve. */
export const BN_SNARK1 = 4
export const BLS12_381 = 5

/** One curve of mcl with what its precompiles share. */
export interface MclCurve {
  readonly module: MclModule
  /** Memory for the operands of one call: two points of G2 and more. */
  readonly scratch: number
  /** Copies bytes into memory. */
  put(at: number, bytes: Uint8Array): void
  /** A copy of memory. */
  take(at: number, length: number): Uint8Array
  /** Reads a big-endian number into a field element; false when it is not below the modulus. */
  readField(at: number, bytes: Uint8Array): boolean
  /** Writes a field element as a big-endian number that fills `bytes`. */
  writeField(at: number, bytes: Uint8Array): void
  /** Reads a big-endian number into a scalar, modulo the order. */
  readScalar(at: number, bytes: Uint8Array): void
  /** Runs with a block of memory, given back afterwards. */
  withMemory<T>(size: number, use: (at: number) => T): T
  /** Whether the product of the pairings of `count` points of each group, none of them infinity, is 1. */
  pairsToOne(g1s: number, g2s: number, count: number): boolean
}

/** Loads an instance of mcl for one curve; `modulus` is that of its base field. */
export async function createMclCurve(curve: number, modulus: Uint8Array): Promise<MclCurve> {
  const { default: createModule } = await import('mcl-wasm/dist/mcl_c.js')
  const module: MclModule = await createModule({ cryptoGetRandomValues: refuseRandomness })
  if (module._mclBn_init(curve, COMPILED_FOR) !== 0) throw new Error(`mcl lacks curve ${curve}`)
  // Whether a point is in the subgroup is asked where the precompile wants to know.
  module._mclBn_verifyOrderG1(0)
  module._mclBn_verifyOrderG2(0)

  const number = module._malloc(64)
  const product = module._malloc(GT_SIZE)
  const power = module._malloc(GT_SIZE)
  const put = (at: number, bytes: Uint8Array) => module.HEAP8.set(bytes, at)
  return {
    module,
    scratch: module._malloc(4 * G2_SIZE),
    put,
    take: (at, length) => new Uint8Array(module.HEAP8.slice(at, at + length).buffer),
    readField(at, bytes) {
      if (compareBytes(bytes, modulus) >= 0) return false
      put(number, bytes)
      return module._mclBnFp_setBigEndianMod(at, number, bytes.length) === 0
    },
    writeField(at, bytes) {
      const length = module._mclBnFp_getLittleEndian(number, 64, at)
      const heap = module.HEAP8
      for (let i = 0; i < length; i++) bytes[bytes.length - 1 - i] = heap[number + i] ?? 0
    },
    readScalar(at, bytes) {
      put(number, bytes)
      module._mclBnFr_setBigEndianMod(at, number, bytes.length)
    },
    withMemory(size, use) {
      const at = module._malloc(size)
      if (at === 0) throw new Error('mcl is out of memory')
      try {
        return use(at)
      } finally {
        module._free(at)
      }
    },
    pairsToOne(g1s, g2s, count) {
      if (count === 0) return true
      module._mclBn_millerLoopVec(product, g1s, g2s, count)
      module._mclBn_finalExp(power, product)
      return module._mclBnGT_isOne(power) === 1
    },
  }
}

/** Nothing that we call is random. */
function refuseRandomness(): never {
  throw new Error('bug: mcl asked for random numbers')
}
