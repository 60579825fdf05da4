import { bytesToLatin1 } from '../../primitives/encoding/bytes.ts'
import { uvarintToBytes, writeUvarint } from '../../primitives/encoding/varint.ts'
import { hashTree } from '../iavl/iavlHash.ts'
import {
  createInner,
  createLeaf,
  type IavlNode,
  type Inner,
  type Leaf,
  type NodeRef,
  nodeOf,
  type SavedNode,
} from '../iavl/iavlNode.ts'
import type { ByteSource } from './byteSource.ts'

/*
 * One version of a tree as a stream of records: one per node, in post-order. Derived data is
 * omitted: keys of inner nodes, sizes and hashes.
 *
 * leaf: 00, version, length of the prefix shared with the previous key, rest of the key, value
 * inner: height, version minus the version of the newer child
 * end: ff, number of nodes
 *
 * The height is a byte, all other numbers are varints. The rest of a key and a value are prefixed
 * with their lengths.
 */

const END = 0xff
/** Head of a leaf: a byte and two varints. No other record is longer, apart from its bytes. */
const HEAD_BYTES = 1 + 2 * 8
/** Upper limit of the height. A balanced tree of this height has at least 10^26 leaves. */
const MAX_HEIGHT = 128

/**
 * Yields the records of the tree below `root`. Reads a saved tree node by node, in bounded memory.
 */
export function* encodeTree(root: NodeRef | undefined): Generator<Uint8Array, void, undefined> {
  let count = 0
  let previous = ''
  for (const node of nodesInPostOrder(root)) {
    count++
    if (node.left === undefined) {
      yield encodeLeaf(node, previous)
      previous = node.key
    } else {
      yield encodeInner(node)
    }
  }
  yield Uint8Array.of(END, ...uvarintToBytes(count))
}

/** Yields the nodes below `root` in post-order. */
function* nodesInPostOrder(root: NodeRef | undefined): Generator<IavlNode, void, undefined> {
  const stack: (NodeRef | { readonly done: Inner })[] = root === undefined ? [] : [root]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    if ('done' in next) {
      yield next.done
      continue
    }
    const node = nodeOf(next)
    if (node.left === undefined) yield node
    else stack.push({ done: node }, node.right, node.left)
  }
}

function encodeLeaf({ key, value, version }: Leaf, previous: string): Uint8Array {
  const shared = sharedLength(previous, key)
  const rest = key.length - shared
  const buffer = Buffer.allocUnsafe(1 + 4 * 8 + rest + value.length)
  buffer[0] = 0
  let at = writeUvarint(buffer, 1, version)
  at = writeUvarint(buffer, at, shared)
  at = writeUvarint(buffer, at, rest)
  at += buffer.write(key.slice(shared), at, 'latin1')
  at = writeUvarint(buffer, at, value.length)
  return buffer.subarray(0, at + buffer.write(value, at, 'latin1'))
}

function encodeInner({ height, version, left, right }: Inner): Uint8Array {
  const since = version - Math.max(left.version, right.version)
  return Uint8Array.of(height, ...uvarintToBytes(since))
}

function sharedLength(a: string, b: string): number {
  const end = Math.min(a.length, b.length)
  let shared = 0
  while (shared < end && a.charCodeAt(shared) === b.charCodeAt(shared)) shared++
  return shared
}

/**
 * Saves a decoded node. Children come before their parents. May return a promise for backpressure.
 */
export type NodeSink = (node: IavlNode, nonce: number) => SavedNode | Promise<SavedNode>

/** A subtree without a parent yet. */
interface Branch {
  readonly link: SavedNode
  readonly smallestKey: string
}

/**
 * Reads the records of a tree and passes its hashed nodes to `save`. Holds at most one node per
 * level of the tree.
 *
 * @param version of the tree; no node may be newer.
 * @returns the root; undefined for an empty tree.
 * @throws StoreError BAD_EXPORT
 */
export async function decodeTree(
  source: ByteSource,
  version: number,
  save: NodeSink,
): Promise<SavedNode | undefined> {
  const stack: Branch[] = []
  let previous: string | undefined
  let count = 0
  for (;;) {
    await source.fill(HEAD_BYTES)
    const height = source.byte()
    if (height === END) break
    let node: IavlNode
    let smallestKey: string
    if (height === 0) {
      node = await decodeLeaf(source, previous)
      previous = node.key
      smallestKey = node.key
    } else {
      const [left, right] = popChildren(source, stack)
      node = decodeInner(source, height, left, right)
      smallestKey = left.smallestKey
    }
    if (node.version < 1 || node.version > version) {
      throw source.refuse(`a node of version ${node.version} in a tree of version ${version}`)
    }
    hashTree(node)
    count++
    stack.push({ link: await save(node, count), smallestKey })
    if (stack.length > MAX_HEIGHT) throw source.refuse('a tree that is not balanced')
  }
  await source.fill(HEAD_BYTES)
  const expected = source.uvarint()
  if (expected !== count) throw source.refuse(`${count} nodes, want ${expected}`)
  const [root] = stack
  if (stack.length > 1) throw source.refuse('a tree without a root')
  return root?.link
}

async function decodeLeaf(source: ByteSource, previous: string | undefined): Promise<Leaf> {
  const version = source.uvarint()
  const shared = source.uvarint()
  const rest = bytesToLatin1(await source.bytes())
  if (!isNext(previous, shared, rest)) throw source.refuse('a key out of order')
  const key = (previous ?? '').slice(0, shared) + rest
  return createLeaf(key, bytesToLatin1(await source.bytes()), version)
}

/**
 * Whether a key is greater than the previous one, and `shared` is the full length of their common
 * prefix.
 */
function isNext(previous: string | undefined, shared: number, rest: string): boolean {
  if (previous === undefined) return shared === 0
  if (rest === '' || shared > previous.length) return false
  return shared === previous.length || rest.charCodeAt(0) > previous.charCodeAt(shared)
}

function popChildren(source: ByteSource, stack: Branch[]): [left: Branch, right: Branch] {
  const right = stack.pop()
  const left = stack.pop()
  if (left === undefined || right === undefined) throw source.refuse('a fork without branches')
  return [left, right]
}

function decodeInner(source: ByteSource, height: number, left: Branch, right: Branch): Inner {
  const since = source.uvarint()
  const version = Math.max(left.link.version, right.link.version) + since
  const node = createInner(right.smallestKey, left.link, right.link, version)
  if (node.height !== height || Math.abs(left.link.height - right.link.height) > 1) {
    throw source.refuse('a tree that is not balanced')
  }
  return node
}
