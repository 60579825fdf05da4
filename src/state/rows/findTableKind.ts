import type { Address } from '../../primitives/address.ts'
import {
  accountCountKind,
  accountKind,
  codeHashKind,
  codeKind,
  coinKind,
  evmOfKind,
  nativeOfKind,
  nextBaseFeeKind,
  nonceKind,
  storageKind,
  supplyKind,
  weiRemainderKind,
} from './layout.ts'
import type { NativeNames } from './stateSource.ts'
import type { TableKind } from './stateTable.ts'

const STORAGE = 'storage/'
const COIN = 'coin/'

/** Table kinds with a single table and no parameters. */
const fixed = new Map(
  [
    nativeOfKind,
    evmOfKind,
    codeKind,
    codeHashKind,
    nonceKind,
    nextBaseFeeKind,
    weiRemainderKind,
    supplyKind,
    accountCountKind,
  ].map((kind) => [kind.name, kind as unknown as TableKind<unknown>]),
)

/**
 * Returns the table kind with this {@link TableKind.name}, for requests from another process.
 *
 * @throws Error if no such kind exists
 */
export function findTableKind(name: string, { bech32Prefix }: NativeNames): TableKind<unknown> {
  const known = fixed.get(name)
  if (known !== undefined) return known
  const made = makeKind(name, bech32Prefix) as TableKind<unknown> | undefined
  if (made === undefined) throw new Error(`no table is called ${name}`)
  return made
}

function makeKind(name: string, bech32Prefix: string): unknown {
  if (name.startsWith(STORAGE)) return storageKind(name.slice(STORAGE.length) as Address)
  if (name.startsWith(COIN)) return coinKind(name.slice(COIN.length))
  const accounts = accountKind(bech32Prefix)
  return name === accounts.name ? accounts : undefined
}
