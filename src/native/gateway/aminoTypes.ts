import { contentUrls } from '../../modules/gov/proposalContent.ts'
import { isJsonObject, type Json } from '../../primitives/encoding/json.ts'
import { typeUrls } from '../codec/schemas.ts'
import { assetTypes } from '../messages/evmMessages.ts'
import { voteOptions } from '../messages/govMessages.ts'
import type { JsonObject } from './messageJson.ts'

/** How a message, or the content of a proposal, looks in amino JSON. */
interface AminoType {
  /** As its module registers it in the Cosmos SDK or Sei. */
  readonly name: string
  /** Turns the fields of the gateway's JSON into those of amino; default: they are the same. */
  fields?(fields: JsonObject): JsonObject
}

/**
 * Messages that Sei registers for amino JSON. Those of authz and feegrant are not, and those of the
 * token factory have no name in it.
 */
const messages: ReadonlyMap<string, AminoType> = new Map<string, AminoType>([
  [typeUrls.bankSend, { name: 'cosmos-sdk/MsgSend' }],
  [typeUrls.delegate, { name: 'cosmos-sdk/MsgDelegate' }],
  [typeUrls.undelegate, { name: 'cosmos-sdk/MsgUndelegate' }],
  [typeUrls.beginRedelegate, { name: 'cosmos-sdk/MsgBeginRedelegate' }],
  [typeUrls.withdrawReward, { name: 'cosmos-sdk/MsgWithdrawDelegationReward' }],
  [typeUrls.withdrawCommission, { name: 'cosmos-sdk/MsgWithdrawValidatorCommission' }],
  [typeUrls.setWithdrawAddress, { name: 'cosmos-sdk/MsgModifyWithdrawAddress' }],
  [typeUrls.fundCommunityPool, { name: 'cosmos-sdk/MsgFundCommunityPool' }],
  [typeUrls.submitProposal, { name: 'cosmos-sdk/MsgSubmitProposal', fields: proposalFields }],
  [typeUrls.deposit, { name: 'cosmos-sdk/MsgDeposit' }],
  [
    typeUrls.vote,
    { name: 'cosmos-sdk/MsgVote', fields: (vote) => ({ ...vote, option: optionOf(vote) }) },
  ],
  [typeUrls.voteWeighted, { name: 'cosmos-sdk/MsgVoteWeighted', fields: weightedVoteFields }],
  [
    typeUrls.unjail,
    {
      name: 'cosmos-sdk/MsgUnjail',
      fields: ({ validator_addr: address = '' }) => ({ address }),
    },
  ],
  [typeUrls.evmSend, { name: 'evm/MsgSend' }],
  [typeUrls.associate, { name: 'evm/MsgAssociate' }],
  [typeUrls.claim, { name: 'evm/MsgClaim' }],
  [typeUrls.claimSpecific, { name: 'evm/MsgClaimSpecific', fields: claimFields }],
])

const contents: ReadonlyMap<string, AminoType> = new Map<string, AminoType>([
  [contentUrls.text, { name: 'cosmos-sdk/TextProposal' }],
  [contentUrls.parameterChange, { name: 'cosmos-sdk/ParameterChangeProposal' }],
  [contentUrls.softwareUpgrade, { name: 'cosmos-sdk/SoftwareUpgradeProposal' }],
  [contentUrls.cancelSoftwareUpgrade, { name: 'cosmos-sdk/CancelSoftwareUpgradeProposal' }],
  [contentUrls.communityPoolSpend, { name: 'cosmos-sdk/CommunityPoolSpendProposal' }],
])

/**
 * Returns the amino JSON of a message, an object of type and value. Undefined if the message has no
 * name there.
 *
 * @param message JSON of the gateway
 */
export function aminoMessage(message: JsonObject): JsonObject | undefined {
  return typed(messages, message)
}

function typed(types: ReadonlyMap<string, AminoType>, given: Json): JsonObject | undefined {
  if (!isJsonObject(given)) return undefined
  const { '@type': typeUrl, ...fields } = given as JsonObject
  const type = types.get(String(typeUrl))
  if (type === undefined) return undefined
  return { type: type.name, value: withoutEmpty(type.fields?.(fields) ?? fields) }
}

function proposalFields({ content = null, ...fields }: JsonObject): JsonObject {
  return { ...fields, content: typed(contents, content) ?? null }
}

/** The id alone of this message is left out if it is zero. */
function weightedVoteFields({
  proposal_id: id = null,
  options,
  ...fields
}: JsonObject): JsonObject {
  return {
    ...fields,
    ...(id !== '0' && { proposal_id: id }),
    options: objectsIn(options).map((each) => ({ ...each, option: optionOf(each) })),
  }
}

function claimFields({ assets, ...fields }: JsonObject): JsonObject {
  const list = objectsIn(assets).map(({ asset_type: name, ...asset }) => {
    const type = numberOf(assetTypes, name)
    return withoutEmpty({ ...asset, ...(type !== 0 && { asset_type: type }) })
  })
  return { ...fields, ...(list.length > 0 && { assets: list }) }
}

function optionOf({ option }: JsonObject): number {
  return numberOf(voteOptions, option)
}

/** Enumerations are numbers in amino JSON. */
function numberOf(names: readonly string[], value: Json | undefined): number {
  return typeof value === 'string' ? names.indexOf(value) : Number(value)
}

function objectsIn(list: Json | undefined): readonly JsonObject[] {
  return Array.isArray(list) ? list.map((each) => each as JsonObject) : []
}

/** Empty texts and false booleans are left out, in nested messages, too, except those of coins. */
function withoutEmpty(value: JsonObject): JsonObject {
  const entries = Object.entries(value).filter(([, field]) => field !== '' && field !== false)
  return Object.fromEntries(entries.map(([name, field]) => [name, cleaned(field)]))
}

function cleaned(field: Json): Json {
  if (Array.isArray(field)) return field.map(cleaned)
  return isJsonObject(field) && !('denom' in field) ? withoutEmpty(field as JsonObject) : field
}
