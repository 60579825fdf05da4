import { nativeOfText } from '../../modules/evm/association.ts'
import {
  depositOn,
  requireOption,
  requireOptions,
  submitProposal,
  voteOn,
} from '../../modules/gov/gov.ts'
import { govError } from '../../modules/gov/govError.ts'
import type { VoteOption, WeightedOption } from '../../modules/gov/proposal.ts'
import {
  contentUrls,
  type ProposalAction,
  type ProposalContent,
  requireContent,
} from '../../modules/gov/proposalContent.ts'
import { sdkError } from '../../modules/moduleError.ts'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import { DECIMAL_ONE, formatDecimal } from '../../primitives/encoding/decimal.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import { GO_ZERO_TIME, toRfc3339 } from '../../primitives/encoding/rfc3339.ts'
import { checkBech32 } from '../codec/addressText.ts'
import { decodeSomeCoins } from '../codec/coins.ts'
import { protoSchema } from '../codec/protoSchema.ts'
import { any, coin, timestamp, typeUrls } from '../codec/schemas.ts'
import { decodeTimestamp } from '../codec/times.ts'
import { malformed, NativeTxError, shorten } from '../errors.ts'
import { event } from '../events.ts'
import type { NativeEvent } from '../nativeReceipt.ts'
import {
  booleanJson,
  enumJson,
  fieldsJson,
  type MessageType,
  messageType,
} from './moduleMessage.ts'

const TEXT = { title: [1, 'text'], description: [2, 'text'] } as const

const paramChange = protoSchema('ParamChange', {
  subspace: [1, 'text'],
  key: [2, 'text'],
  value: [3, 'text'],
})
/** `time` is deprecated, and must be the zero time of Go if it is there. */
const plan = protoSchema('Plan', {
  name: [1, 'text'],
  time: [2, 'message'],
  height: [3, 'uint64'],
  info: [4, 'text'],
})
const text = protoSchema('TextProposal', { ...TEXT, is_expedited: [3, 'uint64'] })
const parameterChange = protoSchema('ParameterChangeProposal', {
  ...TEXT,
  changes: [3, 'messages'],
  is_expedited: [4, 'uint64'],
})
const softwareUpgrade = protoSchema('SoftwareUpgradeProposal', { ...TEXT, plan: [3, 'message'] })
const cancelUpgrade = protoSchema('CancelSoftwareUpgradeProposal', TEXT)
const communityPoolSpend = protoSchema('CommunityPoolSpendProposal', {
  ...TEXT,
  recipient: [3, 'text'],
  amount: [4, 'messages'],
})

const ZERO_TIME = toRfc3339(GO_ZERO_TIME)

const expedited = { is_expedited: booleanJson }
const planFields = fieldsJson(plan)

/** Formats the content of a proposal that was decoded before. */
function contentJson(bytes: Uint8Array): Json {
  const { type_url: typeUrl, value } = any.decode(bytes)
  const format = formats.get(typeUrl)
  return { '@type': typeUrl, ...format?.(value) }
}

const formats: ReadonlyMap<string, (bytes: Uint8Array) => { readonly [name: string]: Json }> =
  new Map([
    [contentUrls.text, fieldsJson(text, {}, expedited)],
    [
      contentUrls.parameterChange,
      fieldsJson(parameterChange, { changes: fieldsJson(paramChange) }, expedited),
    ],
    [contentUrls.softwareUpgrade, fieldsJson(softwareUpgrade, { plan: planJson })],
    [contentUrls.cancelSoftwareUpgrade, fieldsJson(cancelUpgrade)],
    [contentUrls.communityPoolSpend, fieldsJson(communityPoolSpend, { amount: fieldsJson(coin) })],
  ])

/** @throws NativeTxError */
function decodeContent(bytes: Uint8Array | undefined): ProposalContent {
  if (bytes === undefined)
    throw govError('invalidContent', 'missing content: invalid proposal content')
  const { type_url: typeUrl, value } = any.decode(bytes)
  switch (typeUrl) {
    case contentUrls.text:
      return titled(text.decode(value))
    case contentUrls.parameterChange: {
      const { changes, ...rest } = parameterChange.decode(value)
      return titled(rest, { kind: 'parameterChange', changes: changes.map(paramChange.decode) })
    }
    case contentUrls.softwareUpgrade: {
      const { plan: planned, ...rest } = softwareUpgrade.decode(value)
      const { name, height, info, time } = plan.decode(planned ?? EMPTY_BYTES)
      requireNoTime(time)
      return titled(rest, { kind: 'softwareUpgrade', plan: { name, height, info } })
    }
    case contentUrls.cancelSoftwareUpgrade:
      return titled(cancelUpgrade.decode(value), { kind: 'cancelSoftwareUpgrade' })
    case contentUrls.communityPoolSpend: {
      const { recipient, amount, ...rest } = communityPoolSpend.decode(value)
      return titled(rest, {
        kind: 'communityPoolSpend',
        recipient,
        amount: decodeSomeCoins(amount),
      })
    }
  }
  throw new NativeTxError({ code: 'UNKNOWN_MESSAGE_TYPE', typeUrl: shorten(typeUrl) })
}

function planJson(bytes: Uint8Array): Json {
  return { ...planFields(bytes), time: ZERO_TIME }
}

