import { bech32 } from '@scure/base'

const CHARSET = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const CHECKSUM_SIZE = 6
const MIN_SIZE = 8
const MAX_SIZE = 1023

/**
 * Returns what Cosmos's decoder (cosmos/btcutil, bech32) says about a text that is not bech32.
 */
export function bech32Fault(text: string): string {
  const size = Buffer.byteLength(text)
  if (size < MIN_SIZE || size > MAX_SIZE) return `invalid bech32 string length ${size}`
  const strange = /[^!-~]/u.exec(text)?.[0]
  if (strange !== undefined) return `invalid character in string: '${firstByteOf(strange)}'`
  const lower = text.toLowerCase()
  if (text !== lower && text !== text.toUpperCase()) {
    return 'string not all lowercase or all uppercase'
  }
  const separator = lower.lastIndexOf('1')
  if (separator < 1 || separator + 1 + CHECKSUM_SIZE > lower.length) {
    return `invalid separator index ${separator}`
  }
  return dataFault(lower.slice(0, separator), lower.slice(separator + 1))
}

function dataFault(prefix: string, data: string): string {
  const other = [...data].find((character) => !CHARSET.includes(character))
  if (other !== undefined) {
    return `invalid character not part of charset: ${other.codePointAt(0)}`
  }
  const words = [...data.slice(0, -CHECKSUM_SIZE)].map((character) => CHARSET.indexOf(character))
  const expected = bech32.encode(prefix, words, false).slice(-CHECKSUM_SIZE)
  const actual = data.slice(-CHECKSUM_SIZE)
  if (expected !== actual) return `invalid checksum (expected ${expected} got ${actual})`
  return 'invalid incomplete group'
}

/** Go reads bytes, and shows one as the character with its number. */
function firstByteOf(character: string): string {
  return String.fromCharCode(Buffer.from(character)[0] ?? 0)
}
