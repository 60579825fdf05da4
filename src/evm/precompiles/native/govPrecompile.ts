import { requireNative } from '../../../modules/evm/association.ts'
import { storeGas } from '../../../modules/gas/gasMeter.ts'
import {
  depositOn,
  submitProposal as makeProposal,
  requireOption,
  voteOn,
} from '../../../modules/gov/gov.ts'
import type { VoteOption, WeightedOption } from '../../../modules/gov/proposal.ts'
import { plainError } from '../../../modules/moduleError.ts'
import { DECIMAL_ONE } from '../../../primitives/encoding/decimal.ts'
import { parseSignedDecimal } from '../../../primitives/encoding/signedDecimal.ts'
import { abiFunction } from './abi/abiFunction.ts'
import { fixedPrice, pricedPrecompile, refuseStaticFirst } from './abi/abiPrecompile.ts'
import { arrayOf, bool, int32, rawString, string, tuple, uint64 } from './abi/abiType.ts'
import { contentOf, parseProposal } from './govProposal.ts'
import { headerInfoOf, takePayment } from './payment.ts'

const MAX_OPTIONS = 4

const submitProposal = abiFunction({
  name: 'submitProposal',
  mutability: 'payable',
  inputs: { proposalJSON: rawString },
  returns: uint64,
  run(call, { proposalJSON }) {
    const proposer = requireNative(call.state, call.caller)
    const proposal = parseProposal(proposalJSON)
    const deposit = takePayment(call, proposer)
    const content = contentOf(call.state, proposal)
    return makeProposal(call.state, proposer, content, deposit, headerInfoOf(call))
  },
})

const deposit = abiFunction({
  name: 'deposit',
  mutability: 'payable',
  inputs: { proposalID: uint64 },
  returns: bool,
  run(call, { proposalID }) {
    const depositor = requireNative(call.state, call.caller)
    if (call.value === 0n) {
      throw plainError('set `value` field to non-zero to deposit fund')
    }
    const coins = takePayment(call, depositor)
    depositOn(call.state, proposalID, depositor, coins, headerInfoOf(call))
    return true
  },
})

const vote = abiFunction({
  name: 'vote',
  mutability: 'nonpayable',
  inputs: { proposalID: uint64, option: int32 },
  returns: bool,
  run({ state, caller }, { proposalID, option }) {
    const voter = requireNative(state, caller)
    voteOn(state, proposalID, voter, wholeVote(option))
    return true
  },
})

const voteWeighted = abiFunction({
  name: 'voteWeighted',
  mutability: 'nonpayable',
  inputs: {
    proposalID: uint64,
    options: arrayOf(tuple('WeightedVoteOption', { option: int32, weight: string })),
  },
  returns: bool,
  run({ state, caller }, { proposalID, options }) {
    const voter = requireNative(state, caller)
    if (options.length > MAX_OPTIONS) {
      throw plainError(`too many vote options provided: maximum allowed is ${MAX_OPTIONS}`)
    }
    const weighted = options.map(({ option, weight }) => ({
      option: toVoteOption(option),
      weight: readWeight(weight),
    }))
    voteOn(state, proposalID, voter, weighted)
    return true
  },
})

/** 0x1006: proposals and votes. */
export const govPrecompile = pricedPrecompile(
  new Map([
    [submitProposal, fixedPrice(50_000n, storeGas.writeByte)],
    [deposit, fixedPrice(30_000n, storeGas.writeByte)],
    [vote, fixedPrice(30_000n, storeGas.writeByte)],
    [voteWeighted, fixedPrice(30_000n, storeGas.writeByte)],
  ]),
  { refuse: refuseStaticFirst('gov') },
)

/** Returns a vote for one option. @throws ModuleError if there is no such option */
export function wholeVote(option: bigint): readonly WeightedOption[] {
  const known = toVoteOption(option)
  requireOption(known)
  return [{ option: known, weight: DECIMAL_ONE }]
}

/** The module validates the option. */
function toVoteOption(option: bigint): VoteOption {
  return Number(option) as VoteOption
}

function readWeight(text: string): bigint {
  try {
    return parseSignedDecimal(text)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw plainError(`invalid weight format: ${error.message}`)
  }
}
