import { compareBytes, EMPTY_BYTES, latin1ToBytes } from '../primitives/encoding/bytes.ts'
import type { IterableTableKind } from '../state/rows/stateTable.ts'
import type { KeyRange } from '../store/versionedStore.ts'

/** How many rows a page has at the most: what the SDK gives who asks for no number. */
const PAGE_SIZE = 100

/** Some rows of a table. */
export interface RowPage {
  readonly rows: readonly string[]
  /** Where the next page begins; no bytes after the last. */
  readonly nextKey: Uint8Array
}

/**
 * The rows of a range that a page and those after it have.
 *
 * @param start the `nextKey` of the page before, or no bytes
 */
export function rangeFrom(start: Uint8Array, range: KeyRange = {}): KeyRange {
  const isLater = range.start === undefined || compareBytes(start, range.start) > 0
  return isLater ? { ...range, start } : range
}

/**
 * The first page of some rows; no more of them are read than it takes.
 *
 * @param rows in the order of their keys
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
