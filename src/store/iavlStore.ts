import { bytesToLatin1, latin1ToBytes } from '../primitives/bytes.ts'
import { StoreRefused } from './errors.ts'
import { getLeaf, type IavlNode, leavesInRange } from './iavlNode.ts'
import { IavlTree } from './iavlTree.ts'
import type { Commit, KeyRange, VersionedStore } from './versionedStore.ts'

type Entry = readonly [key: Uint8Array, value: Uint8Array]

/**
 * A store whose roots are those of cosmos/iavl. It keeps every version in memory; opening one costs nothing, reading
 * at it costs as much as reading the newest. Pass a tree to look into it besides (for proofs).
 */
export function createIavlStore(tree: IavlTree = new IavlTree()): VersionedStore {
  return {
    get version() {
      return tree.version
    },
    get(key, version) {
      return getLeaf(tree.rootNode(version), bytesToLatin1(key))?.value
    },
    entries(range = {}, version) {
      // Found before the first step, so that an unknown version is refused by the call itself.
      const root = tree.rootNode(version)
      return { [Symbol.iterator]: () => walk(root, range) }
    },
    set(key, value) {
      if (value.length === 0) throw new StoreRefused({ code: 'EMPTY_VALUE' })
      tree.set(bytesToLatin1(key), value)
    },
    delete(key) {
      tree.remove(bytesToLatin1(key))
    },
    commit(): Commit {
      const version = tree.commit()
      return { version, root: latin1ToBytes(tree.rootHash(version)) }
    },
    rollback() {
      tree.rollback()
    },
    root(version) {
      return latin1ToBytes(tree.rootHash(version))
    },
  }
}

function* walk(root: IavlNode | undefined, { start, end }: KeyRange): Generator<Entry> {
  const from = start === undefined ? '' : bytesToLatin1(start)
  const to = end === undefined ? undefined : bytesToLatin1(end)
  for (const leaf of leavesInRange(root, from, to)) yield [latin1ToBytes(leaf.key), leaf.value]
}
