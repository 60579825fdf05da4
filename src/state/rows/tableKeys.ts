import { afterPrefix } from '../../primitives/encoding/bytes.ts'
import type { MultistoreReader } from '../../store/multistoreReader.ts'
import type { KeyRange } from '../../store/versionedStore.ts'
import type { IterableTableKind } from './stateTable.ts'

/** Maximum number of ids that are kept for a table. */
const MOST_KEPT = 32

export const NO_IDS: readonly string[] = []

/** The known keys of a table. */
interface TableKeys {
  /** Undefined if the table is empty. */
  readonly first: Uint8Array | undefined
  /** All ids, of a small table that was listed. */
  ids?: readonly string[]
}

/** By the content of a store and the name of a table. */
const known = new WeakMap<object, Map<string, TableKeys>>()

/**
 * Returns false if a table has no keys before the end of a range. The end of every block asks for
 * due rows of queues that are mostly empty and rarely change, so the first key is remembered.
 */
export function hasKeys(
  reader: MultistoreReader,
  kind: IterableTableKind<unknown>,
  { end }: KeyRange,
): boolean {
  const content = reader.contentOf(kind.store)
  return content !== undefined && isBefore(keysOf(reader, content, kind).first, end)
}

/**
 * Returns the ids of a whole table with keys, and keeps them if they are few: the first block of a
 * chain lists validators, and a chain that returns to its genesis has many first blocks.
 */
export function keptIds(
  reader: MultistoreReader,
  kind: IterableTableKind<unknown>,
  list: () => Iterable<string>,
): Iterable<string> {
  const content = reader.contentOf(kind.store)
  if (content === undefined) return NO_IDS
  const keys = keysOf(reader, content, kind)
  return keys.ids ?? keeping(keys, list())
}

function* keeping(keys: TableKeys, ids: Iterable<string>): Iterable<string> {
  const seen: string[] = []
  for (const id of ids) {
    if (seen.length <= MOST_KEPT) seen.push(id)
    yield id
  }
  if (seen.length <= MOST_KEPT) keys.ids = seen
}

/** Whether it is known that {@link hasKeys} returns false, without a reader. */
export function isKnownEmpty(
  content: object | undefined,
  { name }: IterableTableKind<unknown>,
  { end }: KeyRange,
): boolean {
  if (content === undefined) return true
  const keys = known.get(content)?.get(name)
  return keys !== undefined && !isBefore(keys.first, end)
}

function keysOf(
  reader: MultistoreReader,
  content: object,
  { name, store, prefix }: IterableTableKind<unknown>,
): TableKeys {
  const tables = known.get(content) ?? new Map<string, TableKeys>()
  const found = tables.get(name)
  if (found !== undefined) return found
  const to = afterPrefix(prefix)
  const range = to === undefined ? { start: prefix } : { start: prefix, end: to }
  const [first] = reader.entries(store, range)
  const keys: TableKeys = { first: first?.[0].subarray(prefix.length) }
  known.set(content, tables.set(name, keys))
  return keys
}

function isBefore(first: Uint8Array | undefined, end: Uint8Array | undefined): boolean {
  return first !== undefined && (end === undefined || Buffer.compare(first, end) < 0)
}
