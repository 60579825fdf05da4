import { DECIMAL_ONE, formatDecimal } from '../../primitives/encoding/decimal.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { type Coin, sendCoins } from '../bank/bank.ts'
import { addCoins, amountOf } from '../bank/coins.ts'
import { nativeText } from '../evm/association.ts'
import { type HeaderInfo, timeAfter } from '../headerInfo.ts'
import { governanceAccount } from '../moduleAccounts.ts'
import { sdkError } from '../moduleError.ts'
import { requireParameters } from '../params/paramTable.ts'
import { dequeue, enqueue } from '../timeQueue.ts'
import { govError } from './govError.ts'
import { govParamsOf, proposalParamsOf } from './govParams.ts'
import {
  activeQueue,
  depositKind,
  inactiveQueue,
  NO_VOTES,
  nextProposalKind,
  type Proposal,
  proposalKind,
  proposalRow,
  proposalStatus,
  voteKind,
  voteOption,
  type WeightedOption,
} from './proposal.ts'
import { type ProposalContent, requireContent } from './proposalContent.ts'

/**
 * Submits a proposal with a first deposit, which may be empty. Returns its id.
 *
 * @throws ModuleError
 */
export function submitProposal(
  state: RowState,
  proposer: NativeAddress,
  content: ProposalContent,
  deposit: readonly Coin[],
  moment: HeaderInfo,
): bigint {
  requireContent(content)
  requireParameters(content)
  const id = state.get(nextProposalKind, '') ?? 1n
  state.set(nextProposalKind, '', id + 1n)
  const depositEndTime = timeAfter(moment.time, govParamsOf(state).maxDepositPeriod)
  state.set(proposalKind, id.toString(), {
    ...content,
    id,
    status: proposalStatus.depositPeriod,
    result: NO_VOTES,
    submitTime: moment.time,
    depositEndTime,
    totalDeposit: [],
    votingStartTime: 0n,
    votingEndTime: 0n,
  })
  enqueue(state, inactiveQueue, depositEndTime, id.toString())
  depositOn(state, id, proposer, deposit, moment)
  return id
}

/**
 * Deposits coins on a proposal. The vote starts when they suffice.
 *
 * @throws ModuleError
 */
export function depositOn(
  state: RowState,
  id: bigint,
  depositor: NativeAddress,
  coins: readonly Coin[],
  { time }: HeaderInfo,
): void {
  const proposal = requireProposal(state, id)
  const isWaiting = proposal.status === proposalStatus.depositPeriod
  if (!isWaiting && proposal.status !== proposalStatus.votingPeriod) throw inactive(id)
  if (coins.length > 0) {
    sendCoins(state, depositor, governanceAccount, coins)
    const row = proposalRow(id, depositor)
    state.set(depositKind, row, {
      proposal: id,
      depositor: nativeText(state, depositor),
      coins: addCoins(state.get(depositKind, row)?.coins ?? [], coins),
    })
  }
  const totalDeposit = addCoins(proposal.totalDeposit, coins)
  const { minDeposit, votingPeriod } = proposalParamsOf(
    govParamsOf(state),
    proposal.isExpedited === true,
  )
  const isEnough = minDeposit.every(({ denom, amount }) => amountOf(totalDeposit, denom) >= amount)
  if (!isWaiting || !isEnough) {
    state.set(proposalKind, id.toString(), { ...proposal, totalDeposit })
    return
  }
  const votingEndTime = timeAfter(time, votingPeriod)
  state.set(proposalKind, id.toString(), {
    ...proposal,
    totalDeposit,
    status: proposalStatus.votingPeriod,
    votingStartTime: time,
    votingEndTime,
  })
  dequeue(state, inactiveQueue, proposal.depositEndTime, id.toString())
  enqueue(state, activeQueue, votingEndTime, id.toString())
}

/**
 * Votes, replacing an earlier vote of the account.
 *
 * @throws ModuleError
 */
export function voteOn(
  state: RowState,
  id: bigint,
  voter: NativeAddress,
  options: readonly WeightedOption[],
): void {
  requireOptions(options)
  if (requireProposal(state, id).status !== proposalStatus.votingPeriod) throw inactive(id)
  state.set(voteKind, proposalRow(id, voter), {
    proposal: id,
    voter: nativeText(state, voter),
    options,
  })
}

/**
 * Checks the option of a whole vote.
 *
 * @throws ModuleError
 */
export function requireOption(option: number): void {
  if (isKnown(option)) return
  const name = option === 0 ? 'VOTE_OPTION_UNSPECIFIED' : option
  throw govError('invalidVote', `${name}: invalid vote option`)
}

function isKnown(option: number): boolean {
  return (Object.values(voteOption) as readonly number[]).includes(option)
}

/** An option in the JSON of Go, which leaves 0 out. */
function optionJson(option: number, weight: bigint): string {
  const size = formatDecimal(weight < 0n ? -weight : weight)
  const text = weight < 0n ? `-${size}` : size
  return JSON.stringify({ ...(option !== 0 && { option }), weight: text })
}

/**
 * Checks the options of a vote.
 *
 * @throws ModuleError
 */
export function requireOptions(options: readonly WeightedOption[]): void {
  if (options.length === 0) throw sdkError('invalidRequest', ': invalid request')
  const seen = new Set<number>()
  let total = 0n
  for (const { option, weight } of options) {
    if (!isKnown(option) || weight <= 0n || weight > DECIMAL_ONE) {
      throw govError('invalidVote', `${optionJson(option, weight)}: invalid vote option`)
    }
    if (seen.has(option)) {
      throw govError('invalidVote', 'Duplicated vote option: invalid vote option')
    }
    seen.add(option)
    total += weight
  }
  if (total === DECIMAL_ONE) return
  const reason = total > DECIMAL_ONE ? 'overflow 1.00' : 'lower than 1.00'
  throw govError('invalidVote', `Total weight ${reason}: invalid vote option`)
}

function requireProposal(state: RowState, id: bigint): Proposal {
  const proposal = state.get(proposalKind, id.toString())
  if (proposal === undefined) throw govError('unknownProposal', `${id}: unknown proposal`)
  return proposal
}

function inactive(id: bigint) {
  return govError('inactiveProposal', `${id}: inactive proposal`)
}
