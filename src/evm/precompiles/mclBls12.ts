import { EVMError } from '@ethereumjs/evm'
import { bigIntToBytes, padLeft } from '../../primitives/encoding/bytes.ts'
import type { Bls12 } from './curves.ts'
import {
  BLS12_381,
  createMclCurve,
  FP_SIZE,
  FR_SIZE,
  G1_SIZE,
  G2_SIZE,
  type MclCurve,
} from './mcl.ts'

const { errorMessages } = EVMError

/** Modulus of the base field (EIP-2537). */
const MODULUS =
  0x1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaabn

/** A field element is 48 bytes, with 16 zero bytes in front; a point of G1 has two of them, of G2 four. */
const PADDING = 16
const FIELD_LENGTH = 64
const G1_LENGTH = 2 * FIELD_LENGTH
const G2_LENGTH = 4 * FIELD_LENGTH
const SCALAR_LENGTH = 32

/** MCL_MAP_TO_MODE_HASH_TO_CURVE: the maps of RFC 9380. */
const MAP_OF_RFC_9380 = 5

/** The curve BLS12-381 in WebAssembly, for {@link createMclBls12} and others. */
export function loadBls12(): Promise<MclCurve> {
  return createMclCurve(BLS12_381, bigIntToBytes(MODULUS, FIELD_LENGTH - PADDING))
}

/** The precompiles' arithmetic by mcl. Fails as the portable way does. */
export function createMclBls12(curve: MclCurve): Bls12 {
  const { module, scratch: a } = curve
  module._mclBn_setMapToMode(MAP_OF_RFC_9380)
  const b = a + G2_SIZE
  return {
    addG1(input) {
      readG1(curve, a, input)
      readG1(curve, b, input.subarray(G1_LENGTH))
      module._mclBnG1_add(a, a, b)
      return writeG1(curve, a)
    },
    addG2(input) {
      readG2(curve, a, input)
      readG2(curve, b, input.subarray(G2_LENGTH))
      module._mclBnG2_add(a, a, b)
      return writeG2(curve, a)
    },
    msmG1(input) {
      multiply(curve, input, G1_LENGTH, G1_SIZE, readG1InSubgroup, module._mclBnG1_mulVec)
      return writeG1(curve, a)
    },
    msmG2(input) {
      multiply(curve, input, G2_LENGTH, G2_SIZE, readG2InSubgroup, module._mclBnG2_mulVec)
      return writeG2(curve, a)
    },
    pairingCheck: (input) => padLeft(Uint8Array.of(checkPairing(curve, input) ? 1 : 0), 32),
    mapFPtoG1(input) {
      readField(curve, b, input)
      module._mclBnFp_mapToG1(a, b)
      return writeG1(curve, a)
    },
    mapFP2toG2(input) {
      readFields(curve, b, input, 2)
      module._mclBnFp2_mapToG2(a, b)
      return writeG2(curve, a)
    },
  }
}

type ReadPoint = (curve: MclCurve, at: number, bytes: Uint8Array) => void

/** Leaves the sum of points times scalars at the start of the curve's scratch memory. */
function multiply(
  curve: MclCurve,
  input: Uint8Array,
  length: number,
  size: number,
  readPoint: ReadPoint,
  mulVec: (to: number, points: number, scalars: number, count: number) => number,
): void {
  const count = input.length / (length + SCALAR_LENGTH)
  curve.withMemory(count * (size + FR_SIZE), (points) => {
    const scalars = points + count * size
    for (let i = 0; i < count; i++) {
      const at = i * (length + SCALAR_LENGTH)
      const scalar = input.subarray(at + length, at + length + SCALAR_LENGTH)
      readPoint(curve, points + i * size, input.subarray(at))
      curve.readScalar(scalars + i * FR_SIZE, scalar)
    }
    mulVec(curve.scratch, points, scalars, count)
  })
}

