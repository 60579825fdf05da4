import {
  bytesToLatin1,
  bytesToUtf8,
  concatBytes,
  equalBytes,
  utf8ToBytes,
} from '../../primitives/encoding/bytes.ts'
import {
  decodeFields,
  messageField,
  repeatedField,
  stringField,
  varintField,
} from '../../primitives/encoding/protobuf.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { IterableTableKind } from '../../state/rows/stateTable.ts'

/** A unit of a denomination: 10^exponent of the base. */
export interface DenominationUnit {
  readonly denomination: string
  readonly exponent: number
  /** Other names. */
  readonly aliases?: readonly string[]
}

/** Metadata of a denomination (Cosmos SDK, bank Metadata). */
export interface DenominationMetadata {
  readonly description: string
  /** Its units, the base first; one unit is 10^exponent of the base. */
  readonly units: readonly DenominationUnit[]
  readonly base: string
  readonly display: string
  readonly name: string
  readonly symbol: string
}

const PREFIX = Uint8Array.of(0x01)

/** Bank 01: metadata. Row: denomination. */
export const metadataKind: IterableTableKind<DenominationMetadata> = {
  name: 'bank/metadata',
  store: 'bank',
  prefix: PREFIX,
  key: (denomination) => bytesToLatin1(concatBytes(PREFIX, utf8ToBytes(denomination))),
  idOf: bytesToUtf8,
  encode,
  decode,
  equal: (a, b) => equalBytes(encode(a), encode(b)),
}

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

function encode(metadata: DenominationMetadata): Uint8Array {
  return concatBytes(
    stringField(1, metadata.description),
    ...metadata.units.map(({ denomination, exponent, aliases = [] }) =>
      messageField(
        2,
        concatBytes(
          stringField(1, denomination),
          varintField(2, BigInt(exponent)),
          repeatedField(3, aliases.map(utf8ToBytes)),
        ),
      ),
    ),
    stringField(3, metadata.base),
    stringField(4, metadata.display),
    stringField(5, metadata.name),
    stringField(6, metadata.symbol),
  )
}

function decode(bytes: Uint8Array): DenominationMetadata {
  const fields = decodeFields(bytes)
  return {
    description: fields.text(1),
    units: fields.messages(2).map((unit) => {
      const parts = decodeFields(unit)
      const aliases = parts.messages(3).map(bytesToUtf8)
      return {
        denomination: parts.text(1),
        exponent: Number(parts.varint(2)),
        ...(aliases.length > 0 && { aliases }),
      }
    }),
    base: fields.text(3),
    display: fields.text(4),
    name: fields.text(5),
    symbol: fields.text(6),
  }
}
