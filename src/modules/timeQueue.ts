import { bigIntToBytes, bytesToBigInt, concatBytes } from '../primitives/encoding/bytes.ts'
import type { RowState } from '../state/rows/rowState.ts'
import type { IterableTableKind } from '../state/rows/stateTable.ts'
import { type ModuleTable, moduleTable, type RowId } from './rows.ts'

/**
 * Rows of another table by the time at which something becomes of them. Row: seconds since 1970 as
 * decimal text, slash, row.
 */
export type TimeQueue = IterableTableKind<true>

const TIME_SIZE = 8

/**
 * The time is in the key as 8 bytes, where the SDK has a text of it, so that every time that a
 * block can have is in order. Each of a time's rows is a row here, so that one more costs the same
 * however many there are.
 *
 * @param row how the rows of the other table lie in its keys
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

/** Puts a row in; one that is there for the same time already stays there once. */
export function enqueue(state: RowState, queue: TimeQueue, time: bigint, row: string): void {
  state.set(queue, queued(time, row), true)
}

export function dequeue(state: RowState, queue: TimeQueue, time: bigint, row: string): void {
  state.set(queue, queued(time, row), undefined)
}

/**
 * Takes out what has its time come, the earliest first and one after the other: what is not asked
 * for stays.
 *
 * @param most how many at the most
 */
export function* dequeueMatured(
  state: RowState,
  queue: TimeQueue,
  now: bigint,
  most = Number.POSITIVE_INFINITY,
): Iterable<string> {
  const due: string[] = []
  for (const id of state.ids(queue, { end: timeToBytes(now + 1n) })) {
    if (due.length === most) break
    due.push(id)
  }
  for (const id of due) {
    state.set(queue, id, undefined)
    yield rowBehind(id)
  }
}

/** The earliest time at which something is due; undefined where nothing waits. */
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