function checkPairing(curve: MclCurve, input: Uint8Array): boolean {
  const { module } = curve
  const count = input.length / (G1_LENGTH + G2_LENGTH)
  return curve.withMemory(count * (G1_SIZE + G2_SIZE), (g1s) => {
    const g2s = g1s + count * G1_SIZE
    let finite = 0
    for (let at = 0; at < input.length; at += G1_LENGTH + G2_LENGTH) {
      const g1 = g1s + finite * G1_SIZE
      const g2 = g2s + finite * G2_SIZE
      readG1InSubgroup(curve, g1, input.subarray(at))
      readG2InSubgroup(curve, g2, input.subarray(at + G1_LENGTH))
      // A pair with infinity adds nothing to the product: the next one takes its place.
      if (module._mclBnG1_isZero(g1) === 0 && module._mclBnG2_isZero(g2) === 0) finite++
    }
    return curve.pairsToOne(g1s, g2s, finite)
  })
}

/** Reads the affine point at the start of `bytes`; zeros are infinity. @throws EVMError when it is none */
function readG1(curve: MclCurve, at: number, bytes: Uint8Array): void {
  const { module } = curve
  if (isZero(bytes, G1_LENGTH)) {
    module._mclBnG1_clear(at)
    return
  }
  for (let i = 0; i < 2; i++) {
    const isField = curve.readField(at + i * FP_SIZE, fieldOf(bytes, i))
    if (!isField) throw unnamed()
  }
  if (isZero(bytes.subarray(FIELD_LENGTH), FIELD_LENGTH)) throw unnamed()
  module._mclBnFp_setInt32(at + 2 * FP_SIZE, 1)
  if (module._mclBnG1_isValid(at) === 0) throw notOnCurve()
}

function readG2(curve: MclCurve, at: number, bytes: Uint8Array): void {
  const { module } = curve
  if (isZero(bytes, G2_LENGTH)) {
    module._mclBnG2_clear(at)
    return
  }
  readFields(curve, at, bytes, 4)
  if (isZero(bytes.subarray(G1_LENGTH), G1_LENGTH)) throw unnamed()
  module._mclBnFp_setInt32(at + 4 * FP_SIZE, 1)
  module._mclBnFp_clear(at + 5 * FP_SIZE)
  if (module._mclBnG2_isValid(at) === 0) throw notOnCurve()
}

function readG1InSubgroup(curve: MclCurve, at: number, bytes: Uint8Array): void {
  readG1(curve, at, bytes)
  if (curve.module._mclBnG1_isValidOrder(at) === 0) throw notOnCurve()
}

function readG2InSubgroup(curve: MclCurve, at: number, bytes: Uint8Array): void {
  readG2(curve, at, bytes)
  if (curve.module._mclBnG2_isValidOrder(at) === 0) throw notOnCurve()
}

function readFields(curve: MclCurve, at: number, bytes: Uint8Array, count: number): void {
  for (let i = 0; i < count; i++) {
    readField(curve, at + i * FP_SIZE, bytes.subarray(i * FIELD_LENGTH))
  }
}

function readField(curve: MclCurve, at: number, bytes: Uint8Array): void {
  if (!curve.readField(at, fieldOf(bytes, 0))) {
    throw new EVMError(errorMessages.BLS_12_381_FP_NOT_IN_FIELD)
  }
}

function fieldOf(bytes: Uint8Array, index: number): Uint8Array {
  return bytes.subarray(index * FIELD_LENGTH + PADDING, (index + 1) * FIELD_LENGTH)
}

function writeG1({ module, writeField }: MclCurve, at: number): Uint8Array {
  const bytes = new Uint8Array(G1_LENGTH)
  if (module._mclBnG1_isZero(at) === 1) return bytes
  module._mclBnG1_normalize(at, at)
  for (let i = 0; i < 2; i++) writeField(at + i * FP_SIZE, fieldOf(bytes, i))
  return bytes
}

function writeG2({ module, writeField }: MclCurve, at: number): Uint8Array {
  const bytes = new Uint8Array(G2_LENGTH)
  if (module._mclBnG2_isZero(at) === 1) return bytes
  module._mclBnG2_normalize(at, at)
  for (let i = 0; i < 4; i++) writeField(at + i * FP_SIZE, fieldOf(bytes, i))
  return bytes
}

/** The portable way has no word for coordinates of G1 that are too large, nor for finite points with y = 0. */
function unnamed(): EVMError {
  return new EVMError(errorMessages.REVERT)
}

function notOnCurve(): EVMError {
  return new EVMError(errorMessages.BLS_12_381_POINT_NOT_ON_CURVE)
}

function isZero(bytes: Uint8Array, length: number): boolean {
  for (let i = 0; i < length; i++) if (bytes[i] !== 0) return false
  return true
}
