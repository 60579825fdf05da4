import type { Address } from '../../primitives/address.ts'
import {
  bytesToLatin1,
  bytesToUtf8,
  concatBytes,
  utf8ToBytes,
} from '../../primitives/encoding/bytes.ts'
import { bytesToHex, hexToBytes } from '../../primitives/encoding/hex.ts'
import type { IterableTableKind } from './stateTable.ts'

const PREFIX = Uint8Array.of(0x15, 0x00)
/** Version 1 of the pointer contracts in two bytes: the end of the key. */
const VERSION = Uint8Array.of(0x00, 0x01)

/** Evm 15 00: pointer contract of a denomination. Row: denomination. */
export const nativePointerKind: IterableTableKind<Address> = {
  name: 'evm/native-pointer',
  store: 'evm',
  prefix: PREFIX,
  key: (denomination) => bytesToLatin1(concatBytes(PREFIX, utf8ToBytes(denomination), VERSION)),
  idOf: (rest) => bytesToUtf8(rest.subarray(0, -VERSION.length)),
  encode: hexToBytes,
  decode: (bytes) => bytesToHex(bytes) as Address,
  equal: (a, b) => a === b,
}
