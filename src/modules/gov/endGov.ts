import type { NativeAddress } from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { payOut } from '../bank/bank.ts'
import type { HeaderInfo } from '../headerInfo.ts'
import { feeCollectorAccount, governanceAccount } from '../moduleAccounts.ts'
import { dequeueMatured, type TimeQueue } from '../timeQueue.ts'
import { electorateOf } from './electorate.ts'
import {
  activeQueue,
  depositKind,
  inactiveQueue,
  type Proposal,
  proposalKind,
  proposalStatus,
  rowsOn,
  voteKind,
} from './proposal.ts'
import { tallyOf } from './tally.ts'

/**
 * How much one block does to end proposals, in rows: proposals, deposits, votes, and what voters
 * delegate. When that is done, the proposals that are left wait for the next block, as they were.
 */
const ROWS_A_BLOCK = 1000

/**
 * What becomes of proposals at the end of a block. Where the SDK burns deposits, they go to the fee
 * collector: on this chain nothing changes how much there is of a denomination.
 */
export function endGov(state: RowState, { time }: HeaderInfo): void {
  const stakes = electorateOf(state)
  endMatured(state, inactiveQueue, time, (proposal) => {
    state.set(proposalKind, proposal.id.toString(), undefined)
    return settleDeposits(state, proposal.id, false)
  })
  endMatured(state, activeQueue, time, (proposal) => {
    const { id } = proposal
    const { passes, returnsDeposits, result, counted } = tallyOf(state, id, stakes)
    const votes = [...state.ids(voteKind, rowsOn(id))]
    for (const row of votes) state.set(voteKind, row, undefined)
    const deposits = settleDeposits(state, id, returnsDeposits)
    const status = passes ? proposalStatus.passed : proposalStatus.rejected
    state.set(proposalKind, id.toString(), { ...proposal, status, result })
    return counted + deposits
  })
}

/** Ends proposals whose time has come. `end` returns how many rows it went through. */
function endMatured(
  state: RowState,
  queue: TimeQueue,
  time: bigint,
  end: (proposal: Proposal) => number,
): void {
  let rows = 0
  for (const id of dequeueMatured(state, queue, time, ROWS_A_BLOCK)) {
    const proposal = state.get(proposalKind, id)
    rows += 1 + (proposal === undefined ? 0 : end(proposal))
    if (rows >= ROWS_A_BLOCK) return
  }
}

/** Returns how many there were. */
function settleDeposits(state: RowState, id: bigint, areReturned: boolean): number {
  const deposits = [...state.ids(depositKind, rowsOn(id))]
  for (const row of deposits) {
    const depositor = row.slice(row.indexOf('/') + 1) as NativeAddress
    const coins = state.get(depositKind, row)?.coins ?? []
    payOut(state, governanceAccount, areReturned ? depositor : feeCollectorAccount, coins)
    state.set(depositKind, row, undefined)
  }
  return deposits.length
}
