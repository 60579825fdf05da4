/**
 * Returns what Go's decoder of hexadecimal digits says about a text that is not such digits
 * (encoding/hex), which knows no prefix. Undefined if it is valid.
 */
export function hexFault(text: string): string | undefined {
  // Go reads bytes, and shows one as the character with its number.
  const bytes = Buffer.from(text).toString('latin1')
  const other = /[^0-9a-f]/i.exec(bytes.slice(0, bytes.length - (bytes.length % 2)))?.[0]
  if (other !== undefined) {
    const code = other.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
    return `encoding/hex: invalid byte: U+${code} '${other}'`
  }
  return bytes.length % 2 === 1 ? 'encoding/hex: odd length hex string' : undefined
}
