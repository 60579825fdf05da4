import type { Address } from '../primitives/address.ts'
import { assert } from '../primitives/assert.ts'
import {
  afterPrefix,
  bytesToLatin1,
  bytesToUtf8,
  concatBytes,
  EMPTY_BYTES,
} from '../primitives/encoding/bytes.ts'
import { bytesToHex } from '../primitives/encoding/hex.ts'
import {
  createMultistore,
  type KeyProof,
  type Multistore,
  type MultistorePosition,
} from '../store/multistore.ts'
import type { MultistoreReader } from '../store/multistoreReader.ts'
import type { KeyRange } from '../store/versionedStore.ts'
import { ForkError } from './fork/forkError.ts'
import { forkSource } from './fork/forkSource.ts'
import { RemoteBase, type RemoteSettings } from './fork/remoteBase.ts'
import { RemoteReads } from './fork/remoteReads.ts'
import { RecentRows } from './recentRows.ts'
import { cachedSource } from './rows/cachedSource.ts'
import { coinPrefix, storageKind, storagePrefix, storeNames } from './rows/layout.ts'
import type { NativeNames, StateSource } from './rows/stateSource.ts'
import type { IterableTableKind, KeyChange, StoreName, TableKind } from './rows/stateTable.ts'
import { hasKeys, isKnownEmpty, keptIds, NO_IDS } from './rows/tableKeys.ts'
import { WorldState } from './worldState.ts'

/**
 * A version of the state, with all versions before it, that {@link StateDatabase.returnTo} can
 * restore.
 */
export type StatePosition = MultistorePosition

/** All versions of the state. The newest is writable, other available versions are readable. */
export interface StateDatabase {
  readonly names: NativeNames
  /** The underlying stores, for proofs, exports and statistics. Read-only. */
  readonly stores: Multistore
  /** Newest committed version; 0 before genesis. */
  readonly version: number
  /**
   * The working state of the next version. Only block production writes to it. {@link returnTo}
   * may replace the object.
   */
  readonly newest: WorldState
  /** Commits {@link newest} as the next version. The app hash has 32 bytes. */
  commit(): { readonly version: number; readonly appHash: Uint8Array }
  /**
   * Adds `count` versions equal to the newest, with the same app hash. Requires no uncommitted
   * changes. Takes O(1).
   *
   * @returns number of the last one.
   */
  repeat(count: number): number
  /**
   * Returns a writable state on top of a committed version. Its writes are private, and later
   * changes of the database do not affect it. Version 0 is empty, or on a fork the state of the
   * remote chain. Takes O(1).
   *
   * @throws StoreError UNKNOWN_VERSION
   */
  overlay(version: number): WorldState
  /**
   * Returns a factory of such states.
   *
   * @param reader of the version, if the caller has one.
   * @throws StoreError UNKNOWN_VERSION
   */
  overlays(version: number, reader?: MultistoreReader): OverlayFactory
  /** Returns a factory of overlays on a state of this database, which must not change any more. */
  overlaysOn(state: WorldState, version: number): OverlayFactory
  /**
   * Returns the word in a storage slot (32 bytes) at a version, with its proof against the app
   * hash. On a fork, the word of a slot that was cleared since is zero.
   *
   * @throws ForkError REMOTE_SLOT_NOT_PROVABLE
   * @throws StoreError UNKNOWN_VERSION
   */
  proveStorage(version: number, address: Address, slot: Uint8Array): KeyProof
  /** The position of the newest version. */
  readonly position: StatePosition
  /** Allows {@link returnTo} the newest version later; with stores in memory it is then faster. */
  keepPast(): void
  /**
   * Whether the database is at a position, without regard to uncommitted changes in {@link newest}.
   */
  isAt(position: StatePosition): boolean
  /**
   * With a database on disk, stages the move to a position of this database or of its trunk. Takes
   * O(1).
   *
   * @returns the newest version common to both histories.
   */
  stageMove(position: StatePosition): number
  /** Moves to a position and drops uncommitted changes. Takes O(1). */
  returnTo(position: StatePosition): void
  /** Returns the position of an older version. @throws StoreError UNKNOWN_VERSION */
  recall(version: number): StatePosition
  /** Creates an empty database that can replace the content of this one. */
  createReplacement(): StateReplacement
  /** Creates an independent copy of the newest version, in memory. Takes O(1). */
  branch(): StateDatabase
}

