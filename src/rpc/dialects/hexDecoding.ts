/** Decoding of hexadecimal text by geth's package `hexutil`, whose errors clients recognize. */

/** Message of invalid text, or undefined. */
export type HexFault = string | undefined

const DIGITS = /^[0-9a-f]*$/i
const EMPTY = 'empty hex string'
const NO_PREFIX = 'hex string without 0x prefix'
const ODD = 'hex string of odd length'
const INVALID = 'invalid hex string'

/** Checks text of a fixed size. @param type of Go, for the message */
export function fixedFault(text: string, digits: number, type: string): HexFault {
  if (text !== '' && !hasPrefix(text)) return NO_PREFIX
  const given = text.slice(2)
  if (given.length % 2 !== 0) return ODD
  if (given.length !== digits)
    return `hex string has length ${given.length}, want ${digits} for ${type}`
  return DIGITS.test(given) ? undefined : INVALID
}

/** Checks bytes; empty text has none. */
export function bytesFault(text: string): HexFault {
  return text === '' ? undefined : dataFault(text)
}

/** Checks bytes; empty text is invalid. */
export function dataFault(text: string): HexFault {
  if (text === '') return EMPTY
  if (!hasPrefix(text)) return NO_PREFIX
  if (!DIGITS.test(text.slice(2))) return INVALID
  return text.length % 2 === 0 ? undefined : ODD
}

/** Checks a number; empty text is zero. */
export function numberFault(text: string, bits: 64 | 256): HexFault {
  return text === '' ? undefined : strictNumberFault(text, bits)
}

/** Checks a number; empty text is invalid. */
export function strictNumberFault(text: string, bits: 64 | 256): HexFault {
  if (text === '') return EMPTY
  if (!hasPrefix(text)) return NO_PREFIX
  const digits = text.slice(2)
  if (digits === '') return 'hex string "0x"'
  if (digits.length > 1 && digits.startsWith('0')) return 'hex number with leading zero digits'
  if (digits.length > bits / 4) return `hex number > ${bits} bits`
  return DIGITS.test(digits) ? undefined : INVALID
}

function hasPrefix(text: string): boolean {
  return text.startsWith('0x') || text.startsWith('0X')
}
