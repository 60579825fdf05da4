import type { Common } from '@ethereumjs/common'
import { bytesToBigInt, EMPTY_BYTES } from '../../../primitives/encoding/bytes.ts'
import { faultOf, type Precompile, padRight } from '../precompile.ts'
import { modularPower } from './modularPower.ts'

/** The operands follow three lengths of 32 bytes each. */
const HEAD_LENGTH = 96
const WORD_LENGTH = 32

/**
 * Maximum length of an operand from Osaka on (EIP-7823); before, the largest array of the library.
 */
const LONGEST_IN_OSAKA = 1024n
const LONGEST = 2_147_483_647n

/** A base or modulus of 64 MB costs 10^13 gas and is near V8's maximum. */
const LONGEST_NUMBER = 1n << 26n

/** Lengths of the operands as given in the input. */
interface Lengths {
  readonly base: bigint
  readonly exponent: bigint
  readonly modulus: bigint
}

/** 0x05, EIP-198: modular exponentiation, priced by EIP-2565 and EIP-7883, bounded by EIP-7823. */
export function createModexp(rules: Common): Precompile {
  const gasOf = gasRule(rules)
  const isBounded = rules.isActivatedEIP(7823)
  const longest = isBounded ? LONGEST_IN_OSAKA : LONGEST
  return (input, gasLimit) => {
    const lengths = readLengths(input)
    const { base, exponent, modulus } = lengths
    const gasUsed = gasOf(lengths, exponentHead(input, lengths))
    if (gasLimit < gasUsed) return faultOf('OUT_OF_GAS')
    if (!isBounded && base === 0n && modulus === 0n) return { gasUsed, output: EMPTY_BYTES.slice() }
    if (base > longest || exponent > longest || modulus > longest) return faultOf('OUT_OF_GAS')
    if (modulus === 0n) return { gasUsed, output: EMPTY_BYTES.slice() }
    if (longer(lengths) > LONGEST_NUMBER) return faultOf('OUT_OF_GAS')
    const exponentAt = HEAD_LENGTH + Number(base)
    const modulusAt = exponentAt + Number(exponent)
    const output = modularPower(
      part(input, HEAD_LENGTH, base),
      part(input, exponentAt, exponent),
      part(input, modulusAt, modulus),
    )
    return { gasUsed, output }
  }
}

function readLengths(input: Uint8Array): Lengths {
  return {
    base: bytesToBigInt(part(input, 0, 32n)),
    exponent: bytesToBigInt(part(input, 32, 32n)),
    modulus: bytesToBigInt(part(input, 64, 32n)),
  }
}

/** The first word of the exponent, or all of a shorter one. */
function exponentHead(input: Uint8Array, { base, exponent }: Lengths): bigint {
  const length = exponent < 32n ? exponent : 32n
  return bytesToBigInt(part(input, HEAD_LENGTH + Number(base), length))
}

/** Bytes of the input, with zeros after its end. */
function part(input: Uint8Array, at: number, length: bigint): Uint8Array {
  return padRight(input.subarray(at, at + Number(length)), Number(length))
}

type GasRule = (lengths: Lengths, exponentHead: bigint) => bigint

function gasRule(rules: Common): GasRule {
  if (rules.isActivatedEIP(7883)) return osakaGas
  const divisor = rules.param('modexpGquaddivisorGas')
  const complexity = rules.isActivatedEIP(2565) ? squaredWords : piecewiseComplexity
  const least = rules.isActivatedEIP(2565) ? 200n : 0n
  return (lengths, head) => {
    const gas = (complexity(longer(lengths)) * iterations(lengths.exponent, head, 8n)) / divisor
    return gas > least ? gas : least
  }
}

/** EIP-7883. */
function osakaGas(lengths: Lengths, head: bigint): bigint {
  const longest = longer(lengths)
  const complexity = longest > BigInt(WORD_LENGTH) ? 2n * squaredWords(longest) : 16n
  const gas = complexity * iterations(lengths.exponent, head, 16n)
  return gas > 500n ? gas : 500n
}

function longer({ base, modulus }: Lengths): bigint {
  return base > modulus ? base : modulus
}

/** EIP-2565. */
function squaredWords(length: bigint): bigint {
  const words = (length + 7n) / 8n
  return words * words
}

/** EIP-198. */
function piecewiseComplexity(length: bigint): bigint {
  const square = length * length
  if (length <= 64n) return square
  if (length <= 1024n) return square / 4n + 96n * length - 3072n
  return square / 16n + 480n * length - 199_680n
}

/** Number of squarings, at least one; `perByte` for each byte after the first 32. */
function iterations(length: bigint, head: bigint, perByte: bigint): bigint {
  const highestBit = head === 0n ? 0n : BigInt(head.toString(2).length - 1)
  const behind = length > 32n ? (length - 32n) * perByte : 0n
  const count = behind + highestBit
  return count > 1n ? count : 1n
}
