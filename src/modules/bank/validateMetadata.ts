import type { DenominationMetadata } from '../../primitives/denominationMetadata.ts'
import { isDenomination } from './denomination.ts'

/** Returns why metadata is invalid, in the words of the SDK. Undefined if it is valid. */
export function metadataFault({
  name,
  symbol,
  base,
  display,
  units,
}: DenominationMetadata): string | undefined {
  if (name.trim() === '') return 'name field cannot be blank'
  if (symbol.trim() === '') return 'symbol field cannot be blank'
  if (!isDenomination(base)) return `invalid metadata base denom: invalid denom: ${base}`
  if (!isDenomination(display)) return `invalid metadata display denom: invalid denom: ${display}`
  const seen = new Set<string>()
  for (const [i, { denomination, exponent }] of units.entries()) {
    if (i === 0) {
      if (denomination !== base) {
        return `metadata's first denomination unit must be the one with base denom '${base}'`
      }
      if (exponent !== 0) return `the exponent for base denomination unit ${base} must be 0`
    } else if ((units[i - 1]?.exponent ?? 0) >= exponent) {
      return 'denom units should be sorted asc by exponent'
    }
    if (seen.has(denomination)) return `duplicate denomination unit ${denomination}`
    if (!isDenomination(denomination)) {
      return `invalid denom unit: invalid denom: ${denomination}`
    }
    seen.add(denomination)
  }
  if (seen.has(display)) return undefined
  return `metadata must contain a denomination unit with display denom '${display}'`
}
