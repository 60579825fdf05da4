import { assert } from '../primitives/assert.ts'
import { compareBytes, latin1ToBytes, utf8ToBytes } from '../primitives/encoding/bytes.ts'
import type { Database } from './database/database.ts'
import {
  REPEATED_KEY,
  readVersions,
  type SavedVersions,
  stageVersions,
} from './database/savedVersions.ts'
import { VersionRanges } from './database/versionRanges.ts'
import { EMPTY_HASH } from './iavl/iavlHash.ts'
import { getLeaf } from './iavl/iavlNode.ts'
import { createIavlStore, entriesOf } from './iavl/iavlStore.ts'
import { IavlTree, type TreePosition } from './iavl/iavlTree.ts'
import { NodeCache } from './iavl/nodeCache.ts'
import { NodeStore } from './iavl/nodeStore.ts'
import { treeChanges } from './iavl/treeChanges.ts'
import type { ProofOp } from './ics23/ics23.ts'
import { computeAppHash, proveStore } from './storeProof.ts'
import {
  type Entry,
  type KeyRange,
  type ProvableStore,
  type StoreKey,
  treeKey,
  type VersionedStore,
} from './versionedStore.ts'

/** Result of {@link Multistore.commit}: version and app hash (32 bytes). */
export interface MultistoreCommit {
  readonly version: number
  readonly appHash: Uint8Array
}

/** A value, or its absence, with its proof to the app hash. */
export interface KeyProof {
  readonly value: Uint8Array | undefined
  readonly ops: readonly ProofOp[]
}

/** All stores at one version. */
export interface MultistoreReader {
  /** App hash of the version. */
  readonly appHash: Uint8Array
  /** Absent: undefined. */
  get(name: string, key: StoreKey): Uint8Array | undefined
  /** Entries in key order. */
  entries(name: string, range: KeyRange): Iterable<Entry>
}

/** A row that differs between two versions; undefined means absent. */
export interface RowChange {
  readonly store: string
  readonly key: Uint8Array
  readonly before: Uint8Array | undefined
  readonly after: Uint8Array | undefined
}

/** A version of all stores and its predecessors, to return to later. */
export type MultistorePosition = ReadonlyMap<string, TreePosition>

/** Named stores that are committed together under one hash. */
export interface Multistore {
  /** Newest committed version; 0 before the first commit. */
  readonly version: number
  /** Oldest kept version. */
  readonly earliest: number
  /** Whether commits go to a database. */
  readonly isSaved: boolean
  /** Names of the stores, in bytewise order. */
  readonly names: readonly string[]
  /**
   * Returns a store. Only the multistore commits and rolls back.
   * @throws Error if there is none
   */
  store(name: string): VersionedStore
  /** The tree of a store. Read only. */
  tree(name: string): IavlTree
  /** Commits all stores. With a database, stages the version there. */
  commit(): MultistoreCommit
  /**
   * Commits versions that equal the newest; nothing may have changed since. Constant time.
   * @returns number of the last one
   */
  repeat(count: number): number
  /** Called after the staged data was written. */
  settle(): void
  /** Called after the staged data was dropped and {@link returnTo}. */
  discard(): void
  /**
   * App hash of a committed version.
   * @throws StoreError UNKNOWN_VERSION
   */
  appHash(version: number): Uint8Array
  /**
   * The stores at a version, unaffected by later changes. O(1).
   * @throws StoreError UNKNOWN_VERSION
   */
  reader(version: number): MultistoreReader
  /**
   * Rows whose values differ between two versions, by store and key. The cost depends on the
   * changes. Read it completely before pruning or moving.
   * @throws StoreError UNKNOWN_VERSION
   */
  changes(from: number, to: number): Iterable<RowChange>
  /**
   * The value of `key` in a store at a version, with its proof to {@link appHash}.
   * @throws StoreError UNKNOWN_VERSION
   */
  prove(name: string, key: StoreKey, version: number): KeyProof
  /** Drops every change since the last commit. */
  rollback(): void
  /** Current position. Call {@link keepPast} before using it after another commit. */
  readonly position: MultistorePosition
  /** From here on the newest version may be removed and restored, until {@link forgetPast}. */
  keepPast(): void
  isAt(position: MultistorePosition): boolean
  /**
   * With a database: stages the move to a position of this multistore, or of the one that it
   * branched from; {@link returnTo} then moves the stores.
   * @returns the newest common version
   */
  stageMove(position: MultistorePosition): number
  /**
   * Continues from a position; drops uncommitted changes. Positions, readers and branches can still
   * read removed versions.
   */
  returnTo(position: MultistorePosition): void
  /**
   * The position of an older kept version. With a database, nothing older than what {@link
   * keepPast} keeps may be in use.
   * @throws StoreError UNKNOWN_VERSION
   */
  positionAt(version: number): MultistorePosition
  /**
   * Empty stores with the same names, which can replace these in their database after their rows
   * are deleted.
   */
  createReplacement(): StoreReplacement
  /** Independent stores in memory that continue from the newest version. */
  branch(): Multistore
  /**
   * Prunes versions before `earliest`, at most a given number; repeated ones count as one. Not for
   * branches.
   */
  prune(earliest: number, most?: number): void
  /**
   * With a database: drops the versions that {@link stageMove} removed. Their readers must have
   * ended.
   */
  forgetLeft(): void
  /** With a database: keeps only the newest version in memory. No older position may be in use. */
  forgetPast(): void
}

