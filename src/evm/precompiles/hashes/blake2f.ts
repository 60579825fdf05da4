import type { Common } from '@ethereumjs/common'
import { faultOf, type Precompile } from '../precompile.ts'
import { type Blake2Rounds, createBlake2Rounds } from './blake2Rounds.ts'

/** Initial values of BLAKE2b (RFC 7693, section 2.6). */
const INITIAL = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
] as const
const ALL_ONES = 0xffff_ffff_ffff_ffffn

/**
 * rounds (4 bytes, big-endian), h (64), m (128), t (16), all little-endian, and the final block
 * flag.
 */
const INPUT_LENGTH = 213
const STATE_AT = 4
const MESSAGE_AT = 68
const OFFSET_AT = 196
const LAST_AT = 212

/** Rounds per call, a multiple of ten. V8 can switch to optimised code between calls. */
const ROUNDS_A_CALL = 10_000

let shared: Blake2Rounds | undefined

/** 0x09, EIP-152: BLAKE2b's compression function F. */
export function createBlake2f(rules: Common): Precompile {
  const perRound = rules.param('blake2RoundGas')
  return (input, gasLimit) => {
    const last = input[LAST_AT] ?? 0
    // The library's name of the error.
    if (input.length !== INPUT_LENGTH || last > 1) return faultOf('OUT_OF_RANGE')
    const view = new DataView(input.buffer, input.byteOffset, input.length)
    const rounds = view.getUint32(0)
    const gasUsed = perRound * BigInt(rounds)
    if (gasLimit < gasUsed) return faultOf('OUT_OF_GAS')
    shared ??= createBlake2Rounds()
    return { gasUsed, output: compress(shared, view, rounds, last === 1) }
  }
}

function compress(
  { words, run }: Blake2Rounds,
  view: DataView,
  rounds: number,
  isLast: boolean,
): Uint8Array {
  for (const [i, initial] of INITIAL.entries()) {
    words[i] = view.getBigUint64(STATE_AT + i * 8, true)
    words[i + 8] = initial
  }
  for (let i = 0; i < 16; i++) words[i + 16] = view.getBigUint64(MESSAGE_AT + i * 8, true)
  words[12] = INITIAL[4] ^ view.getBigUint64(OFFSET_AT, true)
  words[13] = INITIAL[5] ^ view.getBigUint64(OFFSET_AT + 8, true)
  if (isLast) words[14] = INITIAL[6] ^ ALL_ONES

  for (let left = rounds; left > 0; left -= ROUNDS_A_CALL) run(Math.min(left, ROUNDS_A_CALL))

  const output = new Uint8Array(64)
  const result = new DataView(output.buffer)
  for (let i = 0; i < 8; i++) {
    const mixed = (words[i] ?? 0n) ^ (words[i + 8] ?? 0n)
    result.setBigUint64(i * 8, view.getBigUint64(STATE_AT + i * 8, true) ^ mixed, true)
  }
  return output
}
