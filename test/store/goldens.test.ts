import { expect, test } from 'vitest'
import { utf8ToBytes } from '../../src/primitives/encoding/bytes.ts'
import { bytesToBareHex, hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { IavlTree } from '../../src/store/iavl/iavlTree.ts'
import { merkleInnerHash, merkleLeafHash, merkleRoot } from '../../src/store/ics23/merkle.ts'
import { computeAppHash } from '../../src/store/storeProof.ts'
import { applyOps, rootHex, type TreeOp } from '../support/store/treeOps.ts'
import { describeThirdParty } from '../support/thirdParty.ts'

/** Hard-coded results of the test suites of cosmos/iavl, CometBFT and sei-chain. */
interface Goldens {
  readonly emptyTree: { readonly sha256OfEmpty: string }
  readonly iavlTreeHash: {
    readonly rootHashes: readonly string[]
    readonly finalSize: number
    readonly finalHeight: number
  }
  readonly iavlDocsExample: {
    readonly ops: readonly (TreeOp | readonly ['commit'])[]
    readonly rootHash: string
  }
  readonly memiavlRefHashes: {
    readonly changeSets: readonly (readonly Change[])[]
    readonly rootHashes: readonly string[]
  }
  readonly memiavlInitialVersion: {
    readonly cases: readonly {
      readonly initialVersion: number
      readonly commits: readonly {
        readonly set: Change
        readonly version: number
        readonly rootHash: string
      }[]
    }[]
  }
  readonly rfc6962: {
    readonly cases: readonly { readonly items: readonly string[]; readonly root: string }[]
    readonly leafL123456: string
    readonly innerN123N456: string
  }
  readonly multistoreMap: {
    readonly cases: readonly {
      readonly map: Readonly<Record<string, string>>
      readonly root: string
    }[]
  }
}

/** UTF-8 texts; a null value deletes the key. */
type Change = readonly [key: string, value: string | null]

const files = ['iavl-goldens.json', 'iavl-treehash-ops.txt'] as const

describeThirdParty('third-party goldens', files, (json, ops) => {
  const goldens: Goldens = JSON.parse(json)

  test('cosmos/iavl TestTreeHash: 16,384 writes in four versions', () => {
    const { rootHashes, finalSize, finalHeight } = goldens.iavlTreeHash
    const tree = new IavlTree()
    let writes = 0
    for (const line of ops.trimEnd().split('\n')) {
      const [name, key = '', value = ''] = line.split(' ')
      if (name === 'c') {
        tree.commit()
        continue
      }
      applyOps(tree, [name === 's' ? ['set', key, value] : ['remove', key]])
      writes++
    }
    expect(writes).toBe(16_384)
    expect(rootHashes).toHaveLength(4)
    expect(rootHashes.map((_, i) => rootHex(tree, i + 1))).toEqual(rootHashes)
    expect(tree.size()).toBe(finalSize)
    expect(tree.height()).toBe(finalHeight)
  })

  test('cosmos/iavl proof documentation', () => {
    const { ops: steps, rootHash } = goldens.iavlDocsExample
    const tree = new IavlTree()
    for (const op of steps) {
      if (op[0] === 'commit') tree.commit()
      else applyOps(tree, [op])
    }
    expect(rootHex(tree, tree.version)).toBe(rootHash)
  })

  test('a tree that was never written, and an emptied tree', () => {
    const tree = new IavlTree()
    tree.commit()
    applyOps(tree, [
      ['set', '6b', '76'],
      ['remove', '6b'],
    ])
    tree.commit()
    const { sha256OfEmpty } = goldens.emptyTree
    expect([1, 2].map((version) => rootHex(tree, version))).toEqual([sha256OfEmpty, sha256OfEmpty])
  })

  test('memiavl reference hashes', () => {
    const { changeSets, rootHashes } = goldens.memiavlRefHashes
    const tree = new IavlTree()
    for (const changes of changeSets) {
      applyOps(tree, changes.map(changeToOp))
      tree.commit()
    }
    expect(rootHashes.length).toBeGreaterThan(0)
    expect(rootHashes.map((_, i) => rootHex(tree, i + 1))).toEqual(rootHashes)
  })

  test('memiavl initial versions', () => {
    for (const { initialVersion, commits } of goldens.memiavlInitialVersion.cases) {
      const tree = new IavlTree({
        ...(initialVersion > 0 && { initialVersion }),
        firstNodeVersion: 1,
      })
      for (const { set, version, rootHash } of commits) {
        applyOps(tree, [changeToOp(set)])
        expect(tree.commit()).toBe(version)
        expect(rootHex(tree, version), `initial version ${initialVersion}`).toBe(rootHash)
      }
    }
  })

  test('CometBFT RFC 6962 trees', () => {
    const { cases, leafL123456, innerN123N456 } = goldens.rfc6962
    for (const { items, root } of cases) {
      expect(bytesToBareHex(merkleRoot(items.map(hexToBytes))), `items ${items}`).toBe(root)
    }
    expect(bytesToBareHex(merkleLeafHash(utf8ToBytes('L123456')))).toBe(leafL123456)
    const inner = merkleInnerHash(utf8ToBytes('N123'), utf8ToBytes('N456'))
    expect(bytesToBareHex(inner)).toBe(innerN123N456)
  })

  test('sei-chain store maps', () => {
    for (const { map, root } of goldens.multistoreMap.cases) {
      const roots = Object.entries(map).map(([name, text]) => [name, utf8ToBytes(text)] as const)
      const appHash = bytesToBareHex(computeAppHash(new Map(roots)))
      expect(appHash, JSON.stringify(map)).toBe(root)
    }
  })
})

function changeToOp([key, value]: Change): TreeOp {
  const keyHex = bytesToBareHex(utf8ToBytes(key))
  if (value === null) return ['remove', keyHex]
  return ['set', keyHex, bytesToBareHex(utf8ToBytes(value))]
}