/** @throws NativeTxError, ModuleError */
function requireNoTime(bytes: Uint8Array | undefined): void {
  const seconds = decodeTimestamp(bytes)
  const isWhole = bytes === undefined || timestamp.decode(bytes).nanos === 0n
  if (seconds === GO_ZERO_TIME && isWhole) return
  const why = 'time-based upgrades have been deprecated in the SDK'
  throw sdkError('invalidRequest', `${why}: invalid request`)
}

function titled(
  { title, description }: Pick<ProposalContent, 'title' | 'description'>,
  action?: ProposalAction,
): ProposalContent {
  return { title, description, ...(action !== undefined && { action }) }
}

const WEIGHT = /^[0-9]{1,40}$/
const weightedOption = protoSchema('WeightedVoteOption', {
  option: [1, 'uint64'],
  weight: [2, 'text'],
})

/** Names of the options, by their numbers. */
export const voteOptions = [
  'VOTE_OPTION_UNSPECIFIED',
  'VOTE_OPTION_YES',
  'VOTE_OPTION_ABSTAIN',
  'VOTE_OPTION_NO',
  'VOTE_OPTION_NO_WITH_VETO',
] as const
const option = enumJson(voteOptions)
const optionFields = fieldsJson(weightedOption, {}, { option })

function optionJson(bytes: Uint8Array): Json {
  const { weight, ...fields } = optionFields(bytes)
  return { ...fields, weight: formatDecimal(BigInt(String(weight))) }
}

/** @throws NativeTxError */
function decodeOptions(messages: readonly Uint8Array[]): readonly WeightedOption[] {
  return messages.map((bytes) => {
    const { option, weight } = weightedOption.decode(bytes)
    if (!WEIGHT.test(weight)) throw malformed(`invalid weight ${shorten(weight)}`)
    return { option: toOption(option), weight: BigInt(weight) }
  })
}

/** The module validates the option. */
function toOption(option: bigint): VoteOption {
  return Number(option) as VoteOption
}

/** @throws NativeTxError for a number that is no boolean */
function toBoolean(value: bigint): boolean {
  if (value > 1n) throw malformed(`boolean is ${value}, want 0 or 1`)
  return value === 1n
}

/** The messages of the governance module. */
export const govMessages: readonly MessageType[] = [
  messageType({
    typeUrl: typeUrls.submitProposal,
    schema: protoSchema('MsgSubmitProposal', {
      content: [1, 'message'],
      initial_deposit: [2, 'messages'],
      proposer: [3, 'text'],
      is_expedited: [4, 'uint64'],
    }),
    signer: 'proposer',
    nested: { content: contentJson, initial_deposit: fieldsJson(coin) },
    scalars: expedited,
    check({ content, initial_deposit: deposit, proposer, is_expedited: marked }, prefix) {
      checkBech32('proposer', proposer, prefix)
      decodeSomeCoins(deposit)
      toBoolean(marked)
      const { action, ...rest } = decodeContent(content)
      requireContent({ ...rest, ...(action !== undefined && { action }) })
      if (action?.kind === 'communityPoolSpend') checkBech32('recipient', action.recipient, prefix)
    },
    run(state, values, moment) {
      const isExpedited = toBoolean(values.is_expedited)
      const content = { ...decodeContent(values.content), ...(isExpedited && { isExpedited }) }
      const proposer = nativeOfText(state, values.proposer)
      const deposit = decodeSomeCoins(values.initial_deposit)
      const id = submitProposal(state, proposer, content, deposit, moment)
      return [event('submit_proposal', { proposal_id: id.toString() })]
    },
  }),
  messageType({
    typeUrl: typeUrls.deposit,
    schema: protoSchema('MsgDeposit', {
      proposal_id: [1, 'uint64'],
      depositor: [2, 'text'],
      amount: [3, 'messages'],
    }),
    signer: 'depositor',
    nested: { amount: fieldsJson(coin) },
    check({ depositor, amount }, prefix) {
      checkBech32('depositor', depositor, prefix)
      decodeSomeCoins(amount)
    },
    run(state, { proposal_id: id, depositor, amount }, moment) {
      depositOn(state, id, nativeOfText(state, depositor), decodeSomeCoins(amount), moment)
      return [event('proposal_deposit', { proposal_id: id.toString() })]
    },
  }),
  messageType({
    typeUrl: typeUrls.vote,
    schema: protoSchema('MsgVote', {
      proposal_id: [1, 'uint64'],
      voter: [2, 'text'],
      option: [3, 'uint64'],
    }),
    signer: 'voter',
    scalars: { option },
    check({ voter, option }, prefix) {
      checkBech32('voter', voter, prefix)
      requireOption(toOption(option))
    },
    run(state, { proposal_id: id, voter, option }) {
      const whole = [{ option: toOption(option), weight: DECIMAL_ONE }]
      voteOn(state, id, nativeOfText(state, voter), whole)
      return voteEvents(id)
    },
  }),
  messageType({
    typeUrl: typeUrls.voteWeighted,
    schema: protoSchema('MsgVoteWeighted', {
      proposal_id: [1, 'uint64'],
      voter: [2, 'text'],
      options: [3, 'messages'],
    }),
    signer: 'voter',
    nested: { options: optionJson },
    check({ voter, options }, prefix) {
      checkBech32('voter', voter, prefix)
      requireOptions(decodeOptions(options))
    },
    run(state, { proposal_id: id, voter, options }) {
      voteOn(state, id, nativeOfText(state, voter), decodeOptions(options))
      return voteEvents(id)
    },
  }),
]

function voteEvents(id: bigint): NativeEvent[] {
  return [event('proposal_vote', { proposal_id: id.toString() })]
}
