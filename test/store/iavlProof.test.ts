import { describe, expect, test } from 'vitest'
import { bytesToLatin1, utf8ToBytes } from '../../src/primitives/encoding/bytes.ts'
import { bytesToBareHex, hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { proveKey } from '../../src/store/iavl/iavlProof.ts'
import { IavlTree } from '../../src/store/iavl/iavlTree.ts'
import type { ProofOp } from '../../src/store/ics23/ics23.ts'
import { decodeProof, encodeProof } from '../../src/store/ics23/ics23Codec.ts'
import { iavlSpec, tendermintSpec } from '../../src/store/ics23/proofSpec.ts'
import { provenRoot } from '../../src/store/ics23/verifyCommitment.ts'
import { verifyOps } from '../../src/store/ics23/verifyOps.ts'
import { proveStore } from '../../src/store/storeProof.ts'
import { multistore, scenarios, treeOptions } from '../support/store/iavlVectors.ts'
import { applyOps } from '../support/store/treeOps.ts'

describe.each(scenarios)('vector $name', (scenario) => {
  const { versions, proofs } = scenario
  const tree = new IavlTree(treeOptions(scenario))
  for (const { ops } of versions) {
    applyOps(tree, ops)
    tree.commit()
  }

  test.each(proofs)('proof of $key at version $version', (proof) => {
    const key = hexToBytes(proof.key)
    const prove = () => proveKey(tree.rootNode(proof.version), bytesToLatin1(key))
    if ('error' in proof) {
      expect(prove).toThrow(expect.objectContaining({ code: 'EMPTY_STORE' }))
      return
    }
    expect(bytesToBareHex(prove())).toBe(proof.commitmentProof)
    const value = proof.value === undefined ? undefined : hexToBytes(proof.value)
    const follow = () => provenRoot(iavlSpec, decodeProof(prove()), key, value)
    if (!proof.ics23Verifies) {
      expect(follow).toThrow(expect.objectContaining({ code: 'NOT_PROVEN' }))
      return
    }
    const { rootHash } = versions.find(({ version }) => version === proof.version) ?? {}
    expect(bytesToBareHex(follow())).toBe(rootHash)
  })
})

test('all vectors are present', () => {
  expect(scenarios.flatMap(({ proofs }) => proofs)).toHaveLength(44)
  expect(multistore.proofs).toHaveLength(5)
})

describe('vector multistore', () => {
  const roots = new Map(
    Object.entries(multistore.stores).map(([name, root]) => [name, hexToBytes(root)] as const),
  )

  test.each(multistore.proofs)('proof of $name', ({ name, commitmentProof, ics23Verifies }) => {
    const proof = proveStore(roots, name)
    expect(bytesToBareHex(proof)).toBe(commitmentProof)
    const root = roots.get(name)
    const follow = () => provenRoot(tendermintSpec, decodeProof(proof), utf8ToBytes(name), root)
    if (ics23Verifies) expect(bytesToBareHex(follow())).toBe(multistore.appHash)
    else expect(follow).toThrow(expect.objectContaining({ code: 'NOT_PROVEN' }))
  })

  test('proves a key in two steps', () => {
    const { keyHex, valueHex, proofOps } = multistore.twoOpExample
    const ops = proofOps.ops.map(({ type, key, data }) => ({
      type: type as ProofOp['type'],
      key: Uint8Array.from(Buffer.from(key, 'base64')),
      data: Uint8Array.from(Buffer.from(data, 'base64')),
    }))
    const claim = { store: 'evm', key: hexToBytes(keyHex), value: hexToBytes(valueHex) }
    verifyOps(ops, claim, hexToBytes(multistore.appHash))
    for (const { data } of ops) expect(encodeProof(decodeProof(data))).toEqual(data)
  })
})
