import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { bytesToHash, type Hash } from '../../primitives/encoding/hex.ts'
import { STRING } from '../../primitives/encoding/rlp.ts'
import { ENTRY_BYTES, hashTrie, reserveTrie, trieModule } from './trieMemory.ts'

/** Root of an empty trie: keccak256 of the RLP of an empty string. */
export const EMPTY_TRIE_ROOT = bytesToHash(keccak256(Uint8Array.of(STRING)))

/**
 * Returns the root of the Merkle Patricia trie that maps rlp(0), rlp(1), … to the values:
 * `transactionsRoot`. One call of WebAssembly encodes and hashes all nodes (docs/dependencies.md
 * compares with a general trie).
 */
export function orderedTrieRoot(values: readonly Uint8Array[]): Hash {
  if (values.length === 0) return EMPTY_TRIE_ROOT
  const entries = trieModule().entries.value
  const headroom = trieModule().headroom.value
  const start = entries + ENTRY_BYTES * values.length
  let end = start
  for (const value of values) end += headroom + value.length
  const memory = reserveTrie(end)
  const { bytes, words } = memory
  let entry = entries / 4
  let at = start
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as Uint8Array
    at += headroom
    bytes.set(value, at)
    words[entry++] = at
    words[entry++] = value.length
    at += value.length
  }
  return hashTrie(memory, values.length)
}
