import { assert } from '../primitives/assert.ts'
import { latin1ToBytes } from '../primitives/encoding/bytes.ts'
import { EMPTY_HASH } from './iavl/iavlHash.ts'
import { getLeaf, leafValue, type NodeRef } from './iavl/iavlNode.ts'
import { entriesOf } from './iavl/iavlStore.ts'
import { hashOf } from './iavl/treeHasher.ts'
import { computeAppHash } from './storeProof.ts'
import { type Entry, type KeyRange, type StoreKey, treeKey } from './versionedStore.ts'

/** A read-only view of all stores at one version. */
export interface MultistoreReader {
  /** App hash of the version. */
  readonly appHash: Uint8Array
  /** Returns the value of a key. Undefined if the key is absent. */
  get(name: string, key: StoreKey): Uint8Array | undefined
  /** Returns the entries in key order. */
  entries(name: string, range: KeyRange): Iterable<Entry>
  /**
   * Returns an object that identifies the content of a store: the same one for versions without a
   * change between them. Undefined if the store is empty.
   */
  contentOf(name: string): object | undefined
}

/** Reads through the roots of one version. */
export class VersionReader implements MultistoreReader {
  readonly #places: ReadonlyMap<string, number>
  readonly #roots: readonly (NodeRef | undefined)[]

  /**
   * @param places of the stores in the list of roots, by name
   */
  constructor(places: ReadonlyMap<string, number>, roots: readonly (NodeRef | undefined)[]) {
    this.#places = places
    this.#roots = roots
  }

  get appHash(): Uint8Array {
    const hashes = [...this.#places].map(([name, place]) => {
      const root = this.#roots[place]
      return [name, latin1ToBytes(root === undefined ? EMPTY_HASH : hashOf(root))] as const
    })
    return computeAppHash(new Map(hashes))
  }

  get(name: string, key: StoreKey): Uint8Array | undefined {
    return leafValue(getLeaf(this.#rootOf(name), treeKey(key)))
  }

  entries(name: string, range: KeyRange): Iterable<Entry> {
    return entriesOf(this.#rootOf(name), range)
  }

  contentOf(name: string): object | undefined {
    return this.#rootOf(name)
  }

  #rootOf(name: string): NodeRef | undefined {
    const place = this.#places.get(name)
    assert(place !== undefined, `a store named ${name}`)
    return this.#roots[place]
  }
}
