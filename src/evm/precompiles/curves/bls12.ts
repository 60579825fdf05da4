import type { Common } from '@ethereumjs/common'
import { NobleBLS } from '@ethereumjs/evm'
import { faultOf, faultOfError, type Precompile, type PrecompileResult } from '../precompile.ts'
import { msmGasG1, msmGasG2 } from './msmGas.ts'

/**
 * A field element has 64 bytes, of which the first 16 are zero; points have two or four of them
 * (EIP-2537).
 */
const FIELD_LENGTH = 64
const FIELD_PADDING = 16
const G1_LENGTH = 2 * FIELD_LENGTH
const G2_LENGTH = 4 * FIELD_LENGTH
const SCALAR_LENGTH = 32

/** Arithmetic of @noble/curves. Throws for invalid points, an `EVMError` if it knows the reason. */
const curve = new NobleBLS()

/** 0x0b to 0x11, EIP-2537: arithmetic on BLS12-381, by address. */
export const bls12Precompiles: ReadonlyMap<number, (rules: Common) => Precompile> = new Map([
  [0x0b, (rules) => fixed(rules, 'bls12381G1AddGas', 2 * G1_LENGTH, 'addG1')],
  [0x0c, createMsmG1],
  [0x0d, (rules) => fixed(rules, 'bls12381G2AddGas', 2 * G2_LENGTH, 'addG2')],
  [0x0e, createMsmG2],
  [0x0f, createPairing],
  [0x10, (rules) => fixed(rules, 'bls12381MapG1Gas', FIELD_LENGTH, 'mapFPtoG1')],
  [0x11, (rules) => fixed(rules, 'bls12381MapG2Gas', 2 * FIELD_LENGTH, 'mapFP2toG2')],
] as const satisfies readonly (readonly [number, (rules: Common) => Precompile])[])

/** A precompile with a fixed input length and price. */
function fixed(
  rules: Common,
  gasName: string,
  length: number,
  operation: 'addG1' | 'addG2' | 'mapFPtoG1' | 'mapFP2toG2',
): Precompile {
  const gasUsed = rules.param(gasName)
  return (input, gasLimit) => {
    if (gasLimit < gasUsed) return faultOf('OUT_OF_GAS')
    if (input.length !== length) return faultOf('BLS_12_381_INVALID_INPUT_LENGTH')
    return compute(input, length, 0, gasUsed, () => curve[operation](input))
  }
}

function createMsmG1(rules: Common): Precompile {
  const multiplication = rules.param('bls12381G1MulGas')
  const gasOf = (pairs: number) => msmGasG1(pairs, multiplication)
  return msm(G1_LENGTH, gasOf, (input) => curve.msmG1(input))
}

function createMsmG2(rules: Common): Precompile {
  const multiplication = rules.param('bls12381G2MulGas')
  const gasOf = (pairs: number) => msmGasG2(pairs, multiplication)
  return msm(G2_LENGTH, gasOf, (input) => curve.msmG2(input))
}

function msm(
  pointLength: number,
  gasOf: (pairs: number) => bigint,
  work: (input: Uint8Array) => Uint8Array,
): Precompile {
  const pairLength = pointLength + SCALAR_LENGTH
  return (input, gasLimit) => {
    if (input.length === 0) return faultOf('BLS_12_381_INPUT_EMPTY')
    const gasUsed = gasOf(Math.floor(input.length / pairLength))
    if (gasLimit < gasUsed) return faultOf('OUT_OF_GAS')
    if (input.length % pairLength !== 0) return faultOf('BLS_12_381_INVALID_INPUT_LENGTH')
    return compute(input, pointLength, SCALAR_LENGTH, gasUsed, () => work(input))
  }
}

function createPairing(rules: Common): Precompile {
  const base = rules.param('bls12381PairingBaseGas')
  const perPair = rules.param('bls12381PairingPerPairGas')
  const pairLength = G1_LENGTH + G2_LENGTH
  return (input, gasLimit) => {
    if (input.length === 0) return faultOf('BLS_12_381_INPUT_EMPTY')
    if (input.length % pairLength !== 0) return faultOf('BLS_12_381_INVALID_INPUT_LENGTH')
    const gasUsed = base + perPair * BigInt(input.length / pairLength)
    if (gasLimit < gasUsed) return faultOf('OUT_OF_GAS')
    return compute(input, pairLength, 0, gasUsed, () => curve.pairingCheck(input))
  }
}

/**
 * Checks the padding of fields, which come in runs of `fieldsLength` bytes with `skip` other bytes
 * after each, and computes.
 */
function compute(
  input: Uint8Array,
  fieldsLength: number,
  skip: number,
  gasUsed: bigint,
  work: () => Uint8Array,
): PrecompileResult {
  for (let run = 0; run < input.length; run += fieldsLength + skip) {
    for (let at = run; at < run + fieldsLength; at += FIELD_LENGTH) {
      const padding = input.subarray(at, at + FIELD_PADDING)
      // The library's name of the error.
      if (padding.some((byte) => byte !== 0)) return faultOf('BLS_12_381_POINT_NOT_ON_CURVE')
    }
  }
  try {
    // It may return its own constants.
    return { gasUsed, output: work().slice() }
  } catch (error) {
    return faultOfError(error)
  }
}
