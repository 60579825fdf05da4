import type { DenominationMetadata } from '../../primitives/denominationMetadata.ts'
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
import type { IterableTableKind } from './stateTable.ts'

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
