import type { Happening } from './happening.ts'
import { printableJson } from './printable.ts'

/** A happening as a line of JSON: amounts are decimal text, and an address may have its label beside it. */
export function jsonLine(happening: Happening | Readonly<Record<string, unknown>>): string {
  const json = JSON.stringify(
    { time: new Date().toISOString(), ...happening },
    (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value),
  )
  return printableJson(json)
}
