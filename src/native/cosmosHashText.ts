import type { Hash } from '../primitives/encoding/hex.ts'

/** A hash as Cosmos clients write it: upper case without `0x`. */
export function cosmosHashText(hash: Hash): string {
  return hash.slice(2).toUpperCase()
}
