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

/** A version of the state to come back to, with all before it. */
export type StatePosition = MultistorePosition

/** All versions of the state: the newest to write to, any kept one to read. */
export interface StateDatabase {
  readonly names: NativeNames
  /** The stores themselves: what is proven, exported and counted. Not to be written to. */
  readonly stores: Multistore
  /** Newest committed version; 0 before genesis. */
  readonly version: number
  /**
   * What the next version is made of. Only who makes blocks writes to it. Another object after
   * {@link returnTo}.
   */
  readonly newest: WorldState
  /** Freezes {@link newest} as the next version. The app hash has 32 bytes. */
  commit(): { readonly version: number; readonly appHash: Uint8Array }
  /**
   * Makes so many versions that are as the newest, with its app hash, since which nothing may have
   * changed. Costs the same however many.
   *
   * @returns number of the last one.
   */
  repeat(count: number): number
  /**
   * A state to read or to scribble on, beginning as of a committed version; nobody else sees what
   * is written, and it sees nothing of what becomes of the database. Costs O(1) whatever the
   * state's size.
   * @throws StoreError UNKNOWN_VERSION
   */
  overlay(version: number): WorldState
  /**
   * Makes any number of such states.
   *
   * @param reader of the version, if there is one already.
   * @throws StoreError UNKNOWN_VERSION
   */
  overlays(version: number, reader?: MultistoreReader): () => WorldState
  /**
   * The word in a storage slot (32 bytes) as of a version, proven to its app hash.
   * @throws StoreError UNKNOWN_VERSION
   */
  proveStorage(version: number, address: Address, slot: Uint8Array): KeyProof
  /** Where the database stands: its newest version. */
  readonly position: StatePosition
  /** Whether the database stands at a position; {@link newest} may have changes. */
  isAt(position: StatePosition): boolean
  /**
   * Where states are saved, stages the move to a position of this database, or of the one that it
   * branched from. Costs O(1) whatever the state's size.
   *
   * @returns the newest version that both ways have.
   */
  stageMove(position: StatePosition): number
  /** Continues from a position; drops uncommitted changes. Costs O(1) whatever the state's size. */
  returnTo(position: StatePosition): void
  /** The position of an older version. @throws StoreError UNKNOWN_VERSION */
  recall(version: number): StatePosition
  /** An empty database that can take the place of this one, which is then that one. */
  createReplacement(): StateReplacement
  /**
   * A database that goes on from the newest version on its own, in memory. Costs O(1) whatever the
   * state's size.
   */
  branch(): StateDatabase
}

/** An empty database that can take the place of another. */
export interface StateReplacement {
  readonly states: StateDatabase
  /** From here on the other database is this one. */
  takeOver(): void
}

/**
 * Rows of the newest state that stay in memory between blocks where the stores are on disk; some
 * 200 bytes each.
 */
const NEWEST_ROWS = 200_000

/** A database over these stores: empty ones in memory unless given. */
export function createStateDatabase(
  names: NativeNames,
  stores: Multistore = createMultistore(storeNames),
): StateDatabase {
  let newest = newestState()

  function newestState(): WorldState {
    return new WorldState(newestSource(stores), names)
  }

  /** Reads of a version; the flat map answers for the newest one, the tree for the others. */
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
 * The newest committed version, whichever that is at the time of reading. Before genesis everything
 * is absent.
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

/** Rows as they lie in the stores at one version. */
function readerSource(reader: MultistoreReader): StateSource {
  /** Ends of the keys that begin with `prefix`, of a range. */
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