/**
 * Creates overlays. On a fork, a strict one throws RemoteMiss instead of reading a row that is not
 * at hand as absent.
 */
export type OverlayFactory = (isStrict?: boolean) => WorldState

/** An empty database that can replace another. */
export interface StateReplacement {
  readonly states: StateDatabase
  /** Replaces the content of the other database with this one. */
  takeOver(): void
}

/**
 * Maximum number of rows of the newest state in memory between blocks, if the stores are on disk;
 * about 200 bytes each.
 */
const NEWEST_ROWS = 200_000

/**
 * Creates a database over these stores; by default over empty ones in memory.
 *
 * @param remote chain whose state lies below the stores, if the chain is a fork
 */
export function createStateDatabase(
  names: NativeNames,
  stores: Multistore = createMultistore(storeNames),
  remote?: RemoteSettings,
): StateDatabase {
  const base = remote && new RemoteBase(remote, names)
  const recent = new RecentRows()
  /** Number of moves to other positions: versions with the same number then differ. */
  let moves = 0
  /** The newest version that a staged position has in common with the current one. */
  let staged: { readonly position: StatePosition; readonly shared: number } | undefined
  let newest = newestState()

  function newestState(): WorldState {
    recent.stop()
    moves++
    const source = newestSource(stores, () => moves)
    if (base === undefined) return new WorldState(source, names)
    // Block production must not use a guess.
    const reads = new RemoteReads(base, true)
    return new WorldState(forkSource(source, reads), names, reads)
  }

  /**
   * Takes the newest state back to a committed version before it, where the stores are already. Its
   * rows stay in memory: a chain that often reverts would read them each time. Returns false if it
   * cannot.
   */
  function takeBack(version: number): boolean {
    // A fork knows only for one version which of its rows are the remote chain's.
    if (base !== undefined || version !== stores.version || !newest.isStored) return false
    newest.revertTo(0)
    if (newest.drain().length > 0) return false
    if (!recent.takeBack(version)) return false
    moves++
    return true
  }

  /** Creates an overlay with its own record of the rows that it misses. */
  function overlayOn(source: StateSource, isStrict = false): WorldState {
    if (base === undefined) return new WorldState(source, names)
    const reads = new RemoteReads(base, isStrict)
    return new WorldState(forkSource(source, reads), names, reads)
  }

  /** Returns a source for a version: the flat state for the newest version, the tree for others. */
  function sourceAt(version: number, given?: MultistoreReader): StateSource {
    if (version === 0) return emptySource
    const reader = given ?? stores.reader(version)
    const tree = readerSource(reader)
    // The flat rows of a fork do not tell which of them are local.
    if (base !== undefined) return tree
    const made = moves
    return {
      ...tree,
      read: (kind, id) =>
        made === moves && version === stores.version
          ? newest.committed(kind, id)
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
      // The shape of a tree depends on the order of its changes. Keys differ.
      for (const { store: name, key, value } of newest.drain().sort(byKey)) {
        const store = stores.store(name)
        if (value === undefined) store.delete(key)
        else store.set(key, value)
      }
      const commit = stores.commit()
      recent.add(commit.version, () => newest.changedRows())
      newest.forgetMarks()
      if (stores.isSaved && newest.size > NEWEST_ROWS && newest.isStored) newest = newestState()
      return commit
    },
    repeat(count) {
      assert(newest.drain().length === 0, 'a state without changes to be repeated')
      return stores.repeat(count)
    },
    overlay: (version) => overlayOn(sourceAt(version)),
    overlays(version, reader) {
      const source = cachedSource(sourceAt(version, reader))
      return (isStrict) => overlayOn(source, isStrict)
    },
    overlaysOn(state, version) {
      if (base === undefined) {
        const source = state.asSource()
        return () => new WorldState(source, names)
      }
      const local = sourceAt(version)
      return (isStrict) => {
        const reads = new RemoteReads(base, isStrict)
        return new WorldState(state.above(forkSource(local, reads)), names, reads)
      }
    },
    proveStorage(version, address, slot) {
      const proof = stores.prove('evm', storageKind(address).key(bytesToLatin1(slot)), version)
      if (base !== undefined && proof.value === undefined) {
        const details = { address, slot: bytesToHex(slot) }
        throw new ForkError({ code: 'REMOTE_SLOT_NOT_PROVABLE', ...details })
      }
      return proof
    },
    get position() {
      return stores.position
    },
    isAt: (position) => stores.isAt(position),
    keepPast() {
      stores.keepPast()
      recent.start(stores.version)
    },
    stageMove(position) {
      const shared = stores.stageMove(position)
      staged = { position, shared }
      return shared
    },
    returnTo(position) {
      const shared = staged?.position === position ? staged.shared : undefined
      staged = undefined
      stores.returnTo(position)
      if (shared === undefined || !takeBack(shared)) newest = newestState()
    },
    recall: (version) => stores.positionAt(version),
    createReplacement() {
      const { stores: fresh, takeOver } = stores.createReplacement()
      return {
        states: createStateDatabase(names, fresh, remote),
        takeOver() {
          takeOver()
          newest = newestState()
        },
      }
    },
    branch: () => createStateDatabase(names, stores.branch(), remote),
  }
}

