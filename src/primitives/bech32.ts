import { bech32 } from '@scure/base'

/** Bech32 text of `bytes` with a human-readable prefix such as `sei` (BIP-173, original constant). */
export function bytesToBech32(prefix: string, bytes: Uint8Array): string {
  return bech32.encodeFromBytes(prefix, bytes)
}

/**
 * Bytes behind a bech32 text.
 *
 * @throws Error when the checksum, a character or the prefix is wrong.
 */
export function bech32ToBytes(prefix: string, text: string): Uint8Array {
  const { prefix: found, bytes } = bech32.decodeToBytes(text)
  if (found !== prefix) throw new RangeError(`bech32 prefix is ${found}, want ${prefix}`)
  return bytes
}
