import { assert } from '../primitives/assert.ts'
import { compareBytes, concatBytes, utf8ToBytes } from '../primitives/bytes.ts'
import { sha256 } from '../primitives/sha256.ts'
import { StoreRefused } from './errors.ts'
import { createIavlStore } from './iavlStore.ts'
import { merkleRoot } from './merkle.ts'
import { uvarintToBytes } from './varint.ts'
import type { VersionedStore } from './versionedStore.ts'

/** What {@link Multistore.commit} made: the version's number and its app hash (32 bytes). */
export interface MultistoreCommit {
  readonly version: number
  readonly appHash: Uint8Array
}

/** Named stores that are committed together, under one hash. */
export interface Multistore {
  /** Newest committed version; 0 before the first commit. */
  readonly version: number
  /** Names of the stores, in bytewise order. */
  readonly names: readonly string[]
  /**
   * The store of that name. Committing and rolling back are the multistore's business.
   *
   * @throws Error when there is none.
   */
  store(name: string): VersionedStore
  /** Commits every store. */
  commit(): MultistoreCommit
  /**
   * App hash of a committed version.
   *
   * @throws StoreRefused UNKNOWN_VERSION
   */
  appHash(version: number): Uint8Array
  /** Drops every change since the last commit, in every store. */
  rollback(): void
}

/** Empty stores under these names, which must differ. */
export function createMultistore(
  names: readonly string[],
  createStore: () => VersionedStore = createIavlStore,
): Multistore {
  const sorted = sortNames(names)
  const stores = new Map(sorted.map((name) => [name, createStore()] as const))
  assert(stores.size === names.length, `different store names, got ${names.join(', ')}`)
  const appHashes = new Map<number, Uint8Array>()
  let newest = 0

  return {
    get version() {
      return newest
    },
    names: sorted,
    store(name) {
      const store = stores.get(name)
      assert(store !== undefined, `a store named ${name}`)
      return store
    },
    commit() {
      const version = newest + 1
      const roots = new Map<string, Uint8Array>()
      for (const [name, store] of stores) {
        const commit = store.commit()
        assert(commit.version === version, `store ${name} at version ${version}`)
        roots.set(name, commit.root)
      }
      const appHash = computeAppHash(roots)
      appHashes.set(version, appHash)
      newest = version
      return { version, appHash }
    },
    appHash(version) {
      const appHash = appHashes.get(version)
      if (appHash === undefined) {
        throw new StoreRefused({ code: 'UNKNOWN_VERSION', version, newest })
      }
      return appHash
    },
    rollback() {
      for (const store of stores.values()) store.rollback()
    },
  }
}

/**
 * App hash over store roots by name, as Cosmos chains make it. An empty root stands for a store without one (a memory
 * store of older chains).
 */
export function computeAppHash(roots: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const ordered = [...roots].map(([name, root]) => ({ name: utf8ToBytes(name), root }))
  ordered.sort((a, b) => compareBytes(a.name, b.name))
  return merkleRoot(ordered.map(({ name, root }) => storeLeaf(name, root)))
}

function storeLeaf(name: Uint8Array, root: Uint8Array): Uint8Array {
  const hash = sha256(root)
  return concatBytes(uvarintToBytes(name.length), name, uvarintToBytes(hash.length), hash)
}

function sortNames(names: readonly string[]): readonly string[] {
  return [...names].sort((a, b) => compareBytes(utf8ToBytes(a), utf8ToBytes(b)))
}
