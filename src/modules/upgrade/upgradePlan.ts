import type { RowState } from '../../state/rows/rowState.ts'
import type { IterableTableKind } from '../../state/rows/stateTable.ts'
import { decodePlan, encodePlan, type UpgradePlan } from '../gov/proposalContent.ts'
import type { HeaderInfo } from '../headerInfo.ts'
import { sdkError } from '../moduleError.ts'
import { moduleTable, singleRow } from '../rows.ts'

/** Gov 4a, where the SDK has a store of its own: the planned upgrade. One row, ''. */
export const upgradePlanKind: IterableTableKind<UpgradePlan> = moduleTable({
  store: 'gov',
  name: 'upgrade-plan',
  prefix: 0x4a,
  id: singleRow,
  encode: encodePlan,
  decode: decodePlan,
})

/**
 * Records an upgrade, replacing another one. Nothing happens at its height.
 *
 * @throws ModuleError if the height is past
 */
export function scheduleUpgrade(state: RowState, plan: UpgradePlan, { height }: HeaderInfo): void {
  if (plan.height < height) {
    throw sdkError('invalidRequest', 'upgrade cannot be scheduled in the past: invalid request')
  }
  state.set(upgradePlanKind, '', plan)
}

/** Removes the planned upgrade, if any. */
export function cancelUpgrade(state: RowState): void {
  state.set(upgradePlanKind, '', undefined)
}
