/**
 * A key and its value. Immutable except for `hash`, which the first commit sets.
 *
 * Keys are latin1 strings with one character per byte: `<` compares them bytewise, which happens
 * about log2(n) times per operation.
 */
export interface Leaf {
  readonly key: string
  readonly value: Uint8Array
  /** Version in which this node was created; part of the hash. */
  readonly version: number
  /**
   * SHA-256 as a latin1 string of 32 characters (a third of a Buffer's memory); empty until the
   * node is committed.
   */
  hash: string
  readonly height: 0
  readonly size: 1
  /** Distinguishes leaf and inner node. */
  readonly left: undefined
}

/**
 * An inner node: smaller keys are on the left, the others on the right, whose smallest key is
 * `key`.
 *
 * CONTRACT: only {@link IavlTree} changes a node, and only until it is committed.
 */
export interface Inner {
  key: string
  readonly version: number
  /** As in {@link Leaf}. */
  hash: string
  /** Height of the higher child plus 1; a leaf has 0. */
  height: number
  /** Number of leaves below. */
  size: number
  left: NodeRef
  right: NodeRef
}

/** A node of the tree. */
export type IavlNode = Leaf | Inner

/**
 * Reference to a node in a database, with the data that its parent needs without reading it. Saved
 * nodes are only reached through such references, others directly.
 */
export interface SavedNode {
  readonly version: number
  /**
   * Together with the version, the name of the node in its database: 1, 2, … in order of writing.
   */
  readonly nonce: number
  readonly hash: string
  readonly height: number
  readonly size: number
  /** Distinguishes it from a node. */
  readonly left: null
  /** Returns the node and reads it if necessary. */
  load(): IavlNode
}

/** Link to a node from another node or a version. */
export type NodeRef = IavlNode | SavedNode

/** Returns the node of a link. */
export function nodeOf(link: NodeRef): IavlNode {
  return link.left === null ? link.load() : link
}

/** Creates an uncommitted leaf. */
export function createLeaf(key: string, value: Uint8Array, version: number): Leaf {
  return { key, version, hash: '', height: 0, size: 1, left: undefined, value }
}

/** Creates an uncommitted inner node. `key` must be the smallest key of `right`. */
export function createInner(key: string, left: NodeRef, right: NodeRef, version: number): Inner {
  const height = Math.max(left.height, right.height) + 1
  return { key, version, hash: '', height, size: left.size + right.size, left, right }
}

/** Returns the leaf of `key` below `root`, or undefined. */
export function getLeaf(root: NodeRef | undefined, key: string): Leaf | undefined {
  if (root === undefined) return undefined
  let node = nodeOf(root)
  while (node.left !== undefined) node = nodeOf(key < node.key ? node.left : node.right)
  return node.key === key ? node : undefined
}

/** Yields the leaves below `root` in key order, from `start` (inclusive) to `end` (exclusive). */
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
    // `node.key` separates the children, so a side that is out of range is skipped.
    if (end === undefined || node.key < end) stack.push(node.right)
    if (start < node.key) stack.push(node.left)
  }
}
