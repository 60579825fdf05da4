import { bigIntToBytes, bytesToBigInt, concatBytes } from '../primitives/encoding/bytes.ts'
import type { RowState } from '../state/rows/rowState.ts'
import type { IterableTableKind } from '../state/rows/stateTable.ts'
import { type ModuleTable, moduleTable, type RowId } from './rows.ts'

/** Rows of another table by due time. Row: seconds since 1970 as decimal text, slash, row. */
export type TimeQueue = IterableTableKind<true>

const TIME_SIZE = 8

/**
 * The key has the time in 8 bytes, where the SDK has text, so that all times are ordered. Each
 * entry is a row, so that adding one has a constant cost.
 *
 * @param row encoding of the other table's rows
 */
export function timeQueue({
  store,
  name,
  prefix,
  row,
}: Pick<ModuleTable<unknown>, 'store' | 'name' | 'prefix'> & { readonly row: RowId }): TimeQueue {
  return moduleTable<true>({
    store,
    name,
    prefix,
    id: {
      toBytes: (id) => concatBytes(timeToBytes(BigInt(timeOf(id))), row.toBytes(rowBehind(id))),
      fromBytes: (bytes) => {
        const time = bytesToBigInt(bytes.subarray(0, TIME_SIZE))
        return queued(time, row.fromBytes(bytes.subarray(TIME_SIZE)))
      },
    },
    encode: () => Uint8Array.of(1),
    decode: () => true,
  })
}

/** Adds a row; idempotent for the same time. */
export function enqueue(state: RowState, queue: TimeQueue, time: bigint, row: string): void {
  state.set(queue, queued(time, row), true)
}

export function dequeue(state: RowState, queue: TimeQueue, time: bigint, row: string): void {
  state.set(queue, queued(time, row), undefined)
}

const NO_ROWS: readonly string[] = []

/** End of the keys that are due at a time: the queues of a block are asked for the same one. */
let due = { now: -1n, end: timeToBytes(0n) }

/**
 * Removes and yields due rows, earliest first; rows that are not consumed stay.
 *
 * @param most maximum number
 */
export function dequeueMatured(
  state: RowState,
  queue: TimeQueue,
  now: bigint,
  most = Number.POSITIVE_INFINITY,
): Iterable<string> {
  if (due.now !== now) due = { now, end: timeToBytes(now + 1n) }
  const ids: string[] = []
  for (const id of state.ids(queue, due)) {
    if (ids.length === most) break
    ids.push(id)
  }
  return ids.length === 0 ? NO_ROWS : dequeueEach(state, queue, ids)
}

function* dequeueEach(state: RowState, queue: TimeQueue, ids: readonly string[]): Iterable<string> {
  for (const id of ids) {
    state.set(queue, id, undefined)
    yield rowBehind(id)
  }
}

/** Returns the earliest due time; undefined if the queue is empty. */
export function earliestTime(state: RowState, queue: TimeQueue): bigint | undefined {
  for (const id of state.ids(queue)) return BigInt(timeOf(id))
  return undefined
}

function queued(time: bigint, row: string): string {
  return `${time}/${row}`
}

function timeOf(id: string): string {
  return id.slice(0, id.indexOf('/'))
}

function rowBehind(id: string): string {
  return id.slice(id.indexOf('/') + 1)
}

function timeToBytes(time: bigint): Uint8Array {
  return bigIntToBytes(time, TIME_SIZE)
}
