import { hashTree, sha256Latin1 } from './iavlHash.ts'
import { type IavlModule, iavlModule, memoryOf } from './iavlModule.ts'
import type { IavlNode, Inner, Leaf, NodeRef } from './iavlNode.ts'

const RECORD_WORDS = 8
const HASH_BYTES = 32
/** Instead of the length of a value whose hash is given. */
const HASHED = -1
const WORD = 2 ** 32

/**
 * Hashes new nodes of trees in WebAssembly: four at a time, and all of a commit in one call. It
 * agrees with {@link hashTree}, which hashes one node at a time.
 */
class TreeHasher {
  readonly #module: IavlModule
  readonly #mostNodes: number
  readonly #mostBytes: number
  #bytes: Buffer
  #records: Int32Array
  /** Nodes of the records. */
  #nodes: IavlNode[] = []
  #texts: string[] = []
  #textSize = 0

  constructor() {
    this.#module = iavlModule()
    this.#mostNodes = this.#module.most.value
    this.#mostBytes = this.#module.mostBytes.value
    const { bytes, words } = memoryOf(this.#module)
    this.#bytes = bytes
    this.#records = words
  }

  /** Adds the nodes below one that have no hash, and it; returns its record, or -1 if it has one. */
  add(node: IavlNode): number {
    if (node.left === undefined) return this.#addLeaf(node)
    const left = this.#addChild(node.left)
    const right = this.#addChild(node.right)
    return this.#addInner(node, left, right)
  }

  #addChild(child: NodeRef): number {
    return child.hash === '' && child.left !== null ? this.add(child) : -1
  }

  #addInner(node: Inner, left: number, right: number): number {
    const at = this.#next(node)
    const records = this.#records
    records[at] = node.height
    records[at + 1] = node.size
    records[at + 4] = node.left.hash === '' ? left : this.#addHash(node.left.hash)
    records[at + 5] = node.right.hash === '' ? right : this.#addHash(node.right.hash)
    return this.#nodes.length - 1
  }

  #addLeaf(leaf: Leaf): number {
    const { key, value } = leaf
    if (key.length > this.#mostBytes) {
      hashTree(leaf)
      return -1
    }
    const at = this.#next(leaf)
    const records = this.#records
    records[at] = 0
    records[at + 4] = this.#addText(key)
    records[at + 6] = key.length
    const isLong = value.length > this.#mostBytes
    records[at + 5] = this.#addText(isLong ? sha256Latin1(Buffer.from(value, 'latin1')) : value)
    records[at + 7] = isLong ? HASHED : value.length
    return this.#nodes.length - 1
  }

  /** Begins a record and returns its first word. */
  #next(node: IavlNode): number {
    if (this.#nodes.length === this.#mostNodes) this.flush()
    const at = this.#module.records.value / 4 + RECORD_WORDS * this.#nodes.length
    this.#nodes.push(node)
    this.#records[at + 2] = node.version % WORD
    this.#records[at + 3] = Math.floor(node.version / WORD)
    return at
  }

  #addHash(hash: string): number {
    return -1 - this.#addText(hash)
  }

  #addText(text: string): number {
    const at = this.#textSize
    this.#texts.push(text)
    this.#textSize += text.length
    return at
  }

  /** Hashes the nodes of the records. */
  flush(): void {
    if (this.#nodes.length === 0) return
    const { reserve, hashNodes, hashes, text } = this.#module
    reserve(this.#textSize)
    if (this.#bytes.length === 0) {
      const { bytes, words } = memoryOf(this.#module)
      this.#bytes = bytes
      this.#records = words
    }
    this.#bytes.write(this.#texts.join(''), text.value, 'latin1')
    hashNodes(this.#nodes.length)
    let at = hashes.value
    for (const node of this.#nodes) {
      node.hash = this.#bytes.toString('latin1', at, at + HASH_BYTES)
      at += HASH_BYTES
    }
    this.#nodes = []
    this.#texts = []
    this.#textSize = 0
  }
}

let hasher: TreeHasher | undefined

/** Hashes all nodes below the roots that have no hash. */
export function hashTrees(roots: Iterable<NodeRef | undefined>): void {
  hasher ??= new TreeHasher()
  for (const root of roots) {
    if (root !== undefined && root.hash === '' && root.left !== null) hasher.add(root)
  }
  hasher.flush()
}

/** Returns the hash of a node as a latin1 string; computes it if the node has none. */
export function hashOf(link: NodeRef): string {
  if (link.hash === '') hashTrees([link])
  return link.hash
}
