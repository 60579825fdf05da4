import type { DenominationMetadata } from '../../primitives/denominationMetadata.ts'
import { metadataKind } from '../../state/rows/metadataKind.ts'
import type { RowState } from '../../state/rows/rowState.ts'

/** Returns the metadata of a denomination, or undefined. */
export function metadataOf(
  state: RowState,
  denomination: string,
): DenominationMetadata | undefined {
  return state.get(metadataKind, denomination)
}

/** Returns the decimals of the display unit: the largest exponent. */
export function decimalsOf({ units }: DenominationMetadata): number {
  return Math.max(0, ...units.map(({ exponent }) => exponent))
}

/**
 * Exponent of the display unit of the base denomination: 10^12 wei are a base unit, 10^18 a display
 * unit.
 */
const EXPONENT = 6
/** Prefix of a millionth. */
const MICRO = 'u'
const MEGA = 'M'

/**
 * Default metadata of the base denomination: for `usei` the display unit is `sei`, the symbol SEI.
 */
export function defaultMetadata(base: string): DenominationMetadata {
  const display = base.startsWith(MICRO) ? base.slice(MICRO.length) : MEGA + base
  return {
    description: '',
    units: [
      { denomination: base, exponent: 0 },
      { denomination: display, exponent: EXPONENT },
    ],
    base,
    display,
    name: display.charAt(0).toUpperCase() + display.slice(1),
    symbol: display.toUpperCase(),
  }
}
