/**
 * A key and its value. Never changed after it was made, except for `hash`, which its first commit
 * fills in.
 *
 * Keys are latin1 strings, one character a byte: `<` on them is the bytewise order, and they are
 * compared about log2(n) times an operation.
 */
export interface Leaf {
  readonly key: string
  readonly value: Uint8Array
  /** The version that this node was first part of; it goes into the hash. */
  readonly version: number
  /**
   * SHA-256 as a latin1 string of 32 characters (a third of a Buffer's memory); empty until the
   * node is committed.
   */
  hash: string
  readonly height: 0
  readonly size: 1
  /** Tells leaf from inner node. */
  readonly left: undefined
}

/**
 * A fork: keys below `key` are on the left, the others on the right, whose smallest one is `key`.
 *
 * CONTRACT: only {@link IavlTree} changes a node, and only until it is committed.
 */
export interface Inner {
  key: string
  readonly version: number
  /** As in {@link Leaf}. */
  hash: string
  /** 1 more than the higher child; a leaf has 0. */
  height: number
  /** Leaves below. */
  size: number
  left: NodeRef
  right: NodeRef
}

/** A node of the tree. */
export type IavlNode = Leaf | Inner

/**
 * A node that was written to a database: what its parent needs to know of it, without reading it.
 * Saved nodes are only reached through one of these, nodes that are in memory alone directly.
 */
export interface SavedNode {
  readonly version: number
  /** With the version, the name of the node in its database: 1, 2, … in the order of writing. */
  readonly nonce: number
  readonly hash: string
  readonly height: number
  readonly size: number
  /** Tells it from a node. */
  readonly left: null
  /** The node, read when it is not at hand. */
  load(): IavlNode
}

/** How nodes and versions point to nodes. */
export type NodeRef = IavlNode | SavedNode

/** The node behind a link. */
export function nodeOf(link: NodeRef): IavlNode {
  return link.left === null ? link.load() : link
}

/** A leaf that is not committed yet. */
export function createLeaf(key: string, value: Uint8Array, version: number): Leaf {
  return { key, version, hash: '', height: 0, size: 1, left: undefined, value }
}

/** An inner node that is not committed yet. `key` must be the smallest key of `right`. */
export function createInner(key: string, left: NodeRef, right: NodeRef, version: number): Inner {
  const height = Math.max(left.height, right.height) + 1
  return { key, version, hash: '', height, size: left.size + right.size, left, right }
}

/** The leaf of `key` below `root`. Absent: undefined. */
export function getLeaf(root: NodeRef | undefined, key: string): Leaf | undefined {
  if (root === undefined) return undefined
  let node = nodeOf(root)
  while (node.left !== undefined) node = nodeOf(key < node.key ? node.left : node.right)
  return node.key === key ? node : undefined
}

/** The leaves below `root` in key order, from `start` (included) up to `end` (left out). */
export function* leavesInRange(
  root: NodeRef | undefined,
  start: string,
  end: string | undefined,
): Generator<Leaf, void, undefined> {
  const stack = root === undefined ? [] : [root]
  for (let link = stack.pop(); link !== undefined; link = stack.pop()) {
    const node = nodeOf(link)
    if (node.left === undefined) {
      if (node.key >= start && (end === undefined || node.key < end)) yield node
      continue
    }
    // `node.key` parts the children, so a whole side that is out of range is never visited.
    if (end === undefined || node.key < end) stack.push(node.right)
    if (start < node.key) stack.push(node.left)
  }
}
