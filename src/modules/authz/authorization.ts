import {
  bytesToUtf8,
  concatBytes,
  EMPTY_BYTES,
  utf8ToBytes,
} from '../../primitives/encoding/bytes.ts'
import {
  decodeFields,
  encodeAny,
  messageField,
  repeatedField,
  stringField,
  varintField,
} from '../../primitives/encoding/protobuf.ts'
import type { Coin } from '../bank/bank.ts'
import { subtractCoins } from '../bank/coins.ts'
import { coinFields, coinJson, readCoinFields } from '../messages.ts'
import { recoveredPanic, sdkError } from '../moduleError.ts'

/** What a stake authorization covers, with the SDK's numbers. */
export const stakeAction = { delegate: 1, undelegate: 2, redelegate: 3 } as const

export type StakeAction = (typeof stakeAction)[keyof typeof stakeAction]

/** Names of {@link stakeAction} in JSON. */
const STAKE_ACTIONS: Readonly<Record<StakeAction, string>> = {
  1: 'AUTHORIZATION_TYPE_DELEGATE',
  2: 'AUTHORIZATION_TYPE_UNDELEGATE',
  3: 'AUTHORIZATION_TYPE_REDELEGATE',
}

const STAKE_MESSAGES: Readonly<Record<StakeAction, string>> = {
  1: '/cosmos.staking.v1beta1.MsgDelegate',
  2: '/cosmos.staking.v1beta1.MsgUndelegate',
  3: '/cosmos.staking.v1beta1.MsgBeginRedelegate',
}

/** What a grantee may do for a granter. */
export type Authorization =
  /** Messages of one type. */
  | { readonly kind: 'generic'; readonly typeUrl: string }
  /** Changes of stake with some validators, until the tokens are used up. */
  | StakeAuthorization
  /** Transfers, until the coins are used up. */
  | { readonly kind: 'send'; readonly spendLimit: readonly Coin[] }

export interface StakeAuthorization {
  readonly kind: 'stake'
  readonly action: StakeAction
  /** Undefined if the number has no limit. */
  readonly maxTokens?: Coin
  /** Bech32 texts of operators. Others may not be used, also if the list is absent. */
  readonly allowed?: readonly string[]
  readonly denied?: readonly string[]
}

/** Types of authorizations. */
export const authorizationUrls = {
  generic: '/cosmos.authz.v1beta1.GenericAuthorization',
  stake: '/cosmos.staking.v1beta1.StakeAuthorization',
  send: '/cosmos.bank.v1beta1.SendAuthorization',
} as const

const SEND_MESSAGE = '/cosmos.bank.v1beta1.MsgSend'

/** Returns the type of the messages that an authorization covers. */
export function messageOf(authorization: Authorization): string {
  switch (authorization.kind) {
    case 'generic':
      return authorization.typeUrl
    case 'stake':
      return STAKE_MESSAGES[authorization.action]
    case 'send':
      return SEND_MESSAGE
  }
}

/** Encodes an authorization as an Any. */
export function encodeAuthorization(authorization: Authorization): Uint8Array {
  return encodeAny(authorizationUrls[authorization.kind], encodeValue(authorization))
}

function encodeValue(authorization: Authorization): Uint8Array {
  if (authorization.kind === 'generic') return stringField(1, authorization.typeUrl)
  if (authorization.kind === 'send') return concatBytes(...coinFields(1, authorization.spendLimit))
  const { action, maxTokens, allowed, denied } = authorization
  return concatBytes(
    ...coinFields(1, maxTokens === undefined ? [] : [maxTokens]),
    operatorsField(2, allowed),
    operatorsField(3, denied),
    varintField(4, BigInt(action)),
  )
}

function operatorsField(field: number, operators: readonly string[] | undefined): Uint8Array {
  if (operators === undefined) return EMPTY_BYTES
  return messageField(field, repeatedField(1, operators.map(utf8ToBytes)))
}

