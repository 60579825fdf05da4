/** Releases of the real chain whose precompiles the chain can have; the first is the default. */
export const seiVersions = ['6.6', '6.7'] as const

export type SeiVersion = (typeof seiVersions)[number]

export const DEFAULT_SEI_VERSION: SeiVersion = '6.6'
