import { StoreRefused } from './errors.ts'
import { EMPTY_HASH, hashTree } from './iavlHash.ts'
import { createLeaf, getLeaf, type IavlNode } from './iavlNode.ts'
import { insertKey, removeKey } from './iavlUpdate.ts'

/** How a tree numbers its first version. */
export interface IavlTreeOptions {
  /** Number of the first version; 1 unless given. */
  readonly initialVersion?: number
  /**
   * Version that the nodes of the first commit carry, which goes into their hash. Unless given it is `initialVersion`,
   * as in cosmos/iavl since 1.0; older releases and memiavl always write 1.
   */
  readonly firstNodeVersion?: number
}

/**
 * The AVL+ tree of cosmos/iavl, with the same shape and hashes for the same operations, and all its committed versions.
 *
 * A version is a root; versions share whatever did not change between them. Nodes of the working version belong to
 * nobody else and are changed in place, all others are copied on the way down.
 * Keys are latin1 strings, see `Leaf`. Values may be empty here.
 */
export class IavlTree {
  readonly #roots = new Map<number, IavlNode | undefined>()
  #root: IavlNode | undefined
  #version = 0
  #nextVersion: number
  /** What new nodes carry. No committed node carries it, so it also tells which nodes may be changed in place. */
  #nodeVersion: number

  constructor({ initialVersion = 1, firstNodeVersion = initialVersion }: IavlTreeOptions = {}) {
    this.#nextVersion = initialVersion
    this.#nodeVersion = firstNodeVersion
  }

  /** Newest committed version; 0 before the first commit. */
  get version(): number {
    return this.#version
  }

  /**
   * Root node of the working set, or of a committed version; undefined when that is empty.
   *
   * @throws StoreRefused UNKNOWN_VERSION
   */
  rootNode(version?: number): IavlNode | undefined {
    if (version === undefined) return this.#root
    const root = this.#roots.get(version)
    if (root === undefined && !this.#roots.has(version)) {
      throw new StoreRefused({ code: 'UNKNOWN_VERSION', version, newest: this.#version })
    }
    return root
  }

  /** Sets a key. Setting it to the value it has makes a new leaf all the same, so the root hash changes. */
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

  /** Hashes every new node and keeps the working set as the next version, whose number is returned. */
  commit(): number {
    if (this.#root !== undefined) hashTree(this.#root)
    this.#version = this.#nextVersion
    this.#roots.set(this.#version, this.#root)
    this.#nextVersion = this.#version + 1
    this.#nodeVersion = this.#nextVersion
    return this.#version
  }

  /** Drops every change since the last commit. */
  rollback(): void {
    this.#root = this.#roots.get(this.#version)
  }

  /**
   * Root hash of a committed version, as a latin1 string.
   *
   * @throws StoreRefused UNKNOWN_VERSION
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
}
