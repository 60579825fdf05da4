import { assert } from '../../primitives/assert.ts'
import type { Database } from '../database/database.ts'
import { nodeKey, rootKey } from '../database/tables.ts'
import type { VersionRanges } from '../database/versionRanges.ts'
import { hashTree } from './iavlHash.ts'
import { type IavlNode, type NodeRef, nodeOf, type SavedNode } from './iavlNode.ts'
import type { CachedNode, NodeCache } from './nodeCache.ts'
import {
  decodeNode,
  decodeVersion,
  encodeNode,
  encodeVersion,
  type NodeDigest,
} from './nodeCodec.ts'

/** Root of a saved version. */
export interface SavedVersion {
  readonly root: SavedNode | undefined
}

/**
 * The nodes of one tree in a database, by (version, nonce), and the roots of its versions. All
 * writes and deletions are only staged.
 */
export class NodeStore {
  readonly #database: Database
  readonly #store: number
  readonly #cache: NodeCache
  readonly #repeated: VersionRanges
  /** Nodes staged since the last {@link settle}, which cannot be read from the database yet. */
  #fresh: StoredNode[] = []
  /**
   * Nodes whose deletion was staged since the last {@link settle}. They stay in memory after the
   * deletion.
   */
  #deleting: StoredNode[] = []
  /**
   * Nodes of versions that were left, for trees that entered those versions through other links.
   */
  readonly #left = new Map<string, IavlNode>()
  /** Versions after this one may be left and entered again. */
  #fixedUpTo = Number.POSITIVE_INFINITY
  /**
   * The nodes of those versions, by name. Each is a single object, so that pinning it covers all
   * its users.
   */
  readonly #movable = new Map<string, StoredNode>()

  /**
   * @param store number of the tree in its database, 0 to 255.
   * @param repeated versions of all trees of which only the last one is written.
   */
  constructor(database: Database, store: number, cache: NodeCache, repeated: VersionRanges) {
    this.#database = database
    this.#store = store
    this.#cache = cache
    this.#repeated = repeated
  }

  /**
   * Writes the new nodes of a version, which are those referenced directly. Returns the link to its
   * root.
   */
  save(root: NodeRef | undefined, version: number): SavedNode | undefined {
    let newNodes = 0
    const saveNode = (link: NodeRef): SavedNode => {
      if (link.left === null) return link
      newNodes++
      const saved = new StoredNode(this, digestOf(link, newNodes), link)
      this.#register(saved)
      if (link.left !== undefined) {
        link.left = saveNode(link.left)
        link.right = saveNode(link.right)
      }
      this.#put(saved, link)
      this.#fresh.push(saved)
      return saved
    }
    const saved = root === undefined ? undefined : saveNode(root)
    this.#database.put(rootKey(this.#store, version), encodeVersion(saved))
    return saved
  }

  /**
   * Writes one node of an imported version and keeps nothing in memory. The node must have its
   * hash, and its children must have been written.
   *
   * @param nonce unique among all nodes, of any version.
   */
  append(node: IavlNode, nonce: number): SavedNode {
    const saved = new StoredNode(this, digestOf(node, nonce))
    this.#put(saved, node)
    return saved
  }

  /** Writes the root over nodes that {@link append} wrote. */
  appendVersion(root: SavedNode | undefined, version: number): void {
    this.#database.put(rootKey(this.#store, version), encodeVersion(root))
  }

  /** Writes versions from `first` to `last` that equal the one before them. */
  saveRepeated(root: NodeRef | undefined, first: number, last: number): void {
    if (first < last) this.#repeated.add({ first, last })
    this.#database.put(
      rootKey(this.#store, last),
      encodeVersion(root?.left === null ? root : undefined),
    )
  }

  /** Returns the last of the versions that were repeated together with this one. */
  lastLike(version: number): number {
    return this.#repeated.at(version)?.last ?? version
  }

  /** Returns the version that this one repeats, or the version itself. */
  firstLike(version: number): number {
    const span = this.#repeated.at(version)
    return span === undefined ? version : span.first - 1
  }

  /**
   * Must be called after staged operations were written. The new nodes may then leave the memory.
   */
  settle(): void {
    for (const node of this.#fresh) {
      node.isPinned = false
      this.#cache.admit(node)
    }
    this.#fresh = []
    this.#deleting = []
  }

  /** Must be called after staged operations were dropped. Nodes staged for deletion still exist. */
  discard(): void {
    for (const node of this.#deleting) {
      node.isPinned = false
      this.#register(node)
      this.#cache.admit(node)
    }
    this.#fresh = []
    this.#deleting = []
  }

  /** Allows leaving and re-entering the versions after this one. */
  keepPast(version: number): void {
    this.#fixedUpTo = Math.min(this.#fixedUpTo, version)
  }

  /** Ends {@link keepPast}: no version will be left. */
  forgetPast(): void {
    this.#fixedUpTo = Number.POSITIVE_INFINITY
    this.#movable.clear()
  }

