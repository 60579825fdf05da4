import type { Log } from '../../evm/run/log.ts'
import { keccak256 } from '../../primitives/crypto/keccak.ts'
import { hexToBytes } from '../../primitives/encoding/hex.ts'

const BLOOM_BYTES = 256

/** Bloom filter of logs: 2048 bits, three per address and topic (Yellow Paper, 4.3.1). */
export function logsBloom(logs: readonly Log[]): Uint8Array {
  const bloom = new Uint8Array(BLOOM_BYTES)
  for (const { address, topics } of logs) {
    addToBloom(bloom, address)
    for (const topic of topics) addToBloom(bloom, topic)
  }
  return bloom
}

/** Combines filters with a bitwise or. */
export function mergeBlooms(blooms: readonly Uint8Array[]): Uint8Array {
  const merged = new Uint8Array(BLOOM_BYTES)
  for (const bloom of blooms) {
    for (let i = 0; i < BLOOM_BYTES; i++) merged[i] = (merged[i] ?? 0) | (bloom[i] ?? 0)
  }
  return merged
}

function addToBloom(bloom: Uint8Array, item: string): void {
  const hash = keccak256(hexToBytes(item))
  for (const at of [0, 2, 4]) {
    const bit = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 0x7ff
    const byte = BLOOM_BYTES - 1 - (bit >> 3)
    bloom[byte] = (bloom[byte] ?? 0) | (1 << (bit & 7))
  }
}
