import type { NativeAddress } from '../../state/layout.ts'
import type { RowState } from '../../state/rowState.ts'
import { sendCoins } from '../bank.ts'
import { feeCollectorAccount, governanceAccount } from '../moduleAccounts.ts'
import type { Moment } from '../moment.ts'
import { takeMatured } from '../timeQueue.ts'
import {
  activeQueue,
  depositKind,
  inactiveQueue,
  proposalKind,
  proposalStatus,
  voteKind,
} from './proposal.ts'
import { tallyOf, voteRows } from './tally.ts'

/**
 * What becomes of proposals at the end of a block. Where the SDK burns deposits, they go to the fee collector: on this chain
 * nothing changes how much there is of a denomination.
 */
export function endGov(state: RowState, { time }: Moment): void {
  for (const id of takeMatured(state, inactiveQueue, time)) {
    state.set(proposalKind, id, undefined)
    settleDeposits(state, id, false)
  }
  for (const id of takeMatured(state, activeQueue, time)) {
    const proposal = state.get(proposalKind, id)
    if (proposal === undefined) continue
    const { passes, returnsDeposits, result } = tallyOf(state, proposal.id)
    for (const row of voteRows(state, proposal.id)) state.set(voteKind, row, undefined)
    settleDeposits(state, id, returnsDeposits)
    const status = passes ? proposalStatus.passed : proposalStatus.rejected
    state.set(proposalKind, id, { ...proposal, status, result })
  }
}

function settleDeposits(state: RowState, id: string, areReturned: boolean): void {
  for (const row of state.ids(depositKind)) {
    const [proposal, depositor] = row.split('/')
    if (proposal !== id) continue
    const coins = state.get(depositKind, row)?.coins ?? []
    const to = areReturned ? (depositor as NativeAddress) : feeCollectorAccount
    sendCoins(state, governanceAccount, to, coins)
    state.set(depositKind, row, undefined)
  }
}