  /** Returns a saved version, or undefined if it does not exist. */
  readVersion(version: number): SavedVersion | undefined {
    const record = this.#database.get(rootKey(this.#store, this.lastLike(version)))
    if (record === undefined) return undefined
    const root = decodeVersion(record)
    return { root: root === undefined ? undefined : this.#link(root) }
  }

  /** @throws Error if the database is damaged: a node must match the hash in its link */
  readNode(digest: NodeDigest): IavlNode {
    const { version, nonce } = digest
    const left = this.#left.size === 0 ? undefined : this.#left.get(nameAndHash(digest))
    if (left !== undefined) return left
    const record = this.#database.get(nodeKey(this.#store, version, nonce))
    assert(record !== undefined, `node ${version}/${nonce} in the database`)
    const node = decodeNode(record, digest, (child) => this.#link(child))
    assert(hashTree(node) === digest.hash, `node ${version}/${nonce} undamaged in the database`)
    return node
  }

  admit(node: CachedNode): void {
    this.#cache.admit(node)
  }

  /**
   * Deletes the output of {@link save} for a version, which must be the newest one. Its nodes stay
   * in memory for all users until {@link forgetLeft}, and after that for the holders of their
   * links.
   */
  unsave(root: NodeRef | undefined, version: number): void {
    for (const link of linksOf(root, version)) {
      if (!(link instanceof StoredNode)) continue
      link.pin()
      this.#deleting.push(link)
      this.#left.set(nameAndHash(link), link.load())
      const name = nameOf(link)
      if (this.#movable.get(name) === link) this.#movable.delete(name)
      this.#database.delete(nodeKey(this.#store, version, link.nonce))
    }
    this.#repeated.remove(version)
    this.#database.delete(rootKey(this.#store, version))
  }

  /**
   * Writes a version again that {@link unsave} deleted, with the equal ones before it from `first`
   * on.
   */
  saveAgain(root: NodeRef | undefined, first: number, version: number): void {
    for (const link of linksOf(root, version)) {
      assert(link instanceof StoredNode, 'a node that was saved')
      this.#put(link, link.load())
      this.#register(link)
      this.#fresh.push(link)
    }
    this.saveRepeated(root, first, version)
  }

  /** Must be called when versions that were left are read only through links to their nodes. */
  forgetLeft(): void {
    this.#left.clear()
  }

  /**
   * Deletes version `version - 1`, whose root is `old`, with the nodes that version `version` does
   * not use.
   */
  prune(old: NodeRef | undefined, next: NodeRef | undefined, version: number): void {
    const shared = new Set<string>()
    const findShared = (link: NodeRef | undefined): void => {
      if (link === undefined) return
      if (link.version < version) {
        assert(link.left === null, 'a saved node')
        shared.add(nameOf(link))
        return
      }
      const node = nodeOf(link)
      if (node.left === undefined) return
      findShared(node.left)
      findShared(node.right)
    }
    const deleteOthers = (link: NodeRef | undefined): void => {
      if (link === undefined) return
      assert(link.left === null, 'a saved node')
      if (shared.has(nameOf(link))) return
      const node = nodeOf(link)
      this.#database.delete(nodeKey(this.#store, link.version, link.nonce))
      if (node.left === undefined) return
      deleteOthers(node.left)
      deleteOthers(node.right)
    }
    findShared(next)
    deleteOthers(old)
    this.#database.delete(rootKey(this.#store, version - 1))
  }

  /** Returns the link to a written node. */
  #link(digest: NodeDigest): StoredNode {
    if (digest.version <= this.#fixedUpTo) return new StoredNode(this, digest)
    const known = this.#movable.get(nameOf(digest))
    if (known !== undefined) return known
    const link = new StoredNode(this, digest)
    this.#register(link)
    return link
  }

  #register(link: StoredNode): void {
    if (link.version > this.#fixedUpTo) this.#movable.set(nameOf(link), link)
  }

  #put(saved: StoredNode, node: IavlNode): void {
    const key = nodeKey(this.#store, saved.version, saved.nonce)
    if (node.left === undefined) {
      this.#database.put(key, encodeNode(node))
      return
    }
    const { left, right } = node
    assert(left.left === null && right.left === null, 'saved children')
    this.#database.put(key, encodeNode(node, left, right))
  }
}

/** A node in the database, in memory while the cache keeps it. */
class StoredNode implements SavedNode, CachedNode {
  readonly version: number
  readonly nonce: number
  readonly hash: string
  readonly height: number
  readonly size: number
  readonly left = null
  node: IavlNode | undefined
  wasUsed = false
  isPinned = false
  readonly #store: NodeStore

  constructor(store: NodeStore, digest: NodeDigest, node?: IavlNode) {
    this.#store = store
    this.version = digest.version
    this.nonce = digest.nonce
    this.hash = digest.hash
    this.height = digest.height
    this.size = digest.size
    this.node = node
  }

  load(): IavlNode {
    this.wasUsed = true
    if (this.node !== undefined) return this.node
    this.node = this.#store.readNode(this)
    this.#store.admit(this)
    return this.node
  }

  pin(): void {
    this.load()
    this.isPinned = true
  }
}

function digestOf({ version, hash, height, size }: IavlNode, nonce: number): NodeDigest {
  return { version, nonce, hash, height, size }
}

/** Yields the links below `root` that `version` added, parents first. */
function* linksOf(root: NodeRef | undefined, version: number): Generator<NodeRef, void, undefined> {
  const stack = root === undefined ? [] : [root]
  for (let link = stack.pop(); link !== undefined; link = stack.pop()) {
    // All nodes below an older node are older too.
    if (link.version !== version) continue
    yield link
    const node = nodeOf(link)
    if (node.left !== undefined) stack.push(node.right, node.left)
  }
}

function nameOf({ version, nonce }: Pick<NodeDigest, 'version' | 'nonce'>): string {
  return `${version}/${nonce}`
}

/** A node of a version that was left may have the same name as another node. */
function nameAndHash(digest: Pick<NodeDigest, 'version' | 'nonce' | 'hash'>): string {
  return `${nameOf(digest)}/${digest.hash}`
}
