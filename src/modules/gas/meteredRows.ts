import type { RowState } from '../../state/rows/rowState.ts'
import type { IterableTableKind } from '../../state/rows/stateTable.ts'
import type { KeyRange } from '../../store/versionedStore.ts'
import { stepGas, storeGas } from './gasMeter.ts'

/**
 * Yields the rows of a range in key order for the gas of the real chain's iterators: they pay for
 * the first row when they are created, and for each row, the first again, when they leave it.
 *
 * @param state without metering
 */
export function* meteredRows<V>(
  state: RowState,
  kind: IterableTableKind<V>,
  range: KeyRange,
  charge: (gas: bigint) => void,
): Iterable<readonly [row: string, value: V]> {
  let isFirst = true
  for (const row of state.ids(kind, range)) {
    const value = state.get(kind, row)
    if (value === undefined) continue
    const gas = stepGas(kind.key(row).length + kind.encode(value).length)
    if (isFirst) charge(gas)
    isFirst = false
    yield [row, value]
    charge(gas)
  }
  if (isFirst) charge(storeGas.step)
}
