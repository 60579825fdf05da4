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
