import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { bytesToHash, type Hash } from '../../primitives/encoding/hex.ts'
import { STRING } from '../../primitives/encoding/rlp.ts'
import { Instance, Module, readModule } from '../../primitives/wasmModule.ts'

/** Root of an empty trie: keccak256 of the RLP of an empty string. */
export const EMPTY_TRIE_ROOT = bytesToHash(keccak256(Uint8Array.of(STRING)))

const ENTRY_BYTES = 8
const HASH_BYTES = 32
/** Memory beyond this is not kept for the next block. */
const MOST_KEPT_BYTES = 16 * 1024 * 1024

/** Exports of the module; see `assembly/hashing/trie.ts`. */
interface TrieModule {
  readonly memory: { readonly buffer: ArrayBuffer }
  readonly entries: { readonly value: number }
  readonly headroom: { readonly value: number }
  reserve(bytes: number): void
  trieRoot(values: number): number
}

/** An instance with views of its memory. */
interface Hasher {
  readonly module: TrieModule
  bytes: Buffer
  words: Uint32Array
}

let code: object | undefined
let loaded: Hasher | undefined

/**
 * Returns the root of the Merkle Patricia trie that maps rlp(0), rlp(1), … to the values:
 * `transactionsRoot`, `receiptsRoot`. One call of WebAssembly encodes and hashes all nodes
 * (docs/dependencies.md compares with a general trie).
 */
export function orderedTrieRoot(values: readonly Uint8Array[]): Hash {
  if (values.length === 0) return EMPTY_TRIE_ROOT
  loaded ??= load()
  const hasher = loaded
  const { entries, headroom, reserve, trieRoot } = hasher.module
  let size = ENTRY_BYTES * values.length
  for (const value of values) size += headroom.value + value.length
  reserve(size)
  // Growth replaces the memory.
  if (hasher.bytes.length === 0) Object.assign(hasher, viewsOf(hasher.module))
  const { bytes, words } = hasher
  let entry = entries.value / 4
  let at = entries.value + ENTRY_BYTES * values.length
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as Uint8Array
    at += headroom.value
    bytes.set(value, at)
    words[entry++] = at
    words[entry++] = value.length
    at += value.length
  }
  const root = trieRoot(values.length)
  if (bytes.length > MOST_KEPT_BYTES) loaded = undefined
  return `0x${bytes.toString('hex', root, root + HASH_BYTES)}` as Hash
}

function load(): Hasher {
  code ??= new Module(readModule('trie.wasm'))
  const module = new Instance(code, {}).exports as TrieModule
  return { module, ...viewsOf(module) }
}

function viewsOf({ memory: { buffer } }: TrieModule): Pick<Hasher, 'bytes' | 'words'> {
  return { bytes: Buffer.from(buffer), words: new Uint32Array(buffer) }
}
