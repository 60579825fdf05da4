import { sha256 } from '../../../src/primitives/crypto/sha256.ts'
import { compareBytes, concatBytes } from '../../../src/primitives/encoding/bytes.ts'
import { uvarintToBytes } from '../../../src/primitives/encoding/varint.ts'
import { StoreError } from '../../../src/store/errors.ts'
import { treeKey, type VersionedStore } from '../../../src/store/versionedStore.ts'
import { storeBytes } from './storeBytes.ts'

type Entry = readonly [key: Uint8Array, value: Uint8Array]
type Content = ReadonlyMap<string, Uint8Array>

/** The contract in its simplest form: a full copy per version. Its roots match no chain. */
export function createReferenceStore(): VersionedStore {
  const versions: Content[] = []
  let working = new Map<string, Uint8Array>()

  function content(version?: number): Content {
    if (version === undefined) return working
    const found = version > 0 ? versions[version - 1] : undefined
    if (found !== undefined) return found
    throw new StoreError({ code: 'UNKNOWN_VERSION', version, newest: versions.length })
  }

  return {
    get version() {
      return versions.length
    },
    get: (key, version) => content(version).get(treeKey(key)),
    entries({ start, end } = {}, version) {
      return sortedEntries(content(version)).filter(
        ([key]) =>
          (start === undefined || compareBytes(key, start) >= 0) &&
          (end === undefined || compareBytes(key, end) < 0),
      )
    },
    set(key, value) {
      if (value.length === 0) throw new StoreError({ code: 'EMPTY_VALUE' })
      working.set(treeKey(key), storeBytes(value))
    },
    delete(key) {
      working.delete(treeKey(key))
    },
    commit() {
      const version = versions.push(new Map(working))
      return { version, root: rootOf(working) }
    },
    rollback() {
      working = new Map(versions.at(-1))
    },
    root: (version) => rootOf(content(version)),
  }
}

function sortedEntries(content: Content): Entry[] {
  const entries = [...content].map(([key, value]): Entry => [storeBytes(key), value])
  return entries.sort(([a], [b]) => compareBytes(a, b))
}

function rootOf(content: Content): Uint8Array {
  const parts = sortedEntries(content).flat()
  return sha256(concatBytes(...parts.flatMap((part) => [uvarintToBytes(part.length), part])))
}
