import { assert } from '../../primitives/assert.ts'
import {
  createInner,
  type IavlNode,
  type Inner,
  type Leaf,
  type NodeRef,
  nodeOf,
} from './iavlNode.ts'

/** The version that is being written. */
export interface WorkingSet {
  /** Version of its nodes, which are changed in place. All others are copied. */
  readonly version: number
  /** Nodes of earlier versions that have been copied or removed. */
  readonly replaced: IavlNode[]
}

/**
 * Inserts `leaf`, which must have the version of the working set, below `root`, or replaces the
 * leaf with the same key, and returns the new root.
 */
export function insertKey(link: NodeRef, leaf: Leaf, working: WorkingSet): NodeRef {
  const root = nodeOf(link)
  if (root.left === undefined) return splitLeaf(link, root, leaf, working)
  const node = writable(root, working)
  const isLeft = leaf.key < node.key
  const before = isLeft ? node.left : node.right
  const { size, height } = before
  const after = insertKey(before, leaf, working)
  if (isLeft) node.left = after
  else node.right = after
  // The other child is not read unless it must be: it is rarely in the processor's cache.
  node.size += after.size - size
  return after.height === height ? node : balance(node, working)
}

/**
 * Removes `key`, which must be present below `root`, and returns the new root. Undefined if the
 * tree is then empty.
 */
export function removeKey(link: NodeRef, key: string, working: WorkingSet): NodeRef | undefined {
  const root = nodeOf(link)
  if (root.left === undefined) {
    replace(root, working)
    return undefined
  }
  if (key < root.key) {
    const left = removeKey(root.left, key, working)
    if (left === undefined) {
      replace(root, working)
      return root.right // moves up unchanged, with its version and hash
    }
    const node = writable(root, working)
    node.left = left
    return balance(node, working)
  }
  const right = removeKey(root.right, key, working)
  if (right === undefined) {
    replace(root, working)
    return root.left
  }
  const node = writable(root, working)
  node.right = right
  if (node.key === key) node.key = smallestKey(right)
  return balance(node, working)
}

/** `link` refers to `old`, which is not changed. */
function splitLeaf(link: NodeRef, old: Leaf, leaf: Leaf, working: WorkingSet): NodeRef {
  if (leaf.key === old.key) {
    replace(old, working)
    // Versions of a leaf share the text of their key.
    leaf.key = old.key
    return leaf
  }
  return leaf.key < old.key
    ? createInner(old.key, leaf, link, working.version)
    : createInner(leaf.key, link, leaf, working.version)
}

/** Returns the node itself if it belongs to the working set, otherwise a copy. */
function writable(node: Inner, working: WorkingSet): Inner {
  const { version } = working
  if (node.version === version) return node
  working.replaced.push(node)
  const { key, height, size, left, right } = node
  return { key, version, hash: '', height, size, left, right }
}

function replace(node: IavlNode, { version, replaced }: WorkingSet): void {
  if (node.version !== version) replaced.push(node)
}

function smallestKey(root: NodeRef): string {
  let node = nodeOf(root)
  while (node.left !== undefined) node = nodeOf(node.left)
  return node.key
}

/** Updates height and size of a changed node and rebalances it. Returns the root of the subtree. */
function balance(node: Inner, working: WorkingSet): Inner {
  measure(node)
  const { left, right } = node
  // A balanced child (possible only after a removal) takes the single rotation, because the shape
  // is part of the hash.
  const lean = left.height - right.height
  if (lean > 1) {
    if (leanOf(left) < 0) node.left = rotateLeft(left, working)
    return rotateRight(node, working)
  }
  if (lean < -1) {
    if (leanOf(right) > 0) node.right = rotateRight(right, working)
    return rotateLeft(node, working)
  }
  return node
}

/** Returns the height of the left child minus that of the right child. */
function leanOf(link: NodeRef): number {
  const node = nodeOf(link)
  return node.left === undefined ? 0 : node.left.height - node.right.height
}

function rotateRight(root: NodeRef, working: WorkingSet): Inner {
  const node = writableInner(root, working)
  const top = writableInner(node.left, working)
  node.left = top.right
  top.right = node
  measure(node)
  measure(top)
  return top
}

function rotateLeft(root: NodeRef, working: WorkingSet): Inner {
  const node = writableInner(root, working)
  const top = writableInner(node.right, working)
  node.right = top.left
  top.left = node
  measure(node)
  measure(top)
  return top
}

function writableInner(link: NodeRef, working: WorkingSet): Inner {
  const node = nodeOf(link)
  assert(node.left !== undefined, 'an inner node on the higher side')
  return writable(node, working)
}

function measure(node: Inner): void {
  node.height = Math.max(node.left.height, node.right.height) + 1
  node.size = node.left.size + node.right.size
}
