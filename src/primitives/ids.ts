import { randomBytes } from 'node:crypto'
import { keccak256 } from './crypto/keccak.ts'
import { bytesToBigInt, utf8ToBytes } from './encoding/bytes.ts'
import { bytesToHash, type Hash, type Hex, toQuantity } from './encoding/hex.ts'

/**
 * Returns an unguessable id: 128 random bits without leading zeros, as geth's for filters and
 * subscriptions.
 */
export function randomId(): Hex {
  return toQuantity(bytesToBigInt(randomBytes(16)))
}

/** Returns 32 random bytes. */
export function randomHash(): Hash {
  return bytesToHash(randomBytes(32))
}

/** Creates a deterministic source of ids that look like random ones. */
export function derivedIds(seed: string): () => Hex {
  const next = derivedBytes(seed)
  return () => toQuantity(bytesToBigInt(next().subarray(0, 16)))
}

/** Creates a deterministic source of hashes. */
export function derivedHashes(seed: string): () => Hash {
  const next = derivedBytes(seed)
  return () => bytesToHash(next())
}

function derivedBytes(seed: string): () => Uint8Array {
  let count = 0
  return () => keccak256(utf8ToBytes(`${seed}/${count++}`))
}
