import { KECCAKS } from '../layout'
import { keccakOf64 } from './keccak'
import { copyWord, set } from './words'

// Hashes of two words, as Solidity makes one for each access to a mapping, and mostly for the same
// few keys. An entry is the input and its hash; the next input with the same place replaces it.

const ENTRY: usize = 96
const HASH: usize = 64

/** Mixes the words of an input; those who make them collide lose the hit and nothing else. */
@inline
function placeOf(data: usize): usize {
  const first = load<u64>(data) ^ load<u64>(data, 8) ^ rotl(load<u64>(data, 16), 17)
  const second = load<u64>(data, 32) ^ load<u64>(data, 40) ^ rotl(load<u64>(data, 48), 41)
  const lowest = load<u64>(data, 24) ^ rotl(load<u64>(data, 56), 29)
  return <usize>(((first ^ second ^ lowest) * 0x9e3779b97f4a7c15) >> 55)
}

@inline
function isSame(a: usize, b: usize): bool {
  const low = v128.or(
    v128.xor(v128.load(a), v128.load(b)),
    v128.xor(v128.load(a, 16), v128.load(b, 16)),
  )
  const high = v128.or(
    v128.xor(v128.load(a, 32), v128.load(b, 32)),
    v128.xor(v128.load(a, 48), v128.load(b, 48)),
  )
  return !v128.any_true(v128.or(low, high))
}

/**
 * Hash of the 64 bytes at `data`, big-endian, at the address that is returned. An entry without a
 * hash begins with zeros. A hash that begins so is never found, and calculated each time.
 */
export function keccakOfPair(data: usize): usize {
  const entry = KECCAKS + placeOf(data) * ENTRY
  const known = entry + HASH
  if (isSame(entry, data) && load<u64>(known) != 0) return known
  const hash = keccakOf64(data)
  copyWord(entry, data)
  copyWord(entry + 32, data + 32)
  // Limb by limb, as it was written: wider loads would wait for those stores.
  set(known, load<u64>(hash), load<u64>(hash, 8), load<u64>(hash, 16), load<u64>(hash, 24))
  return hash
}
