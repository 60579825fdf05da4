import { readUvarint } from '../../primitives/encoding/varint.ts'
import type { InnerOp } from './ics23.ts'
import { LEAF_PREFIX } from './merkle.ts'
import { invalidProof } from './proofError.ts'

/** The side of a child in an inner node. */
export type Side = 'left' | 'right'

/**
 * The format of the nodes of a tree. Only unambiguous bytes are accepted. Otherwise a forger could
 * pass a leaf off as an inner node, or a left child as a right one.
 */
export interface ProofSpec {
  /** Checks the start of a leaf's preimage. @throws ProofError */
  checkLeaf(prefix: Uint8Array): void
  /**
   * Returns the side of the child from the bytes around its hash. `layer` counts from 1, just above
   * the leaf.
   *
   * @throws ProofError
   */
  sideOf(op: InnerOp, layer: number): Side
}

const HASH_BYTES = 32

/** A hash with its length prefix. */
const IAVL_CHILD_BYTES = 1 + HASH_BYTES
/** Three varints of at least one byte each. The limit is that of the `IavlSpec` of ics23. */
const MIN_HEAD_BYTES = 3
const MAX_HEAD_BYTES = 11

/**
 * The format of cosmos/iavl. The rules are those of ics23-go after its "Dragonberry" fix. In
 * addition, the length prefixes of hashes are checked. Source:
 * https://github.com/cosmos/ics23/blob/master/go/ops.go
 */
export const iavlSpec: ProofSpec = {
  checkLeaf(prefix) {
    const { height, size, end } = readHead(prefix)
    if (height !== 0 || size !== 1) throw invalidProof('a leaf has height 0 and size 1')
    if (end !== prefix.length) throw invalidProof('a leaf has nothing but its head before the key')
  },
  sideOf({ prefix, suffix }, layer) {
    const { height, end } = readHead(prefix)
    if (height < layer) throw invalidProof(`height ${height} on layer ${layer}`)
    const before = prefix.subarray(end)
    // A hash follows its length prefix and precedes the other hash.
    if (before.at(-1) === HASH_BYTES) {
      if (before.length === 1 && isIavlChild(suffix)) return 'left'
      if (isIavlChild(before.subarray(0, -1)) && suffix.length === 0) return 'right'
    }
    throw invalidProof('not an inner node of an IAVL tree')
  },
}

function isIavlChild(bytes: Uint8Array): boolean {
  return bytes.length === IAVL_CHILD_BYTES && bytes[0] === HASH_BYTES
}

/** Reads height, size and version at the start of a node's preimage, and returns where they end. */
function readHead(prefix: Uint8Array): { height: number; size: number; end: number } {
  const [height, afterHeight] = readVarint(prefix, 0)
  const [size, afterSize] = readVarint(prefix, afterHeight)
  const [, end] = readVarint(prefix, afterSize)
  if (end < MIN_HEAD_BYTES || end > MAX_HEAD_BYTES)
    throw invalidProof(`a node's head of ${end} bytes`)
  return { height, size, end }
}

/** Reads a signed varint of Go. A non-negative integer has an even encoding. */
function readVarint(bytes: Uint8Array, start: number): readonly [value: number, end: number] {
  try {
    const [doubled, end] = readUvarint(bytes, start)
    if (doubled % 2 !== 0) throw invalidProof("a negative number in a node's head")
    return [doubled / 2, end]
  } catch (error) {
    if (error instanceof RangeError) throw invalidProof(error.message, { cause: error })
    throw error
  }
}

/**
 * The format of the tree over the store roots (RFC 6962), `TendermintSpec` of ics23. Source:
 * https://github.com/cosmos/ics23/blob/master/go/proof.go
 */
export const tendermintSpec: ProofSpec = {
  checkLeaf(prefix) {
    if (prefix.length !== 1 || prefix[0] !== LEAF_PREFIX[0])
      throw invalidProof('a leaf begins with 00')
  },
  sideOf({ prefix, suffix }) {
    if (prefix[0] === 1) {
      if (prefix.length === 1 && suffix.length === HASH_BYTES) return 'left'
      if (prefix.length === 1 + HASH_BYTES && suffix.length === 0) return 'right'
    }
    throw invalidProof('not an inner node of the tree of stores')
  },
}
