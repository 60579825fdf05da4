import type { Coin } from '../../../../modules/bank/bank.ts'
import {
  nativeText,
  requireDelegator as requireAccount,
} from '../../../../modules/evm/association.ts'
import { contentJson } from '../../../../modules/gov/contentJson.ts'
import { electorateOf } from '../../../../modules/gov/electorate.ts'
import { expeditedOf, govParamsOf } from '../../../../modules/gov/govParams.ts'
import {
  type Deposit,
  depositKind,
  NO_VOTES,
  type Proposal,
  proposalKind,
  proposalPrefix,
  proposalRow,
  proposalStatus,
  type TallyResult,
  type Vote,
  voteKind,
} from '../../../../modules/gov/proposal.ts'
import { tallyOf } from '../../../../modules/gov/tally.ts'
import { type Address, ZERO_ADDRESS } from '../../../../primitives/address.ts'
import { utf8ToBytes } from '../../../../primitives/encoding/bytes.ts'
import { formatDecimal } from '../../../../primitives/encoding/decimal.ts'
import { GO_ZERO_TIME } from '../../../../primitives/encoding/rfc3339.ts'
import type { RowState } from '../../../../state/rows/rowState.ts'
import { abiFunction, returnValues } from '../abi/abiFunction.ts'
import {
  address,
  arrayOf,
  bool,
  bytes,
  int32,
  int64,
  string,
  tuple,
  uint64,
  uint256,
} from '../abi/abiType.ts'
import { readMatches, readPage } from '../query/pages.ts'
import { queryError } from '../query/queryError.ts'

const coins = arrayOf(tuple('Coin', { amount: uint256, denom: string }))
const tallyType = tuple('TallyResultData', {
  yes: string,
  abstain: string,
  no: string,
  noWithVeto: string,
})
const proposalType = tuple('ProposalData', {
  id: uint64,
  status: int32,
  finalTallyResult: tallyType,
  submitTime: int64,
  depositEndTime: int64,
  totalDeposit: coins,
  votingStartTime: int64,
  votingEndTime: int64,
  isExpedited: bool,
  content: bytes,
})
const voteType = tuple('VoteData', {
  proposalId: uint64,
  voter: string,
  options: arrayOf(tuple('WeightedVoteOptionData', { option: int32, weight: string })),
})
const depositType = tuple('DepositData', {
  proposalId: uint64,
  depositor: string,
  amount: coins,
})

const proposal = abiFunction({
  name: 'proposal',
  mutability: 'view',
  inputs: { proposalID: uint64 },
  returns: proposalType,
  run: ({ state }, { proposalID }) => toProposal(requireProposal(state, proposalID)),
})

const proposals = abiFunction({
  name: 'proposals',
  mutability: 'view',
  inputs: { proposalStatus: int32, voter: address, depositor: address, pageKey: bytes },
  returns: returnValues({ proposals: arrayOf(proposalType), nextKey: bytes }),
  run(call, { proposalStatus: status, voter, depositor, pageKey }) {
    const voted = filterBy(call.state, voteKind, voter)
    const paid = filterBy(call.state, depositKind, depositor)
    // An unknown status, such as 0, is no filter.
    const isKnown = (Object.values(proposalStatus) as number[]).includes(Number(status))
    const { rows, nextKey } = readMatches(call, { kind: proposalKind, pageKey }, (_row, found) => {
      // All are looked up, because the real chain pays for all.
      const isMatch = [voted(found.id), paid(found.id)].every(Boolean)
      return isMatch && (!isKnown || found.status === Number(status))
    })
    return { proposals: rows.map(([, found]) => toProposal(found)), nextKey }
  },
})

/** Returns a filter of proposals with a row of an account; the zero address is no filter. */
function filterBy(
  state: RowState,
  kind: typeof voteKind | typeof depositKind,
  account: Address,
): (id: bigint) => boolean {
  if (account === ZERO_ADDRESS) return () => true
  const native = requireAccount(state, account)
  return (id) => state.get<Vote | Deposit>(kind, proposalRow(id, native)) !== undefined
}

const getVote = abiFunction({
  name: 'getVote',
  mutability: 'view',
  inputs: { proposalID: uint64, voter: address },
  returns: voteType,
  run({ state }, { proposalID, voter }) {
    const native = requireAccount(state, voter)
    requireId(proposalID)
    const found = state.get(voteKind, proposalRow(proposalID, native))
    if (found !== undefined) return toVote(found)
    throw queryError(
      'InvalidArgument',
      `voter: ${nativeText(state, native)} not found for proposal: ${proposalID}`,
    )
  },
})

const votes = abiFunction({
  name: 'votes',
  mutability: 'view',
  inputs: { proposalID: uint64, pageKey: bytes },
  returns: returnValues({ votes: arrayOf(voteType), nextKey: bytes }),
  run(call, { proposalID, pageKey }) {
    requireId(proposalID)
    const prefix = proposalPrefix(proposalID)
    const { rows, nextKey } = readPage(call, { kind: voteKind, prefix, pageKey })
    return { votes: rows.map(([, found]) => toVote(found)), nextKey }
  },
})

