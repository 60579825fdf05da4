import {
  calculateExistenceRoot,
  ics23,
  iavlSpec as theirIavlSpec,
  verifyExistence,
} from '@confio/ics23'
import { describe, expect, test } from 'vitest'
import {
  bytesToLatin1,
  concatBytes,
  EMPTY_BYTES,
  utf8ToBytes,
} from '../../src/primitives/encoding/bytes.ts'
import { hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { proveKey } from '../../src/store/iavl/iavlProof.ts'
import { IavlTree } from '../../src/store/iavl/iavlTree.ts'
import type {
  CommitmentProof,
  ExistenceProof,
  InnerOp,
  NonExistenceProof,
} from '../../src/store/ics23/ics23.ts'
import { decodeProof, encodeProof } from '../../src/store/ics23/ics23Codec.ts'
import { ProofError } from '../../src/store/ics23/proofError.ts'
import { iavlSpec, type ProofSpec, tendermintSpec } from '../../src/store/ics23/proofSpec.ts'
import { provenRoot } from '../../src/store/ics23/verifyCommitment.ts'
import { proveStore } from '../../src/store/storeProof.ts'

const ONE = utf8ToBytes('value')

/** Keys 10, 20, … 80, each with the same value, in a tree of height 3. */
function sampleTree(): IavlTree {
  const tree = new IavlTree()
  for (let key = 0x10; key <= 0x80; key += 0x10) tree.set(String.fromCharCode(key), ONE)
  tree.commit()
  return tree
}

const tree = sampleTree()
const prove = (key: number) => decodeProof(proveKey(tree.rootNode(1), String.fromCharCode(key)))

function existence(key: number): ExistenceProof {
  const { kind, proof } = prove(key)
  if (kind !== 'exist') throw new Error('expected existence')
  return proof
}

function absence(key: number): NonExistenceProof {
  const { kind, proof } = prove(key)
  if (kind !== 'nonexist') throw new Error('expected absence')
  return proof
}

/** Returns the reason for rejecting the proof, or undefined if it is valid. */
function reasonOf(proof: CommitmentProof, value?: Uint8Array, rules: ProofSpec = iavlSpec) {
  try {
    provenRoot(rules, proof, proof.proof.key, value)
    return undefined
  } catch (error) {
    if (error instanceof ProofError) return `${error.details.where}: ${error.details.reason}`
    throw error
  }
}

const reasonOfExistence = (proof: ExistenceProof, rules?: ProofSpec) =>
  reasonOf({ kind: 'exist', proof }, proof.value, rules)
const reasonOfAbsence = (proof: NonExistenceProof) => reasonOf({ kind: 'nonexist', proof })

/** Returns the proof with its first inner node changed. */
function withInner(proof: ExistenceProof, change: Partial<InnerOp>): ExistenceProof {
  const [first, ...rest] = proof.path
  if (first === undefined) throw new Error('expected an inner node')
  return { ...proof, path: [{ ...first, ...change }, ...rest] }
}

const left = existence(0x10)
const right = existence(0x20)
const hash = new Uint8Array(32).fill(7)
const head = hexToBytes('020402')
const child = concatBytes(Uint8Array.of(32), hash)

test('the unmodified sample proofs are valid', () => {
  expect(reasonOfExistence(left)).toBeUndefined()
  expect(reasonOfExistence(right)).toBeUndefined()
  for (const key of [0x01, 0x15, 0x45, 0x90]) expect(reasonOfAbsence(absence(key))).toBeUndefined()
})

describe('an IAVL leaf is rejected', () => {
  const leafWith = (prefix: string) => ({
    ...left,
    leaf: { ...left.leaf, prefix: hexToBytes(prefix) },
  })

  test.each([
    ['without a prefix', ''],
    ['with a height', '020202'],
    ['of two keys', '000402'],
    ['of no key', '000002'],
    ['with a negative version', '000201'],
    ['with two numbers', '0002'],
    ['with an unterminated number', '000280'],
    ['with a version of 70 bits', '0002ffffffffffffffffff01'],
    ['with an extra byte', '00020200'],
    ['with an extra hash', `00020220${'00'.repeat(32)}`],
  ])('%s', (_, prefix) => {
    expect(reasonOfExistence(leafWith(prefix))).toMatch(/^leaf: /)
  })

  test.each([
    { hash: 2 },
    { hash: 0 },
    { prehashKey: 1 },
    { prehashValue: 0 },
    { length: 0 },
    { length: 3 },
  ])('with the operations %j', (change) => {
    expect(reasonOfExistence({ ...left, leaf: { ...left.leaf, ...change } })).toBe(
      'leaf: unsupported hash or length operation',
    )
  })

  test('without a key or a value', () => {
    const noKey = { ...left, key: EMPTY_BYTES }
    const noValue = { ...left, value: EMPTY_BYTES }
    expect(reasonOfExistence(noKey)).toMatch(/empty key/)
    expect(reasonOfExistence(noValue)).toMatch(/empty value/)
    const proof = absence(0x15)
    expect(reasonOfAbsence({ ...proof, key: EMPTY_BYTES })).toMatch(/empty key/)
    expect(reasonOfAbsence({ ...proof, left: noKey })).toMatch(/^left: .*empty key/)
    expect(reasonOfAbsence({ ...proof, right: noValue })).toMatch(/^right: .*empty value/)
  })
})

describe('an IAVL inner node is rejected', () => {
  test.each<readonly [string, Partial<InnerOp>]>([
    ['with another hash', { hash: 2 }],
    ['without a hash', { hash: 0 }],
    ['with nothing', { prefix: EMPTY_BYTES, suffix: EMPTY_BYTES }],
    ['that looks like a leaf', { prefix: hexToBytes('00020220') }],
    ['with a negative size', { prefix: hexToBytes('02030220') }],
    ['with only a head', { prefix: head }],
    ['without the length of the child', { prefix: concatBytes(head, Uint8Array.of(31)) }],
    ['without a sibling', { suffix: EMPTY_BYTES }],
    ['with a sibling of 5 bytes', { suffix: hexToBytes('2001020304') }],
    ['with two siblings on the right', { suffix: concatBytes(child, child) }],
    ['with a sibling of another length', { suffix: concatBytes(Uint8Array.of(31), hash) }],
    ['with a sibling on either side', { prefix: concatBytes(head, child, Uint8Array.of(32)) }],
    [
      'with two siblings on the left',
      { prefix: concatBytes(head, child, child, Uint8Array.of(32)), suffix: EMPTY_BYTES },
    ],
    ['with a head that is too long', { prefix: hexToBytes(`02ffffffffffff3ffeffffff0f20`) }],
  ])('%s', (_, change) => {
    expect(reasonOfExistence(withInner(left, change))).toMatch(/^path\[0\]: /)
  })

  test('with a height below its layer', () => {
    const [first, second, third] = left.path
    if (!first || !second || !third) throw new Error('expected three inner nodes')
    const path = [first, first, second, third]
    expect(reasonOfExistence({ ...left, path })).toBe('path[1]: height 1 on layer 2')
  })

  test('with an invalid header, which @confio/ics23 accepts', () => {
    const op = { prefix: hexToBytes('ff01ff01'), suffix: hexToBytes('0102030405') }
    const forged = withInner({ ...left, path: left.path.slice(0, 1) }, op)
    const bytes = encodeProof({ kind: 'exist', proof: forged })
    const { exist } = ics23.CommitmentProof.decode(bytes)
    if (!exist) throw new Error('expected existence')
    const root = calculateExistenceRoot(exist)
    expect(() => verifyExistence(exist, theirIavlSpec, root, left.key, left.value)).not.toThrow()
    expect(reasonOfExistence(forged)).toBe("path[0]: a negative number in a node's head")
  })

  test('for the number of nodes only from the 129th on', () => {
    const pathOf = (length: number) =>
      Array.from({ length }, (_, i) => ({
        hash: 1,
        prefix: concatBytes(hexToBytes('fe01'), Uint8Array.of(2, 2), Uint8Array.of(32)),
        suffix: concatBytes(Uint8Array.of(32), new Uint8Array(32).fill(i)),
      }))
    const reasonOfMany = (length: number) => reasonOfExistence({ ...left, path: pathOf(length) })
    expect(reasonOfMany(129)).toMatch(/more than 128 inner nodes/)
    expect(reasonOfMany(128)).toBe('path[127]: height 127 on layer 128')
  })
})

test('an inner node with another hash operation is rejected', () => {
  const reason = 'path[0]: hash operation is not SHA-256'
  for (const hash of [0, 2]) expect(reasonOfExistence(withInner(left, { hash }))).toBe(reason)
})

test('a proof of another key, another value, or of existence instead of absence is rejected', () => {
  const rootOf = (proof: CommitmentProof, key: Uint8Array, value?: Uint8Array) => () =>
    provenRoot(iavlSpec, proof, key, value)
  const [there, gone] = [prove(0x10), prove(0x15)]
  expect(rootOf(there, Uint8Array.of(0x20), ONE)).toThrow(/^the proof is for another key$/)
  expect(rootOf(there, left.key, utf8ToBytes('other'))).toThrow(/^the proof is for another value$/)
  expect(rootOf(there, left.key)).toThrow(/^the proof shows existence, not absence$/)
  expect(rootOf(gone, Uint8Array.of(0x15), ONE)).toThrow(/^the proof shows absence, not existence$/)
})

describe('a proof of absence is rejected', () => {
  const between = absence(0x15)
  const before = absence(0x01)
  const after = absence(0x90)

  test.each<readonly [string, NonExistenceProof, string]>([
    [
      'without neighbours',
      { ...between, left: undefined, right: undefined },
      'absence without a neighbour',
    ],
    [
      'without the left neighbour',
      { ...between, left: undefined },
      'the right neighbour is not the first key',
    ],
    [
      'without the right neighbour',
      { ...between, right: undefined },
      'the left neighbour is not the last key',
    ],
    [
      'with swapped neighbours',
      { ...between, left: between.right, right: between.left },
      'the left neighbour is not left of the key',
    ],
    [
      'with the key as its left neighbour',
      { ...between, key: Uint8Array.of(0x10) },
      'the left neighbour is not left of the key',
    ],
    [
      'with the key as its right neighbour',
      { ...between, key: Uint8Array.of(0x20) },
      'the right neighbour is not right of the key',
    ],
    [
      'of a key beyond the neighbours',
      { ...between, key: Uint8Array.of(0x30) },
      'the right neighbour is not right of the key',
    ],
    [
      'with a leaf between the neighbours',
      { ...between, right: existence(0x30) },
      'there may be keys between the neighbours',
    ],
    [
      'with a subtree between the neighbours',
      { ...between, right: existence(0x80) },
      'there may be keys between the neighbours',
    ],
    [
      'with a first key that is not the first',
      { ...before, right: existence(0x20) },
      'the right neighbour is not the first key',
    ],
    [
      'with a last key that is not the last',
      { ...after, left: existence(0x70) },
      'the left neighbour is not the last key',
    ],
    [
      'with the same leaf on both sides',
      { ...between, right: between.left },
      'the right neighbour is not right of the key',
    ],
  ])('%s', (_, proof, reason) => {
    expect(reasonOfAbsence(proof)).toBe(`: ${reason}`)
  })

  test('with neighbours of different trees', () => {
    const other = new IavlTree()
    other.set(bytesToLatin1(Uint8Array.of(0x20)), ONE)
    other.commit()
    const { kind, proof } = decodeProof(proveKey(other.rootNode(1), '\x20'))
    if (kind !== 'exist') throw new Error('expected existence')
    expect(reasonOfAbsence({ ...between, right: proof })).toMatch(/different trees/)
  })
})

describe('in the tree of stores', () => {
  const roots = new Map(['acc', 'bank', 'evm'].map((name) => [name, hash] as const))
  const proofOf = (name: string): ExistenceProof => {
    const { kind, proof } = decodeProof(proveStore(roots, name))
    if (kind !== 'exist') throw new Error('expected existence')
    return proof
  }
  const acc = proofOf('acc')

  test.each<readonly [string, ExistenceProof]>([
    ['a leaf with a longer prefix', { ...acc, leaf: { ...acc.leaf, prefix: Uint8Array.of(0, 0) } }],
    [
      'a leaf with the prefix of an inner node',
      { ...acc, leaf: { ...acc.leaf, prefix: Uint8Array.of(1) } },
    ],
    ['an inner node that looks like a leaf', withInner(acc, { prefix: Uint8Array.of(0) })],
    ['an inner node without a prefix', withInner(acc, { prefix: EMPTY_BYTES })],
    ['an inner node without a sibling', withInner(acc, { suffix: EMPTY_BYTES })],
    ['a sibling of 33 bytes', withInner(acc, { suffix: child })],
    ['siblings on either side', withInner(acc, { prefix: concatBytes(Uint8Array.of(1), hash) })],
    ['no value', { ...acc, value: EMPTY_BYTES }],
  ])('%s is rejected', (_, proof) => {
    expect(reasonOfExistence(acc, tendermintSpec)).toBeUndefined()
    expect(reasonOfExistence(proof, tendermintSpec)).toEqual(expect.any(String))
  })

  test('an IAVL proof is rejected, and a store proof in an IAVL tree', () => {
    expect(reasonOfExistence(left, tendermintSpec)).toEqual(expect.any(String))
    expect(reasonOfExistence(acc, iavlSpec)).toEqual(expect.any(String))
  })
})
