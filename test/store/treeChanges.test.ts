import { fc, test as propertyTest } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { bigIntToBytes, bytesToLatin1, equalBytes } from '../../src/primitives/encoding/bytes.ts'
import { bytesToBareHex } from '../../src/primitives/encoding/hex.ts'
import { openDatabase } from '../../src/store/database/database.ts'
import { type IavlNode, type NodeRef, nodeOf } from '../../src/store/iavl/iavlNode.ts'
import { IavlTree } from '../../src/store/iavl/iavlTree.ts'
import { treeChanges } from '../../src/store/iavl/treeChanges.ts'
import { createMultistore, type Multistore, type RowChange } from '../../src/store/multistore.ts'
import { temporaryDirectory } from '../support/directory.ts'
import { moveTo } from '../support/moveStores.ts'
import { runs } from '../support/runs.ts'

const NAMES = ['a', 'b']
/** Small, so that most nodes are read repeatedly. */
const CACHE = 8

type Step =
  | { readonly do: 'set'; readonly store: string; readonly key: number; readonly value: number }
  | { readonly do: 'delete'; readonly store: string; readonly key: number }
  | { readonly do: 'commit' | 'snapshot' | 'branch' }
  | { readonly do: 'revert'; readonly to: number }

const store = fc.constantFrom(...NAMES)
const key = fc.nat(40)
/** Few values, so that a key often returns to an earlier value. */
const value = fc.nat(2)
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: fc.record({ do: fc.constant('set' as const), store, key, value }) },
    { weight: 6, arbitrary: fc.record({ do: fc.constant('delete' as const), store, key }) },
    { weight: 4, arbitrary: fc.constant({ do: 'commit' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'snapshot' as const }) },
    { weight: 1, arbitrary: fc.constant({ do: 'branch' as const }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('revert' as const), to: fc.nat(3) }) },
  ),
  { maxLength: 150, size: 'max' },
)

describe('the changes between two versions', () => {
  propertyTest.prop([steps], { numRuns: runs({ quick: 5, full: 30 }) })(
    'match a full scan in memory',
    (list) => {
      const stores = createMultistore(NAMES)
      const snapshots: Multistore['position'][] = []
      for (const step of list) {
        if (step.do === 'commit') stores.commit()
        else if (step.do === 'branch') expectFullScan(stores.branch())
        else if (step.do === 'snapshot' && stores.version > 0) snapshots.push(stores.position)
        else if (step.do === 'revert') {
          const position = snapshots[step.to]
          if (position !== undefined) stores.returnTo(position)
        } else apply(stores, step)
      }
      expectFullScan(stores)
    },
  )

  propertyTest.prop([steps], { numRuns: runs({ quick: 3, full: 15 }) })(
    'match a full scan in a database',
    async (list) => {
      const database = await openDatabase(temporaryDirectory(), { sync: false })
      const stores = createMultistore(NAMES, database, CACHE)
      const snapshots: Multistore['position'][] = []
      const write = async () => {
        await database.flush()
        stores.settle()
      }
      for (const step of list) {
        if (step.do === 'commit') stores.commit()
        else if (step.do === 'branch' && stores.version > 0) expectFullScan(stores.branch())
        else if (step.do === 'snapshot' && stores.version > 0) {
          stores.keepPast()
          snapshots.push(stores.position)
        } else if (step.do === 'revert') {
          const position = snapshots[step.to]
          if (position !== undefined) moveTo(stores, position)
        } else apply(stores, step)
        if (step.do === 'commit' || step.do === 'revert') await write()
      }
      expectFullScan(stores)
      stores.rollback()
      await write()
      expectFullScan(createMultistore(NAMES, database, CACHE))
      await database.close()
    },
  )

  test('are found without reading shared nodes', () => {
    const tree = new IavlTree()
    const keyOf = (n: number) => bytesToLatin1(bigIntToBytes(BigInt(n), 4))
    const size = 1 << 14
    for (let n = 0; n < size; n++) tree.set(keyOf(n), Uint8Array.of(1))
    tree.commit()
    tree.set(keyOf(777), Uint8Array.of(2))
    tree.remove(keyOf(9_999))
    tree.set(keyOf(size), Uint8Array.of(3))
    tree.commit()
    const reads = { count: 0 }
    const changes = [
      ...treeChanges(counting(tree.rootNode(1), reads), counting(tree.rootNode(2), reads)),
    ]
    expect(changes).toEqual([
      { key: keyOf(777), before: Uint8Array.of(1), after: Uint8Array.of(2) },
      { key: keyOf(9_999), before: Uint8Array.of(1), after: undefined },
      { key: keyOf(size), before: undefined, after: Uint8Array.of(3) },
    ])
    // Three paths down in each tree, and some of their neighbours.
    expect(reads.count).toBeLessThan(3 * 2 * 3 * tree.height(2))
  })

  test('are empty between equal versions, also after rewriting the same values', () => {
    const stores = createMultistore(NAMES)
    for (let version = 0; version < 2; version++) {
      for (let at = 0; at < 9; at++) apply(stores, { do: 'set', store: 'a', key: at, value: at })
      stores.commit()
    }
    expect([...stores.changes(1, 2)]).toEqual([])
    expect([...stores.changes(2, 2)]).toEqual([])
  })

  test('throw if a version does not exist', () => {
    const stores = createMultistore(NAMES)
    stores.commit()
    const refused = expect.objectContaining({ code: 'UNKNOWN_VERSION' })
    expect(() => [...stores.changes(1, 2)]).toThrow(refused)
    expect(() => [...stores.changes(0, 1)]).toThrow(refused)
  })
})

function apply(stores: Multistore, step: Step): void {
  if (step.do === 'set') {
    stores.store(step.store).set(Uint8Array.of(step.key), Uint8Array.of(1, step.value))
  }
  if (step.do === 'delete') stores.store(step.store).delete(Uint8Array.of(step.key))
}

/** Compares the changes between any two versions with a full scan. */
function expectFullScan(stores: Multistore): void {
  for (let from = 1; from <= stores.version; from++) {
    for (let to = 1; to <= stores.version; to++) {
      const changes = [...stores.changes(from, to)]
      expect(changes).toEqual(NAMES.flatMap((name) => scan(stores, name, from, to)))
    }
  }
}

function scan(stores: Multistore, name: string, from: number, to: number): RowChange[] {
  const [old, now] = [from, to].map(
    (version) =>
      new Map(
        [...stores.reader(version).entries(name, {})].map(([at, bytes]) => [
          bytesToBareHex(at),
          bytes,
        ]),
      ),
  )
  const keys = [...new Set([...(old?.keys() ?? []), ...(now?.keys() ?? [])])].sort()
  return keys.flatMap((hex) => {
    const [before, after] = [old?.get(hex), now?.get(hex)]
    if (before && after && equalBytes(before, after)) return []
    return [{ store: name, key: Uint8Array.from(Buffer.from(hex, 'hex')), before, after }]
  })
}

/** Wraps a node in a saved link that counts the reads of it and its descendants. */
function counting(link: NodeRef | undefined, reads: { count: number }): NodeRef | undefined {
  if (link === undefined) return undefined
  const load = (): IavlNode => {
    reads.count++
    const node = nodeOf(link)
    if (node.left === undefined) return node
    const [left, right] = [counting(node.left, reads), counting(node.right, reads)]
    if (left === undefined || right === undefined) throw new Error('two children')
    return { ...node, left, right }
  }
  const { version, hash, height, size } = link
  return { version, nonce: 0, hash, height, size, left: null, load }
}
