import { assert } from '../primitives/assert.ts'
import { concatBytes, utf8ToBytes } from '../primitives/encoding/bytes.ts'
import { uvarintToBytes } from '../primitives/encoding/varint.ts'
import { type IavlModule, iavlModule, memoryOf } from './iavl/iavlModule.ts'
import { LEAF_PREFIX } from './ics23/merkle.ts'

const HASH_BYTES = 32
/** Size of a leaf's length in WebAssembly. */
const LENGTH_BYTES = 4

/** The hasher whose stores are in the module's memory. */
let owner: AppHasher | undefined

/**
 * Computes the app hashes of consecutive versions, as `computeAppHash` does, in one call of
 * WebAssembly.
 */
export class AppHasher {
  readonly #module: IavlModule
  readonly #count: number
  /** The leaves as the module reads them, without hashes. */
  readonly #leaves: Uint8Array
  /** Roots of the last version. */
  #roots: readonly string[] = []
  #bytes: Buffer

  /** @param names of the stores in bytewise order, at least one */
  constructor(names: readonly string[]) {
    this.#module = iavlModule()
    this.#bytes = memoryOf(this.#module).bytes
    this.#count = names.length
    const { leafBytes, mostStores } = this.#module
    assert(names.length <= mostStores.value, `at most ${mostStores.value} stores`)
    this.#leaves = new Uint8Array(names.length * leafBytes.value)
    for (const [i, name] of names.entries()) {
      const leaf = leafOf(name)
      assert(leaf.length <= leafBytes.value, `a shorter name than ${name}`)
      this.#leaves.set(leaf, i * leafBytes.value)
    }
  }

  /** @param roots of the stores in the order of their names, as latin1 strings */
  appHash(roots: readonly string[]): Uint8Array {
    const { appHash, leaves, roots: start } = this.#module
    if (this.#bytes.length === 0) this.#bytes = memoryOf(this.#module).bytes
    const bytes = this.#bytes
    if (owner !== this) {
      bytes.set(this.#leaves, leaves.value)
      this.#roots = []
      owner = this
    }
    for (let i = 0; i < this.#count; i++) {
      const root = roots[i] as string
      if (root !== this.#roots[i]) bytes.write(root, start.value + HASH_BYTES * i, 'latin1')
    }
    this.#roots = roots
    const at = appHash(this.#count)
    const hash = new Uint8Array(HASH_BYTES)
    bytes.copy(hash, 0, at, at + HASH_BYTES)
    return hash
  }
}

/** The leaf of a store with its length before it, and zeros for the hash of the root. */
function leafOf(name: string): Uint8Array {
  const key = utf8ToBytes(name)
  const prefix = [uvarintToBytes(key.length), key, Uint8Array.of(HASH_BYTES)]
  const leaf = concatBytes(LEAF_PREFIX, ...prefix, new Uint8Array(HASH_BYTES))
  const length = new Uint8Array(LENGTH_BYTES)
  new DataView(length.buffer).setUint32(0, leaf.length, true)
  return concatBytes(length, leaf)
}
