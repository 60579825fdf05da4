import { CONSOLE_ADDRESS, consolePrecompile } from './console/consolePrecompile.ts'
import { nativePrecompiles } from './native/nativePrecompiles.ts'
import type { StatefulPrecompiles } from './statefulPrecompile.ts'

/**
 * The addresses that the node serves itself: the chain's precompiles, and `console.log`, which only
 * development nodes have.
 */
export const chainPrecompiles: StatefulPrecompiles = new Map([
  ...nativePrecompiles,
  [CONSOLE_ADDRESS, consolePrecompile] as const,
])