/** Stores that replace others. */
export interface StoreReplacement {
  readonly stores: Multistore
  /** Replaces the others. Their readers and branches are not affected. */
  takeOver(): void
}

/** Maximum number of a database's nodes in memory; about 300 bytes each besides keys and values. */
export const DEFAULT_NODE_CACHE = 200_000

/**
 * Creates stores with distinct names: empty ones in memory, or those of a database, where commits
 * are then staged.
 * @param nodeCache maximum number of the database's nodes in memory
 */
export function createMultistore(
  names: readonly string[],
  database?: Database,
  nodeCache = DEFAULT_NODE_CACHE,
): Multistore {
  assert(new Set(names).size === names.length, `different store names, got ${names.join(', ')}`)
  if (database === undefined) return assemble(inMemory(names))
  const saved = readVersions(database)
  const repeated = new VersionRanges(database, REPEATED_KEY)
  return assemble(onDisk(names, { database, nodeCache, repeated }, saved))
}

/** Parts of a multistore. */
interface Parts {
  readonly trees: ReadonlyMap<string, IavlTree>
  /** Any of them: all have the same versions. */
  readonly first: IavlTree
  readonly stores: ReadonlyMap<string, ProvableStore>
  readonly disk: Disk | undefined
  /** The same without content. */
  empty(): Parts
}

function inMemory(names: readonly string[]): Parts {
  const trees = new Map(sortNames(names).map((name) => [name, new IavlTree()] as const))
  return { ...withStores(trees), disk: undefined, empty: () => inMemory(names) }
}

function withStores(
  trees: ReadonlyMap<string, IavlTree>,
): Pick<Parts, 'trees' | 'first' | 'stores'> {
  const [first] = trees.values()
  assert(first !== undefined, 'at least one store')
  const stores = new Map([...trees].map(([name, tree]) => [name, createIavlStore(tree)] as const))
  return { trees, first, stores }
}

/** Parts of stores on disk. */
interface DiskParts {
  readonly database: Database
  readonly nodeCache: number
  /** Versions of which only the last one is written. */
  readonly repeated: VersionRanges
}

function onDisk(
  names: readonly string[],
  { database, nodeCache, repeated }: DiskParts,
  { newest, earliest }: SavedVersions,
): Parts {
  const nodes = openNodes(names, database, new NodeCache(nodeCache), repeated)
  const trees = new Map(
    [...nodes].map(([name, each]) => [name, IavlTree.open(each, newest, earliest)] as const),
  )
  let written = earliest
  const disk: Disk = {
    stage(versions) {
      stageVersions(database, versions)
      repeated.stage()
    },
    settle(earliest) {
      for (const each of nodes.values()) each.settle()
      repeated.settle()
      written = earliest
    },
    discard() {
      for (const each of nodes.values()) each.discard()
      repeated.discard()
      return written
    },
  }
  function empty(): Parts {
    stageVersions(database, { earliest: 1 })
    const none = new VersionRanges(database, REPEATED_KEY, [])
    none.stage()
    return onDisk(names, { database, nodeCache, repeated: none }, { newest: 0, earliest: 1 })
  }
  return { ...withStores(trees), disk, empty }
}

/** The nodes of a database's stores, by name in bytewise order. */
export function openNodes(
  names: readonly string[],
  database: Database,
  cache: NodeCache,
  repeated = new VersionRanges(database, REPEATED_KEY),
): ReadonlyMap<string, NodeStore> {
  return new Map(
    sortNames(names).map((name, index) => [name, new NodeStore(database, index, cache, repeated)]),
  )
}

/** Data that a multistore stores besides the nodes. */
interface Disk {
  stage(versions: Partial<SavedVersions>): void
  settle(earliest: number): void
  /** Returns the earliest version as last written. */
  discard(): number
}

