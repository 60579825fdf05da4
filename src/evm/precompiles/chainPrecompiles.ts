import type { Address } from '../../primitives/address.ts'
import { CONSOLE_ADDRESS, consolePrecompile } from './console/consolePrecompile.ts'
import { nativePrecompileAddresses, nativePrecompilesOf } from './native/nativePrecompiles.ts'
import type { SeiVersion } from './native/seiVersion.ts'
import type { StatefulPrecompiles } from './statefulPrecompile.ts'

/**
 * Returns the contracts that the node serves itself: the chain's precompiles, and `console.log`,
 * which only development nodes have.
 */
export function chainPrecompilesOf(version: SeiVersion): StatefulPrecompiles {
  return new Map([...nativePrecompilesOf(version), [CONSOLE_ADDRESS, consolePrecompile] as const])
}

/** Addresses of these contracts in any release. */
export const chainPrecompileAddresses: ReadonlySet<Address> = new Set([
  ...nativePrecompileAddresses,
  CONSOLE_ADDRESS,
])
