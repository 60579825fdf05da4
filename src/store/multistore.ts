import { assert } from '../primitives/assert.ts'
import { compareBytes, latin1ToBytes, utf8ToBytes } from '../primitives/encoding/bytes.ts'
import { AppHasher } from './appHasher.ts'
import type { Database } from './database/database.ts'
import {
  REPEATED_KEY,
  readVersions,
  type SavedVersions,
  stageVersions,
} from './database/savedVersions.ts'
import { VersionRanges } from './database/versionRanges.ts'
import { EMPTY_HASH } from './iavl/iavlHash.ts'
import type { NodeRef } from './iavl/iavlNode.ts'
import { createIavlStore } from './iavl/iavlStore.ts'
import { IavlTree, type TreePosition } from './iavl/iavlTree.ts'
import { NodeCache } from './iavl/nodeCache.ts'
import { NodeStore } from './iavl/nodeStore.ts'
import { treeChanges } from './iavl/treeChanges.ts'
import { hashTrees } from './iavl/treeHasher.ts'
import type { ProofOp } from './ics23/ics23.ts'
import { type MultistoreReader, VersionReader } from './multistoreReader.ts'
import { computeAppHash, proveStore } from './storeProof.ts'
import type { ProvableStore, StoreKey, VersionedStore } from './versionedStore.ts'

/** Result of {@link Multistore.commit}: the version number and its app hash (32 bytes). */
export interface MultistoreCommit {
  readonly version: number
  readonly appHash: Uint8Array
}

/** A value, or its absence, with its proof up to the app hash. */
export interface KeyProof {
  readonly value: Uint8Array | undefined
  readonly ops: readonly ProofOp[]
}

/** A row that differs between two versions. A side without the row is undefined. */
export interface RowChange {
  readonly store: string
  readonly key: Uint8Array
  readonly before: Uint8Array | undefined
  readonly after: Uint8Array | undefined
}

/** A restorable version of every store, with all versions before it. */
export type MultistorePosition = ReadonlyMap<string, TreePosition>

/** Named stores that are committed together under one app hash. */
export interface Multistore {
  /** Newest committed version; 0 before the first commit. */
  readonly version: number
  /** Oldest available version. */
  readonly earliest: number
  /** Whether commits are saved to a database. */
  readonly isSaved: boolean
  /** Names of the stores, in bytewise order. */
  readonly names: readonly string[]
  /**
   * Returns the store of that name. Only the multistore may commit or roll it back.
   * @throws Error if no such store exists.
   */
  store(name: string): VersionedStore
  /** Returns the tree of a store. Read-only. */
  tree(name: string): IavlTree
  /** Commits every store. With a database, stages the version there. */
  commit(): MultistoreCommit
  /**
   * Adds `count` versions equal to the newest, with the same app hash. Requires no uncommitted
   * changes. Takes O(1).
   * @returns number of the last one.
   */
  repeat(count: number): number
  /** Must be called after operations staged in the database were written. */
  settle(): void
  /** Must be called after staged operations were dropped, and after {@link returnTo}. */
  discard(): void
  /**
   * Returns the app hash of a committed version.
   * @throws StoreError UNKNOWN_VERSION
   */
  appHash(version: number): Uint8Array
  /**
   * Returns a view of a version that later changes do not affect. Takes O(1).
   * @throws StoreError UNKNOWN_VERSION
   */
  reader(version: number): MultistoreReader
  /** Returns what `MultistoreReader.contentOf` does at the newest version. */
  newestContentOf(name: string): object | undefined
  /**
   * Returns the rows that differ between two versions, store by store and in key order. The cost
   * depends only on the number of changes. Read it to the end before pruning or leaving the newest
   * version.
   * @throws StoreError UNKNOWN_VERSION
   */
  changes(from: number, to: number): Iterable<RowChange>
  /**
   * Returns the value of `key` at a version, and the two proof steps up to {@link appHash}.
   * @throws StoreError UNKNOWN_VERSION
   */
  prove(name: string, key: StoreKey, version: number): KeyProof
  /** Drops all changes since the last commit. */
  rollback(): void
  /**
   * The current position. Valid after another commit only if {@link keepPast} was called before it.
   */
  readonly position: MultistorePosition
  /** Allows leaving and re-entering the newest version, until {@link forgetPast}. */
  keepPast(): void
  isAt(position: MultistorePosition): boolean
  /**
   * Stages the move to a position of this multistore or of its trunk in the database, if there is
   * one. {@link returnTo} then moves the stores.
   * @returns the newest version common to both histories.
   */
  stageMove(position: MultistorePosition): number
  /** Moves to a position and drops uncommitted changes. Readers and branches stay valid. */
  returnTo(position: MultistorePosition): void
  /**
   * Returns the position of an available older version. With a database, no position older than
   * those of {@link keepPast} may be in use.
   * @throws StoreError UNKNOWN_VERSION
   */
  positionAt(version: number): MultistorePosition
  /**
   * Creates empty stores with the same names, which can replace these and take over their database.
   * Delete the content of these stores from the database first.
   */
  createReplacement(): StoreReplacement
  /** Creates an independent copy of the newest version, in memory. */
  branch(): Multistore
  /**
   * Drops at most `most` versions before `earliest`; repeated ones count as one. Not for branches.
   */
  prune(earliest: number, most?: number): void
  /**
   * With a database: releases the versions that {@link stageMove} left. Close their readers first.
   */
  forgetLeft(): void
  /** With a database: keeps only the newest version in memory. No older position may be in use. */
  forgetPast(): void
}

