import { bytesToUtf8, parseUtf8, utf8ToBytes } from './bytes.ts'

/** A character of UTF-8 of several bytes, or a byte of none. */
const MULTIBYTE =
  /[\xc2-\xdf][\x80-\xbf]|\xe0[\xa0-\xbf][\x80-\xbf]|[\xe1-\xec\xee\xef][\x80-\xbf]{2}|\xed[\x80-\x9f][\x80-\xbf]|\xf0[\x90-\xbf][\x80-\xbf]{2}|[\xf1-\xf3][\x80-\xbf]{3}|\xf4[\x80-\x8f][\x80-\xbf]{2}|[\x80-\xff]/g

/** Decodes UTF-8 as Go does (unicode/utf8): each byte of no character becomes U+FFFD. */
export function goText(bytes: Uint8Array): string {
  try {
    return parseUtf8(bytes)
  } catch {
    const units = Buffer.from(bytes).toString('latin1')
    const valid = units.replace(MULTIBYTE, (unit) => (unit.length > 1 ? unit : '\xef\xbf\xbd'))
    return parseUtf8(Buffer.from(valid, 'latin1'))
  }
}

/** Reads a string of JSON as Go does (encoding/json). */
export function goString(token: Uint8Array): string {
  return wellFormed(JSON.parse(goText(token)) as string)
}

/** Replaces halves of characters, which Go cannot keep. */
export function wellFormed(text: string): string {
  return bytesToUtf8(utf8ToBytes(text))
}
