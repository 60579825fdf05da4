import { randomBytes } from 'node:crypto'
import { keccak256 } from './crypto/keccak.ts'
import { bytesToBigInt, utf8ToBytes } from './encoding/bytes.ts'
import { bytesToHash, type Hash, type Hex, toQuantity } from './encoding/hex.ts'

/**
 * A name that nobody guesses and nothing else has: as geth's for filters and subscriptions, 128
 * random bits without leading zeros.
 */
export function randomId(): Hex {
  return toQuantity(bytesToBigInt(randomBytes(16)))
}

/** 32 bytes that nobody guesses and nothing else has. */
export function randomHash(): Hash {
  return bytesToHash(randomBytes(32))
}

/** Gives ids that look like random ones, but are the same, one after the other, in every run. */
export function derivedIds(seed: string): () => Hex {
  const next = derivedBytes(seed)
  return () => toQuantity(bytesToBigInt(next().subarray(0, 16)))
}

/** The same for hashes. */
export function derivedHashes(seed: string): () => Hash {
  const next = derivedBytes(seed)
  return () => bytesToHash(next())
}

function derivedBytes(seed: string): () => Uint8Array {
  let count = 0
  return () => keccak256(utf8ToBytes(`${seed}/${count++}`))
}
