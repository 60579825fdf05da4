import { describe, expect, test } from 'vitest'
import { latin1ToBytes, utf8ToBytes } from '../../src/primitives/encoding/bytes.ts'
import { proveKey } from '../../src/store/iavl/iavlProof.ts'
import { IavlTree } from '../../src/store/iavl/iavlTree.ts'
import type { ProofOp } from '../../src/store/ics23/ics23.ts'
import { decodeProof } from '../../src/store/ics23/ics23Codec.ts'
import { ProofError } from '../../src/store/ics23/proofError.ts'
import { tendermintSpec } from '../../src/store/ics23/proofSpec.ts'
import { provenRoot } from '../../src/store/ics23/verifyCommitment.ts'
import { type Claim, verifyOps } from '../../src/store/ics23/verifyOps.ts'
import { proveStore } from '../../src/store/storeProof.ts'

const value = utf8ToBytes('value')
const tree = new IavlTree()
for (const key of ['a', 'b', 'd']) tree.set(key, value)
tree.commit()

const evm = utf8ToBytes('evm')
const storeRoot = latin1ToBytes(tree.rootHash(1))
const roots = new Map([
  ['acc', new Uint8Array(32).fill(1)],
  ['bank', storeRoot],
  ['evm', storeRoot],
])
const appHash = provenRoot(tendermintSpec, decodeProof(proveStore(roots, 'evm')), evm, storeRoot)

/** Returns the two proof steps of a key in a store. */
function opsOf(key: string, store = 'evm'): [ProofOp, ProofOp] {
  const data = proveKey(tree.rootNode(1), key)
  return [
    { type: 'ics23:iavl', key: utf8ToBytes(key), data },
    { type: 'ics23:simple', key: utf8ToBytes(store), data: proveStore(roots, store) },
  ]
}

const claim: Claim = { store: 'evm', key: utf8ToBytes('b'), value }

/** Returns the reason for rejecting the steps, or undefined if they are valid. */
function reasonOf(ops: readonly ProofOp[], change: Partial<Claim> = {}, root = appHash) {
  try {
    verifyOps(ops, { ...claim, ...change }, root)
    return undefined
  } catch (error) {
    if (error instanceof ProofError) return error.message
    throw error
  }
}

test('verifies two steps that prove a value, or absence, in any store', () => {
  expect(reasonOf(opsOf('b'))).toBeUndefined()
  expect(reasonOf(opsOf('c'), { key: utf8ToBytes('c'), value: undefined })).toBeUndefined()
  expect(reasonOf(opsOf('b', 'bank'), { store: 'bank' })).toBeUndefined()
})

describe('verifyOps rejects', () => {
  const [inStore, inApp] = opsOf('b')
  const steps = (count: number) => `want the two steps ics23:iavl and ics23:simple, got ${count}`

  test.each<readonly [string, readonly ProofOp[], string]>([
    ['an empty list of steps', [], steps(0)],
    ['a single step', [inStore], steps(1)],
    ['three steps', [inStore, inApp, inApp], steps(3)],
    [
      'steps in the wrong order',
      [inApp, inStore],
      'ops[0]: want a step ics23:iavl, got ics23:simple',
    ],
    [
      'two steps of the same type',
      [inStore, { ...inApp, type: 'ics23:iavl' }],
      'ops[1]: want a step ics23:simple, got ics23:iavl',
    ],
    [
      'a first step that names another key',
      [{ ...inStore, key: utf8ToBytes('a') }, inApp],
      'ops[0]: the step is for another key',
    ],
    [
      'a first step with a proof of another key',
      [{ ...inStore, data: opsOf('a')[0].data }, inApp],
      'ops[0]: the proof is for another key',
    ],
    [
      'a second step that names another store',
      [inStore, { ...inApp, key: utf8ToBytes('bank') }],
      'ops[1]: the step is for another key',
    ],
    [
      'a second step with a proof of another store',
      [inStore, { ...inApp, data: opsOf('b', 'bank')[1].data }],
      'ops[1]: the proof is for another key',
    ],
  ])('%s', (_, ops, reason) => {
    expect(reasonOf(ops)).toBe(reason)
  })

  test('a claim of another value, of absence, or for another root', () => {
    const ops = opsOf('b')
    expect(reasonOf(ops, { value: utf8ToBytes('other') })).toBe(
      'ops[0]: the proof is for another value',
    )
    expect(reasonOf(ops, { value: undefined })).toBe(
      'ops[0]: the proof shows existence, not absence',
    )
    const absent = { key: utf8ToBytes('c') }
    expect(reasonOf(opsOf('c'), absent)).toBe('ops[0]: the proof shows absence, not existence')
    const other = appHash.map((byte, i) => (i === 31 ? byte ^ 1 : byte))
    expect(reasonOf(ops, {}, other)).toBe('the proof is for another state root')
  })

  test('a store root that the second step does not prove', () => {
    const grown = new IavlTree()
    grown.set('b', value)
    grown.commit()
    const data = proveKey(grown.rootNode(1), 'b')
    expect(reasonOf([{ ...inStore, data }, inApp])).toBe('ops[1]: the proof is for another value')
  })
})
