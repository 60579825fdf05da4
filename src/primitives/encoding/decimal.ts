/** The decimal 1. Decimals of the chain have 18 places and are integers in units of 10^-18. */
export const DECIMAL_ONE = 10n ** 18n

const DECIMAL = /^([0-9]{1,78})(?:\.([0-9]{1,18}))?$/

/**
 * Parses a decimal such as `0.05` into units of 10^-18. Undefined if the text is invalid, has a
 * sign or more than 18 places.
 */
export function parseDecimal(text: string): bigint | undefined {
  const found = DECIMAL.exec(text)
  if (found === null) return undefined
  const [, whole = '', fraction = ''] = found
  return BigInt(whole + fraction.padEnd(18, '0'))
}

/** Formats a non-negative decimal with all its 18 places. */
export function formatDecimal(value: bigint): string {
  const digits = value.toString().padStart(19, '0')
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`
}

/** Multiplies two decimals and truncates to 18 places. */
export function multiplyDecimals(a: bigint, b: bigint): bigint {
  return (a * b) / DECIMAL_ONE
}

/** Divides two decimals, or two integers into a decimal, and truncates to 18 places. */
export function divideDecimals(a: bigint, b: bigint): bigint {
  return (a * DECIMAL_ONE) / b
}

/** Divides two integers and rounds half to even, as the Cosmos SDK does. */
export function divideRounded(value: bigint, unit: bigint): bigint {
  const quotient = value / unit
  const twice = (value % unit) * 2n
  if (twice > unit || (twice === unit && quotient % 2n === 1n)) return quotient + 1n
  return quotient
}
