import type { Address } from '../primitives/address.ts'
import { assert } from '../primitives/assert.ts'
import {
  afterPrefix,
  bytesToLatin1,
  bytesToUtf8,
  concatBytes,
  EMPTY_BYTES,
} from '../primitives/encoding/bytes.ts'
import {
  createMultistore,
  type KeyProof,
  type Multistore,
  type MultistorePosition,
  type MultistoreReader,
} from '../store/multistore.ts'
import type { KeyRange } from '../store/versionedStore.ts'
import { coinPrefix, storageKind, storagePrefix, storeNames } from './rows/layout.ts'
import type { NativeNames, StateSource } from './rows/stateSource.ts'
import type { StoreName, TableKind } from './rows/stateTable.ts'
import { WorldState } from './worldState.ts'

/** A version of the state and its predecessors, to return to later. */
export type StatePosition = MultistorePosition

/** All versions of the state: the newest is writable, all kept ones are readable. */
export interface StateDatabase {
  readonly names: NativeNames
  /** The stores for proofs, exports and counts. Read only. */
  readonly stores: Multistore
  /** Newest committed version; 0 before the genesis. */
  readonly version: number
  /**
   * Working state of the next version, written only by block builders. Another object after {@link
   * returnTo}.
   */
  readonly newest: WorldState
  /** Commits {@link newest} as the next version. The app hash has 32 bytes. */
  commit(): { readonly version: number; readonly appHash: Uint8Array }
  /**
   * Commits a number of versions that equal the newest, with its app hash; nothing may have changed
   * since. Constant time.
   *
   * @returns number of the last one
   */
  repeat(count: number): number
  /**
   * Creates a private overlay on a committed version. Later changes of the database do not affect
   * it. O(1).
   * @throws StoreError UNKNOWN_VERSION
   */
  overlay(version: number): WorldState
  /**
   * Returns a factory of such overlays.
   *
   * @param reader of the version, if there is one already
   * @throws StoreError UNKNOWN_VERSION
   */
  overlays(version: number, reader?: MultistoreReader): () => WorldState
  /**
   * Returns the value of a storage slot (32 bytes) at a version with its proof to the app hash.
   * @throws StoreError UNKNOWN_VERSION
   */
  proveStorage(version: number, address: Address, slot: Uint8Array): KeyProof
  /** Position of the newest version. */
  readonly position: StatePosition
  /** Returns whether the database is at a position; {@link newest} may have changes. */
  isAt(position: StatePosition): boolean
  /**
   * For persistent states: stages the move to a position of this database, or of the one that it
   * branched from. O(1).
   *
   * @returns the newest common version
   */
  stageMove(position: StatePosition): number
  /** Continues from a position and drops uncommitted changes. O(1). */
  returnTo(position: StatePosition): void
  /**
   * Returns the position of an older version.
   * @throws StoreError UNKNOWN_VERSION
   */
  recall(version: number): StatePosition
  /** Creates an empty database that can replace this one. */
  createReplacement(): StateReplacement
  /** Creates an independent database in memory that continues from the newest version. O(1). */
  branch(): StateDatabase
}

/** An empty database that can replace another one. */
export interface StateReplacement {
  readonly states: StateDatabase
  /** Replaces the other database. */
  takeOver(): void
}

/**
 * Rows of the newest state that stay in memory between blocks if the stores are on disk; about 200
 * bytes each.
 */
const NEWEST_ROWS = 200_000

/** Creates a database over these stores; default: empty ones in memory. */
export function createStateDatabase(
  names: NativeNames,
  stores: Multistore = createMultistore(storeNames),
): StateDatabase {
  let newest = newestState()

  function newestState(): WorldState {
    return new WorldState(newestSource(stores), names)
  }

  /** Reads a version; the flat map serves the newest one, the tree the others. */
  function sourceAt(version: number, reader = stores.reader(version)): StateSource {
    const tree = readerSource(reader)
    const flat = newest
    return {
      ...tree,
      read: (kind, id) =>
        flat === newest && version === stores.version
          ? flat.committed(kind, id)
          : tree.read(kind, id),
    }
  }

  return {
    names,
    stores,
    get newest() {
      return newest
    },
    get version() {
      return stores.version
    },
    commit() {
      const changes = newest.drain().sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)))
      for (const { store, key, value } of changes) {
        if (value === undefined) stores.store(store).delete(key)
        else stores.store(store).set(key, value)
      }
      newest.forgetMarks()
      const commit = stores.commit()
      if (stores.isSaved && newest.size > NEWEST_ROWS && newest.isStored) newest = newestState()
      return commit
    },
    repeat(count) {
      assert(newest.drain().length === 0, 'a state without changes to be repeated')
      return stores.repeat(count)
    },
    overlay: (version) => new WorldState(sourceAt(version), names),
    overlays(version, reader) {
      const source = sourceAt(version, reader)
      return () => new WorldState(source, names)
    },
    proveStorage(version, address, slot) {
      return stores.prove('evm', storageKind(address).key(bytesToLatin1(slot)), version)
    },
    get position() {
      return stores.position
    },
    isAt: (position) => stores.isAt(position),
    stageMove: (position) => stores.stageMove(position),
    returnTo(position) {
      stores.returnTo(position)
      newest = newestState()
    },
    recall: (version) => stores.positionAt(version),
    createReplacement() {
      const { stores: fresh, takeOver } = stores.createReplacement()
      return {
        states: createStateDatabase(names, fresh),
        takeOver() {
          takeOver()
          newest = newestState()
        },
      }
    },
    branch: () => createStateDatabase(names, stores.branch()),
  }
}

const emptySource: StateSource = {
  read: () => undefined,
  storageSlots: () => [],
  denominations: () => [],
  ids: () => [],
}

/**
 * Reads the newest committed version at the time of the call. Before the genesis everything is
 * absent.
 */
function newestSource(stores: Multistore): StateSource {
  let source = emptySource
  let version = 0
  const now = (): StateSource => {
    if (version !== stores.version) {
      version = stores.version
      source = readerSource(stores.reader(version))
    }
    return source
  }
  return {
    read: (kind, id) => now().read(kind, id),
    storageSlots: (address) => now().storageSlots(address),
    denominations: (owner) => now().denominations(owner),
    ids: (kind, range) => now().ids(kind, range),
  }
}

/** Reads the rows of the stores at one version. */
function readerSource(reader: MultistoreReader): StateSource {
  /** Returns the bounds of the keys in a range that start with `prefix`. */
  function* keysAfter(
    name: StoreName,
    prefix: Uint8Array,
    { start = EMPTY_BYTES, end }: KeyRange = {},
  ): Iterable<Uint8Array> {
    const from = concatBytes(prefix, start)
    const to = end === undefined ? afterPrefix(prefix) : concatBytes(prefix, end)
    const range = to === undefined ? { start: from } : { start: from, end: to }
    for (const [key] of reader.entries(name, range)) yield key.subarray(prefix.length)
  }

  return {
    read<V>(kind: TableKind<V>, id: string) {
      const bytes = reader.get(kind.store, kind.key(id))
      return bytes === undefined ? undefined : kind.decode(bytes)
    },
    *storageSlots(address) {
      for (const slot of keysAfter('evm', storagePrefix(address))) yield bytesToLatin1(slot)
    },
    *ids({ store, prefix, idOf }, range) {
      for (const rest of keysAfter(store, prefix, range)) yield idOf(rest)
    },
    *denominations(owner) {
      for (const name of keysAfter('bank', coinPrefix(owner))) yield bytesToUtf8(name)
    },
  }
}
