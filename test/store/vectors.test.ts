import { describe, expect, test } from 'vitest'
import { bytesToBareHex, hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { IavlTree } from '../../src/store/iavl/iavlTree.ts'
import { computeAppHash } from '../../src/store/storeProof.ts'
import { multistore, scenarios, treeOptions } from '../support/store/iavlVectors.ts'
import { applyOps, rootHex } from '../support/store/treeOps.ts'

describe.each(scenarios)('vector $name', (scenario) => {
  test('computes the same versions as cosmos/iavl and keeps them', () => {
    const tree = new IavlTree(treeOptions(scenario))
    const { versions } = scenario
    for (const [i, { ops, version }] of versions.entries()) {
      applyOps(tree, ops)
      expect(tree.commit()).toBe(version)
      for (const { version, rootHash, size, height } of versions.slice(0, i + 1)) {
        const found = {
          version,
          rootHash: rootHex(tree, version),
          size: tree.size(version),
          height: tree.height(version),
        }
        expect(found).toEqual({ version, rootHash, size, height })
      }
    }
  })

  test('computes the same versions if each write was rolled back once before', () => {
    const tree = new IavlTree(treeOptions(scenario))
    for (const { ops, version, rootHash } of scenario.versions) {
      applyOps(tree, ops)
      tree.rollback()
      applyOps(tree, ops)
      tree.commit()
      expect(rootHex(tree, version)).toBe(rootHash)
    }
  })
})

test('vector multistore: the app hash of five stores, one of them without a root', () => {
  const roots = Object.entries(multistore.stores).map(
    ([name, root]) => [name, hexToBytes(root)] as const,
  )
  expect(roots).toHaveLength(5)
  expect(bytesToBareHex(computeAppHash(new Map(roots)))).toBe(multistore.appHash)
  expect(bytesToBareHex(computeAppHash(new Map(roots.reverse())))).toBe(multistore.appHash)
})
