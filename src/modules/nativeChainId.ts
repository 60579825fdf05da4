import type { NativeNames } from '../state/rows/stateSource.ts'

/** Native chain ids of the real networks by EVM chain id. */
const NATIVE_CHAIN_IDS: ReadonlyMap<bigint, string> = new Map([
  [1329n, 'pacific-1'],
  [1328n, 'atlantic-2'],
  [713715n, 'arctic-1'],
])

/** Returns the chain id that native transactions sign, such as `pacific-1`. */
export function nativeChainIdOf({
  chainId,
  native,
}: {
  /** EVM chain id. */
  readonly chainId: bigint
  readonly native: NativeNames
}): string {
  return native.chainId ?? NATIVE_CHAIN_IDS.get(chainId) ?? `rockpool-${chainId}`
}
