import type { KeyRange } from '../../store/versionedStore.ts'
import type { NativeAccount, NativeAddress } from './layout.ts'
import type { NativeNames } from './stateSource.ts'
import type { IterableTableKind, TableKind } from './stateTable.ts'

/** A state as rows of tables, for modules. Values are replaced, never mutated. */
export interface RowState {
  readonly names: NativeNames
  get<V>(kind: TableKind<V>, id: string): V | undefined
  /** Replaces a row; undefined deletes it. */
  set<V>(kind: TableKind<V>, id: string, value: V | undefined): void
  /**
   * Yields the ids of a table's rows lazily in key order. The table must not change meanwhile.
   *
   * @param range of the keys without the table's prefix
   */
  ids<V>(kind: IterableTableKind<V>, range?: KeyRange): Iterable<string>
  /** Returns the denominations that a native account owns, in alphabetical order. */
  denominations(owner: NativeAddress): readonly string[]
  /** Returns the account record of a native address, and creates it if it is absent. */
  ensureAccount(native: NativeAddress): NativeAccount
}
