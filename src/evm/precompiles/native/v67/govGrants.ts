import { requireGrant } from '../../../../modules/authz/grants.ts'
import { nativeText } from '../../../../modules/evm/association.ts'
import { submitProposal, voteOn } from '../../../../modules/gov/gov.ts'
import { requireContent } from '../../../../modules/gov/proposalContent.ts'
import { abiFunction } from '../abi/abiFunction.ts'
import { address, bool, int32, rawString, uint64 } from '../abi/abiType.ts'
import { wholeVote } from '../govPrecompile.ts'
import { contentOf, parseProposal } from '../govProposal.ts'
import { headerInfoOf, takePayment } from '../payment.ts'
import { executeAs, grantFunction, partiesFor, revokeFunction } from './grantFunctions.ts'

const VOTE = ['/cosmos.gov.v1beta1.MsgVote'] as const
const SUBMIT = ['/cosmos.gov.v1beta1.MsgSubmitProposal'] as const

const voteWithAuthorization = abiFunction({
  name: 'voteWithAuthorization',
  mutability: 'nonpayable',
  inputs: { voter: address, proposalID: uint64, option: int32 },
  returns: bool,
  run(call, { voter, proposalID, option }) {
    const parties = partiesFor(call, voter)
    const whole = wholeVote(option)
    requireGrant(call.state, parties, VOTE[0], headerInfoOf(call))
    const text = nativeText(call.state, parties.granter)
    executeAs(`proposal_id: ${proposalID}\nvoter: ${text}\noption: ${option}\n`, () =>
      voteOn(call.state, proposalID, parties.granter, whole),
    )
    return true
  },
})

const submitProposalWithAuthorization = abiFunction({
  name: 'submitProposalWithAuthorization',
  mutability: 'payable',
  inputs: { proposer: address, proposalJSON: rawString },
  returns: uint64,
  run(call, { proposer, proposalJSON }) {
    const { state } = call
    const parties = partiesFor(call, proposer)
    const proposal = parseProposal(proposalJSON)
    const deposit = takePayment(call, parties.granter)
    const content = contentOf(state, proposal)
    requireContent(content)
    requireGrant(state, parties, SUBMIT[0], headerInfoOf(call))
    return submitProposal(state, parties.granter, content, deposit, headerInfoOf(call))
  },
})

/** Functions of governance for others from Sei 6.7 on. */
export const govGrants = [
  grantFunction('grantVoteAuthorization', VOTE),
  voteWithAuthorization,
  revokeFunction('revokeVoteAuthorization', VOTE),
  grantFunction('grantProposalAuthorization', SUBMIT),
  submitProposalWithAuthorization,
  revokeFunction('revokeProposalAuthorization', SUBMIT),
]
