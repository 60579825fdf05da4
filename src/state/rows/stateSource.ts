import type { Address } from '../../primitives/address.ts'
import type { KeyRange } from '../../store/versionedStore.ts'
import type { NativeAddress } from './layout.ts'
import type { IterableTableKind, RowSource } from './stateTable.ts'

/** Source of all rows at one moment, below a state. */
export interface StateSource extends RowSource {
  /** Returns the non-empty slots of an account, one character per byte. */
  storageSlots(address: Address): Iterable<string>
  /** Returns the denominations that a native account owns. */
  denominations(owner: NativeAddress): Iterable<string>
  /**
   * Yields the ids of a table's rows in key order. The range is of keys without the table's prefix.
   */
  ids<V>(kind: IterableTableKind<V>, range: KeyRange): Iterable<string>
}

/** Names that a genesis chooses. */
export interface NativeNames {
  readonly bech32Prefix: string
  /** Base denomination; one unit is 10^12 wei. */
  readonly denomination: string
}
