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
  stringField,
  varintField,
} from '../../primitives/encoding/protobuf.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { IterableTableKind } from '../../state/rows/stateTable.ts'

/** What people call a denomination (Cosmos SDK, bank Metadata). */
export interface DenominationMetadata {
  readonly description: string
  /** Units of it, the base first; 10^exponent of the base are one. */
  readonly units: readonly { readonly denomination: string; readonly exponent: number }[]
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

/** Metadata of a denomination, or undefined where it has none. */
export function metadataOf(
  state: RowState,
  denomination: string,
): DenominationMetadata | undefined {
  return state.get(metadataKind, denomination)
}

/** Decimals of the unit that is shown: the largest exponent. */
export function decimalsOf({ units }: DenominationMetadata): number {
  return Math.max(0, ...units.map(({ exponent }) => exponent))
}

/**
 * Exponent of the unit that people speak of: 10^12 wei are a unit of the base denomination, 10^18
 * one of this.
 */
const EXPONENT = 6
/** What begins the name of a millionth. */
const MICRO = 'u'
const MEGA = 'M'

/**
 * What the chain's base denomination is called where nobody says it: of `usei` the unit that is
 * shown is `sei`, its symbol SEI.
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
    ...metadata.units.map(({ denomination, exponent }) =>
      messageField(2, concatBytes(stringField(1, denomination), varintField(2, BigInt(exponent)))),
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
      return { denomination: parts.text(1), exponent: Number(parts.varint(2)) }
    }),
    base: fields.text(3),
    display: fields.text(4),
    name: fields.text(5),
    symbol: fields.text(6),
  }
}
