import { assert } from '../../primitives/assert.ts'
import { bytesToLatin1 } from '../../primitives/encoding/bytes.ts'
import { diffLineages, Lineage, LineageNode } from '../../primitives/lineage.ts'
import { StoreError } from '../errors.ts'
import type { StoreValue } from '../versionedStore.ts'
import { EMPTY_HASH } from './iavlHash.ts'
import { createLeaf, getLeaf, type NodeRef } from './iavlNode.ts'
import { insertKey, removeKey, type WorkingSet } from './iavlUpdate.ts'
import type { NodeStore } from './nodeStore.ts'
import { hashOf, hashTrees } from './treeHasher.ts'

/** Options for the first version of a tree. */
export interface IavlTreeOptions {
  /** Number of the first version (default 1). */
  readonly initialVersion?: number
  /**
   * Version of the nodes in the first commit, which is part of their hash. Defaults to
   * `initialVersion`, as in cosmos/iavl since 1.0. Older releases and memiavl always write 1.
   */
  readonly firstNodeVersion?: number
}

/** A committed version. */
export interface TreeVersion {
  root: NodeRef | undefined
}

/** A committed version, with all versions before it, that {@link IavlTree.returnTo} can restore. */
export type TreePosition = LineageNode<TreeVersion> | undefined

/**
 * The AVL+ tree of cosmos/iavl, with all its committed versions. The same operations give the same
 * shape and hashes.
 *
 * A version is a root, and versions share unchanged nodes. Nodes of the working version are changed
 * in place, all others are copied on write. A position or a branch therefore costs O(1). Keys are
 * latin1 strings, see `Leaf`. Values may be empty here.
 */
export class IavlTree {
  #versions = new Lineage<TreeVersion>()
  /** Source of older versions that the lineage does not contain. */
  #archive: NodeStore | undefined
  /** Whether commits are written to the archive. Always false for branches. */
  #isSaved = false
  /** The tree from which this one was branched. */
  #trunk: IavlTree | undefined
  #root: NodeRef | undefined
  #version = 0
  #earliest = 1
  #nextVersion: number
  /** No committed node has its version. */
  #working: WorkingSet

  constructor({ initialVersion = 1, firstNodeVersion = initialVersion }: IavlTreeOptions = {}) {
    this.#nextVersion = initialVersion
    this.#working = { version: firstNodeVersion, replaced: [] }
  }

  /**
   * Opens the tree of a database at a saved version; 0 for an empty tree.
   *
   * @param earliest the oldest available version.
   */
  static open(nodes: NodeStore, version: number, earliest: number): IavlTree {
    const tree = new IavlTree()
    tree.#archive = nodes
    tree.#isSaved = true
    tree.#earliest = earliest
    if (version > 0) {
      tree.#standOn(version)
      const newest = tree.#readVersion(version)
      tree.#versions.push(version, newest)
      tree.#root = newest.root
    }
    return tree
  }

  /** Newest committed version; 0 before the first commit. */
  get version(): number {
    return this.#version
  }

  /** Oldest available version. A branch shares it with its trunk. */
  get earliest(): number {
    return this.#trunk?.earliest ?? this.#earliest
  }

  /**
   * Returns the root of the working set, or of a committed version. Undefined if the tree is empty.
   *
   * @throws StoreError UNKNOWN_VERSION
   */
  rootNode(version?: number): NodeRef | undefined {
    return version === undefined ? this.#root : this.#readVersion(version).root
  }

