import {
  bytesToUtf8,
  concatBytes,
  latin1ToBytes,
  utf8ToBytes,
} from '../../primitives/encoding/bytes.ts'
import { uvarintToBytes } from '../../primitives/encoding/varint.ts'
import type { Batches } from '../database/batches.ts'
import type { Database } from '../database/database.ts'
import { stageVersions } from '../database/savedVersions.ts'
import { EMPTY_HASH } from '../iavl/iavlHash.ts'
import { NodeCache } from '../iavl/nodeCache.ts'
import { type Multistore, openNodes } from '../multistore.ts'
import { computeAppHash } from '../storeProof.ts'
import type { ByteSource } from './byteSource.ts'
import { decodeTree, encodeTree } from './treeStream.ts'

/**
 * Approximate size of a node in the database besides its key and value: the database key and two
 * child digests.
 */
const NODE_BYTES = 120

/** One version of all stores. */
export interface StoresVersion {
  readonly version: number
  readonly appHash: Uint8Array
  /** Number of keys in all stores. */
  readonly keys: number
}

/** Returns the app hash and the number of keys of a version. @throws StoreError UNKNOWN_VERSION */
export function describeStores(stores: Multistore, version: number): StoresVersion {
  const keys = stores.names.reduce((sum, name) => sum + stores.tree(name).size(version), 0)
  return { version, appHash: stores.appHash(version), keys }
}

/**
 * Yields a version of all stores: the number of stores, then name length, name and tree of each.
 */
export function* encodeStores(
  stores: Multistore,
  version: number,
): Generator<Uint8Array, void, undefined> {
  yield uvarintToBytes(stores.names.length)
  for (const name of stores.names) {
    const bytes = utf8ToBytes(name)
    yield concatBytes(uvarintToBytes(bytes.length), bytes)
    yield* encodeTree(stores.tree(name).rootNode(version))
  }
}

/**
 * Reads the output of {@link encodeStores} into an empty database, as its only version. The last
 * writes stay staged.
 *
 * @param names of the stores, which must match the written ones.
 * @throws StoreError BAD_EXPORT
 */
export async function decodeStores(
  source: ByteSource,
  names: readonly string[],
  version: number,
  target: { readonly database: Database; readonly batches: Batches },
): Promise<StoresVersion> {
  const { database, batches } = target
  const stores = openNodes(names, database, new NodeCache(1))
  const count = await source.number()
  if (count !== stores.size) throw source.refuse(`${count} stores, want ${stores.size}`)
  const roots = new Map<string, Uint8Array>()
  let keys = 0
  for (const [name, nodes] of stores) {
    const found = bytesToUtf8(await source.bytes())
    if (found !== name) throw source.refuse(`store ${JSON.stringify(found)}, want ${name}`)
    const root = await decodeTree(source, version, async (node, nonce) => {
      const saved = nodes.append(node, nonce)
      await batches.add(NODE_BYTES + node.key.length + (node.left ? 0 : node.value.length))
      return saved
    })
    nodes.appendVersion(root, version)
    roots.set(name, latin1ToBytes(root?.hash ?? EMPTY_HASH))
    keys += root?.size ?? 0
  }
  stageVersions(database, { earliest: version, newest: version })
  return { version, appHash: computeAppHash(roots), keys }
}
