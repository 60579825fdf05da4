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
 * One version of a tree as a stream of records: its nodes, each after its children, left before right. Whatever follows
 * from other records is left out: the keys of inner nodes, sizes and hashes.
 *
 * leaf:  00, version, length of what the key shares with the key before it, rest of the key, value
 * inner: height, version less that of the newer child
 * end:   ff, number of nodes
 *
 * The height is a byte, all other numbers are varints. The rest of a key and a value come after their lengths.
 */

const END = 0xff
/** Header of a leaf, the longest one: a byte and two varints. */
const HEAD_BYTES = 1 + 2 * 8
/** A balanced tree of this height would have at least 10^26 leaves. */
const MAX_HEIGHT = 128

/** Encodes the tree below `root`. Reads a saved tree node by node, so memory is bounded. */
export function* encodeTree(root: NodeRef | undefined): Generator<Uint8Array, void, undefined> {
  let count = 0
  let previous = ''
  for (const node of nodesUpwards(root)) {
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

/** Yields the nodes below `root`, children first. */
function* nodesUpwards(root: NodeRef | undefined): Generator<IavlNode, void, undefined> {
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
  buffer.set(value, at)
  return buffer.subarray(0, at + value.length)
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

/** Receives the nodes of a tree, children first. Waits if it cannot take more. */
export type NodeSink = (node: IavlNode, nonce: number) => SavedNode | Promise<SavedNode>

/** A subtree whose parent is not known yet. */
interface Branch {
  readonly link: SavedNode
  readonly smallestKey: string
}

/**
 * Reads a tree and passes its hashed nodes to `save`. Memory is bounded by the height of the tree.
 *
 * @param version the tree's version; no node may be newer
 * @returns the root; undefined for an empty tree
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
      const [left, right] = popTwo(source, stack)
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
  const announced = source.uvarint()
  if (announced !== count) throw source.refuse(`${count} nodes instead of ${announced}`)
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
  return createLeaf(key, await source.bytes(), version)
}

/**
 * Returns whether a key is greater than the previous one and shares exactly the declared prefix.
 */
function isNext(previous: string | undefined, shared: number, rest: string): boolean {
  if (previous === undefined) return shared === 0
  if (rest === '' || shared > previous.length) return false
  return shared === previous.length || rest.charCodeAt(0) > previous.charCodeAt(shared)
}

function popTwo(source: ByteSource, stack: Branch[]): [left: Branch, right: Branch] {
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
