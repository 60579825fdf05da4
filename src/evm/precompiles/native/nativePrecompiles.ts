import type { HostedPrecompiles } from '../hostedPrecompile.ts'

/** The chain's own precompiled contracts. */
export const nativePrecompiles: HostedPrecompiles = new Map([])
