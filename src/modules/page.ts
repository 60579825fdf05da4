import { compareBytes, EMPTY_BYTES, latin1ToBytes } from '../primitives/encoding/bytes.ts'
import type { IterableTableKind } from '../state/rows/stateTable.ts'
import type { KeyRange } from '../store/versionedStore.ts'

/** Maximum number of rows per page: the SDK's default. */
export const PAGE_SIZE = 100

/** A page of a table. */
export interface RowPage {
  readonly rows: readonly string[]
  /** Start of the next page; empty on the last page. */
  readonly nextKey: Uint8Array
}

/**
 * Returns the rows of a range from a page on.
 *
 * @param start `nextKey` of the page before, or empty
 */
export function rangeFrom(start: Uint8Array, range: KeyRange = {}): KeyRange {
  const isLater = range.start === undefined || compareBytes(start, range.start) > 0
  return isLater ? { ...range, start } : range
}

/**
 * Returns the first page and reads no further rows.
 *
 * @param rows in key order
 */
export function pageOf<V>({ key, prefix }: IterableTableKind<V>, rows: Iterable<string>): RowPage {
  const page: string[] = []
  for (const row of rows) {
    if (page.length === PAGE_SIZE) {
      return { rows: page, nextKey: latin1ToBytes(key(row).slice(prefix.length)) }
    }
    page.push(row)
  }
  return { rows: page, nextKey: EMPTY_BYTES }
}
