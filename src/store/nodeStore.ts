import { assert } from '../primitives/assert.ts'
import type { Database } from './database.ts'
import { type IavlNode, type Link, nodeOf, type SavedNode } from './iavlNode.ts'
import type { Cached, NodeCache } from './nodeCache.ts'
import {
  decodeNode,
  decodeVersion,
  encodeNode,
  encodeVersion,
  type NodeDigest,
} from './nodeCodec.ts'
import { nodeKey, rootKey } from './tables.ts'

/** Root of a saved version. */
export interface SavedVersion {
  readonly root: SavedNode | undefined
}

/**
 * The nodes of one tree in a database, by (version, nonce), and the roots of its versions. Whatever it writes or deletes
 * is only staged there.
 */
export class NodeStore {
  readonly #database: Database
  readonly #store: number
  readonly #cache: NodeCache
  /** Nodes that were staged since the last {@link settle}; they cannot be read back before. */
  #fresh: StoredNode[] = []

  /** @param store number of the tree in its database, 0 to 255. */
  constructor(database: Database, store: number, cache: NodeCache) {
    this.#database = database
    this.#store = store
    this.#cache = cache
  }

  /** Writes a version: its new nodes, which are those linked directly. Returns the link that leads to its root from now on. */
  save(root: Link | undefined, version: number): SavedNode | undefined {
    let newNodes = 0
    const saveNode = (link: Link): SavedNode => {
      if (link.left === null) return link
      newNodes++
      const saved = new StoredNode(this, digestOf(link, newNodes), link)
      if (link.left !== undefined) {
        link.left = saveNode(link.left)
        link.right = saveNode(link.right)
      }
      this.#put(saved, link)
      this.#fresh.push(saved)
      return saved
    }
    const saved = root === undefined ? undefined : saveNode(root)
    this.#database.put(rootKey(this.#store, version), encodeVersion({ newNodes, root: saved }))
    return saved
  }

  /**
   * Writes one node of a version that comes from elsewhere, and keeps nothing of it in memory. Its hash must be there, and
   * its children must have been written.
   *
   * @param nonce another one for each node, of whatever version.
   */
  append(node: IavlNode, nonce: number): SavedNode {
    const saved = new StoredNode(this, digestOf(node, nonce))
    this.#put(saved, node)
    return saved
  }

  /** Writes the root over nodes that {@link append} wrote. Such a version cannot be undone by {@link unsave}. */
  appendVersion(root: SavedNode | undefined, version: number): void {
    this.#database.put(rootKey(this.#store, version), encodeVersion({ newNodes: 0, root }))
  }

  /** To be called once what was staged can be read: from here on the nodes need not stay in memory. */
  settle(): void {
    for (const node of this.#fresh) this.#cache.admit(node)
    this.#fresh = []
  }

  /** A version as it was written; undefined where it is not there. */
  readVersion(version: number): SavedVersion | undefined {
    const record = this.#database.get(rootKey(this.#store, version))
    if (record === undefined) return undefined
    const { root } = decodeVersion(record)
    return { root: root === undefined ? undefined : new StoredNode(this, root) }
  }

  readNode(digest: NodeDigest): IavlNode {
    const record = this.#database.get(nodeKey(this.#store, digest.version, digest.nonce))
    assert(record !== undefined, `node ${digest.version}/${digest.nonce} in the database`)
    return decodeNode(record, digest, (child) => new StoredNode(this, child))
  }

  admit(node: Cached): void {
    this.#cache.admit(node)
  }

  /**
   * Deletes what {@link save} wrote for a version, which must be the newest one. Its nodes stay in memory, for whoever
   * still holds them.
   */
  unsave(root: Link | undefined, version: number): void {
    for (const link of linksOf(root, version)) if (link instanceof StoredNode) link.pin()
    const record = this.#database.get(rootKey(this.#store, version))
    // What never got there need not be taken away.
    if (record === undefined) return
    const { newNodes } = decodeVersion(record)
    for (let nonce = 1; nonce <= newNodes; nonce++) {
      this.#database.delete(nodeKey(this.#store, version, nonce))
    }
    this.#database.delete(rootKey(this.#store, version))
  }

  /** Writes a version again that {@link unsave} deleted. */
  saveAgain(root: Link | undefined, version: number): void {
    let newNodes = 0
    for (const link of linksOf(root, version)) {
      assert(link instanceof StoredNode, 'a node that was saved')
      this.#put(link, link.load())
      newNodes++
    }
    const saved = root?.left === null ? root : undefined
    this.#database.put(rootKey(this.#store, version), encodeVersion({ newNodes, root: saved }))
  }

  /** Deletes version `version - 1`, whose root is `old`, with the nodes that version `version` has no use for. */
  prune(old: Link | undefined, next: Link | undefined, version: number): void {
    const shared = new Set<string>()
    const findShared = (link: Link | undefined): void => {
      if (link === undefined) return
      if (link.version < version) {
        shared.add(nameOf(link))
        return
      }
      const node = nodeOf(link)
      if (node.left === undefined) return
      findShared(node.left)
      findShared(node.right)
    }
    const deleteOthers = (link: Link | undefined): void => {
      if (link === undefined || shared.has(nameOf(link))) return
      assert(link.left === null, 'a saved node')
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

/** A node in the database; it is in memory while the cache keeps it. */
class StoredNode implements SavedNode, Cached {
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

/** The links below `root` that `version` added, parents first. */
function* linksOf(root: Link | undefined, version: number): Generator<Link, void, undefined> {
  const stack = root === undefined ? [] : [root]
  for (let link = stack.pop(); link !== undefined; link = stack.pop()) {
    // What is below an older node is older too.
    if (link.version !== version) continue
    yield link
    const node = nodeOf(link)
    if (node.left !== undefined) stack.push(node.right, node.left)
  }
}

function nameOf(link: Link): string {
  return link.left === null ? `${link.version}/${link.nonce}` : ''
}