function byKey({ key: a }: KeyChange, { key: b }: KeyChange): number {
  return a < b ? -1 : 1
}

const emptySource: StateSource = {
  read: () => undefined,
  storageSlots: () => [],
  denominations: () => [],
  ids: () => [],
}

/**
 * Returns a source for the newest committed version at the time of each read. Before genesis all
 * rows are absent.
 */
function newestSource(stores: Multistore, movesOf: () => number): StateSource {
  let source = emptySource
  let version = 0
  let moves = movesOf()
  const now = (): StateSource => {
    if (version !== stores.version || moves !== movesOf()) {
      version = stores.version
      moves = movesOf()
      source = version === 0 ? emptySource : readerSource(stores.reader(version))
    }
    return source
  }
  return {
    read: (kind, id) => now().read(kind, id),
    storageSlots: (address) => now().storageSlots(address),
    denominations: (owner) => now().denominations(owner),
    ids: (kind, range) =>
      isKnownEmpty(stores.newestContentOf(kind.store), kind, range)
        ? NO_IDS
        : now().ids(kind, range),
  }
}

/** Returns the rows of the stores at one version. */
function readerSource(reader: MultistoreReader): StateSource {
  /**
   * Yields the keys that start with `prefix`, without the prefix. The range is of the remainders.
   */
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

  function* idsIn<V>(
    { store, prefix, idOf }: IterableTableKind<V>,
    range: KeyRange,
  ): Iterable<string> {
    for (const rest of keysAfter(store, prefix, range)) yield idOf(rest)
  }

  return {
    read<V>(kind: TableKind<V>, id: string) {
      const bytes = reader.get(kind.store, kind.key(id))
      return bytes === undefined ? undefined : kind.decode(bytes)
    },
    *storageSlots(address) {
      for (const slot of keysAfter('evm', storagePrefix(address))) yield bytesToLatin1(slot)
    },
    ids(kind, range) {
      if (!hasKeys(reader, kind, range)) return NO_IDS
      const isWhole = range.start === undefined && range.end === undefined
      return isWhole ? keptIds(reader, kind, () => idsIn(kind, range)) : idsIn(kind, range)
    },
    *denominations(owner) {
      for (const name of keysAfter('bank', coinPrefix(owner))) yield bytesToUtf8(name)
    },
  }
}
