import {
  bigIntToBytes,
  bytesToBigInt,
  bytesToUtf8,
  concatBytes,
  utf8ToBytes,
} from '../primitives/bytes.ts'
import { bytesField, readFields } from '../primitives/protobuf.ts'
import type { TableKind } from '../state/column.ts'
import type { RowState } from '../state/rowState.ts'
import { type ModuleTable, moduleTable } from './rows.ts'

/** Rows of another table by the time at which something becomes of them. Row: seconds since 1970, as decimal text. */
export type TimeQueue = TableKind<readonly string[]>

/** The time is in the key as 8 bytes, where the SDK has a text of it, so that every time that a block can have is in order. */
export function timeQueue({
  store,
  name,
  prefix,
}: Pick<ModuleTable<unknown>, 'store' | 'name' | 'prefix'>): TimeQueue {
  return moduleTable({
    store,
    name,
    prefix,
    id: {
      toBytes: (time) => bigIntToBytes(BigInt(time), 8),
      fromBytes: (bytes) => bytesToBigInt(bytes).toString(),
    },
    encode: (rows) => concatBytes(...rows.map((row) => bytesField(1, utf8ToBytes(row)))),
    decode: (bytes) =>
      [...readFields(bytes)].flatMap(({ value }) =>
        value instanceof Uint8Array ? [bytesToUtf8(value)] : [],
      ),
  })
}

export function enqueue(state: RowState, queue: TimeQueue, time: bigint, row: string): void {
  const rows = state.get(queue, time.toString()) ?? []
  state.set(queue, time.toString(), [...rows, row])
}

/** Takes one occurrence of a row out of a time's rows. */
export function dequeue(state: RowState, queue: TimeQueue, time: bigint, row: string): void {
  const rows = [...(state.get(queue, time.toString()) ?? [])]
  const at = rows.indexOf(row)
  if (at >= 0) rows.splice(at, 1)
  state.set(queue, time.toString(), rows.length === 0 ? undefined : rows)
}

/** Takes out everything whose time has come, the earliest first. */
export function takeMatured(state: RowState, queue: TimeQueue, now: bigint): readonly string[] {
  const times = state.ids(queue).filter((time) => BigInt(time) <= now)
  return times.flatMap((time) => {
    const rows = state.get(queue, time) ?? []
    state.set(queue, time, undefined)
    return rows
  })
}
