import { EVMError } from '@ethereumjs/evm'
import { bigIntToBytes, compareBytes, padLeft } from '../../../primitives/encoding/bytes.ts'

const { errorMessages } = EVMError

/** Arithmetic of 0x06 to 0x08. Throws for invalid points, an `EVMError` if it knows the reason. */
export interface Bn254 {
  add(input: Uint8Array): Uint8Array
  mul(input: Uint8Array): Uint8Array
  pairing(input: Uint8Array): Uint8Array
}

/**
 * The used part of mcl's C interface (mcl/bn.h), as exported by mcl-wasm. Numbers are addresses in
 * its memory; the destination comes first. The package's public interface has one curve per
 * process, which the host application may want to choose; this has one per instance.
 */
interface MclModule {
  /** A view of all memory; renewed after growth. */
  readonly HEAP8: Int8Array
  _malloc(size: number): number
  _free(address: number): void
  _mclBn_init(curve: number, compiledFor: number): number
  _mclBn_verifyOrderG1(on: number): void
  _mclBn_verifyOrderG2(on: number): void
  _mclBnFr_setBigEndianMod(fr: number, bytes: number, length: number): number
  _mclBnFp_setBigEndianMod(fp: number, bytes: number, length: number): number
  _mclBnFp_getLittleEndian(bytes: number, length: number, fp: number): number
  _mclBnFp_setInt32(fp: number, value: number): void
  _mclBnFp_clear(fp: number): void
  _mclBnG1_clear(at: number): void
  _mclBnG2_clear(at: number): void
  _mclBnG1_isZero(at: number): number
  _mclBnG2_isZero(at: number): number
  _mclBnG1_isValid(at: number): number
  _mclBnG2_isValid(at: number): number
  _mclBnG2_isValidOrder(at: number): number
  _mclBnG1_normalize(to: number, from: number): void
  _mclBnG1_add(to: number, a: number, b: number): void
  _mclBnG1_mul(to: number, point: number, scalar: number): void
  _mclBn_millerLoopVec(gt: number, g1s: number, g2s: number, count: number): void
  _mclBn_finalExp(to: number, from: number): void
  _mclBnGT_isOne(at: number): number
}

/** mcl's number of the curve, and MCLBN_COMPILED_TIME_VAR of the package's build. */
const BN_SNARK1 = 4
const COMPILED_FOR = 46

/** Sizes in memory: mcl-wasm is compiled for fields of up to 384 bits. */
const FP_SIZE = 48
const G1_SIZE = 3 * FP_SIZE
const G2_SIZE = 6 * FP_SIZE
const GT_SIZE = 12 * FP_SIZE

/** Sizes in input and output (EIP-196, EIP-197). */
const FIELD_LENGTH = 32
const G1_LENGTH = 2 * FIELD_LENGTH
const PAIR_LENGTH = 6 * FIELD_LENGTH

/** Modulus of the base field (EIP-196). */
const MODULUS = bigIntToBytes(
  21888242871839275222246405745257275088696311157297823662689037894645226208583n,
  FIELD_LENGTH,
)

/**
 * Arithmetic on BN254 by mcl in WebAssembly, in an instance of its own. Fails in the same cases as
 * the portable implementation.
 */
export async function createMclBn254(): Promise<Bn254> {
  const { default: createModule } = await import('mcl-wasm/dist/mcl_c.js')
  const module: MclModule = await createModule({ cryptoGetRandomValues: refuseRandomness })
  if (module._mclBn_init(BN_SNARK1, COMPILED_FOR) !== 0) throw new Error('mcl lacks BN254')
  // The subgroup is checked where the precompile requires it.
  module._mclBn_verifyOrderG1(0)
  module._mclBn_verifyOrderG2(0)
  return new MclBn254(module)
}

/** None of the called functions is random. */
function refuseRandomness(): never {
  throw new Error('bug: mcl asked for random numbers')
}

class MclBn254 implements Bn254 {
  readonly #module: MclModule
  /** Memory for a number, two operands, and two elements of the target group. */
  readonly #number: number
  readonly #a: number
  readonly #b: number
  readonly #product: number
  readonly #power: number

  constructor(module: MclModule) {
    this.#module = module
    this.#number = module._malloc(64)
    this.#a = module._malloc(G1_SIZE)
    this.#b = module._malloc(G1_SIZE)
    this.#product = module._malloc(GT_SIZE)
    this.#power = module._malloc(GT_SIZE)
  }

  add(input: Uint8Array): Uint8Array {
    this.#readG1(this.#a, input)
    this.#readG1(this.#b, input.subarray(G1_LENGTH))
    this.#module._mclBnG1_add(this.#a, this.#a, this.#b)
    return this.#writeG1(this.#a)
  }

