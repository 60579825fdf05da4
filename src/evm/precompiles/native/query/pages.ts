import { stepGas, storeGas } from '../../../../modules/gas/gasMeter.ts'
import { meteredRows } from '../../../../modules/gas/meteredRows.ts'
import { rowsBehind } from '../../../../modules/rows.ts'
import {
  compareBytes,
  concatBytes,
  EMPTY_BYTES,
  latin1ToBytes,
} from '../../../../primitives/encoding/bytes.ts'
import { type IterableTableKind, keyBehindPrefix } from '../../../../state/rows/stateTable.ts'
import type { NativeCall } from '../abi/abiFunction.ts'
import { queryError } from './queryError.ts'

/*
 * Pages of lists as in the real chain's queries (sei-cosmos, types/query): a hundred rows, which
 * cost the gas of its iterators.
 */

const PAGE_SIZE = 100

/** Most rows of the table that a page of some of them reads. */
const SCAN_LIMIT = 10_000

type Reader = Pick<NativeCall, 'world' | 'charge'>

type Row<V> = readonly [row: string, value: V]

export interface Page<T> {
  readonly rows: readonly T[]
  /** Start of the next page; empty on the last page. */
  readonly nextKey: Uint8Array
}

export interface PageRequest<V> {
  readonly kind: IterableTableKind<V>
  /** Start of the keys behind the prefix of the table. Page keys are what follows it. */
  readonly prefix?: Uint8Array
  /** `nextKey` of the page before, or empty. */
  readonly pageKey: Uint8Array
}

/** Reads a page of all rows (Paginate). */
export function readPage<V>(call: Reader, request: PageRequest<V>): Page<Row<V>> {
  const rows: Row<V>[] = []
  for (const found of rowsFrom(call, request)) {
    if (rows.length === PAGE_SIZE) return { rows, nextKey: pageKeyOf(request, found) }
    rows.push(found)
  }
  return { rows, nextKey: EMPTY_BYTES }
}

/**
 * Reads a page of the rows that match (FilteredPaginateV66).
 *
 * @throws ModuleError if it reads too many rows without filling the page
 */
export function readMatches<V>(
  call: Reader,
  request: PageRequest<V>,
  matches: (row: string, value: V) => boolean,
): Page<Row<V>> {
  const read = request.pageKey.length === 0 ? readFirstMatches : readLaterMatches
  return read(call, request, matches)
}

/** The next page starts with the next match, if it is not too far away. */
function readFirstMatches<V>(
  call: Reader,
  request: PageRequest<V>,
  matches: (row: string, value: V) => boolean,
): Page<Row<V>> {
  const rows: Row<V>[] = []
  let scanned = 0
  for (const found of rowsFrom(call, request)) {
    const isFull = rows.length === PAGE_SIZE
    if (scanned === SCAN_LIMIT) {
      if (isFull) break
      throw scannedTooMuch('use key-based pagination instead')
    }
    const isMatch = matches(...found)
    if (isMatch && isFull) return { rows, nextKey: pageKeyOf(request, found) }
    if (isMatch) rows.push(found)
    // Rows behind a full page are counted from 0.
    scanned = isMatch && rows.length === PAGE_SIZE ? 0 : scanned + 1
  }
  return { rows, nextKey: EMPTY_BYTES }
}

/** The next page starts with the next row, whether it matches or not. */
function readLaterMatches<V>(
  call: Reader,
  request: PageRequest<V>,
  matches: (row: string, value: V) => boolean,
): Page<Row<V>> {
  const rows: Row<V>[] = []
  let scanned = 0
  for (const found of rowsFrom(call, request)) {
    if (rows.length === PAGE_SIZE) return { rows, nextKey: pageKeyOf(request, found) }
    if (scanned === SCAN_LIMIT) {
      throw scannedTooMuch('use a more specific key prefix or reduce limit')
    }
    if (matches(...found)) rows.push(found)
    scanned++
  }
  return { rows, nextKey: EMPTY_BYTES }
}

/** A row of a list of the real chain that is no table of this chain, such as an index. */
export interface ListedRow<T> {
  readonly item: T
  /** Its key behind that of the list. */
  readonly key: Uint8Array
  /** Of the whole key and the value in bytes. */
  readonly size: number
}

/**
 * Reads a page of a list (Paginate).
 *
 * @param all in the order of their keys
 */
export function readList<T>(
  call: Pick<NativeCall, 'charge'>,
  all: Iterable<ListedRow<T>>,
  pageKey: Uint8Array,
): Page<T> {
  const rows: T[] = []
  for (const { item, key } of stepping(call, all, pageKey)) {
    if (rows.length === PAGE_SIZE) return { rows, nextKey: key }
    rows.push(item)
  }
  return { rows, nextKey: EMPTY_BYTES }
}

/** Reads a whole list with one iterator. */
export function readAll<T>(
  call: Pick<NativeCall, 'charge'>,
  all: Iterable<ListedRow<T>>,
): readonly T[] {
  return Array.from(stepping(call, all, EMPTY_BYTES), ({ item }) => item)
}

/** Yields the rows of a list from a page on, for the gas of an iterator: see meteredRows. */
function* stepping<T>(
  { charge }: Pick<NativeCall, 'charge'>,
  all: Iterable<ListedRow<T>>,
  pageKey: Uint8Array,
): Iterable<ListedRow<T>> {
  let isFirst = true
  for (const row of all) {
    if (compareBytes(row.key, pageKey) < 0) continue
    const step = stepGas(row.size)
    if (isFirst) charge(step)
    isFirst = false
    yield row
    charge(step)
  }
  if (isFirst) charge(storeGas.step)
}

function rowsFrom<V>(
  { world, charge }: Reader,
  { kind, prefix = EMPTY_BYTES, pageKey }: PageRequest<V>,
): Iterable<Row<V>> {
  const range = { ...rowsBehind(prefix), start: concatBytes(prefix, pageKey) }
  return meteredRows(world, kind, range, charge)
}

function pageKeyOf<V>({ kind, prefix = EMPTY_BYTES }: PageRequest<V>, [row]: Row<V>): Uint8Array {
  return latin1ToBytes(keyBehindPrefix(kind, row)).subarray(prefix.length)
}

function scannedTooMuch(hint: string) {
  const reason = `scanned more than ${SCAN_LIMIT} entries without filling the page; ${hint}`
  return queryError('Internal', queryError('InvalidArgument', reason).message)
}
