import type { Common } from '@ethereumjs/common'
import { type Bn254, withBn254 } from './curves.ts'
import {
  faultOf,
  faultOfError,
  type Precompile,
  type PrecompileOutcome,
  padRight,
} from './precompile.ts'

const PAIR_LENGTH = 192

/** 0x06, EIP-196 and EIP-1108: the sum of two points. Missing input is zero, more is ignored. */
export function createBn254Add(rules: Common): Precompile {
  const gasUsed = rules.param('bn254AddGas')
  return (input, gasLimit) => {
    if (gasLimit < gasUsed) return faultOf('OUT_OF_GAS')
    return compute(gasUsed, (curve) => curve.add(padRight(input, 128)))
  }
}

/** 0x07, EIP-196 and EIP-1108: a point times a scalar. */
export function createBn254Mul(rules: Common): Precompile {
  const gasUsed = rules.param('bn254MulGas')
  return (input, gasLimit) => {
    if (gasLimit < gasUsed) return faultOf('OUT_OF_GAS')
    return compute(gasUsed, (curve) => curve.mul(padRight(input, 128)))
  }
}

/** 0x08, EIP-197 and EIP-1108: whether the product of pairings is one. */
export function createBn254Pairing(rules: Common): Precompile {
  const base = rules.param('bn254PairingGas')
  const perPair = rules.param('bn254PairingWordGas')
  return (input, gasLimit) => {
    if (input.length % PAIR_LENGTH !== 0) return faultOf('INVALID_INPUT_LENGTH')
    const gasUsed = base + BigInt(input.length / PAIR_LENGTH) * perPair
    if (gasLimit < gasUsed) return faultOf('OUT_OF_GAS')
    return compute(gasUsed, (curve) => curve.pairing(input))
  }
}

function compute(gasUsed: bigint, work: (curve: Bn254) => Uint8Array): PrecompileOutcome {
  try {
    // The portable way may return its own constants.
    return { gasUsed, output: withBn254(work).slice() }
  } catch (error) {
    return faultOfError(error)
  }
}
