import type { RowState } from '../../state/rows/rowState.ts'
import { spendCommunityPool } from '../distribution/communityPool.ts'
import { parseNative } from '../evm/association.ts'
import type { HeaderInfo } from '../headerInfo.ts'
import { changeParameter } from '../params/paramTable.ts'
import { cancelUpgrade, scheduleUpgrade } from '../upgrade/upgradePlan.ts'
import type { ProposalAction } from './proposalContent.ts'

/**
 * Runs what a passed proposal does.
 *
 * @throws ModuleError; some of it may be done then
 */
export function runAction(
  state: RowState,
  action: ProposalAction | undefined,
  moment: HeaderInfo,
): void {
  switch (action?.kind) {
    case 'parameterChange':
      for (const change of action.changes) changeParameter(state, change)
      return
    case 'softwareUpgrade':
      scheduleUpgrade(state, action.plan, moment)
      return
    case 'cancelSoftwareUpgrade':
      cancelUpgrade(state)
      return
    case 'communityPoolSpend':
      spendCommunityPool(state, parseNative(state, action.recipient), action.amount)
      return
    case undefined:
  }
}
