import { createHash } from 'node:crypto'
import { EMPTY_BYTES } from '../src/primitives/encoding/bytes.ts'
import { writeVarint } from '../src/primitives/encoding/varint.ts'

interface Node {
  readonly key: Uint8Array
  /** Value of a leaf. */
  readonly value?: Uint8Array
  readonly version: number
  readonly height: number
  readonly size: number
  readonly left?: Node
  readonly right?: Node
  hash?: Buffer
}

/**
 * A straightforward tree of cosmos/iavl: persistent, recursive, bytes everywhere, `createHash`. The
 * peer of our store, and the check of its root hashes. It cannot delete, and keys have less than
 * 128 bytes.
 */
export class NaiveIavl {
  readonly #roots: (Node | undefined)[] = [undefined]
  #root: Node | undefined

  get version(): number {
    return this.#roots.length - 1
  }

  set(key: Uint8Array, value: Uint8Array): void {
    this.#root = insert(this.#root, createLeaf(key, value, this.version + 1))
  }

  /** Commits a version and returns its root hash. */
  commit(): Uint8Array {
    this.#roots.push(this.#root)
    return this.#root === undefined ? sha256(EMPTY_BYTES) : hashOf(this.#root)
  }

  get(key: Uint8Array, version = this.version): Uint8Array | undefined {
    let node = this.#roots[version]
    while (node !== undefined && node.height > 0) {
      node = Buffer.compare(key, node.key) < 0 ? node.left : node.right
    }
    return node !== undefined && Buffer.compare(key, node.key) === 0 ? node.value : undefined
  }

  /** Prunes all versions except the newest. */
  forgetPast(): void {
    this.#roots.fill(undefined, 0, -1)
  }
}

function createLeaf(key: Uint8Array, value: Uint8Array, version: number): Node {
  return { key, value, version, height: 0, size: 1 }
}

function createInner(key: Uint8Array, left: Node, right: Node, version: number): Node {
  const height = Math.max(left.height, right.height) + 1
  return { key, version, height, size: left.size + right.size, left, right }
}

function childrenOf({ left, right }: Node): readonly [left: Node, right: Node] {
  if (left === undefined || right === undefined) throw new Error('bug: a leaf has no children')
  return [left, right]
}

function insert(node: Node | undefined, leaf: Node): Node {
  if (node === undefined) return leaf
  const order = Buffer.compare(leaf.key, node.key)
  if (node.height === 0) {
    if (order === 0) return leaf
    return order < 0
      ? createInner(node.key, leaf, node, leaf.version)
      : createInner(leaf.key, node, leaf, leaf.version)
  }
  const [left, right] = childrenOf(node)
  return order < 0
    ? balance(createInner(node.key, insert(left, leaf), right, leaf.version))
    : balance(createInner(node.key, left, insert(right, leaf), leaf.version))
}

function balance(node: Node): Node {
  const [left, right] = childrenOf(node)
  const { key, version } = node
  if (leanOf(node) > 1) {
    const top = leanOf(left) < 0 ? rotateLeft(left, version) : left
    return rotateRight(createInner(key, top, right, version), version)
  }
  if (leanOf(node) < -1) {
    const top = leanOf(right) > 0 ? rotateRight(right, version) : right
    return rotateLeft(createInner(key, left, top, version), version)
  }
  return node
}

function leanOf(node: Node): number {
  return node.left === undefined || node.right === undefined
    ? 0
    : node.left.height - node.right.height
}

function rotateRight(node: Node, version: number): Node {
  const [top, right] = childrenOf(node)
  const [left, middle] = childrenOf(top)
  return createInner(top.key, left, createInner(node.key, middle, right, version), version)
}

function rotateLeft(node: Node, version: number): Node {
  const [left, top] = childrenOf(node)
  const [middle, right] = childrenOf(top)
  return createInner(top.key, createInner(node.key, left, middle, version), right, version)
}

function hashOf(node: Node): Buffer {
  node.hash ??= sha256(Buffer.concat(preimageOf(node)))
  return node.hash
}

function preimageOf(node: Node): readonly Uint8Array[] {
  const head = headOf(node)
  if (node.value === undefined) {
    const [left, right] = childrenOf(node)
    return [head, HASH_LENGTH, hashOf(left), HASH_LENGTH, hashOf(right)]
  }
  return [head, Uint8Array.of(node.key.length), node.key, HASH_LENGTH, sha256(node.value)]
}

/** A hash is preceded by its length. */
const HASH_LENGTH = Uint8Array.of(32)

function headOf({ height, size, version }: Node): Uint8Array {
  const head = Buffer.alloc(24)
  const end = [height, size, version].reduce((at, value) => writeVarint(head, at, value), 0)
  return head.subarray(0, end)
}

function sha256(message: Uint8Array): Buffer {
  return createHash('sha256').update(message).digest()
}
