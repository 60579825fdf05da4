import { concatBytes, EMPTY_BYTES, equalBytes } from '../../primitives/encoding/bytes.ts'
import {
  bytesField,
  decodeFields,
  messageField,
  readFields,
  varintField,
} from '../../primitives/encoding/protobuf.ts'
import {
  type CommitmentProof,
  type ExistenceProof,
  type InnerOp,
  type LeafOp,
  MAX_DEPTH,
  type NonExistenceProof,
} from './ics23.ts'
import { invalidProof } from './proofError.ts'

/** Encodes a proof in the exact bytes of the Go implementation. */
export function encodeProof({ kind, proof }: CommitmentProof): Uint8Array {
  return kind === 'exist'
    ? messageField(1, encodeExistence(proof))
    : messageField(2, encodeNonExistence(proof))
}

/**
 * Decodes the output of {@link encodeProof}. Only the canonical encoding is accepted. Fields that
 * are unknown, repeated, out of order or of a wrong type are rejected, and so are non-minimal
 * integers.
 *
 * @throws ProofError
 */
export function decodeProof(bytes: Uint8Array): CommitmentProof {
  const proof = readProof(bytes)
  if (!equalBytes(encodeProof(proof), bytes)) {
    throw invalidProof('the proof is not canonically encoded')
  }
  return proof
}

function readProof(bytes: Uint8Array): CommitmentProof {
  try {
    return readKind(bytes)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw invalidProof(error.message, { cause: error })
  }
}

function readKind(bytes: Uint8Array): CommitmentProof {
  const [field] = readFields(bytes)
  const { number, value } = field ?? { number: 0, value: 0n }
  if (number === 3 || number === 4)
    throw invalidProof('batch and compressed proofs are not supported')
  if (!(value instanceof Uint8Array))
    throw invalidProof('neither an existence nor a non-existence proof')
  if (number === 1) return { kind: 'exist', proof: decodeExistence(value) }
  if (number === 2) return { kind: 'nonexist', proof: decodeNonExistence(value) }
  throw invalidProof('neither an existence nor a non-existence proof')
}

function encodeExistence({ key, value, leaf, path }: ExistenceProof): Uint8Array {
  return concatBytes(
    bytesField(1, key),
    bytesField(2, value),
    messageField(3, encodeLeaf(leaf)),
    ...path.map((op) => messageField(4, encodeInner(op))),
  )
}

function decodeExistence(message: Uint8Array): ExistenceProof {
  checkDepth(message)
  const fields = decodeFields(message)
  const [leaf] = fields.messages(3)
  if (leaf === undefined) throw invalidProof('no leaf')
  return {
    key: fields.bytes(1),
    value: fields.bytes(2),
    leaf: decodeLeaf(leaf),
    path: fields.messages(4).map(decodeInner),
  }
}

/**
 * Stops at the first inner node over the limit, because a forged path may be as long as the
 * message.
 */
function checkDepth(message: Uint8Array): void {
  let depth = 0
  for (const { number } of readFields(message)) {
    if (number === 4 && ++depth > MAX_DEPTH)
      throw invalidProof(`more than ${MAX_DEPTH} inner nodes`)
  }
}

function encodeNonExistence({ key, left, right }: NonExistenceProof): Uint8Array {
  return concatBytes(
    bytesField(1, key),
    left ? messageField(2, encodeExistence(left)) : EMPTY_BYTES,
    right ? messageField(3, encodeExistence(right)) : EMPTY_BYTES,
  )
}

function decodeNonExistence(message: Uint8Array): NonExistenceProof {
  const fields = decodeFields(message)
  const [left] = fields.messages(2)
  const [right] = fields.messages(3)
  return {
    key: fields.bytes(1),
    left: left && decodeExistence(left),
    right: right && decodeExistence(right),
  }
}

function encodeLeaf(op: LeafOp): Uint8Array {
  return concatBytes(
    varintField(1, BigInt(op.hash)),
    varintField(2, BigInt(op.prehashKey)),
    varintField(3, BigInt(op.prehashValue)),
    varintField(4, BigInt(op.length)),
    bytesField(5, op.prefix),
  )
}

function decodeLeaf(message: Uint8Array): LeafOp {
  const fields = decodeFields(message)
  return {
    hash: Number(fields.varint(1)),
    prehashKey: Number(fields.varint(2)),
    prehashValue: Number(fields.varint(3)),
    length: Number(fields.varint(4)),
    prefix: fields.bytes(5),
  }
}

function encodeInner({ hash, prefix, suffix }: InnerOp): Uint8Array {
  return concatBytes(varintField(1, BigInt(hash)), bytesField(2, prefix), bytesField(3, suffix))
}

function decodeInner(message: Uint8Array): InnerOp {
  const fields = decodeFields(message)
  return { hash: Number(fields.varint(1)), prefix: fields.bytes(2), suffix: fields.bytes(3) }
}
