import { readUvarint, writeUvarint } from '../../primitives/encoding/varint.ts'
import { createLeaf, type IavlNode, type NodeRef } from './iavlNode.ts'

/**
 * The data about a saved node in a link: enough to read it, and to hash and balance its parent
 * without reading it.
 */
export interface NodeDigest {
  readonly version: number
  readonly nonce: number
  readonly height: number
  readonly size: number
  /** 32 bytes, one character per byte. */
  readonly hash: string
}

const HASH_BYTES = 32
/** Four varints and the hash. */
const DIGEST_LIMIT = 8 + 5 + 1 + 8 + HASH_BYTES

/*
 * The first byte of a record is the height of the node; 0 marks a leaf. Version and nonce are in
 * the key of the record. Hash and size are in the digest in the parent. None of them is repeated.
 *
 * leaf: 00, key length, key, value
 * inner: height, key length, key, digest of the left child, digest of the right child
 */

/** Encodes a node. The children of an inner node must have been saved. */
export function encodeNode(node: IavlNode, left?: NodeDigest, right?: NodeDigest): Uint8Array {
  const head = 1 + 5 + node.key.length
  if (node.left === undefined) {
    const buffer = Buffer.allocUnsafe(head + node.value.length)
    const at = writeHead(buffer, node)
    return buffer.subarray(0, at + buffer.write(node.value, at, 'latin1'))
  }
  if (left === undefined || right === undefined) throw new Error('bug: an inner node has children')
  const buffer = Buffer.allocUnsafe(head + 2 * DIGEST_LIMIT)
  const at = writeDigest(buffer, writeDigest(buffer, writeHead(buffer, node), left), right)
  return buffer.subarray(0, at)
}

/**
 * Decodes a node, without its hash. `link` creates the link for a child's digest.
 *
 * @throws Error if the record is damaged
 */
export function decodeNode(
  record: Uint8Array,
  { version, height, size }: NodeDigest,
  link: (digest: NodeDigest) => NodeRef,
): IavlNode {
  const buffer = Buffer.from(record.buffer, record.byteOffset, record.length)
  const [keyLength, start] = readUvarint(buffer, 1)
  const end = start + keyLength
  if (record[0] !== height || end > buffer.length) throw new Error('a node record is damaged')
  const key = buffer.toString('latin1', start, end)
  if (height === 0) return createLeaf(key, buffer.toString('latin1', end), version)
  const [left, middle] = readDigest(buffer, end)
  const [right, last] = readDigest(buffer, middle)
  if (last !== buffer.length) throw new Error('a node record is damaged')
  return { key, version, hash: '', height, size, left: link(left), right: link(right) }
}

/** Encodes a version: the digest of its root, or nothing for an empty tree. */
export function encodeVersion(root: NodeDigest | undefined): Uint8Array {
  const buffer = Buffer.allocUnsafe(DIGEST_LIMIT)
  return buffer.subarray(0, root === undefined ? 0 : writeDigest(buffer, 0, root))
}

/** @throws Error if the record is damaged */
export function decodeVersion(record: Uint8Array): NodeDigest | undefined {
  if (record.length === 0) return undefined
  const buffer = Buffer.from(record.buffer, record.byteOffset, record.length)
  const [root, end] = readDigest(buffer, 0)
  if (end !== buffer.length) throw new Error('a version record is damaged')
  return root
}

function writeHead(buffer: Buffer, { height, key }: IavlNode): number {
  buffer[0] = height
  const at = writeUvarint(buffer, 1, key.length)
  return at + buffer.write(key, at, 'latin1')
}

function writeDigest(buffer: Buffer, start: number, digest: NodeDigest): number {
  let at = writeUvarint(buffer, start, digest.version)
  at = writeUvarint(buffer, at, digest.nonce)
  buffer[at++] = digest.height
  at = writeUvarint(buffer, at, digest.size)
  return at + buffer.write(digest.hash, at, HASH_BYTES, 'latin1')
}

function readDigest(buffer: Buffer, start: number): [digest: NodeDigest, end: number] {
  const [version, afterVersion] = readUvarint(buffer, start)
  const [nonce, afterNonce] = readUvarint(buffer, afterVersion)
  const height = buffer[afterNonce] ?? 0
  const [size, at] = readUvarint(buffer, afterNonce + 1)
  const hash = buffer.toString('latin1', at, at + HASH_BYTES)
  if (hash.length !== HASH_BYTES) throw new Error('a node record is damaged')
  return [{ version, nonce, height, size, hash }, at + HASH_BYTES]
}
