import { hash } from 'node:crypto'
import type { Common } from '@ethereumjs/common'
import { sha256 } from '../../../primitives/crypto/sha256.ts'
import { faultOf, type Precompile } from '../precompile.ts'
import { stockPrecompile } from '../stockPrecompile.ts'

/** 0x02, yellow paper appendix E: SHA-256. */
export function createSha256(rules: Common): Precompile {
  return perWord(rules, 'sha256Gas', 'sha256WordGas', sha256)
}

/** 0x03, yellow paper appendix E: RIPEMD-160 in the low 20 of 32 bytes. */
export function createRipemd160(rules: Common): Precompile {
  const native = perWord(rules, 'ripemd160Gas', 'ripemd160WordGas', nativeRipemd160)
  let chosen: Precompile | undefined
  return (input, gasLimit) => {
    chosen ??= hasRipemd160() ? native : stockPrecompile(rules, '3'.padStart(40, '0'))
    return chosen(input, gasLimit)
  }
}

/** 0x04, yellow paper appendix E: returns the input. */
export function createIdentity(rules: Common): Precompile {
  return perWord(rules, 'identityGas', 'identityWordGas', (input) => Uint8Array.from(input))
}

function perWord(
  rules: Common,
  baseGasName: string,
  wordGasName: string,
  compute: (input: Uint8Array) => Uint8Array,
): Precompile {
  const base = rules.param(baseGasName)
  const perWord = rules.param(wordGasName)
  return (input, gasLimit) => {
    const gasUsed = base + perWord * BigInt(Math.ceil(input.length / 32))
    if (gasLimit < gasUsed) return faultOf('OUT_OF_GAS')
    return { gasUsed, output: compute(input) }
  }
}

function nativeRipemd160(input: Uint8Array): Uint8Array {
  const word = new Uint8Array(32)
  word.set(hash('ripemd160', input, 'buffer'), 12)
  return word
}

/** OpenSSL treats it as legacy, so some builds lack it. */
function hasRipemd160(): boolean {
  try {
    return hash('ripemd160', '').length === 40
  } catch {
    return false
  }
}
