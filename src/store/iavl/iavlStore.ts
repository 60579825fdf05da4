import { bytesToLatin1, latin1ToBytes } from '../../primitives/encoding/bytes.ts'
import { StoreError } from '../errors.ts'
import {
  type Commit,
  type Entry,
  type KeyRange,
  type ProvableStore,
  treeKey,
} from '../versionedStore.ts'
import { getLeaf, leafValue, leavesInRange, type NodeRef } from './iavlNode.ts'
import { proveKey } from './iavlProof.ts'
import { IavlTree } from './iavlTree.ts'

/**
 * Creates a store with the roots of cosmos/iavl. It keeps every version in memory. Opening an older
 * version takes O(1), and its reads cost as much as reads of the newest.
 */
export function createIavlStore(tree: IavlTree = new IavlTree()): ProvableStore {
  return {
    get version() {
      return tree.version
    },
    get(key, version) {
      return leafValue(getLeaf(tree.rootNode(version), treeKey(key)))
    },
    entries(range = {}, version) {
      return entriesOf(tree.rootNode(version), range)
    },
    set(key, value) {
      if (value.length === 0) throw new StoreError({ code: 'EMPTY_VALUE' })
      tree.set(treeKey(key), value)
    },
    delete(key) {
      tree.remove(treeKey(key))
    },
    commit(): Commit {
      const version = tree.commit()
      return { version, root: latin1ToBytes(tree.rootHash(version)) }
    },
    rollback() {
      tree.rollback()
    },
    prove(key, version) {
      return proveKey(tree.rootNode(version), treeKey(key))
    },
    root(version) {
      return latin1ToBytes(tree.rootHash(version))
    },
  }
}

/** Returns the entries below a root in key order. Can be iterated repeatedly. */
export function entriesOf(root: NodeRef | undefined, range: KeyRange): Iterable<Entry> {
  return { [Symbol.iterator]: () => walk(root, range) }
}

function* walk(root: NodeRef | undefined, { start, end }: KeyRange): Generator<Entry> {
  const from = start === undefined ? '' : bytesToLatin1(start)
  const to = end === undefined ? undefined : bytesToLatin1(end)
  for (const leaf of leavesInRange(root, from, to)) {
    yield [latin1ToBytes(leaf.key), latin1ToBytes(leaf.value)]
  }
}
