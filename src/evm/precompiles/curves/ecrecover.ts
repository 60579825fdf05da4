import type { Common } from '@ethereumjs/common'
import { keccak256 } from '../../../primitives/crypto/keccak.ts'
import { recoverPublicKey } from '../../../primitives/crypto/secp256k1.ts'
import { bytesToBigInt, EMPTY_BYTES } from '../../../primitives/encoding/bytes.ts'
import { faultOf, type Precompile, padRight } from '../precompile.ts'

/**
 * 0x01, yellow paper appendix E: recovers the signer of a hash; empty if no key matches. A high `s`
 * is valid.
 */
export function createEcrecover(rules: Common): Precompile {
  const gasUsed = rules.param('ecRecoverGas')
  return (input, gasLimit) => {
    if (gasLimit < gasUsed) return faultOf('OUT_OF_GAS')
    return { gasUsed, output: recoverAddress(padRight(input, 128)) ?? EMPTY_BYTES.slice() }
  }
}

function recoverAddress(input: Uint8Array): Uint8Array | undefined {
  const v = bytesToBigInt(input.subarray(32, 64))
  if (v !== 27n && v !== 28n) return undefined
  const r = bytesToBigInt(input.subarray(64, 96))
  const s = bytesToBigInt(input.subarray(96, 128))
  try {
    const publicKey = recoverPublicKey(input.subarray(0, 32), { r, s, yParity: v === 28n ? 1 : 0 })
    const word = new Uint8Array(32)
    word.set(keccak256(publicKey).subarray(12), 12)
    return word
  } catch {
    return undefined
  }
}
