import type { RowState } from '../state/rowState.ts'
import { beginStreams } from './distribution/accrual.ts'
import { endGov } from './gov/endGov.ts'
import type { Moment } from './moment.ts'
import { endStaking } from './staking/endStaking.ts'

/** What the modules do at the end of a block, after its transactions. */
export function endBlock(state: RowState, moment: Moment): void {
  if (moment.height === 1n) beginStreams(state, moment.time)
  endGov(state, moment)
  endStaking(state, moment)
}
