import type { Log } from '../../evm/run/log.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { equalBytes } from '../../primitives/encoding/bytes.ts'
import { hexToBytes } from '../../primitives/encoding/hex.ts'

/** Size of a filter. */
export const BLOOM_BYTES = 256
/** Number of items whose bits are cached: events of a chain have few addresses and topics. */
const MAX_CACHED = 4096

/** Filter without logs, shared by all receipts and headers that have none. */
export const EMPTY_BLOOM = new Uint8Array(BLOOM_BYTES)

/** Where the bits of recent items lie in {@link cachedBits}. */
const cached = new Map<string, number>()
/** Three bits of each item, as numbers of 11 bits. */
const cachedBits = new Uint16Array(3 * MAX_CACHED)

/** Bloom filter of logs: 2048 bits, three per address and topic (Yellow Paper, 4.3.1). */
export function logsBloom(logs: readonly Log[]): Uint8Array {
  if (logs.length === 0) return EMPTY_BLOOM
  const bloom = newBloom()
  for (const { address, topics } of logs) {
    addToBloom(bloom, address)
    for (const topic of topics) addToBloom(bloom, topic)
  }
  return bloom
}

/** Filters share buffers: one of its own is expensive to allocate and free. */
const BLOOMS_PER_BUFFER = 32
let blooms = new Uint8Array(0)
let bloomsUsed = 0

function newBloom(): Uint8Array {
  if (bloomsUsed === blooms.length) {
    blooms = new Uint8Array(BLOOMS_PER_BUFFER * BLOOM_BYTES)
    bloomsUsed = 0
  }
  bloomsUsed += BLOOM_BYTES
  return blooms.subarray(bloomsUsed - BLOOM_BYTES, bloomsUsed)
}

/** Whether a filter has no bits. Those of new blocks without logs are one object. */
export function isEmptyBloom(bloom: Uint8Array): boolean {
  return bloom === EMPTY_BLOOM || equalBytes(bloom, EMPTY_BLOOM)
}

/** Combines filters with a bitwise or. */
export function mergeBlooms(blooms: readonly Uint8Array[]): Uint8Array {
  if (blooms.every((bloom) => bloom === EMPTY_BLOOM)) return EMPTY_BLOOM
  const merged = new Uint8Array(BLOOM_BYTES)
  for (const bloom of blooms) {
    if (bloom === EMPTY_BLOOM) continue
    for (let i = 0; i < BLOOM_BYTES; i++) merged[i] = (merged[i] ?? 0) | (bloom[i] ?? 0)
  }
  return merged
}

function addToBloom(bloom: Uint8Array, item: string): void {
  const at = cached.get(item) ?? cacheBits(item)
  setBit(bloom, cachedBits[at] ?? 0)
  setBit(bloom, cachedBits[at + 1] ?? 0)
  setBit(bloom, cachedBits[at + 2] ?? 0)
}

function setBit(bloom: Uint8Array, bit: number): void {
  const byte = BLOOM_BYTES - 1 - (bit >> 3)
  bloom[byte] = (bloom[byte] ?? 0) | (1 << (bit & 7))
}

/** Adds the bits of an item to {@link cachedBits}, and returns where they are. */
function cacheBits(item: string): number {
  const hash = keccak256(hexToBytes(item))
  if (cached.size === MAX_CACHED) cached.clear()
  const at = 3 * cached.size
  for (let i = 0; i < 3; i++) {
    cachedBits[at + i] = (((hash[2 * i] ?? 0) << 8) | (hash[2 * i + 1] ?? 0)) & 0x7ff
  }
  cached.set(item, at)
  return at
}
