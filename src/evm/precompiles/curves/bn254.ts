import type { Common } from '@ethereumjs/common'
import { EVMError, NobleBN254 } from '@ethereumjs/evm'
import {
  faultOf,
  faultOfError,
  type Precompile,
  type PrecompileResult,
  padRight,
} from '../precompile.ts'
import type { Bn254 } from './mclBn254.ts'

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

function compute(gasUsed: bigint, work: (curve: Bn254) => Uint8Array): PrecompileResult {
  try {
    // The portable way may return its own constants.
    return { gasUsed, output: withBn254(work).slice() }
  } catch (error) {
    return faultOfError(error)
  }
}

const portable: Bn254 = new NobleBN254()
let fast: Bn254 | undefined
let loading: Promise<boolean> | undefined

/**
 * Loads the curve in WebAssembly, about 70 ms. Until then, and where it fails, the portable way
 * gives the same answers, 5 to 18 times slower; so nobody need wait, and the first use begins to
 * load it anyway. It never rejects; a second call does nothing.
 *
 * @returns whether it is there
 */
export function loadMclBn254(): Promise<boolean> {
  loading ??= loadFast().then(
    () => true,
    () => false,
  )
  return loading
}

async function loadFast(): Promise<void> {
  const { createMclBn254 } = await import('./mclBn254.ts')
  fast = await createMclBn254()
}

/** Works on the curve in the fastest way that is loaded. */
export function withBn254<T>(work: (curve: Bn254) => T): T {
  if (fast === undefined) {
    void loadMclBn254()
    return work(portable)
  }
  try {
    return work(fast)
  } catch (error) {
    if (error instanceof EVMError) throw error
    // It broke down, as when its memory is full, and may be in any state now.
    fast = undefined
    return work(portable)
  }
}
