import type { KeyRange } from '../../store/versionedStore.ts'
import type { NativeAccount, NativeAddress } from './layout.ts'
import type { NativeNames } from './stateSource.ts'
import type { IterableTableKind, TableKind } from './stateTable.ts'

/** The interface of modules to a state: rows of tables. Values are never mutated, only replaced. */
export interface RowState {
  readonly names: NativeNames
  get<V>(kind: TableKind<V>, id: string): V | undefined
  /** Replaces a row; undefined deletes it. */
  set<V>(kind: TableKind<V>, id: string, value: V | undefined): void
  /**
   * Yields the ids of the rows of a table in key order, lazily. The table must not change
   * meanwhile.
   *
   * @param range of keys, without the prefix of the table
   */
  ids<V>(kind: IterableTableKind<V>, range?: KeyRange): Iterable<string>
  /** Denominations of the coins of a native account, in alphabetical order. */
  denominations(owner: NativeAddress): readonly string[]
  /** Returns the account record of a native address. Creates it if it is missing. */
  ensureAccount(native: NativeAddress): NativeAccount
}