/** Stores that will replace others. */
export interface StoreReplacement {
  readonly stores: Multistore
  /** Replaces the content of the others with these stores, whose staged content must be written. */
  takeOver(): void
}

/** Maximum number of database nodes in memory; about 300 bytes each, besides keys and values. */
export const DEFAULT_NODE_CACHE = 200_000

/**
 * Creates stores under distinct names. With a database, loads its content and stages commits there.
 * Without one, the stores are empty and in memory.
 * @param nodeCache maximum number of database nodes in memory.
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
  /** Any one of the trees: all have the same versions. */
  readonly first: IavlTree
  readonly stores: ReadonlyMap<string, ProvableStore>
  readonly disk: Disk | undefined
  /** Returns the same parts without content. */
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

/** Parts of a multistore with a database. */
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

/** Returns the node stores of a database by store name, in bytewise order. */
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

/** Writes the metadata of a multistore to the database, besides the nodes. */
interface Disk {
  stage(versions: Partial<SavedVersions>): void
  settle(earliest: number): void
  /** Returns the earliest version as last written. */
  discard(): number
}

function assemble(given: Parts): Multistore {
  let parts = given
  const names = [...given.trees.keys()]
  const appHasher = new AppHasher(names)
  const places = new Map(names.map((name, place) => [name, place] as const))

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
      // Nodes of several trees are hashed at once.
      const working: (NodeRef | undefined)[] = []
      for (const tree of parts.trees.values()) working.push(tree.rootNode())
      hashTrees(working)
      for (const tree of parts.trees.values()) tree.commit()
      const { version } = parts.first
      parts.disk?.stage({ newest: version })
      const roots = working.map((root) => root?.hash ?? EMPTY_HASH)
      return { version, appHash: appHasher.appHash(roots) }
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
      const roots: (NodeRef | undefined)[] = []
      for (const tree of parts.trees.values()) roots.push(tree.rootNode(version))
      return new VersionReader(places, roots)
    },
    newestContentOf: (name) => find(parts.trees, name).position?.value.root,
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
      const position = new Map<string, TreePosition>()
      for (const [name, tree] of parts.trees) position.set(name, tree.position)
      return position
    },
    isAt(position) {
      for (const [name, tree] of parts.trees) {
        if (tree.position !== position.get(name)) return false
      }
      return true
    },
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
      const trees = [...parts.trees.values()]
      // All trees must have the same versions, but equal ones count differently.
      const ends = most === undefined ? [] : trees.map((tree) => tree.earliestAfter(earliest, most))
      for (const tree of trees) tree.prune(Math.min(earliest, ...ends))
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
