import type { Address } from '../../primitives/address.ts'
import type { KeyRange } from '../../store/versionedStore.ts'
import type { NativeAddress } from './layout.ts'
import type { IterableTableKind, RowSource } from './stateTable.ts'

/** What a state reads through to: all rows as of one moment. */
export interface StateSource extends RowSource {
  /** Slots of an account that hold a word, one character a byte. */
  storageSlots(address: Address): Iterable<string>
  /** Denominations that a native account owns. */
  denominations(owner: NativeAddress): Iterable<string>
  /**
   * Ids of the rows of a table, in the order of their keys. The range is of what the keys have
   * behind the table's prefix.
   */
  ids<V>(kind: IterableTableKind<V>, range: KeyRange): Iterable<string>
}

/** Names that a chain chooses at genesis. */
export interface NativeNames {
  readonly bech32Prefix: string
  /** Base denomination; 10^12 wei are one unit. */
  readonly denomination: string
}
