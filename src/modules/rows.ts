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

/** What differs between tables of modules. */
export interface ModuleTable<V> {
  readonly store: IterableTableKind<unknown>['store']
  /** After the store: `delegation` of `staking/delegation`. */
  readonly name: string
  readonly prefix: number
  /** Key behind the prefix of a row, and back. */
  readonly id: RowId
  encode(value: V): Uint8Array
  decode(bytes: Uint8Array): V
}

/** How the id of a row lies in its key. */
export interface RowId {
  toBytes(id: string): Uint8Array
  fromBytes(bytes: Uint8Array): string
}

/** A table of a module. */
export function moduleTable<V>({
  store,
  name,
  prefix,
  id,
  encode,
  decode,
}: ModuleTable<V>): IterableTableKind<V> {
  const start = String.fromCharCode(prefix)
  return {
    name: `${store}/${name}`,
    store,
    prefix: Uint8Array.of(prefix),
    key: (row) => start + bytesToLatin1(id.toBytes(row)),
    idOf: id.fromBytes,
    encode,
    decode,
    equal: (a, b) => a === b || equalBytes(encode(a), encode(b)),
  }
}

/** The id of a table that has one row, ''. */
export const singleRow: RowId = { toBytes: () => new Uint8Array(0), fromBytes: () => '' }

/**
 * Addresses, each behind its length in a byte as the SDK writes them. Row: their hex texts, with
 * slashes between.
 */
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

/** The row of some addresses in a table of {@link addressRow}. */
export function rowOf(...addresses: readonly NativeAddress[]): string {
  return addresses.join('/')
}

/** The rows of a table whose keys go on like this behind its prefix. */
export function rowsBehind(start: Uint8Array): KeyRange {
  const end = afterPrefix(start)
  return end === undefined ? { start } : { start, end }
}

/** The rows of a table of {@link addressRow} that begin with some addresses. */
export function rowsOf(...addresses: readonly NativeAddress[]): KeyRange {
  return rowsBehind(addressRow.toBytes(rowOf(...addresses)))
}

/** The addresses of a row of {@link addressRow}. */
export function addressesOf(row: string): readonly NativeAddress[] {
  return row.split('/') as NativeAddress[]
}

/** The address of a row of {@link addressRow} at a place. */
export function addressAt(row: string, place: number): NativeAddress {
  const address = addressesOf(row)[place]
  if (address === undefined) throw new Error(`row ${row} has no address ${place}`)
  return address
}
