import type { KeyRange } from '../../store/versionedStore.ts'
import type { NativeAccount, NativeAddress } from './layout.ts'
import type { NativeNames } from './stateSource.ts'
import type { IterableTableKind, TableKind } from './stateTable.ts'

/** A state as modules see it: rows of tables. Values are never mutated, only replaced. */
export interface RowState {
  readonly names: NativeNames
  get<V>(kind: TableKind<V>, id: string): V | undefined
  /** Replaces a row; undefined removes it. */
  set<V>(kind: TableKind<V>, id: string, value: V | undefined): void
  /**
   * Ids of the rows of a table, in the order of their keys; found one after the other, as they are
   * asked for. The table must not change meanwhile.
   *
   * @param range of what their keys have behind the table's prefix
   */
  ids<V>(kind: IterableTableKind<V>, range?: KeyRange): Iterable<string>
  /** Denominations that a native account has coins of, in alphabetical order. */
  denominations(owner: NativeAddress): readonly string[]
  /** The account record of a native address, which gets one where it has none. */
  ensureAccount(native: NativeAddress): NativeAccount
}