/** Decodes {@link encodeAuthorization}. */
export function decodeAuthorization(bytes: Uint8Array): Authorization {
  const any = decodeFields(bytes)
  const fields = decodeFields(any.bytes(2))
  switch (any.text(1)) {
    case authorizationUrls.generic:
      return { kind: 'generic', typeUrl: fields.text(1) }
    case authorizationUrls.send:
      return { kind: 'send', spendLimit: readCoinFields(fields.messages(1)) }
  }
  const [maxTokens] = readCoinFields(fields.messages(1))
  const [allowed, denied] = [2, 3].map((field) =>
    fields.messages(field).map((list) => decodeFields(list).messages(1).map(bytesToUtf8)),
  )
  return {
    kind: 'stake',
    action: Number(fields.varint(4)) as StakeAction,
    ...(maxTokens && { maxTokens }),
    ...(allowed?.[0] && { allowed: allowed[0] }),
    ...(denied?.[0] && { denied: denied[0] }),
  }
}

/** Formats an authorization as the JSON of its protobuf message. */
export function authorizationJson(authorization: Authorization): string {
  const type = { '@type': authorizationUrls[authorization.kind] }
  if (authorization.kind === 'generic') {
    return JSON.stringify({ ...type, msg: authorization.typeUrl })
  }
  if (authorization.kind === 'send') {
    return JSON.stringify({ ...type, spend_limit: authorization.spendLimit.map(coinJson) })
  }
  const { action, maxTokens, allowed, denied } = authorization
  return JSON.stringify({
    ...type,
    max_tokens: maxTokens === undefined ? null : coinJson(maxTokens),
    ...(allowed && { allow_list: { address: allowed } }),
    ...(denied && { deny_list: { address: denied } }),
    authorization_type: STAKE_ACTIONS[action],
  })
}

/** A change of stake that an authorization has to cover. */
export interface StakeUse {
  /** Bech32 text of the operator that gets or loses stake; of a redelegation the destination. */
  readonly operator: string
  readonly coin: Coin
}

/** A transfer that an authorization has to cover. */
export interface SendUse {
  readonly coins: readonly Coin[]
}

/** The use of an authorization that has a limit. */
export type GrantUse = StakeUse | SendUse

/**
 * Returns what remains of an authorization after its use; undefined if nothing does.
 *
 * @throws ModuleError if it does not cover the use
 */
export function useAuthorization(
  authorization: Authorization,
  use?: GrantUse,
): Authorization | undefined {
  if (authorization.kind === 'generic' || use === undefined) return authorization
  if (authorization.kind === 'stake') {
    return 'operator' in use ? useStake(authorization, use) : authorization
  }
  if (!('coins' in use)) return authorization
  const spendLimit = coinsWithout(authorization.spendLimit, use.coins)
  return spendLimit.length === 0 ? undefined : { ...authorization, spendLimit }
}

function useStake(
  authorization: StakeAuthorization,
  { operator, coin }: StakeUse,
): StakeAuthorization | undefined {
  const { maxTokens, allowed = [], denied = [] } = authorization
  if (denied.includes(operator) || !allowed.includes(operator)) {
    throw sdkError(
      'unauthorized',
      `cannot delegate/undelegate to ${operator} validator: unauthorized`,
    )
  }
  if (maxTokens === undefined) return authorization
  if (maxTokens.denom !== coin.denom) {
    throw recoveredPanic(`invalid coin denominations; ${maxTokens.denom}, ${coin.denom}`)
  }
  const left = maxTokens.amount - coin.amount
  if (left < 0n) throw recoveredPanic('negative coin amount')
  return left === 0n ? undefined : { ...authorization, maxTokens: { ...maxTokens, amount: left } }
}

function coinsWithout(limit: readonly Coin[], spent: readonly Coin[]): readonly Coin[] {
  const left = subtractCoins(limit, spent)
  if (left.every(({ amount }) => amount > 0n)) return left
  const why = 'requested amount is more than spend limit'
  throw sdkError('insufficientFunds', `${why}: insufficient funds`)
}
