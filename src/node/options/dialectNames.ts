import { ZERO_ADDRESS } from '../../primitives/address.ts'

/** Dialects; the first is the node's own. */
export const dialectNames = [
  'rockpool',
  'anvil',
  'hardhat',
  'hardhat2',
  'hardhat3',
  'ganache',
  'geth',
  'sei',
] as const

/** A dialect other than the node's own. */
export type DialectName = (typeof dialectNames)[number]

/** Returns the dialect of a name, or undefined. */
export function findDialectName(name: string): DialectName | undefined {
  return dialectNames.find((each) => each === name)
}

/** Hardhat's coinbase receives the tips. */
const OF_HARDHAT = {
  baseFeeRule: 'ethereum',
  coinbase: '0xc014ba5ec014ba5ec014ba5ec014ba5ec014ba5e',
} as const

/** Options that dialects imply, by the name of the dialect. */
export const impliedOptions: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  // Blocks of Anvil share seconds, and block 1 has the base fee of block 0.
  anvil: {
    allowEqualTimestamps: true,
    baseFeeRule: 'anvil',
    coinbase: ZERO_ADDRESS,
    slotsInEpoch: 32,
  },
  ganache: { baseFeeRule: 'ethereum', coinbase: ZERO_ADDRESS },
  hardhat: OF_HARDHAT,
  hardhat2: OF_HARDHAT,
  hardhat3: OF_HARDHAT,
  sei: { legacyPrefix: 'sei', filterTimeout: 120 },
}