  mul(input: Uint8Array): Uint8Array {
    this.#readG1(this.#a, input)
    this.#put(input.subarray(G1_LENGTH, G1_LENGTH + FIELD_LENGTH))
    this.#module._mclBnFr_setBigEndianMod(this.#b, this.#number, FIELD_LENGTH)
    this.#module._mclBnG1_mul(this.#a, this.#a, this.#b)
    return this.#writeG1(this.#a)
  }

  pairing(input: Uint8Array): Uint8Array {
    const module = this.#module
    const count = input.length / PAIR_LENGTH
    const g1s = module._malloc(count * (G1_SIZE + G2_SIZE))
    if (g1s === 0) throw new Error('mcl is out of memory')
    try {
      const g2s = g1s + count * G1_SIZE
      let finite = 0
      for (let at = 0; at < input.length; at += PAIR_LENGTH) {
        const g1 = g1s + finite * G1_SIZE
        const g2 = g2s + finite * G2_SIZE
        this.#readG1(g1, input.subarray(at))
        this.#readG2(g2, input.subarray(at + G1_LENGTH))
        // A pair with infinity does not change the product, so the next one takes its place.
        if (module._mclBnG1_isZero(g1) === 0 && module._mclBnG2_isZero(g2) === 0) finite++
      }
      return padLeft(Uint8Array.of(this.#pairsToOne(g1s, g2s, finite) ? 1 : 0), FIELD_LENGTH)
    } finally {
      module._free(g1s)
    }
  }

  /** Returns whether the product of the pairings of `count` finite points of each group is 1. */
  #pairsToOne(g1s: number, g2s: number, count: number): boolean {
    if (count === 0) return true
    this.#module._mclBn_millerLoopVec(this.#product, g1s, g2s, count)
    this.#module._mclBn_finalExp(this.#power, this.#product)
    return this.#module._mclBnGT_isOne(this.#power) === 1
  }

  /**
   * Reads the affine point at the start of `bytes`; zeros are infinity.
   *
   * @throws EVMError if it is invalid
   */
  #readG1(at: number, bytes: Uint8Array): void {
    const module = this.#module
    if (isZero(bytes, G1_LENGTH)) {
      module._mclBnG1_clear(at)
      return
    }
    const isPoint =
      this.#readField(at, bytes.subarray(0, FIELD_LENGTH)) &&
      this.#readField(at + FP_SIZE, bytes.subarray(FIELD_LENGTH, G1_LENGTH))
    module._mclBnFp_setInt32(at + 2 * FP_SIZE, 1)
    if (!isPoint || module._mclBnG1_isValid(at) === 0) throw new EVMError(errorMessages.REVERT)
  }

  /**
   * Reads a point of the twist, which must be in the subgroup (EIP-197); imaginary parts come
   * first.
   */
  #readG2(at: number, bytes: Uint8Array): void {
    const module = this.#module
    if (isZero(bytes, 2 * G1_LENGTH)) {
      module._mclBnG2_clear(at)
      return
    }
    for (const [place, from] of [1, 0, 3, 2].entries()) {
      const part = bytes.subarray(from * FIELD_LENGTH, (from + 1) * FIELD_LENGTH)
      if (!this.#readField(at + place * FP_SIZE, part)) {
        throw new EVMError(errorMessages.BN254_FP_NOT_IN_FIELD)
      }
    }
    module._mclBnFp_setInt32(at + 4 * FP_SIZE, 1)
    module._mclBnFp_clear(at + 5 * FP_SIZE)
    if (module._mclBnG2_isValid(at) === 0 || module._mclBnG2_isValidOrder(at) === 0) {
      throw new EVMError(errorMessages.REVERT)
    }
  }

  /** Reads a big-endian number into a field element; false if it is not below the modulus. */
  #readField(at: number, bytes: Uint8Array): boolean {
    if (compareBytes(bytes, MODULUS) >= 0) return false
    this.#put(bytes)
    return this.#module._mclBnFp_setBigEndianMod(at, this.#number, bytes.length) === 0
  }

  #put(bytes: Uint8Array): void {
    this.#module.HEAP8.set(bytes, this.#number)
  }

  #writeG1(at: number): Uint8Array {
    const bytes = new Uint8Array(G1_LENGTH)
    if (this.#module._mclBnG1_isZero(at) === 1) return bytes
    this.#module._mclBnG1_normalize(at, at)
    this.#writeField(at, bytes.subarray(0, FIELD_LENGTH))
    this.#writeField(at + FP_SIZE, bytes.subarray(FIELD_LENGTH))
    return bytes
  }

  /** Writes a field element as a big-endian number that fills `bytes`. */
  #writeField(at: number, bytes: Uint8Array): void {
    const length = this.#module._mclBnFp_getLittleEndian(this.#number, 64, at)
    const heap = this.#module.HEAP8
    for (let i = 0; i < length; i++) bytes[bytes.length - 1 - i] = heap[this.#number + i] ?? 0
  }
}

function isZero(bytes: Uint8Array, length: number): boolean {
  for (let i = 0; i < length; i++) if (bytes[i] !== 0) return false
  return true
}
