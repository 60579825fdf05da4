import {
  afterPrefix,
  bytesToLatin1,
  concatBytes,
  equalBytes,
} from '../primitives/encoding/bytes.ts'
import { bytesToHex, type Hex, hexToBytes } from '../primitives/encoding/hex.ts'
import type { NativeAddress } from '../state/rows/layout.ts'
import type { IterableTableKind } from '../state/rows/stateTable.ts'
import type { KeyRange } from '../store/versionedStore.ts'

/** Definition of a module table. */
export interface ModuleTable<V> {
  readonly store: IterableTableKind<unknown>['store']
  /** Name after the store: `delegation` of `staking/delegation`. */
  readonly name: string
  readonly prefix: number
  /** Encodes and decodes the key of a row without the prefix. */
  readonly id: RowId
  encode(value: V): Uint8Array
  decode(bytes: Uint8Array): V
}

/** Encoding of row ids in keys. */
export interface RowId {
  toBytes(id: string): Uint8Array
  fromBytes(bytes: Uint8Array): string
}

/** A module table. */
export function moduleTable<V>({
  store,
  name,
  prefix,
  id,
  encode,
  decode,
}: ModuleTable<V>): IterableTableKind<V> {
  const start = String.fromCharCode(prefix)
  /** Encodings of values, which never change: one is compared twice before it is stored. */
  const encodings = new WeakMap<object, Uint8Array>()
  const encodeOnce = (value: V): Uint8Array => {
    if (typeof value !== 'object' || value === null) return encode(value)
    const known = encodings.get(value)
    if (known !== undefined) return known
    const encoded = encode(value)
    encodings.set(value, encoded)
    return encoded
  }
  return {
    name: `${store}/${name}`,
    store,
    prefix: Uint8Array.of(prefix),
    key: (row) => start + bytesToLatin1(id.toBytes(row)),
    idOf: id.fromBytes,
    encode: encodeOnce,
    decode,
    equal: (a, b) => a === b || equalBytes(encodeOnce(a), encodeOnce(b)),
  }
}

/** Id of a table with one row, ''. */
export const singleRow: RowId = { toBytes: () => new Uint8Array(0), fromBytes: () => '' }

/** Addresses with length prefixes, as in the SDK. Row: hexadecimal texts separated by slashes. */
export const addressRow: RowId = {
  toBytes: (id) =>
    concatBytes(
      ...id.split('/').flatMap((address) => {
        const bytes = hexToBytes(address as Hex)
        return [Uint8Array.of(bytes.length), bytes]
      }),
    ),
  fromBytes(bytes) {
    const parts: string[] = []
    let at = 0
    while (at < bytes.length) {
      const end = at + 1 + (bytes[at] ?? 0)
      parts.push(bytesToHex(bytes.subarray(at + 1, end)))
      at = end
    }
    return parts.join('/')
  },
}

/** Returns the row of addresses in a table of {@link addressRow}. */
export function rowOf(...addresses: readonly NativeAddress[]): string {
  return addresses.join('/')
}

/** Yields the rows of a table whose keys continue with these bytes. */
export function rowsBehind(start: Uint8Array): KeyRange {
  const end = afterPrefix(start)
  return end === undefined ? { start } : { start, end }
}

/** Yields the rows of a table of {@link addressRow} that start with these addresses. */
export function rowsOf(...addresses: readonly NativeAddress[]): KeyRange {
  return rowsBehind(addressRow.toBytes(rowOf(...addresses)))
}

/** Returns the addresses of a row of {@link addressRow}. */
export function addressesOf(row: string): readonly NativeAddress[] {
  return row.split('/') as NativeAddress[]
}

/** Returns one address of a row of {@link addressRow}. */
export function addressAt(row: string, place: number): NativeAddress {
  const address = addressesOf(row)[place]
  if (address === undefined) throw new Error(`row ${row} has no address ${place}`)
  return address
}
