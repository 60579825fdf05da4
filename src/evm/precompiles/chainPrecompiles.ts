import { CONSOLE_ADDRESS, consolePrecompile } from './console/consolePrecompile.ts'
import { nativePrecompiles } from './native/nativePrecompiles.ts'
import type { StatefulPrecompiles } from './statefulPrecompile.ts'

/**
 * All that a node answers itself at an address: the chain's own contracts, and `console.log`, which
 * no chain has.
 */
export const chainPrecompiles: StatefulPrecompiles = new Map([
  ...nativePrecompiles,
  [CONSOLE_ADDRESS, consolePrecompile] as const,
])
