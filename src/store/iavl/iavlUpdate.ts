import { assert } from '../../primitives/assert.ts'
import { createInner, type Inner, type Leaf, type NodeRef, nodeOf } from './iavlNode.ts'

/**
 * Inserts `leaf` below `root`, or replaces the leaf with the same key, and returns the new root.
 *
 * Nodes of the leaf's version belong to the working set and are changed in place. All others are
 * copied.
 */
export function insertKey(link: NodeRef, leaf: Leaf): NodeRef {
  const root = nodeOf(link)
  if (root.left === undefined) return splitLeaf(link, root, leaf)
  const node = writable(root, leaf.version)
  const isLeft = leaf.key < node.key
  const before = isLeft ? node.left : node.right
  const { size, height } = before
  const after = insertKey(before, leaf)
  if (isLeft) node.left = after
  else node.right = after
  // The other child is not read unless it must be: it is rarely in the processor's cache.
  node.size += after.size - size
  return after.height === height ? node : balance(node)
}

/**
 * Removes `key`, which must be present below `root`, and returns the new root. Undefined if the
 * tree is then empty. New nodes have `version`.
 */
export function removeKey(link: NodeRef, key: string, version: number): NodeRef | undefined {
  const root = nodeOf(link)
  if (root.left === undefined) return undefined
  if (key < root.key) {
    const left = removeKey(root.left, key, version)
    if (left === undefined) return root.right // moves up unchanged, with its version and hash
    const node = writable(root, version)
    node.left = left
    return balance(node)
  }
  const right = removeKey(root.right, key, version)
  if (right === undefined) return root.left
  const node = writable(root, version)
  node.right = right
  if (node.key === key) node.key = smallestKey(right)
  return balance(node)
}

/** `link` refers to `old`, which is not changed. */
function splitLeaf(link: NodeRef, old: Leaf, leaf: Leaf): NodeRef {
  if (leaf.key === old.key) {
    // Versions of a leaf share the text of their key.
    leaf.key = old.key
    return leaf
  }
  return leaf.key < old.key
    ? createInner(old.key, leaf, link, leaf.version)
    : createInner(leaf.key, link, leaf, leaf.version)
}

/** Returns the node itself if it belongs to the working set, otherwise a copy. */
function writable(node: Inner, version: number): Inner {
  if (node.version === version) return node
  const { key, height, size, left, right } = node
  return { key, version, hash: '', height, size, left, right }
}

function smallestKey(root: NodeRef): string {
  let node = nodeOf(root)
  while (node.left !== undefined) node = nodeOf(node.left)
  return node.key
}

/** Updates height and size of a changed node and rebalances it. Returns the root of the subtree. */
function balance(node: Inner): Inner {
  measure(node)
  const { left, right, version } = node
  // A balanced child (possible only after a removal) takes the single rotation, because the shape
  // is part of the hash.
  const lean = left.height - right.height
  if (lean > 1) {
    if (leanOf(left) < 0) node.left = rotateLeft(left, version)
    return rotateRight(node, version)
  }
  if (lean < -1) {
    if (leanOf(right) > 0) node.right = rotateRight(right, version)
    return rotateLeft(node, version)
  }
  return node
}

/** Returns the height of the left child minus that of the right child. */
function leanOf(link: NodeRef): number {
  const node = nodeOf(link)
  return node.left === undefined ? 0 : node.left.height - node.right.height
}

function rotateRight(root: NodeRef, version: number): Inner {
  const node = writableInner(root, version)
  const top = writableInner(node.left, version)
  node.left = top.right
  top.right = node
  measure(node)
  measure(top)
  return top
}

function rotateLeft(root: NodeRef, version: number): Inner {
  const node = writableInner(root, version)
  const top = writableInner(node.right, version)
  node.right = top.left
  top.left = node
  measure(node)
  measure(top)
  return top
}

function writableInner(link: NodeRef, version: number): Inner {
  const node = nodeOf(link)
  assert(node.left !== undefined, 'an inner node on the higher side')
  return writable(node, version)
}

function measure(node: Inner): void {
  node.height = Math.max(node.left.height, node.right.height) + 1
  node.size = node.left.size + node.right.size
}
