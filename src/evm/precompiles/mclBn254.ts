import { EVMError } from '@ethereumjs/evm'
import { bigIntToBytes, padLeft } from '../../primitives/encoding/bytes.ts'
import type { Bn254 } from './curves.ts'
import { BN_SNARK1, createMclCurve, FP_SIZE, G1_SIZE, G2_SIZE, type MclCurve } from './mcl.ts'

const { errorMessages } = EVMError

/** Modulus of the base field (EIP-196). */
const MODULUS = 21888242871839275222246405745257275088696311157297823662689037894645226208583n

const FIELD_LENGTH = 32
const G1_LENGTH = 2 * FIELD_LENGTH
const PAIR_LENGTH = 6 * FIELD_LENGTH

/** The precompiles' arithmetic on BN254 by mcl, in WebAssembly. Fails as the portable way does. */
export async function createMclBn254(): Promise<Bn254> {
  const curve = await createMclCurve(BN_SNARK1, bigIntToBytes(MODULUS, FIELD_LENGTH))
  const { module, scratch: a } = curve
  const b = a + G2_SIZE
  return {
    add(input) {
      readG1(curve, a, input)
      readG1(curve, b, input.subarray(G1_LENGTH))
      module._mclBnG1_add(a, a, b)
      return writeG1(curve, a)
    },
    mul(input) {
      readG1(curve, a, input)
      curve.readScalar(b, input.subarray(G1_LENGTH, G1_LENGTH + FIELD_LENGTH))
      module._mclBnG1_mul(a, a, b)
      return writeG1(curve, a)
    },
    pairing(input) {
      const count = input.length / PAIR_LENGTH
      return curve.withMemory(count * (G1_SIZE + G2_SIZE), (g1s) => {
        const g2s = g1s + count * G1_SIZE
        let finite = 0
        for (let at = 0; at < input.length; at += PAIR_LENGTH) {
          const g1 = g1s + finite * G1_SIZE
          const g2 = g2s + finite * G2_SIZE
          readG1(curve, g1, input.subarray(at))
          readG2(curve, g2, input.subarray(at + G1_LENGTH))
          // A pair with infinity adds nothing to the product: the next one takes its place.
          if (module._mclBnG1_isZero(g1) === 0 && module._mclBnG2_isZero(g2) === 0) finite++
        }
        return padLeft(Uint8Array.of(curve.pairsToOne(g1s, g2s, finite) ? 1 : 0), 32)
      })
    },
  }
}

/** Reads the affine point at the start of `bytes`; zeros are infinity. @throws EVMError when it is none */
function readG1(curve: MclCurve, at: number, bytes: Uint8Array): void {
  const { module } = curve
  if (isZero(bytes, G1_LENGTH)) {
    module._mclBnG1_clear(at)
    return
  }
  const isPoint =
    curve.readField(at, bytes.subarray(0, FIELD_LENGTH)) &&
    curve.readField(at + FP_SIZE, bytes.subarray(FIELD_LENGTH, G1_LENGTH))
  module._mclBnFp_setInt32(at + 2 * FP_SIZE, 1)
  if (!isPoint || module._mclBnG1_isValid(at) === 0) throw new EVMError(errorMessages.REVERT)
}

/** The same on the twist, where it must be in the subgroup (EIP-197); imaginary parts come first. */
function readG2(curve: MclCurve, at: number, bytes: Uint8Array): void {
  const { module } = curve
  if (isZero(bytes, 2 * G1_LENGTH)) {
    module._mclBnG2_clear(at)
    return
  }
  for (const [place, from] of [1, 0, 3, 2].entries()) {
    const part = bytes.subarray(from * FIELD_LENGTH, (from + 1) * FIELD_LENGTH)
    if (!curve.readField(at + place * FP_SIZE, part)) {
      throw new EVMError(errorMessages.BN254_FP_NOT_IN_FIELD)
    }
  }
  module._mclBnFp_setInt32(at + 4 * FP_SIZE, 1)
  module._mclBnFp_clear(at + 5 * FP_SIZE)
  if (module._mclBnG2_isValid(at) === 0 || module._mclBnG2_isValidOrder(at) === 0) {
    throw new EVMError(errorMessages.REVERT)
  }
}

function writeG1({ module, writeField }: MclCurve, at: number): Uint8Array {
  const bytes = new Uint8Array(G1_LENGTH)
  if (module._mclBnG1_isZero(at) === 1) return bytes
  module._mclBnG1_normalize(at, at)
  writeField(at, bytes.subarray(0, FIELD_LENGTH))
  writeField(at + FP_SIZE, bytes.subarray(FIELD_LENGTH))
  return bytes
}

function isZero(bytes: Uint8Array, length: number): boolean {
  for (let i = 0; i < length; i++) if (bytes[i] !== 0) return false
  return true
}
