import {
  type Authorization,
  authorizationJson,
  authorizationUrls,
  messageOf,
  type StakeAction,
  stakeAction,
} from '../../modules/authz/authorization.ts'
import { type GrantParties, grant, revoke } from '../../modules/authz/grants.ts'
import { nativeOfText } from '../../modules/evm/association.ts'
import { sdkError } from '../../modules/moduleError.ts'
import { OPERATOR_SUFFIX } from '../../modules/operatorAddress.ts'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import { toRfc3339 } from '../../primitives/encoding/rfc3339.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { checkBech32 } from '../codec/addressText.ts'
import { decodeCoins, decodePositiveCoins } from '../codec/coins.ts'
import { protoSchema } from '../codec/protoSchema.ts'
import { any, typeUrls } from '../codec/schemas.ts'
import { decodeTimestamp } from '../codec/times.ts'
import { event } from '../events.ts'
import type { NativeEvent } from '../nativeReceipt.ts'
import { type MessageType, messageType } from './moduleMessage.ts'

const grantSchema = protoSchema('Grant', {
  authorization: [1, 'message'],
  expiration: [2, 'message'],
})
const generic = protoSchema('GenericAuthorization', { msg: [1, 'text'] })
const stake = protoSchema('StakeAuthorization', {
  max_tokens: [1, 'message'],
  allow_list: [2, 'message'],
  deny_list: [3, 'message'],
  authorization_type: [4, 'uint64'],
})
const validators = protoSchema('StakeAuthorization.Validators', { address: [1, 'texts'] })

const send = protoSchema('SendAuthorization', { spend_limit: [1, 'messages'] })

const ACTIONS: ReadonlySet<number> = new Set(Object.values(stakeAction))

const isAction = (value: number): value is StakeAction => ACTIONS.has(value)

/**
 * Decodes an authorization of one of the kinds that the chain has.
 *
 * @throws NativeTxError, ModuleError
 */
function decodeAuthorization(bytes: Uint8Array | undefined): Authorization {
  const { type_url: typeUrl, value } = any.decode(bytes ?? EMPTY_BYTES)
  switch (typeUrl) {
    case authorizationUrls.generic:
      return { kind: 'generic', typeUrl: generic.decode(value).msg }
    case authorizationUrls.send:
      return { kind: 'send', spendLimit: decodePositiveCoins(send.decode(value).spend_limit) }
    case authorizationUrls.stake:
      return decodeStake(value)
  }
  throw sdkError('invalidType', `authorization ${typeUrl} is not supported: invalid type`)
}

/** @throws NativeTxError, ModuleError */
function decodeStake(value: Uint8Array): Authorization {
  const { max_tokens: most, allow_list: allow, deny_list: deny, ...rest } = stake.decode(value)
  const action = Number(rest.authorization_type)
  if (!isAction(action)) throw sdkError('invalidType', 'unknown authorization type: invalid type')
  const [maxTokens] = decodeCoins(most === undefined ? [] : [most])
  return {
    ...{ kind: 'stake', action },
    ...(maxTokens && { maxTokens }),
    ...listOf(allow, deny),
  }
}

/** The lists are a oneof, of which the last one counts. @throws NativeTxError */
function listOf(allow: Uint8Array | undefined, deny: Uint8Array | undefined) {
  const [allowed, denied] = [allow, deny].map((list) => list && validators.decode(list).address)
  if (denied !== undefined) return { denied }
  return allowed && { allowed }
}

/** @throws NativeTxError, ModuleError */
function decodeGrant(bytes: Uint8Array | undefined): {
  readonly authorization: Authorization
  readonly expiration: bigint
} {
  const { authorization, expiration } = grantSchema.decode(bytes ?? EMPTY_BYTES)
  // Times are refused with the transaction, before the rules of an authorization.
  const end = decodeTimestamp(expiration)
  return { authorization: decodeAuthorization(authorization), expiration: end }
}

function grantJson(bytes: Uint8Array): Json {
  const { authorization, expiration } = decodeGrant(bytes)
  return {
    authorization: JSON.parse(authorizationJson(authorization)),
    expiration: toRfc3339(expiration),
  }
}

/** @throws NativeTxError, ModuleError */
function checkParties({ granter, grantee }: Parties, prefix: string): void {
  checkBech32('granter', granter, prefix)
  checkBech32('grantee', grantee, prefix)
  if (granter !== grantee) return
  throw sdkError('invalidRequest', 'granter and grantee cannot be same: invalid request')
}

function partiesOf(state: RowState, { granter, grantee }: Parties): GrantParties {
  return { granter: nativeOfText(state, granter), grantee: nativeOfText(state, grantee) }
}

interface Parties {
  readonly granter: string
  readonly grantee: string
}

/** A typed event, whose values are JSON. */
export function grantEvent(
  name: 'EventGrant' | 'EventRevoke',
  typeUrl: string,
  { granter, grantee }: Parties,
): NativeEvent {
  const fields = { msg_type_url: typeUrl, granter, grantee }
  const values = Object.entries(fields).map(([key, value]) => [key, JSON.stringify(value)])
  return event(`cosmos.authz.v1beta1.${name}`, Object.fromEntries(values))
}

/** Types of the messages that can be granted. */
const KNOWN: ReadonlySet<string> = new Set(Object.values(typeUrls))

/** Messages of the authz module about grants. `run/runMessage.ts` runs those of others. */
export const authzMessages: readonly MessageType[] = [
  messageType({
    typeUrl: typeUrls.grant,
    schema: protoSchema('MsgGrant', {
      granter: [1, 'text'],
      grantee: [2, 'text'],
      grant: [3, 'message'],
    }),
    signer: 'granter',
    nested: { grant: grantJson },
    check({ granter, grantee, grant: bytes }, prefix) {
      checkParties({ granter, grantee }, prefix)
      const { authorization } = decodeGrant(bytes)
      if (authorization.kind !== 'stake') return
      const { allowed = [], denied = [] } = authorization
      for (const operator of [...allowed, ...denied]) {
        checkBech32('validators', operator, prefix + OPERATOR_SUFFIX)
      }
    },
    run(state, { granter, grantee, grant: bytes }) {
      const { authorization, expiration } = decodeGrant(bytes)
      const parties = partiesOf(state, { granter, grantee })
      const message = messageOf(authorization)
      if (!KNOWN.has(message))
        throw sdkError('invalidType', `${message} doesn't exist.: invalid type`)
      grant(state, parties, [authorization], expiration)
      return [grantEvent('EventGrant', message, { granter, grantee })]
    },
  }),
  messageType({
    typeUrl: typeUrls.revoke,
    schema: protoSchema('MsgRevoke', {
      granter: [1, 'text'],
      grantee: [2, 'text'],
      msg_type_url: [3, 'text'],
    }),
    signer: 'granter',
    check({ granter, grantee, msg_type_url: typeUrl }, prefix) {
      checkParties({ granter, grantee }, prefix)
      if (typeUrl !== '') return
      throw sdkError('invalidRequest', 'missing method name: invalid request')
    },
    run(state, { granter, grantee, msg_type_url: typeUrl }) {
      revoke(state, partiesOf(state, { granter, grantee }), [typeUrl])
      return [grantEvent('EventRevoke', typeUrl, { granter, grantee })]
    },
  }),
]
