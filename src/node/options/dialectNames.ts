/** Whose answers a node may give the form of; the first is its own. */
export const dialectNames = ['rockpool', 'anvil', 'hardhat', 'ganache', 'geth', 'sei'] as const

/** A node whose answers have a form of their own. */
export type DialectName = (typeof dialectNames)[number]

/** The dialect of that name; undefined where there is none. */
export function findDialectName(name: string): DialectName | undefined {
  return dialectNames.find((each) => each === name)
}
