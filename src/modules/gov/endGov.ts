import type { NativeAddress } from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { payOut } from '../bank/bank.ts'
import type { HeaderInfo } from '../headerInfo.ts'
import { feeCollectorAccount, governanceAccount } from '../moduleAccounts.ts'
import { ModuleError } from '../moduleError.ts'
import { dequeueMatured, type TimeQueue } from '../timeQueue.ts'
import { type Electorate, electorateOf } from './electorate.ts'
import {
  activeQueue,
  depositKind,
  inactiveQueue,
  type Proposal,
  type ProposalStatus,
  proposalKind,
  proposalStatus,
  rowsOn,
  voteKind,
} from './proposal.ts'
import { runAction } from './runAction.ts'
import { tallyOf } from './tally.ts'

/**
 * Maximum number of rows (proposals, deposits, votes, delegations of voters) that one block
 * processes to end proposals. The remaining proposals wait for the next block.
 */
const ROWS_A_BLOCK = 1000

/** A state whose changes can be reverted. */
export interface RevertibleState extends RowState {
  readonly mark: number
  revertTo(mark: number): void
}

/**
 * Ends proposals at the end of a block. Deposits that the SDK burns go to the fee collector,
 * instead.
 */
export function endGov(state: RevertibleState, moment: HeaderInfo): void {
  const { time } = moment
  let stakes: Electorate | undefined
  endMatured(state, inactiveQueue, time, (proposal) => {
    state.set(proposalKind, proposal.id.toString(), undefined)
    return settleDeposits(state, proposal.id, false)
  })
  endMatured(state, activeQueue, time, (proposal) => {
    const { id } = proposal
    stakes ??= electorateOf(state)
    const { passes, returnsDeposits, result, counted } = tallyOf(state, proposal, stakes)
    const votes = [...state.ids(voteKind, rowsOn(id))]
    for (const row of votes) state.set(voteKind, row, undefined)
    const deposits = settleDeposits(state, id, returnsDeposits)
    const status = passes ? enact(state, proposal, moment) : proposalStatus.rejected
    state.set(proposalKind, id.toString(), { ...proposal, status, result })
    return counted + deposits
  })
}

/** Runs the action of a passed proposal, wholly or not at all. */
function enact(state: RevertibleState, proposal: Proposal, moment: HeaderInfo): ProposalStatus {
  const { mark } = state
  try {
    runAction(state, proposal.action, moment)
    return proposalStatus.passed
  } catch (error) {
    if (!(error instanceof ModuleError)) throw error
    state.revertTo(mark)
    return proposalStatus.failed
  }
}

/** Ends proposals that are due. `end` returns its number of rows. */
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

/** Returns the number of rows. */
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
