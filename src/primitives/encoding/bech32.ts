import { bech32 } from '@scure/base'

/**
 * Encodes `bytes` as bech32 with a human-readable prefix such as `sei` (BIP-173, original
 * constant).
 */
export function bytesToBech32(prefix: string, bytes: Uint8Array): string {
  return bech32.encodeFromBytes(prefix, bytes)
}

/**
 * Decodes a bech32 text with a known prefix.
 *
 * @throws Error if the checksum, a character or the prefix is wrong.
 */
export function bech32ToBytes(prefix: string, text: string): Uint8Array {
  const { prefix: found, bytes } = bech32.decodeToBytes(text)
  if (found !== prefix) throw new RangeError(`bech32 prefix is ${found}, want ${prefix}`)
  return bytes
}

/** A bech32 text and its decoded parts. */
export interface Bech32 {
  /** In lower case. */
  readonly text: string
  readonly prefix: string
  readonly bytes: Uint8Array
}

/**
 * Decodes a bech32 text in one letter case and with any prefix. Undefined if the text or its
 * checksum is invalid.
 */
export function decodeBech32(text: string): Bech32 | undefined {
  try {
    const { prefix, bytes } = bech32.decodeToBytes(text)
    return { text: text.toLowerCase(), prefix, bytes }
  } catch {
    return undefined
  }
}
