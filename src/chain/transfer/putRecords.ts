import { latin1ToBytes } from '../../primitives/encoding/bytes.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'
import type { Pause } from '../../primitives/time/timeSlice.ts'
import { accountCountKind, accountKind, type NativeAccount } from '../../state/rows/layout.ts'
import type { IterableTableKind } from '../../state/rows/stateTable.ts'
import type { WorldState } from '../../state/worldState.ts'
import type { DumpedRow } from './stateDump.ts'

/**
 * Writes the account records of a dump. Records that only the state has stay, with a new number if
 * theirs is taken.
 */
export async function putRecords(
  state: WorldState,
  rows: readonly DumpedRow[],
  pause: Pause,
): Promise<void> {
  const records = rows.filter(({ kind }) => kind.name !== accountCountKind.name)
  const counts = rows.map(({ kind, value }) => {
    return kind.name === accountCountKind.name
      ? (value as bigint)
      : (value as NativeAccount).accountNumber + 1n
  })
  let next = [state.get(accountCountKind, '') ?? 0n, ...counts].reduce((a, b) => (a > b ? a : b))
  const ids = new Set(records.map(({ id }) => id))
  const numbers = new Set(records.map(({ value }) => (value as NativeAccount).accountNumber))
  const table = accountTable(state.names.bech32Prefix)
  for (const id of [...state.ids(table)]) {
    const own = state.get(table, id)
    if (own !== undefined && !ids.has(id) && numbers.has(own.accountNumber)) {
      state.set(table, id, { ...own, accountNumber: next++ })
    }
    await pause()
  }
  for (const { kind, id, value } of records) {
    state.set(kind, id, value)
    await pause()
  }
  state.set(accountCountKind, '', next)
}

function accountTable(bech32Prefix: string): IterableTableKind<NativeAccount> {
  const kind = accountKind(bech32Prefix)
  return { ...kind, prefix: latin1ToBytes(kind.key('0x')), idOf: bytesToHex }
}