function assemble(given: Parts): Multistore {
  let parts = given
  const names = [...given.trees.keys()]

  function find<T>(all: ReadonlyMap<string, T>, name: string): T {
    const found = all.get(name)
    assert(found !== undefined, `a store named ${name}`)
    return found
  }

  const rootsAt = (version: number): ReadonlyMap<string, Uint8Array> =>
    new Map([...parts.stores].map(([name, store]) => [name, store.root(version)]))

  return {
    get version() {
      return parts.first.version
    },
    get earliest() {
      return parts.first.earliest
    },
    get isSaved() {
      return parts.disk !== undefined
    },
    names,
    store: (name) => find(parts.stores, name),
    tree: (name) => find(parts.trees, name),
    commit() {
      for (const store of parts.stores.values()) store.commit()
      const { version } = parts.first
      parts.disk?.stage({ newest: version })
      return { version, appHash: computeAppHash(rootsAt(version)) }
    },
    repeat(count) {
      for (const tree of parts.trees.values()) tree.repeat(count)
      parts.disk?.stage({ newest: parts.first.version })
      return parts.first.version
    },
    settle() {
      parts.disk?.settle(parts.first.earliest)
    },
    discard() {
      const { disk } = parts
      if (disk === undefined) return
      const earliest = disk.discard()
      for (const tree of parts.trees.values()) tree.unprune(earliest)
    },
    keepPast() {
      for (const tree of parts.trees.values()) tree.keepPast()
    },
    appHash: (version) => computeAppHash(rootsAt(version)),
    reader(version) {
      const roots = new Map(
        [...parts.trees].map(([name, tree]) => [name, { root: tree.rootNode(version) }]),
      )
      return {
        get appHash() {
          const hashes = [...roots].map(([name, { root }]) => {
            return [name, latin1ToBytes(root?.hash ?? EMPTY_HASH)] as const
          })
          return computeAppHash(new Map(hashes))
        },
        get: (name, key) => getLeaf(find(roots, name).root, treeKey(key))?.value,
        entries: (name, range) => entriesOf(find(roots, name).root, range),
      }
    },
    *changes(from, to) {
      for (const [store, tree] of parts.trees) {
        for (const { key, ...values } of treeChanges(tree.rootNode(from), tree.rootNode(to))) {
          yield { store, key: latin1ToBytes(key), ...values }
        }
      }
    },
    prove(name, key, version) {
      const store = find(parts.stores, name)
      const bytes = typeof key === 'string' ? latin1ToBytes(key) : key
      const iavl = { type: 'ics23:iavl', key: bytes, data: store.prove(key, version) } as const
      const data = proveStore(rootsAt(version), name)
      const simple = { type: 'ics23:simple', key: utf8ToBytes(name), data } as const
      return { value: store.get(key, version), ops: [iavl, simple] }
    },
    rollback() {
      for (const store of parts.stores.values()) store.rollback()
    },
    get position() {
      return new Map([...parts.trees].map(([name, tree]) => [name, tree.position]))
    },
    isAt: (position) =>
      [...parts.trees].every(([name, tree]) => tree.position === position.get(name)),
    stageMove(position) {
      const shared = [...parts.trees].map(([name, tree]) => tree.stageMove(position.get(name)))
      const [first] = position.values()
      if (first !== undefined) parts.disk?.stage({ newest: first.number })
      return Math.min(...shared)
    },
    returnTo(position) {
      for (const [name, tree] of parts.trees) tree.returnTo(position.get(name))
    },
    branch() {
      const trees = new Map([...parts.trees].map(([name, tree]) => [name, tree.branch()] as const))
      return assemble({ ...withStores(trees), disk: undefined, empty: () => inMemory(names) })
    },
    positionAt(version) {
      return new Map([...parts.trees].map(([name, tree]) => [name, tree.recall(version)]))
    },
    createReplacement() {
      const fresh = parts.empty()
      return {
        stores: assemble(fresh),
        takeOver() {
          parts = fresh
          fresh.disk?.settle(fresh.first.earliest)
        },
      }
    },
    prune(earliest, most) {
      for (const tree of parts.trees.values()) tree.prune(earliest, most)
      parts.disk?.stage({ earliest: parts.first.earliest })
    },
    forgetLeft() {
      for (const tree of parts.trees.values()) tree.forgetLeft()
    },
    forgetPast() {
      for (const tree of parts.trees.values()) tree.forgetPast()
    },
  }
}

function sortNames(names: readonly string[]): readonly string[] {
  return [...names].sort((a, b) => compareBytes(utf8ToBytes(a), utf8ToBytes(b)))
}
