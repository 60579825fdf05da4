import { bytesToLatin1, EMPTY_BYTES } from '../primitives/bytes.ts'
import type { TableKind } from '../state/column.ts'

/** How many rows a page has at the most: what the SDK gives who asks for no number. */
const PAGE_SIZE = 100

/** Some rows of a table. */
export interface Page {
  readonly rows: readonly string[]
  /** Where the next page begins; no bytes after the last. */
  readonly nextKey: Uint8Array
}

/**
 * The page of some rows that begins at a key.
 *
 * @param rows in the order of their keys
 * @param start the `nextKey` of the page before, or no bytes
 */
export function pageOf<V>(
  { key, prefix }: TableKind<V>,
  rows: readonly string[],
  start: Uint8Array,
): Page {
  const behindPrefix = (row: string) => key(row).subarray(prefix.length)
  const from = bytesToLatin1(start)
  const rest = rows.filter((row) => bytesToLatin1(behindPrefix(row)) >= from)
  const next = rest[PAGE_SIZE]
  return {
    rows: rest.slice(0, PAGE_SIZE),
    nextKey: next === undefined ? EMPTY_BYTES : behindPrefix(next),
  }
}
