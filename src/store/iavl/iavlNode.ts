import { latin1ToBytes } from '../../primitives/encoding/bytes.ts'

/**
 * A leaf with a key and a value. Immutable once it is in a tree, except for `hash`.
 *
 * Keys and values are latin1 strings with one character per byte. `<` on keys is the bytewise
 * order, and an operation compares about log2(n) of them. A short value takes 48 bytes as a string
 * and 350 as a `Uint8Array`.
 */
export interface Leaf {
  key: string
  readonly value: string
  /** The version that added this node, which is part of the hash. */
  readonly version: number
  /**
   * SHA-256 as a latin1 string of 32 characters, which takes a third of a Buffer's memory. Empty
   * until the node is committed, and again when a later version replaced it: `hashOf` reads it.
   */
  hash: string
  readonly height: 0
  readonly size: 1
  /** Distinguishes leaves from inner nodes. */
  readonly left: undefined
}

/**
 * An inner node. Keys below `key` are on the left, the others on the right. `key` is the smallest
 * key on the right.
 *
 * CONTRACT: only {@link IavlTree} changes a node, and only until it is committed.
 */
export interface Inner {
  key: string
  readonly version: number
  /** As in {@link Leaf}. */
  hash: string
  /** 1 plus the height of the higher child; a leaf has 0. */
  height: number
  /** Number of leaves. */
  size: number
  left: NodeRef
  right: NodeRef
}

/** A node of the tree. */
export type IavlNode = Leaf | Inner

/**
 * A link to a node in a database, with the data that its parent needs without reading the node.
 * Saved nodes are only reached through these links, unsaved nodes directly.
 */
export interface SavedNode {
  readonly version: number
  /**
   * Identifies the node in its database, together with the version: 1, 2, … in the order of
   * writing.
   */
  readonly nonce: number
  readonly hash: string
  readonly height: number
  readonly size: number
  /** Distinguishes links from nodes. */
  readonly left: null
  /** Returns the node; reads it if it is not in memory. */
  load(): IavlNode
}

/** A reference to a node. */
export type NodeRef = IavlNode | SavedNode

/** Returns the node of a reference. */
export function nodeOf(link: NodeRef): IavlNode {
  return link.left === null ? link.load() : link
}

/** Creates an uncommitted leaf. */
export function createLeaf(key: string, value: string, version: number): Leaf {
  return { key, version, hash: '', height: 0, size: 1, left: undefined, value }
}

/** Creates an uncommitted inner node. `key` must be the smallest key of `right`. */
export function createInner(key: string, left: NodeRef, right: NodeRef, version: number): Inner {
  const height = Math.max(left.height, right.height) + 1
  return { key, version, hash: '', height, size: left.size + right.size, left, right }
}

/** Returns the leaf of `key` below `root`. Undefined if the key is absent. */
export function getLeaf(root: NodeRef | undefined, key: string): Leaf | undefined {
  if (root === undefined) return undefined
  let node = nodeOf(root)
  while (node.left !== undefined) node = nodeOf(key < node.key ? node.left : node.right)
  return node.key === key ? node : undefined
}

/** Returns the value of a leaf as bytes. */
export function leafValue(leaf: Leaf | undefined): Uint8Array | undefined {
  return leaf === undefined ? undefined : latin1ToBytes(leaf.value)
}

/** Yields the leaves below `root` in key order, from `start` (included) to `end` (excluded). */
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
    // `node.key` separates the children, so subtrees out of range are never visited.
    if (end === undefined || node.key < end) stack.push(node.right)
    if (start < node.key) stack.push(node.left)
  }
}
