import type { NativeAddress } from '../../state/rows/layout.ts'
import type { Validator } from './validator.ts'

/** Units that make one power of a validator. */
export const UNITS_PER_POWER = 1_000_000n

type Entry = readonly [operator: NativeAddress, validator: Validator]

/** Sorts validators: the most powerful first, those of equal power by their address. */
export function byPower([a, { tokens: first }]: Entry, [b, { tokens: second }]: Entry): number {
  const difference = second / UNITS_PER_POWER - first / UNITS_PER_POWER
  if (difference !== 0n) return difference > 0n ? 1 : -1
  return a < b ? -1 : 1
}
