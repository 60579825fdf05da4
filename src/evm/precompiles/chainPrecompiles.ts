import { CONSOLE_ADDRESS, consolePrecompile } from './console/consolePrecompile.ts'
import { nativePrecompiles } from './native/nativePrecompiles.ts'
import type { StatefulPrecompiles } from './statefulPrecompile.ts'

/** `console.log` alone, for forks of chains without precompiles of their own. */
export const consolePrecompiles: StatefulPrecompiles = new Map([
  [CONSOLE_ADDRESS, consolePrecompile],
])

/**
 * The addresses that the node serves itself: the chain's precompiles, and `console.log`, which only
 * development nodes have.
 */
export const chainPrecompiles: StatefulPrecompiles = new Map([
  ...nativePrecompiles,
  ...consolePrecompiles,
])
