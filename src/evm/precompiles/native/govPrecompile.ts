import { requireNative } from '../../../modules/evm/association.ts'
import { storeGas } from '../../../modules/gas/gasMeter.ts'
import { depositOn, submitProposal as makeProposal, voteOn } from '../../../modules/gov/gov.ts'
import { govError } from '../../../modules/gov/govError.ts'
import type { VoteOption } from '../../../modules/gov/proposal.ts'
import { sdkError } from '../../../modules/moduleError.ts'
import { DECIMAL_ONE, parseDecimal } from '../../../primitives/encoding/decimal.ts'
import { abiFunction } from './abi/abiFunction.ts'
import { fixedPrice, pricedPrecompile, refuseStaticFirst } from './abi/abiPrecompile.ts'
import { arrayOf, bool, int32, string, tuple, uint64 } from './abi/abiType.ts'
import { readProposal } from './govProposal.ts'
import { headerInfoOf, takePayment } from './payment.ts'

const MAX_OPTIONS = 4

const submitProposal = abiFunction({
  name: 'submitProposal',
  mutability: 'payable',
  inputs: { proposalJSON: string },
  returns: uint64,
  run(call, { proposalJSON }) {
    const proposer = requireNative(call.state, call.caller)
    const content = readProposal(call.state, proposalJSON)
    const deposit = takePayment(call, proposer)
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
    const coins = takePayment(call, depositor)
    if (coins.length === 0) {
      throw sdkError('invalidCoins', 'set `value` field to non-zero to deposit fund')
    }
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
    voteOn(state, proposalID, voter, [{ option: toVoteOption(option), weight: DECIMAL_ONE }])
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
      throw govError(
        'invalidVote',
        `too many vote options provided: maximum allowed is ${MAX_OPTIONS}`,
      )
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

/** The module validates the option. */
export function toVoteOption(option: bigint): VoteOption {
  return Number(option) as VoteOption
}

function readWeight(text: string): bigint {
  const weight = parseDecimal(text)
  if (weight === undefined) throw govError('invalidVote', 'invalid weight format')
  return weight
}
