import type { Log } from '../../evm/run/log.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { hexToBytes } from '../../primitives/encoding/hex.ts'

/** Size of a filter. */
export const BLOOM_BYTES = 256
/** Number of items whose bits are cached: events of a chain have few addresses and topics. */
const MAX_CACHED = 4096

/** Filter without logs, shared by all receipts and headers that have none. */
export const EMPTY_BLOOM = new Uint8Array(BLOOM_BYTES)

/** Bits of recent items: three numbers of 11 bits. */
const cached = new Map<string, number>()

/** Bloom filter of logs: 2048 bits, three per address and topic (Yellow Paper, 4.3.1). */
export function logsBloom(logs: readonly Log[]): Uint8Array {
  if (logs.length === 0) return EMPTY_BLOOM
  const bloom = new Uint8Array(BLOOM_BYTES)
  for (const { address, topics } of logs) {
    addToBloom(bloom, address)
    for (const topic of topics) addToBloom(bloom, topic)
  }
  return bloom
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
  const bits = bitsOf(item)
  for (let shift = 0; shift < 33; shift += 11) {
    const bit = Math.floor(bits / 2 ** shift) & 0x7ff
    const byte = BLOOM_BYTES - 1 - (bit >> 3)
    bloom[byte] = (bloom[byte] ?? 0) | (1 << (bit & 7))
  }
}

function bitsOf(item: string): number {
  const known = cached.get(item)
  if (known !== undefined) return known
  const hash = keccak256(hexToBytes(item))
  let bits = 0
  for (const at of [4, 2, 0]) {
    bits = bits * 2 ** 11 + ((((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 0x7ff)
  }
  if (cached.size >= MAX_CACHED) cached.clear()
  cached.set(item, bits)
  return bits
}
