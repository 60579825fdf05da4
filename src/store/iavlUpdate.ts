import { assert } from '../primitives/assert.ts'
import { createInner, type IavlNode, type Inner, type Leaf } from './iavlNode.ts'

/**
 * Puts `leaf` below `root`, in the place of a leaf with the same key if there is one, and returns the new root.
 *
 * Nodes that carry the leaf's version belong to the working set and are changed; all others are copied.
 */
export function insertKey(root: IavlNode, leaf: Leaf): IavlNode {
  if (root.left === undefined) return splitLeaf(root, leaf)
  const node = writable(root, leaf.version)
  const sizeBefore = node.size
  if (leaf.key < node.key) node.left = insertKey(node.left, leaf)
  else node.right = insertKey(node.right, leaf)
  // A replaced leaf keeps the size, and then no height on the way up can have changed.
  if (node.left.size + node.right.size === sizeBefore) return node
  return balance(node)
}

/**
 * Takes away `key`, which must be present below `root`, and returns the new root; undefined when nothing is left.
 * New nodes carry `version`.
 */
export function removeKey(root: IavlNode, key: string, version: number): IavlNode | undefined {
  if (root.left === undefined) return undefined
  if (key < root.key) {
    const left = removeKey(root.left, key, version)
    if (left === undefined) return root.right // moves up as it is, with its old version and hash
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

function splitLeaf(old: Leaf, leaf: Leaf): IavlNode {
  if (leaf.key === old.key) return leaf
  return leaf.key < old.key
    ? createInner(old.key, leaf, old, leaf.version)
    : createInner(leaf.key, old, leaf, leaf.version)
}

/** The node itself when it belongs to the working set, else a copy that does. */
function writable(node: Inner, version: number): Inner {
  if (node.version === version) return node
  const { key, height, size, left, right } = node
  return { key, version, hash: '', height, size, left, right }
}

function smallestKey(root: IavlNode): string {
  let node = root
  while (node.left !== undefined) node = node.left
  return node.key
}

/** Brings height and size of a changed node up to date and levels it; returns what takes its place. */
function balance(node: Inner): Inner {
  measure(node)
  const { left, right, version } = node
  // A child without lean (possible after a removal only) takes the single rotation: the shape is part of the hash.
  if (lean(node) > 1) {
    if (lean(left) < 0) node.left = rotateLeft(left, version)
    return rotateRight(node, version)
  }
  if (lean(node) < -1) {
    if (lean(right) > 0) node.right = rotateRight(right, version)
    return rotateLeft(node, version)
  }
  return node
}

/** How much higher the left side is. */
function lean(node: IavlNode): number {
  return node.left === undefined ? 0 : node.left.height - node.right.height
}

function rotateRight(root: IavlNode, version: number): Inner {
  const node = writableInner(root, version)
  const top = writableInner(node.left, version)
  node.left = top.right
  top.right = node
  measure(node)
  measure(top)
  return top
}

function rotateLeft(root: IavlNode, version: number): Inner {
  const node = writableInner(root, version)
  const top = writableInner(node.right, version)
  node.right = top.left
  top.left = node
  measure(node)
  measure(top)
  return top
}

function writableInner(node: IavlNode, version: number): Inner {
  assert(node.left !== undefined, 'an inner node on the higher side')
  return writable(node, version)
}

function measure(node: Inner): void {
  node.height = Math.max(node.left.height, node.right.height) + 1
  node.size = node.left.size + node.right.size
}
