import type { Address } from '../primitives/address.ts'
import { bytesToLatin1, bytesToUtf8, compareBytes, concatBytes } from '../primitives/bytes.ts'
import { createMultistore, type Multistore } from '../store/multistore.ts'
import type { ColumnKind, StoreName } from './column.ts'
import { coinPrefix, type NativeAddress, storagePrefix, storeNames } from './layout.ts'
import type { NativeNames, StateSource } from './stateSource.ts'
import { WorldState } from './worldState.ts'

/** All versions of the state: the newest to write to, any kept one to read. */
export interface StateDatabase {
  readonly names: NativeNames
  /** The stores themselves: what is proven, exported and counted. Not to be written to. */
  readonly stores: Multistore
  /** Newest committed version; 0 before genesis. */
  readonly version: number
  /** What the next version is made of. Only who makes blocks writes to it. */
  readonly newest: WorldState
  /** Freezes {@link newest} as the next version. The app hash has 32 bytes. */
  commit(): { readonly version: number; readonly appHash: Uint8Array }
  /**
   * A state to read or to scribble on, beginning as of a committed version; nobody else sees what is written.
   * Costs O(1) whatever the state's size.
   * @throws StoreRefused UNKNOWN_VERSION
   */
  overlay(version: number): WorldState
}

/** A database in memory, with nothing in it. */
export function createStateDatabase(names: NativeNames): StateDatabase {
  const stores = createMultistore(storeNames)

  const readTree = <V>(kind: ColumnKind<V>, id: string, version: number): V | undefined => {
    const bytes = stores.store(kind.store).get(kind.key(id), version)
    return bytes === undefined ? undefined : kind.decode(bytes)
  }

  /** Ends of the keys that begin with `prefix`, as of a version. */
  function* keysAfter(name: StoreName, prefix: Uint8Array, version: number): Iterable<Uint8Array> {
    const range = { start: prefix, end: successor(prefix) }
    for (const [key] of stores.store(name).entries(range, version))
      yield key.subarray(prefix.length)
  }

  function* storageSlots(address: Address, version: number): Iterable<string> {
    for (const slot of keysAfter('evm', storagePrefix(address), version)) yield bytesToLatin1(slot)
  }

  function* denominations(owner: NativeAddress, version: number): Iterable<string> {
    for (const name of keysAfter('bank', coinPrefix(owner), version)) yield bytesToUtf8(name)
  }

  // Before genesis there is no version to read: everything is absent.
  const newest = new WorldState(
    {
      read: (kind, id) => (stores.version === 0 ? undefined : readTree(kind, id, stores.version)),
      storageSlots: (address) =>
        stores.version === 0 ? [] : storageSlots(address, stores.version),
      denominations: (owner) => (stores.version === 0 ? [] : denominations(owner, stores.version)),
    },
    names,
  )

  /** Reads of a version; the flat map answers for the newest one, the tree for the others. */
  const sourceAt = (version: number): StateSource => ({
    read: (kind, id) =>
      version === stores.version ? newest.committed(kind, id) : readTree(kind, id, version),
    storageSlots: (address) => storageSlots(address, version),
    denominations: (owner) => denominations(owner, version),
  })

  return {
    names,
    stores,
    newest,
    get version() {
      return stores.version
    },
    commit() {
      const changes = newest.drain().sort((a, b) => compareBytes(a.key, b.key))
      for (const { store, key, value } of changes) {
        if (value === undefined) stores.store(store).delete(key)
        else stores.store(store).set(key, value)
      }
      newest.forgetMarks()
      return stores.commit()
    },
    overlay(version) {
      stores.appHash(version)
      return new WorldState(sourceAt(version), names)
    },
  }
}

/** The smallest key above all that begin with `prefix`. */
function successor(prefix: Uint8Array): Uint8Array {
  for (let last = prefix.length - 1; last >= 0; last--) {
    const byte = prefix[last] ?? 0xff
    if (byte < 0xff) return concatBytes(prefix.subarray(0, last), Uint8Array.of(byte + 1))
  }
  throw new Error('bug: a key prefix begins with a byte below 0xff')
}
