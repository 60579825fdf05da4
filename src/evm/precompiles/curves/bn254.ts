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

/** 0x06, EIP-196 and EIP-1108: adds two points. Missing input is zero, excess input is ignored. */
export function createBn254Add(rules: Common): Precompile {
  const gasUsed = rules.param('bn254AddGas')
  return (input, gasLimit) => {
    if (gasLimit < gasUsed) return faultOf('OUT_OF_GAS')
    return compute(gasUsed, (curve) => curve.add(padRight(input, 128)))
  }
}

/** 0x07, EIP-196 and EIP-1108: multiplies a point by a scalar. */
export function createBn254Mul(rules: Common): Precompile {
  const gasUsed = rules.param('bn254MulGas')
  return (input, gasLimit) => {
    if (gasLimit < gasUsed) return faultOf('OUT_OF_GAS')
    return compute(gasUsed, (curve) => curve.mul(padRight(input, 128)))
  }
}

/** 0x08, EIP-197 and EIP-1108: checks whether the product of pairings is one. */
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
    // The portable implementation may return its own constants.
    return { gasUsed, output: withBn254(work).slice() }
  } catch (error) {
    return faultOfError(error)
  }
}

const portable: Bn254 = new NobleBN254()
let fast: Bn254 | undefined
let loading: Promise<boolean> | undefined

/**
 * Loads the curve in WebAssembly, which takes about 70 ms. Before that, or if it fails, the
 * portable implementation returns the same results, 5 to 18 times slower, so callers need not wait;
 * the first use starts loading, too. Never rejects. Idempotent.
 *
 * @returns whether it is loaded
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

/** Computes with the fastest loaded implementation. */
export function withBn254<T>(work: (curve: Bn254) => T): T {
  if (fast === undefined) {
    void loadMclBn254()
    return work(portable)
  }
  try {
    return work(fast)
  } catch (error) {
    if (error instanceof EVMError) throw error
    // It failed, for example because its memory is full, and its state is undefined.
    fast = undefined
    return work(portable)
  }
}
