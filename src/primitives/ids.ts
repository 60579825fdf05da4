import { randomBytes } from 'node:crypto'
import { keccak256 } from './crypto/keccak.ts'
import { bytesToBigInt, utf8ToBytes } from './encoding/bytes.ts'
import { bytesToHash, type Hash, type Hex, toQuantity } from './encoding/hex.ts'

/**
 * Returns an unguessable, unique id of 128 random bits without leading zeros, as the filter and
 * subscription ids of geth.
 */
export function randomId(): Hex {
  return toQuantity(bytesToBigInt(randomBytes(16)))
}

/** Returns 32 unguessable, unique bytes. */
export function randomHash(): Hash {
  return bytesToHash(randomBytes(32))
}

/** Returns a generator of the ids `0x1`, `0x2`, … */
export function sequentialIds(): () => Hex {
  let last = 0n
  return () => toQuantity(++last)
}

/** Returns a generator of ids that look random but are the same in every run. */
export function derivedIds(seed: string): () => Hex {
  const next = derivedBytes(seed)
  return () => toQuantity(bytesToBigInt(next().subarray(0, 16)))
}

/** Returns a generator of hashes that look random but are the same in every run. */
export function derivedHashes(seed: string): () => Hash {
  const next = derivedBytes(seed)
  return () => bytesToHash(next())
}

function derivedBytes(seed: string): () => Uint8Array {
  let count = 0
  return () => keccak256(utf8ToBytes(`${seed}/${count++}`))
}
