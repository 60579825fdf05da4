import { assert } from '../../primitives/assert.ts'
import { bigIntToBytes, compareBytes, equalBytes } from '../../primitives/encoding/bytes.ts'
import { hexToBytes } from '../../primitives/encoding/hex.ts'
import type { VerifyKzg } from './curves.ts'
import { FR_SIZE, G1_SIZE, G2_SIZE, type MclCurve } from './mcl.ts'

const POINT_LENGTH = 48
const ORDER = bigIntToBytes(0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001n, 32)

/** The generators of BLS12-381, compressed, and [τ]G2 of the Ethereum KZG ceremony (see primitives/crypto/kzg.ts). */
const GENERATOR_G1 =
  '0x97f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb'
const GENERATOR_G2 =
  '0x93e02b6052719f607dacd3a088274f65596bd0d09920b61ab5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8'
const TAU_G2 =
  '0xb5bfd7dd8cdeb128843bc287230af38926187075cbfbefa81009a2ce615ac53d2914e5870cb452d2afaaab24f3499f72185cbfee53492714734429b7b38608e23926c911cceceac9a36851477ba4c60b087041de621000edc98edada20c1def2'

/** `verify_kzg_proof` of EIP-4844 by mcl, in WebAssembly: answers as `verifyKzgProof` of the primitives does. */
export function createMclKzg(curve: MclCurve): VerifyKzg {
  const { module } = curve
  // Compressed points as Ethereum has them; nothing else that we call serializes.
  module._mclBn_setETHserialization(1)
  const bytes = module._malloc(2 * POINT_LENGTH)
  const scalar = module._malloc(FR_SIZE)
  const generator = module._malloc(G1_SIZE)
  const scaled = module._malloc(G1_SIZE)
  const left = module._malloc(2 * G1_SIZE)
  const right = left + G1_SIZE
  const leftG2 = module._malloc(2 * G2_SIZE)
  const rightG2 = leftG2 + G2_SIZE

  function readG1(at: number, point: Uint8Array): boolean {
    if (point.length !== POINT_LENGTH) return false
    curve.put(bytes, point)
    if (module._mclBnG1_deserialize(at, bytes, POINT_LENGTH) !== POINT_LENGTH) return false
    if (module._mclBnG1_isValidOrder(at) === 0) return false
    // A point has one encoding; whether mcl is as strict we need not know.
    module._mclBnG1_serialize(bytes, POINT_LENGTH, at)
    return equalBytes(curve.take(bytes, POINT_LENGTH), point)
  }

  function readG2(at: number, point: Uint8Array): void {
    curve.put(bytes, point)
    const length = module._mclBnG2_deserialize(at, bytes, point.length)
    assert(length === point.length, 'a point of G2')
  }

  /** `to` + or - `point` * `factor` */
  function combine(combination: 'add' | 'sub', to: number, point: number, factor: Uint8Array) {
    curve.readScalar(scalar, factor)
    module._mclBnG1_mul(scaled, point, scalar)
    const operation = combination === 'add' ? module._mclBnG1_add : module._mclBnG1_sub
    operation(to, to, scaled)
  }

  assert(readG1(generator, hexToBytes(GENERATOR_G1)), 'a point of G1')
  readG2(leftG2, hexToBytes(GENERATOR_G2))
  module._mclBnG2_neg(leftG2, leftG2)
  readG2(rightG2, hexToBytes(TAU_G2))

  return (commitment, z, y, proof) => {
    if (!readG1(left, commitment) || !readG1(right, proof) || !isScalar(z) || !isScalar(y)) {
      return false
    }
    // e(C - [y]G1 + [z]Q, -G2) * e(Q, [tau]G2) = 1
    combine('sub', left, generator, y)
    combine('add', left, right, z)
    if (module._mclBnG1_isZero(right) === 1) return module._mclBnG1_isZero(left) === 1
    // Where the left point is infinity, its pairing is 1, and the other's is not.
    return module._mclBnG1_isZero(left) === 0 && curve.pairsToOne(left, leftG2, 2)
  }
}

function isScalar(bytes: Uint8Array): boolean {
  return bytes.length === ORDER.length && compareBytes(bytes, ORDER) < 0
}
