import type { Hardfork } from '../../../../src/evm/rules/hardfork.ts'
import type { Address } from '../../../../src/primitives/address.ts'
import {
  ABSENT,
  COINBASE,
  contracts,
  delegatedAddress,
  KEPT_EMPTY,
  libraryAddress,
  lowAddress,
  RICH,
  SENDER,
  TWIN,
} from '../scenario.ts'
import type { CodeWriter } from './codeWriter.ts'
import type { Role } from './opcodes.ts'
import type { Random } from './random.ts'

/** Boundary values of arithmetic. */
const edges: readonly bigint[] = [
  ...[0n, 1n, 2n, 3n, 7n, 8n, 30n, 31n, 32n, 33n, 63n, 64n, 127n, 128n, 255n, 256n, 257n],
  ...[16n, 31n, 32n, 63n, 64n, 65n, 127n, 128n, 191n, 192n, 255n, 256n].flatMap((bits) => [
    2n ** bits - 1n,
    bits === 256n ? 2n ** 256n - 2n : 2n ** bits,
  ]),
]

/** Offsets and lengths beyond any memory, some with small low bits. */
const farAway: readonly bigint[] = [
  2n ** 24n,
  2n ** 31n - 1n,
  2n ** 32n - 1n,
  2n ** 32n,
  2n ** 32n + 5n,
  2n ** 53n,
  2n ** 63n,
  2n ** 64n - 1n,
  2n ** 64n,
  2n ** 64n + 32n,
  2n ** 128n + 1n,
  2n ** 256n - 1n,
  2n ** 256n - 32n,
]

const lengths: readonly number[] = [0, 0, 1, 2, 20, 31, 32, 32, 33, 64, 65, 96, 100, 128, 200]
const gases: readonly bigint[] = [0n, 1n, 700n, 2_300n, 2_301n, 9_000n, 2n ** 64n, 2n ** 256n - 1n]

/** Numbers of library contracts and delegated accounts (see `library.ts`). */
export const LIBRARY_SIZE = 10
export const DELEGATED_SIZE = 6

/** Addresses that programs inspect, pay or call. */
export const everybody: readonly Address[] = [
  ...[SENDER, RICH, COINBASE, ABSENT, KEPT_EMPTY, TWIN, ...contracts],
  ...Array.from({ length: LIBRARY_SIZE }, (_, i) => libraryAddress(i)),
  ...Array.from({ length: DELEGATED_SIZE }, (_, i) => delegatedAddress(i)),
  ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 17, 18, 256, 257].map(lowAddress),
]

/** A useful word for computations. */
export function someWord(random: Random): bigint {
  const kind = random.below(8)
  if (kind < 5) return random.pick(edges)
  if (kind < 7) return random.wordOf(random.between(1, 32))
  return (2n ** 256n - random.pick(edges)) % 2n ** 256n
}

/** Preferences of programs for operands. */
export interface Taste {
  readonly fork: Hardfork
  /** Whether offsets and lengths may be out of range; not if the gas would pay for them. */
  readonly mayBeFar: boolean
}

function someOffset(random: Random, { mayBeFar }: Taste): bigint {
  if (mayBeFar && random.chance(60)) return random.pick(farAway)
  if (random.chance(12)) return BigInt(random.below(3000))
  return BigInt(random.below(130))
}

function someLength(random: Random, { mayBeFar }: Taste): bigint {
  if (mayBeFar && random.chance(60)) return random.pick(farAway)
  return BigInt(random.chance(20) ? random.below(2000) : random.pick(lengths))
}

/** Returns a value for an operand of this role. */
export function operand(random: Random, role: Role, taste: Taste): bigint {
  switch (role) {
    case 'o':
      return someOffset(random, taste)
    case 'l':
      return someLength(random, taste)
    case 'd':
      return random.chance(5) ? someWord(random) : BigInt(random.below(140))
    case 'a': {
      const address = BigInt(random.pick(everybody))
      // Bits above the 20 bytes of an address are ignored.
      return random.chance(12) ? address + ((someWord(random) << 160n) % 2n ** 256n) : address
    }
    case 's':
      return random.chance(10) ? someWord(random) : BigInt(random.below(5))
    case 'v':
      return random.chance(3) ? BigInt(random.below(12)) : random.chance(12) ? someWord(random) : 0n
    case 'g':
      return random.chance(3) ? random.pick(gases) : BigInt(random.below(60_000))
    case 'n':
      return random.chance(4) ? someWord(random) : BigInt(random.between(740, 1002))
    case 'i':
      return random.chance(4) ? someWord(random) : BigInt(random.below(260))
    case 'j':
      return random.chance(2) ? someWord(random) : BigInt(random.below(200))
    case 'w':
      return someWord(random)
  }
}

/** Pushes a value, sometimes with more bytes than necessary. */
export function pushSome(writer: CodeWriter, random: Random, value: bigint): void {
  const least = Math.max(1, Math.ceil(value.toString(16).length / 2))
  writer.push(value, random.chance(12) ? random.between(least, 32) : least)
}
