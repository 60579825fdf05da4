import type { Address } from '../../primitives/address.ts'
import { latin1ToBytes } from '../../primitives/encoding/bytes.ts'
import { bytesToBareHex } from '../../primitives/encoding/hex.ts'
import {
  codeHashKind,
  codeKind,
  coinKind,
  nativeOfKind,
  nonceKind,
  storageKind,
  storeNames,
} from './layout.ts'
import type { StateSource } from './stateSource.ts'
import type { StoreName, TableKind } from './stateTable.ts'

/** Recorded reads of one store. Keys and values are hexadecimal digits without `0x`. */
export interface StoreAccess {
  /** Rows that were read, by key, in ascending order; empty text for absent rows. */
  readonly reads: Readonly<Record<string, string>>
  /** Keys of rows of which only the presence was read, in ascending order. */
  readonly has: readonly string[]
}

/** Recorded reads of each store. */
export type StateAccess = { readonly [S in StoreName]: StoreAccess }

/** A source that records its reads. */
export interface RecordingSource extends StateSource {
  /** All reads so far. */
  readonly access: StateAccess
  /** Accounts with reads so far, other than of storage. */
  readonly accounts: ReadonlySet<Address>
}

/** Tables with one row per EVM address. */
const accountTables: ReadonlySet<string> = new Set(
  [nativeOfKind, codeKind, codeHashKind, nonceKind].map(({ name }) => name),
)

/**
 * Returns a source that reads from `source`, which must not change meanwhile, and records each row
 * in the encoding of the stores.
 */
export function recordingSource(source: StateSource): RecordingSource {
  const reads = storeTable(() => new Map<string, string>())
  const has = storeTable(() => new Set<string>())
  const accounts = new Set<Address>()

  function* noting<V>(ids: Iterable<string>, place: (id: string) => [TableKind<V>, string]) {
    for (const id of ids) {
      const [kind, row] = place(id)
      has[kind.store].add(hexOf(kind.key(row)))
      yield id
    }
  }

  return {
    read(kind, id) {
      const value = source.read(kind, id)
      const bytes = value === undefined ? '' : bytesToBareHex(kind.encode(value))
      reads[kind.store].set(hexOf(kind.key(id)), bytes)
      if (accountTables.has(kind.name)) accounts.add(id as Address)
      return value
    },
    storageSlots(address: Address) {
      const kind = storageKind(address)
      return noting(source.storageSlots(address), (slot) => [kind, slot])
    },
    ids(kind, range) {
      return noting(source.ids(kind, range), (id) => [kind, id])
    },
    denominations(owner) {
      return noting(source.denominations(owner), (name) => [coinKind(name), owner])
    },
    accounts,
    get access() {
      return storeTable((name) => ({
        reads: Object.fromEntries([...reads[name]].sort(([a], [b]) => (a < b ? -1 : 1))),
        has: [...has[name]].sort(),
      }))
    },
  }
}

function hexOf(key: string): string {
  return bytesToBareHex(latin1ToBytes(key))
}

/** Creates a value for every store. */
function storeTable<T>(make: (name: StoreName) => T): { readonly [S in StoreName]: T } {
  return Object.fromEntries(storeNames.map((name) => [name, make(name)])) as Record<StoreName, T>
}
