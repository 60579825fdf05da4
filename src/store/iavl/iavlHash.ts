import { hash } from 'node:crypto'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { writeUvarint, writeVarint } from '../../primitives/encoding/varint.ts'
import type { Inner, Leaf, NodeRef } from './iavlNode.ts'

/**
 * Bytes of a leaf's preimage besides its key: four varints of at most 8 bytes, a length byte and
 * the value's hash.
 */
const LEAF_OVERHEAD = 4 * 8 + 1 + 32
const SCRATCH_BYTES = 512

/**
 * Shared buffer for all preimages. One view per length is cached, because creating a view takes a
 * quarter of the time of hashing 72 bytes (80 of 370 ns).
 */
const scratch = Buffer.alloc(SCRATCH_BYTES)
const views = Array.from({ length: SCRATCH_BYTES + 1 }, (_, length) => scratch.subarray(0, length))

/** SHA-256 of the empty string, as a latin1 string: the root hash of an empty tree. */
export const EMPTY_HASH = sha256Latin1(EMPTY_BYTES)

/** Hashes all unhashed nodes below `link` and returns its hash as a latin1 string. */
export function hashTree(link: NodeRef): string {
  if (link.hash !== '' || link.left === null) return link.hash
  link.hash = link.left === undefined ? hashLeaf(link) : hashInner(link)
  return link.hash
}

function hashLeaf({ key, value, version }: Leaf): string {
  // The value first: it uses the same buffer.
  const hashed = hashText(value)
  const buffer =
    key.length + LEAF_OVERHEAD <= SCRATCH_BYTES ? scratch : Buffer.alloc(key.length + LEAF_OVERHEAD)
  buffer[0] = 0 // height 0, then size 1 as a signed varint
  buffer[1] = 2
  let at = writeVarint(buffer, 2, version)
  at = writeUvarint(buffer, at, key.length)
  at += buffer.write(key, at, 'latin1')
  at = writeHash(buffer, at, hashed)
  return sha256Latin1(buffer === scratch ? view(at) : buffer.subarray(0, at))
}

function hashInner(node: Inner): string {
  // Children first: they use the same buffer.
  const left = hashTree(node.left)
  const right = hashTree(node.right)
  let at = writeVarint(scratch, 0, node.height)
  at = writeVarint(scratch, at, node.size)
  at = writeVarint(scratch, at, node.version)
  at = writeHash(scratch, at, left)
  at = writeHash(scratch, at, right)
  return sha256Latin1(view(at))
}

/**
 * Writes a hash with its length prefix. A loop in JavaScript is faster than a native call for 32
 * bytes.
 */
function writeHash(buffer: Buffer, start: number, hashed: string): number {
  let at = start
  buffer[at++] = 32
  for (let i = 0; i < 32; i++) buffer[at++] = hashed.charCodeAt(i)
  return at
}

function view(length: number): Buffer {
  return views[length] ?? scratch.subarray(0, length)
}

/** Hashes a latin1 string. */
function hashText(text: string): string {
  if (text.length > SCRATCH_BYTES) return sha256Latin1(Buffer.from(text, 'latin1'))
  return sha256Latin1(view(scratch.write(text, 'latin1')))
}

/**
 * Hashes into a string at once: 4 times faster than `createHash`, 3 times faster than into a
 * Buffer.
 */
export function sha256Latin1(message: Uint8Array): string {
  return hash('sha256', message, 'binary')
}
