import { assert } from '../../primitives/assert.ts'
import { diffLineages, Lineage, LineageNode } from '../../primitives/lineage.ts'
import { StoreError } from '../errors.ts'
import { EMPTY_HASH, hashTree } from './iavlHash.ts'
import { createLeaf, getLeaf, type NodeRef } from './iavlNode.ts'
import { insertKey, removeKey } from './iavlUpdate.ts'
import type { NodeStore } from './nodeStore.ts'

/** How a tree numbers its first version. */
export interface IavlTreeOptions {
  /** Number of the first version; 1 unless given. */
  readonly initialVersion?: number
  /**
   * Version that the nodes of the first commit carry, which goes into their hash. Unless given it
   * is `initialVersion`, as in cosmos/iavl since 1.0; older releases and memiavl always write 1.
   */
  readonly firstNodeVersion?: number
}

/** A committed version. */
export interface TreeVersion {
  root: NodeRef | undefined
}

/** A committed version to come back to, with all before it. */
export type TreePosition = LineageNode<TreeVersion> | undefined

/**
 * The AVL+ tree of cosmos/iavl, with the same shape and hashes for the same operations, and all its
 * committed versions.
 *
 * A version is a root; versions share whatever did not change between them. Nodes of the working
 * version belong to nobody else and are changed in place, all others are copied on the way down. So
 * a position or a branch costs O(1). Keys are latin1 strings, see `Leaf`. Values may be empty here.
 */
export class IavlTree {
  #versions = new Lineage<TreeVersion>()
  /** Where older versions are found which the lineage does not reach. */
  #archive: NodeStore | undefined
  /** Whether commits are written to the archive. A branch's are not. */
  #isSaved = false
  /** What a branch branched from. */
  #trunk: IavlTree | undefined
  #root: NodeRef | undefined
  #version = 0
  #earliest = 1
  #nextVersion: number
  /**
   * What new nodes carry. No committed node carries it, so it also tells which nodes may be changed
   * in place.
   */
  #nodeVersion: number

  constructor({ initialVersion = 1, firstNodeVersion = initialVersion }: IavlTreeOptions = {}) {
    this.#nextVersion = initialVersion
    this.#nodeVersion = firstNodeVersion
  }

  /**
   * The tree whose nodes are in a database, as of a version that was saved there; 0 for an empty
   * one.
   *
   * @param earliest the oldest version that is there.
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

  /** Oldest version that is still there. A branch shares it with what it branched from. */
  get earliest(): number {
    return this.#trunk?.earliest ?? this.#earliest
  }

  /**
   * Root of the working set, or of a committed version; undefined when that is empty.
   *
   * @throws StoreError UNKNOWN_VERSION
   */
  rootNode(version?: number): NodeRef | undefined {
    return version === undefined ? this.#root : this.#readVersion(version).root
  }

  /**
   * Sets a key. Setting it to the value it has makes a new leaf all the same, so the root hash
   * changes.
   */
  set(key: string, value: Uint8Array): void {
    const leaf = createLeaf(key, value, this.#nodeVersion)
    this.#root = this.#root === undefined ? leaf : insertKey(this.#root, leaf)
  }

  /** Removes a key and says whether it was there. If it was not, nothing changes. */
  remove(key: string): boolean {
    if (this.#root === undefined || getLeaf(this.#root, key) === undefined) return false
    this.#root = removeKey(this.#root, key, this.#nodeVersion)
    return true
  }

  /**
   * Hashes every new node and keeps the working set as the next version, whose number is returned.
   */
  commit(): number {
    if (this.#root !== undefined) hashTree(this.#root)
    const version = this.#nextVersion
    if (this.#isSaved) this.#root = this.#archive?.save(this.#root, version)
    this.#versions.push(version, { root: this.#root })
    this.#standOn(version)
    return version
  }

  /**
   * Makes so many versions that are as the newest, since which nothing may have changed; the last
   * one's number is returned. Costs the same however many.
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

  /** Drops every change since the last commit. */
  rollback(): void {
    this.#root = this.#versions.head?.value.root
  }

  /**
   * Root hash of a committed version, as a latin1 string.
   *
   * @throws StoreError UNKNOWN_VERSION
   */
  rootHash(version: number): string {
    return this.rootNode(version)?.hash ?? EMPTY_HASH
  }

  /** Number of keys in the working set, or as of `version`. */
  size(version?: number): number {
    return this.rootNode(version)?.size ?? 0
  }

  /** Height of the tree: 0 for one key or none. */
  height(version?: number): number {
    return this.rootNode(version)?.height ?? 0
  }

  /** Where the tree stands: its newest version. Uncommitted changes are no part of it. */
  get position(): TreePosition {
    return this.#versions.head
  }

  /**
   * The position of an older version that is still there. Where versions are saved, those from it
   * on are in memory then, until {@link forgetPast}: nobody may hold a position or a branch that is
   * older than they are there.
   *
   * @throws StoreError UNKNOWN_VERSION
   */
  recall(version: number): TreePosition {
    if (this.#versions.stepAt(version) === undefined) {
      // Repeated versions are one step, after the version that they repeat.
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
   * Where versions are saved, stages the move to a position that was taken of this tree, or of the
   * one that it branched from. The tree itself moves with {@link returnTo}.
   *
   * @returns the newest version that both ways have.
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
    const [firstLeft] = removed
    return firstLeft === undefined
      ? this.#version
      : (firstLeft.parent?.number ?? firstLeft.number - 1)
  }

  /**
   * Continues from a position, drops uncommitted changes, and stages nothing. Versions that are
   * left stay readable for whoever holds their roots.
   */
  returnTo(position: TreePosition): void {
    const step = requirePosition(position)
    this.#versions = new Lineage(step)
    this.#root = step.value.root
    this.#standOn(step.number)
  }

  /** A tree that goes on from the newest version on its own. What it commits stays in memory. */
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
   * Lets the versions before `earliest` go; the newest one stays in any case. Not for branches.
   * Whoever holds a position or a branch needs the version where its way parts from this tree's,
   * and all after that.
   *
   * @param most how many at the most; those that were repeated count as one.
   */
  prune(earliest: number, most = Number.POSITIVE_INFINITY): void {
    const end = Math.min(earliest, this.#version)
    for (let pruned = 0; pruned < most && this.#earliest < end; pruned++) {
      const version = this.#lastLike(this.#earliest)
      if (version >= end) {
        // What is the same in the version that stays is nobody's to take.
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

  /** Takes the prunes back that were staged and not written. */
  unprune(earliest: number): void {
    this.#earliest = earliest
  }

  /**
   * To be called before a position is used: from here on the newest versions may be left and
   * entered again.
   */
  keepPast(): void {
    this.#archive?.keepPast(this.#version)
  }

  /**
   * Where versions are saved: forgets all but the newest, which are read from there from now on.
   * Ends {@link keepPast}.
   */
  forgetPast(): void {
    if (!this.#isSaved) return
    this.#versions.forgetPast()
    this.#archive?.forgetPast()
  }

  /**
   * Where versions are saved: forgets those that were left. Nobody may read one but who holds its
   * position.
   */
  forgetLeft(): void {
    if (this.#isSaved) this.#archive?.forgetLeft()
  }

  /** The last of the versions that were repeated together with this one. */
  #lastLike(version: number): number {
    return this.#versions.stepAt(version)?.number ?? this.#archive?.lastLike(version) ?? version
  }

  #standOn(version: number): void {
    this.#version = version
    this.#nextVersion = version + 1
    this.#nodeVersion = version + 1
  }

  #readVersion(version: number): TreeVersion {
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
