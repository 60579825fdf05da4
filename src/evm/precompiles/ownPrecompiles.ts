import { CONSOLE_ADDRESS, consolePrecompile } from './console/consolePrecompile.ts'
import type { HostedPrecompiles } from './hostedPrecompile.ts'
import { nativePrecompiles } from './native/nativePrecompiles.ts'

/** All that a node answers itself at an address: the chain's own contracts, and `console.log`, which no chain has. */
export const ownPrecompiles: HostedPrecompiles = new Map([
  ...nativePrecompiles,
  [CONSOLE_ADDRESS, consolePrecompile] as const,
])
