import { bigIntToBytes, trimLeft } from '../primitives/encoding/bytes.ts'

/** A number of at most 256 bits, big-endian without leading zeros; 0 has no bytes. */
export function minimalBytes(value: bigint): Uint8Array {
  return trimLeft(bigIntToBytes(value, 32))
}
