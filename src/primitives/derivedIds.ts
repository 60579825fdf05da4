import { bytesToBigInt, utf8ToBytes } from './bytes.ts'
import { type Hex, toQuantity } from './hex.ts'
import { keccak256 } from './keccak.ts'

/** Gives ids that look like random ones, but are the same, one after the other, in every run. */
export function derivedIds(seed: string): () => Hex {
  let count = 0
  return () => {
    const hash = keccak256(utf8ToBytes(`${seed}/${count++}`))
    return toQuantity(bytesToBigInt(hash.subarray(0, 16)))
  }
}
