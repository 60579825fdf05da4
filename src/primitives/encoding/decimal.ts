/** One, as a decimal of 18 places: the chain's decimals are integers that count 10^-18. */
export const DECIMAL_ONE = 10n ** 18n

const DECIMAL = /^([0-9]{1,78})(?:\.([0-9]{1,18}))?$/

/**
 * The decimal that a text such as `0.05` says, in 10^-18; undefined where it says none, has a sign
 * or more than 18 places.
 */
export function parseDecimal(text: string): bigint | undefined {
  const found = DECIMAL.exec(text)
  if (found === null) return undefined
  const [, whole = '', fraction = ''] = found
  return BigInt(whole + fraction.padEnd(18, '0'))
}

/** Text of a non-negative decimal, with all its 18 places. */
export function formatDecimal(value: bigint): string {
  const digits = value.toString().padStart(19, '0')
  return `${digits.slice(0, -18)}.${digits.slice(-18)}`
}

/** A product of two decimals, what is beyond 18 places cut off. */
export function multiplyDecimals(a: bigint, b: bigint): bigint {
  return (a * b) / DECIMAL_ONE
}

/**
 * A quotient of two decimals, or of two integers as a decimal, what is beyond 18 places cut off.
 */
export function divideDecimals(a: bigint, b: bigint): bigint {
  return (a * DECIMAL_ONE) / b
}
