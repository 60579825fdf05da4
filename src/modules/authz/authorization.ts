import { bytesToUtf8, concatBytes, utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import {
  decodeFields,
  encodeAny,
  messageField,
  repeatedField,
  stringField,
  varintField,
} from '../../primitives/encoding/protobuf.ts'
import type { Coin } from '../bank/bank.ts'
import { coinFields, readCoinFields } from '../messages.ts'
import { sdkError } from '../moduleError.ts'

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
  | {
      readonly kind: 'stake'
      readonly action: StakeAction
      readonly maxTokens: Coin
      /** Bech32 texts of operators. */
      readonly allowed: readonly string[]
    }

const GENERIC = '/cosmos.authz.v1beta1.GenericAuthorization'
const STAKE = '/cosmos.staking.v1beta1.StakeAuthorization'

/** Returns the type of the messages that an authorization covers. */
export function messageOf(authorization: Authorization): string {
  return authorization.kind === 'generic'
    ? authorization.typeUrl
    : STAKE_MESSAGES[authorization.action]
}

/** Encodes an authorization as an Any. */
export function encodeAuthorization(authorization: Authorization): Uint8Array {
  if (authorization.kind === 'generic') {
    return encodeAny(GENERIC, stringField(1, authorization.typeUrl))
  }
  const { action, maxTokens, allowed } = authorization
  return encodeAny(
    STAKE,
    concatBytes(
      ...coinFields(1, [maxTokens]),
      messageField(2, repeatedField(1, allowed.map(utf8ToBytes))),
      varintField(4, BigInt(action)),
    ),
  )
}

/** Decodes {@link encodeAuthorization}. */
export function decodeAuthorization(bytes: Uint8Array): Authorization {
  const any = decodeFields(bytes)
  const fields = decodeFields(any.bytes(2))
  if (any.text(1) === GENERIC) return { kind: 'generic', typeUrl: fields.text(1) }
  const [maxTokens] = readCoinFields(fields.messages(1))
  if (maxTokens === undefined) throw new Error('bug: a stake authorization without a limit')
  return {
    kind: 'stake',
    maxTokens,
    allowed: decodeFields(fields.bytes(2)).messages(1).map(bytesToUtf8),
    action: Number(fields.varint(4)) as StakeAction,
  }
}

/** Formats an authorization as the JSON of its protobuf message. */
export function authorizationJson(authorization: Authorization): string {
  if (authorization.kind === 'generic') {
    return JSON.stringify({ '@type': GENERIC, msg: authorization.typeUrl })
  }
  const { action, maxTokens, allowed } = authorization
  return JSON.stringify({
    '@type': STAKE,
    max_tokens: { denom: maxTokens.denom, amount: maxTokens.amount.toString() },
    allow_list: { address: allowed },
    authorization_type: STAKE_ACTIONS[action],
  })
}

/** A change of stake that an authorization has to cover. */
export interface StakeUse {
  /** Bech32 text of the operator that gets or loses stake; of a redelegation the destination. */
  readonly operator: string
  readonly amount: bigint
}

/**
 * Returns what remains of an authorization after its use; undefined if nothing does.
 *
 * @throws ModuleError if it does not cover the use
 */
export function useAuthorization(
  authorization: Authorization,
  use?: StakeUse,
): Authorization | undefined {
  if (authorization.kind === 'generic' || use === undefined) return authorization
  const { maxTokens, allowed } = authorization
  if (!allowed.includes(use.operator)) {
    throw sdkError(
      'unauthorized',
      `cannot delegate/undelegate to ${use.operator} validator: unauthorized`,
    )
  }
  const amount = maxTokens.amount - use.amount
  if (amount < 0n) throw sdkError('invalidRequest', 'negative coin amount')
  return amount === 0n ? undefined : { ...authorization, maxTokens: { ...maxTokens, amount } }
}
