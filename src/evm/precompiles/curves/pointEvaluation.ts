import type { Common } from '@ethereumjs/common'
import { verifyKzgProof } from '../../../primitives/crypto/kzg.ts'
import { sha256 } from '../../../primitives/crypto/sha256.ts'
import { bigIntToBytes, concatBytes, equalBytes } from '../../../primitives/encoding/bytes.ts'
import { faultOf, type Precompile } from '../precompile.ts'

/** Order of the scalar field of BLS12-381 (EIP-4844, BLS_MODULUS). */
const BLS_MODULUS = 52435875175126190479447740508185965837690552500527637822603658699938581184513n

/** 0x0a, EIP-4844: verifies the value of a blob's polynomial at a point. Returns two constants. */
export function createPointEvaluation(rules: Common): Precompile {
  const gasUsed = rules.param('kzgPointEvaluationPrecompileGas')
  const version = Number(rules.param('blobCommitmentVersionKzg'))
  const output = concatBytes(
    bigIntToBytes(rules.param('fieldElementsPerBlob'), 32),
    bigIntToBytes(BLS_MODULUS, 32),
  )
  return (input, gasLimit) => {
    if (gasLimit < gasUsed) return faultOf('OUT_OF_GAS')
    if (input.length !== 192) return faultOf('INVALID_INPUT_LENGTH')
    const commitment = input.subarray(96, 144)
    const versionedHash = sha256(commitment)
    versionedHash[0] = version
    if (!equalBytes(versionedHash, input.subarray(0, 32))) return faultOf('INVALID_COMMITMENT')
    const z = input.subarray(32, 64)
    const y = input.subarray(64, 96)
    const proof = input.subarray(144)
    if (!verifyKzgProof(commitment, z, y, proof)) return faultOf('INVALID_PROOF')
    return { gasUsed, output: output.slice() }
  }
}