const params = abiFunction({
  name: 'params',
  mutability: 'view',
  inputs: {},
  returns: tuple('GovParams', {
    votingPeriod: uint64,
    expeditedVotingPeriod: uint64,
    minDeposit: coins,
    maxDepositPeriod: uint64,
    minExpeditedDeposit: coins,
    quorum: string,
    threshold: string,
    vetoThreshold: string,
    expeditedQuorum: string,
    expeditedThreshold: string,
  }),
  run({ state }) {
    const regular = govParamsOf(state)
    const expedited = expeditedOf(regular)
    return {
      votingPeriod: regular.votingPeriod,
      expeditedVotingPeriod: expedited.votingPeriod,
      minDeposit: regular.minDeposit,
      maxDepositPeriod: regular.maxDepositPeriod,
      minExpeditedDeposit: expedited.minDeposit,
      quorum: formatDecimal(regular.quorum),
      threshold: formatDecimal(regular.threshold),
      vetoThreshold: formatDecimal(regular.vetoThreshold),
      expeditedQuorum: formatDecimal(expedited.quorum),
      expeditedThreshold: formatDecimal(expedited.threshold),
    }
  },
})

const getDeposit = abiFunction({
  name: 'getDeposit',
  mutability: 'view',
  inputs: { proposalID: uint64, depositor: address },
  returns: depositType,
  run({ state }, { proposalID, depositor }) {
    const native = requireAccount(state, depositor)
    requireId(proposalID)
    const found = state.get(depositKind, proposalRow(proposalID, native))
    if (found !== undefined) return toDeposit(found)
    throw queryError(
      'InvalidArgument',
      `depositer: ${nativeText(state, native)} not found for proposal: ${proposalID}`,
    )
  },
})

const deposits = abiFunction({
  name: 'deposits',
  mutability: 'view',
  inputs: { proposalID: uint64, pageKey: bytes },
  returns: returnValues({ deposits: arrayOf(depositType), nextKey: bytes }),
  run(call, { proposalID, pageKey }) {
    requireId(proposalID)
    const prefix = proposalPrefix(proposalID)
    const { rows, nextKey } = readPage(call, { kind: depositKind, prefix, pageKey })
    return { deposits: rows.map(([, found]) => toDeposit(found)), nextKey }
  },
})

const tallyResult = abiFunction({
  name: 'tallyResult',
  mutability: 'view',
  inputs: { proposalID: uint64 },
  returns: tallyType,
  run({ state }, { proposalID }) {
    const found = requireProposal(state, proposalID)
    switch (found.status) {
      case proposalStatus.depositPeriod:
        return toTally(NO_VOTES)
      case proposalStatus.passed:
      case proposalStatus.rejected:
        return toTally(found.result)
      default:
        return toTally(tallyOf(state, found, electorateOf(state)).result)
    }
  },
})

/** @throws ModuleError for 0 */
function requireId(id: bigint): void {
  if (id === 0n) throw queryError('InvalidArgument', 'proposal id can not be 0')
}

/** @throws ModuleError */
function requireProposal(state: RowState, id: bigint): Proposal {
  requireId(id)
  const found = state.get(proposalKind, id.toString())
  if (found !== undefined) return found
  throw queryError('NotFound', `proposal ${id} doesn't exist`)
}

function toProposal(found: Proposal) {
  const { votingStartTime, votingEndTime } = found
  return {
    id: found.id,
    status: BigInt(found.status),
    finalTallyResult: toTally(found.result),
    submitTime: found.submitTime,
    depositEndTime: found.depositEndTime,
    totalDeposit: found.totalDeposit as readonly Coin[],
    votingStartTime: votingStartTime === 0n ? GO_ZERO_TIME : votingStartTime,
    votingEndTime: votingEndTime === 0n ? GO_ZERO_TIME : votingEndTime,
    isExpedited: found.isExpedited === true,
    content: utf8ToBytes(contentJson(found)),
  }
}

function toTally({ yes, abstain, no, noWithVeto }: TallyResult) {
  return { yes: `${yes}`, abstain: `${abstain}`, no: `${no}`, noWithVeto: `${noWithVeto}` }
}

function toVote({ proposal: proposalId, voter, options }: Vote) {
  return {
    proposalId,
    voter,
    options: options.map(({ option, weight }) => ({
      option: BigInt(option),
      weight: formatDecimal(weight),
    })),
  }
}

function toDeposit({ proposal: proposalId, depositor, coins: amount }: Deposit) {
  return { proposalId, depositor, amount }
}

/** Queries of governance from Sei 6.7 on. */
export const govQueries = [
  proposal,
  proposals,
  getVote,
  votes,
  params,
  getDeposit,
  deposits,
  tallyResult,
]
