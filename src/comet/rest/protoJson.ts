import { BaseAccount } from 'cosmjs-types/cosmos/auth/v1beta1/auth'
import { GenericAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz'
import { SendAuthorization } from 'cosmjs-types/cosmos/bank/v1beta1/authz'
import { PubKey as Ed25519Key } from 'cosmjs-types/cosmos/crypto/ed25519/keys'
import { PubKey as Secp256k1Key } from 'cosmjs-types/cosmos/crypto/secp256k1/keys'
import { CommunityPoolSpendProposal } from 'cosmjs-types/cosmos/distribution/v1beta1/distribution'
import {
  AllowedMsgAllowance,
  BasicAllowance,
  PeriodicAllowance,
} from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant'
import { TextProposal } from 'cosmjs-types/cosmos/gov/v1beta1/gov'
import { ParameterChangeProposal } from 'cosmjs-types/cosmos/params/v1beta1/params'
import { StakeAuthorization } from 'cosmjs-types/cosmos/staking/v1beta1/authz'
import {
  CancelSoftwareUpgradeProposal,
  SoftwareUpgradeProposal,
} from 'cosmjs-types/cosmos/upgrade/v1beta1/upgrade'
import { bytesToUtf8 } from '../../primitives/encoding/bytes.ts'
import { formatDecimal } from '../../primitives/encoding/decimal.ts'
import { isJsonObject, type Json } from '../../primitives/encoding/json.ts'
import { toTimestamp } from '../../primitives/encoding/rfc3339.ts'

/** A message of cosmjs-types. */
export interface MessageType {
  decode(input: Uint8Array): unknown
  toJSON(message: never): unknown
}

/** Messages that occur in an Any, by type URL. */
const packed = new Map<string, MessageType>(
  [
    ...[BaseAccount, Ed25519Key, Secp256k1Key, TextProposal, CommunityPoolSpendProposal],
    ...[GenericAuthorization, SendAuthorization, StakeAuthorization],
    ...[BasicAllowance, PeriodicAllowance, AllowedMsgAllowance],
    ...[ParameterChangeProposal, SoftwareUpgradeProposal, CancelSoftwareUpgradeProposal],
  ].map((type): [string, MessageType] => [type.typeUrl, type]),
)

/** Fields of decimals, which are integers in units of 10^-18 as text. */
const DECIMALS = new Set([
  ...['delegator_shares', 'shares', 'shares_dst', 'rate', 'max_rate', 'max_change_rate'],
  ...['min_commission_rate', 'community_tax', 'base_proposer_reward', 'bonus_proposer_reward'],
  'weight',
])
/** Fields of decimals as bytes of that text. */
const BYTE_DECIMALS = new Set([
  ...['quorum', 'threshold', 'veto_threshold'],
  ...['min_signed_per_window', 'slash_fraction_double_sign', 'slash_fraction_downtime'],
])
/** Bytes that the gateway writes as null if they are empty. */
const NULLABLE = new Set(['next_key'])

/** Fields that the SDK of the chain does not have. */
const UNKNOWN = new Set(['unbonding_id', 'unbonding_ids', 'unbonding_on_hold_ref_count'])

/** Messages in fields that the gateway writes as null if they are absent, by type. */
const NULLS: ReadonlyMap<string, object> = new Map([
  [BaseAccount.typeUrl, { pub_key: null }],
  [BasicAllowance.typeUrl, { expiration: null }],
  [StakeAuthorization.typeUrl, { max_tokens: null }],
])

/** How the fields of a message are formatted. */
export interface ProtoJsonOptions {
  /** Whether its coins are DecCoins. */
  readonly hasDecimalCoins?: boolean
}

/**
 * Formats an encoded message as the gateway of the Cosmos SDK does: proto3's JSON with the names of
 * the fields in protobuf, empty fields included, decimals with 18 places.
 */
export function protoJson(
  type: MessageType,
  bytes: Uint8Array,
  options: ProtoJsonOptions = {},
): Json {
  // What a type decodes, it also formats.
  return format(type.toJSON(withTimestamps(type.decode(bytes)) as never), '', options)
}

/** Limits times to those that can be formatted. */
function withTimestamps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withTimestamps)
  if (!isJsonObject(value) || value instanceof Uint8Array) return value
  const { seconds, nanos } = value
  if (typeof seconds === 'bigint' && typeof nanos === 'number') {
    return { seconds: toTimestamp(seconds), nanos }
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, withTimestamps(field)]),
  )
}

/** Formats a message that is not encoded. */
export function messageJson<T>(type: { toJSON(message: T): unknown }, message: T): Json {
  return format(type.toJSON(message), '', {})
}

function format(value: unknown, name: string, options: ProtoJsonOptions): Json {
  if (Array.isArray(value)) return value.map((each) => format(each, name, options))
  if (isJsonObject(value)) return formatObject(value, options)
  if (typeof value === 'string') return formatText(value, name, options)
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}

function formatObject(value: Readonly<Record<string, unknown>>, options: ProtoJsonOptions): Json {
  const { typeUrl, value: content, seconds, nanos } = value
  if (typeof typeUrl === 'string' && typeof content === 'string') {
    return formatAny(typeUrl, Buffer.from(content, 'base64'), options)
  }
  // A duration; times are text already.
  if (typeof seconds === 'string' && typeof nanos === 'number') return `${seconds}s`
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, field]) => {
      const name = key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      return UNKNOWN.has(name) ? [] : [[name, format(field, name, options)]]
    }),
  )
}

function formatAny(typeUrl: string, bytes: Uint8Array, options: ProtoJsonOptions): Json {
  const type = packed.get(typeUrl)
  if (type === undefined) return { '@type': typeUrl }
  const fields = Object(protoJson(type, bytes, options))
  return { '@type': typeUrl, ...NULLS.get(typeUrl), ...fields }
}

function formatText(value: string, name: string, { hasDecimalCoins }: ProtoJsonOptions): Json {
  if (DECIMALS.has(name) || (name === 'amount' && hasDecimalCoins === true)) return decimal(value)
  if (BYTE_DECIMALS.has(name)) return decimal(bytesToUtf8(Buffer.from(value, 'base64')))
  if (NULLABLE.has(name) && value === '') return null
  return value.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)\.000Z$/, '$1Z')
}

function decimal(value: string): string {
  return value === '' ? '' : formatDecimal(BigInt(value))
}
