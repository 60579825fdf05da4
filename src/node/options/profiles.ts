/** Settings of known networks. */
export const profileNames = ['sei'] as const

export type ProfileName = (typeof profileNames)[number]

/** Values of options by name. */
type Settings = Readonly<Record<string, unknown>>

/** The dialect of Sei: the names of its legacy methods, and filters that expire after 120 s. */
const SEI_DIALECT: Settings = { legacyPrefix: 'sei', filterTimeout: 120 }

/** A development network of sei-chain. Its HTTP port is the default. */
const SEI: Settings = { ...SEI_DIALECT, compat: 'sei', gasLimit: 35_000_000, wsPort: 8546 }

/** Returns values that replace defaults. The gas limit is that of a genesis file, if there is one. */
export function presetOf(profile: unknown, { genesis, compat }: Settings): Settings {
  const isSei = compat === 'sei'
  if (profile !== 'sei') return isSei ? SEI_DIALECT : {}
  const { gasLimit: _own, ...rest } = SEI
  return genesis === undefined ? SEI : rest
}
