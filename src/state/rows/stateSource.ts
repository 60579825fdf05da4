import type { Address } from '../../primitives/address.ts'
import type { KeyRange } from '../../store/versionedStore.ts'
import type { NativeAddress } from './layout.ts'
import type { IterableTableKind, RowSource } from './stateTable.ts'

/** The source of a state's rows: all rows at one moment. */
export interface StateSource extends RowSource {
  /** Whether rows that the stores do not have may be in the state of a remote chain. */
  readonly isFork?: boolean
  /** Nonzero slots of an account, one character per byte. */
  storageSlots(address: Address): Iterable<string>
  /** Denominations that a native account owns. */
  denominations(owner: NativeAddress): Iterable<string>
  /**
   * Yields the ids of the rows of a table in key order. The range is of keys without the prefix of
   * the table.
   */
  ids<V>(kind: IterableTableKind<V>, range: KeyRange): Iterable<string>
}

/** Names that a genesis file defines. */
export interface NativeNames {
  readonly bech32Prefix: string
  /** Base denomination; 10^12 wei are one unit. */
  readonly denomination: string
  /** Native chain id; undefined: derived from the EVM chain id. */
  readonly chainId?: string
  /** Whether EVM addresses have native ones; false on forks of other chains. Default: true. */
  readonly hasAssociations?: boolean
}
