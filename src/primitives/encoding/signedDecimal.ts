const PLACES = 18
const MAX_LENGTH = 100
const MAX_BITS = 315

/**
 * Parses a decimal, which may have signs, into units of 10^-18 (Cosmos SDK, NewDecFromStr).
 *
 * @throws RangeError in the SDK's words
 */
export function parseSignedDecimal(text: string): bigint {
  const size = Buffer.byteLength(text)
  if (size > MAX_LENGTH) throw new RangeError(`decimal string too long: got ${size}, max 100`)
  const isNegative = text.startsWith('-')
  const digits = isNegative ? text.slice(1) : text
  if (digits === '') throw new RangeError(': decimal string cannot be empty')
  const magnitude = parseMagnitude(digits)
  if ((magnitude < 0n ? -magnitude : magnitude) >> BigInt(MAX_BITS) !== 0n) {
    throw new RangeError(`decimal '${digits}' out of range`)
  }
  return isNegative ? -magnitude : magnitude
}

/** A second sign may lead: Go's numbers have it. */
function parseMagnitude(text: string): bigint {
  const [whole = '', fraction, ...others] = text.split('.')
  if (others.length > 0) throw new RangeError('invalid decimal string')
  if (fraction === '' || (fraction !== undefined && whole === '')) {
    throw new RangeError('invalid decimal length')
  }
  const places = fraction === undefined ? 0 : Buffer.byteLength(fraction)
  if (places > PLACES) {
    throw new RangeError(
      `value '${text}' exceeds max precision by ${PLACES - places} decimal places: max precision ${PLACES}`,
    )
  }
  const all = `${whole}${fraction ?? ''}${'0'.repeat(PLACES - places)}`
  if (/^[+-]?[0-9]+$/.test(all)) return BigInt(all.replace('+', ''))
  throw new RangeError(`failed to set decimal string with base 10: ${all}`)
}