  /** Sets a key. Setting an equal value still creates a new leaf, so the root hash changes. */
  set(key: string, value: StoreValue): void {
    const text = typeof value === 'string' ? value : bytesToLatin1(value)
    const leaf = createLeaf(key, text, this.#working.version)
    this.#root = this.#root === undefined ? leaf : insertKey(this.#root, leaf, this.#working)
  }

  /** Removes a key and returns whether it was present. Removing an absent key has no effect. */
  remove(key: string): boolean {
    if (this.#root === undefined || getLeaf(this.#root, key) === undefined) return false
    this.#root = removeKey(this.#root, key, this.#working)
    return true
  }

  /** Hashes all new nodes, commits the working set as the next version and returns its number. */
  commit(): number {
    hashTrees([this.#root])
    const version = this.#nextVersion
    if (this.#isSaved) this.#root = this.#archive?.save(this.#root, version)
    else this.#dropHashes()
    const { head } = this.#versions
    const isEqual = head?.parent !== undefined && head.value.root === this.#root
    if (isEqual && !this.#isSaved) this.#versions.extend(version)
    else this.#versions.push(version, { root: this.#root })
    this.#standOn(version)
    return version
  }

  /**
   * Drops the hashes of nodes that the new version replaced, a third of the memory of a version:
   * proofs of older versions compute them again. Those of roots stay.
   */
  #dropHashes(): void {
    const newest = this.#versions.head?.value.root
    for (const node of this.#working.replaced) if (node !== newest) node.hash = ''
  }

  /**
   * Adds `count` versions equal to the newest and returns the number of the last one. Requires no
   * uncommitted changes. Takes O(1).
   */
  repeat(count: number): number {
    const newest = this.#versions.head?.value.root
    assert(count > 0 && this.#root === newest, 'a version without changes to be repeated')
    const version = this.#version + count
    if (this.#isSaved) this.#archive?.saveRepeated(newest, this.#nextVersion, version)
    this.#versions.push(version, { root: newest })
    this.#standOn(version)
    return version
  }

  /** Drops all changes since the last commit. */
  rollback(): void {
    this.#root = this.#versions.head?.value.root
    this.#working = { version: this.#working.version, replaced: [] }
  }

  /**
   * Returns the root hash of a committed version, as a latin1 string.
   *
   * @throws StoreError UNKNOWN_VERSION
   */
  rootHash(version: number): string {
    const root = this.rootNode(version)
    return root === undefined ? EMPTY_HASH : hashOf(root)
  }

  /** Returns the number of keys in the working set, or at `version`. */
  size(version?: number): number {
    return this.rootNode(version)?.size ?? 0
  }

  /** Returns the height of the tree: 0 for at most one key. */
  height(version?: number): number {
    return this.rootNode(version)?.height ?? 0
  }

  /** The position of the newest version, without uncommitted changes. */
  get position(): TreePosition {
    return this.#versions.head
  }

  /**
   * Returns the position of an available older version. With saved versions, the versions from it
   * on stay in memory until {@link forgetPast}. No position or branch that is older than this call
   * may be in use.
   *
   * @throws StoreError UNKNOWN_VERSION
   */
  recall(version: number): TreePosition {
    if (this.#versions.stepAt(version) === undefined) {
      // Repeated versions are one lineage step, together with the version that they repeat.
      const start = this.#archive?.firstLike(version) ?? version
      this.#archive?.keepPast(start)
      const recalled = new Lineage<TreeVersion>()
      recalled.push(start, this.#readVersion(version))
      for (let each = start + 1; each <= this.#version; each++) {
        each = this.#lastLike(each)
        recalled.push(each, this.#readVersion(each))
      }
      this.#versions = recalled
    }
    const step = this.#versions.stepAt(version)
    return step === undefined || step.number === version
      ? step
      : new LineageNode(step.parent, version, step.value)
  }

  /**
   * With saved versions, stages the move to a position of this tree or of its trunk.
   * {@link returnTo} then moves the tree.
   *
   * @returns the newest version common to both histories.
   */
  stageMove(position: TreePosition): number {
    const { removed, added } = diffLineages(this.#versions.head, requirePosition(position))
    if (this.#isSaved) {
      for (const { number, value } of removed.toReversed())
        this.#archive?.unsave(value.root, number)
      for (const { number, value, parent } of added) {
        this.#archive?.saveAgain(value.root, (parent?.number ?? number - 1) + 1, number)
      }
    }
    const [left] = removed
    if (left === undefined) return this.#version
    // Both positions may be in a row of equal versions.
    const [entered] = added
    if (entered?.value === left.value) return Math.min(entered.number, left.number)
    return left.parent?.number ?? left.number - 1
  }

  /**
   * Moves to a position and drops uncommitted changes. Stages nothing. The versions left stay
   * readable through their roots.
   */
  returnTo(position: TreePosition): void {
    const step = requirePosition(position)
    this.#versions = new Lineage(step)
    this.#root = step.value.root
    this.#standOn(step.number)
  }

  /** Creates an independent copy of the newest version. Its commits stay in memory. */
  branch(): IavlTree {
    this.keepPast()
    const branch = new IavlTree()
    branch.#trunk = this
    branch.#versions = new Lineage(this.#versions.head)
    branch.#archive = this.#archive
    branch.#root = this.#versions.head?.value.root
    branch.#standOn(this.#version)
    return branch
  }

  /**
   * Returns the oldest version that stays if at most `most` versions before `earliest` are dropped;
   * repeated and equal ones count as one.
   */
  earliestAfter(earliest: number, most: number): number {
    const end = Math.min(earliest, this.#version)
    let first = this.#earliest
    for (let count = 0; count < most && first < end; count++) first = this.#lastLike(first) + 1
    return Math.min(first, end)
  }

  /**
   * Drops the versions before `earliest`, except the newest one. Not for branches. A position or
   * branch in use needs the version where it diverges from this tree, and all later ones.
   */
  prune(earliest: number): void {
    const end = Math.min(earliest, this.#version)
    while (this.#earliest < end) {
      const version = this.#lastLike(this.#earliest)
      if (version >= end) {
        this.#earliest = end
        return
      }
      const old = this.#readVersion(version)
      const next = this.#readVersion(version + 1)
      if (this.#isSaved) this.#archive?.prune(old.root, next.root, version + 1)
      else old.root = undefined
      this.#earliest = version + 1
    }
  }

  /** Reverts staged prunes that were not written. */
  unprune(earliest: number): void {
    this.#earliest = earliest
  }

  /**
   * Allows leaving and re-entering the newest versions after this call. Must be called before a
   * position is used.
   */
  keepPast(): void {
    this.#archive?.keepPast(this.#version)
  }

  /**
   * With saved versions: drops all but the newest from memory, so that later reads come from the
   * database. Ends {@link keepPast}.
   */
  forgetPast(): void {
    if (!this.#isSaved) return
    this.#versions.forgetPast()
    this.#archive?.forgetPast()
  }

  /**
   * With saved versions: releases the versions left. After this they are readable only through
   * their positions.
   */
  forgetLeft(): void {
    if (this.#isSaved) this.#archive?.forgetLeft()
  }

  /** Returns the last of the versions that were repeated together with this one. */
  #lastLike(version: number): number {
    return this.#versions.stepAt(version)?.number ?? this.#archive?.lastLike(version) ?? version
  }

  #standOn(version: number): void {
    this.#version = version
    this.#nextVersion = version + 1
    this.#working = { version: version + 1, replaced: [] }
  }

  #readVersion(version: number): TreeVersion {
    const { head } = this.#versions
    if (head !== undefined && version === this.#version) return head.value
    if (version >= this.earliest && version <= this.#version) {
      const found = this.#versions.at(version) ?? this.#archive?.readVersion(version)
      if (found !== undefined) return found
    }
    throw new StoreError({ code: 'UNKNOWN_VERSION', version, newest: this.#version })
  }
}

function requirePosition(position: TreePosition): LineageNode<TreeVersion> {
  if (position === undefined) throw new Error('bug: a position is taken after the first commit')
  return position
}
