import type { NodeEvent } from './nodeEvent.ts'

const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu

/**
 * Escapes control characters of untrusted text for a terminal as `\u001b`. Line breaks and tabs
 * stay.
 */
export function printable(text: string): string {
  return text.replaceAll(CONTROLS, (control) =>
    control === '\n' || control === '\t' ? control : escapeOf(control),
  )
}

/** Escapes text for one line: white space becomes spaces. */
export function onOneLine(text: string): string {
  return text.replaceAll(/[\p{C}\u2028\u2029]+/gu, ' ')
}

/** Returns equivalent JSON text without such characters in its strings. */
export function printableJson(json: string): string {
  return json.replaceAll(CONTROLS, escapeOf)
}

/**
 * A happening as a line of JSON: amounts are decimal text, and an address may have its label beside
 * it.
 */
export function jsonLine(happening: NodeEvent | Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify(
    { time: new Date().toISOString(), ...happening },
    (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
  )
  return printableJson(json)
}

/**
 * What people call a coin of 10^18 wei: `usei` is a millionth of one. Undefined stands for a chain
 * without native coins.
 */
export function coinOf(denomination: string | undefined): string {
  if (denomination === undefined) return 'ETH'
  return /^u[a-z]{2,}$/.test(denomination) ? denomination.slice(1).toUpperCase() : 'coins'
}

/** Wei as coins, with as many decimals as there are. */
export function formatCoins(wei: bigint): string {
  const digits = wei.toString().padStart(19, '0')
  const fraction = digits.slice(-18).replace(/0+$/, '')
  return fraction === '' ? digits.slice(0, -18) : `${digits.slice(0, -18)}.${fraction}`
}

function escapeOf(control: string): string {
  return `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`
}
