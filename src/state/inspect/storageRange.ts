import { setImmediate } from 'node:timers/promises'
import type { Address } from '../../primitives/address.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { bytesToLatin1, latin1ToBytes } from '../../primitives/encoding/bytes.ts'
import { bytesToHash, type Hash } from '../../primitives/encoding/hex.ts'
import type { StateReader } from '../stateReader.ts'

/** A storage slot with a nonzero word. */
export interface HashedSlot {
  /** keccak256 of the slot, which is the sort order of Ethereum's storage tries. */
  readonly hash: Hash
  /** 32 bytes each. */
  readonly slot: Uint8Array
  readonly word: Uint8Array
}

/** A range of an account's storage in the order of the hashes, and the start of the next range. */
export interface StorageRange {
  readonly slots: readonly HashedSlot[]
  /** Undefined at the end. */
  readonly next: Hash | undefined
}

/**
 * Returns the first `limit` slots with a hash of at least `start` (at most 32 bytes, compared
 * bytewise). Hashes every slot of the account, because the stores have no index of the hashes.
 * Yields to the event loop.
 */
export async function storageRange(
  state: StateReader,
  address: Address,
  start: Uint8Array,
  limit: number,
): Promise<StorageRange> {
  const found = await smallestHashes(state.storageSlots(address), bytesToLatin1(start), limit + 1)
  const slots = found.slice(0, limit).map(({ hash, slot }) => ({
    hash: bytesToHash(latin1ToBytes(hash)),
    slot,
    word: state.getStorage(address, slot),
  }))
  const next = found[limit]
  return { slots, next: next && bytesToHash(latin1ToBytes(next.hash)) }
}

/** Number of slots that are hashed before yielding to the event loop. */
const SLOTS_PER_YIELD = 2000

/** A slot and its hash, one character per byte. */
interface Candidate {
  readonly hash: string
  readonly slot: Uint8Array
}

/**
 * Returns at most `count` slots in the order of their hashes, starting at `start`. Holds at most
 * twice as many in memory.
 */
async function smallestHashes(
  slots: Iterable<Uint8Array>,
  start: string,
  count: number,
): Promise<Candidate[]> {
  const sorted = (some: Candidate[]) =>
    some.sort((a, b) => (a.hash < b.hash ? -1 : 1)).slice(0, count)
  let kept: Candidate[] = []
  let seen = 0
  for (const slot of slots) {
    if (++seen % SLOTS_PER_YIELD === 0) await setImmediate()
    const hash = bytesToLatin1(keccak256(slot))
    if (hash >= start) kept.push({ hash, slot })
    if (kept.length > 2 * count) kept = sorted(kept)
  }
  return sorted(kept)
}
