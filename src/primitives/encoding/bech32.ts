import { bech32 } from '@scure/base'

/**
 * Encodes bytes as bech32 with a human-readable prefix such as `sei` (BIP-173, original constant).
 */
export function bytesToBech32(prefix: string, bytes: Uint8Array): string {
  return bech32.encodeFromBytes(prefix, bytes)
}

/**
 * Decodes bech32.
 *
 * @throws Error if the checksum, a character or the prefix is wrong
 */
export function bech32ToBytes(prefix: string, text: string): Uint8Array {
  const { prefix: found, bytes } = bech32.decodeToBytes(text)
  if (found !== prefix) throw new RangeError(`bech32 prefix is ${found}, want ${prefix}`)
  return bytes
}

/** A decoded bech32 string. */
export interface Bech32 {
  /** In lower case. */
  readonly text: string
  readonly prefix: string
  readonly bytes: Uint8Array
}

/** Decodes a bech32 string with any prefix, in upper or lower case. Undefined if it is invalid. */
export function decodeBech32(text: string): Bech32 | undefined {
  try {
    const { prefix, bytes } = bech32.decodeToBytes(text)
    return { text: text.toLowerCase(), prefix, bytes }
  } catch {
    return undefined
  }
}
