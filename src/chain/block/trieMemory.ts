import { createHashing, type HashingModule } from '../../primitives/crypto/hashingModule.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'

const HASH_BYTES = 32
/** Memory beyond this is not kept for the next block. */
const MOST_KEPT_BYTES = 16 * 1024 * 1024

/** Bytes of an entry: position and length of a value. */
export const ENTRY_BYTES = 8

/** An instance that hashes tries, with views of its memory. */
export interface TrieMemory {
  readonly module: HashingModule
  bytes: Buffer
  words: Uint32Array
  longs: BigUint64Array
}

let loaded: TrieMemory | undefined

export function trieModule(): HashingModule {
  loaded ??= load()
  return loaded.module
}

/** Returns the memory with room up to an address. */
export function reserveTrie(end: number): TrieMemory {
  loaded ??= load()
  loaded.module.reserve(end)
  // Growth replaces the memory.
  if (loaded.bytes.length === 0) Object.assign(loaded, viewsOf(loaded.module))
  return loaded
}

/** Returns the root of the trie of the first entries. Then the memory may be gone. */
export function hashTrie({ module, bytes }: TrieMemory, entries: number): Hash {
  const root = module.trieRoot(entries)
  if (bytes.length > MOST_KEPT_BYTES) loaded = undefined
  return `0x${bytes.toString('hex', root, root + HASH_BYTES)}` as Hash
}

function load(): TrieMemory {
  const module = createHashing()
  return { module, ...viewsOf(module) }
}

function viewsOf({ memory: { buffer } }: HashingModule): Omit<TrieMemory, 'module'> {
  return {
    bytes: Buffer.from(buffer),
    words: new Uint32Array(buffer),
    longs: new BigUint64Array(buffer),
  }
}
