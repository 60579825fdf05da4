import {
  type Authorization,
  authorizationJson,
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
import { decodeCoins } from '../codec/coins.ts'
import { protoSchema } from '../codec/protoSchema.ts'
import { any, typeUrls } from '../codec/schemas.ts'
import { event } from '../events.ts'
import type { NativeEvent } from '../nativeReceipt.ts'
import { type MessageType, messageType } from './moduleMessage.ts'

const grantSchema = protoSchema('Grant', {
  authorization: [1, 'message'],
  expiration: [2, 'message'],
})
const timestamp = protoSchema('Timestamp', { seconds: [1, 'uint64'], nanos: [2, 'uint64'] })
const generic = protoSchema('GenericAuthorization', { msg: [1, 'text'] })
const stake = protoSchema('StakeAuthorization', {
  max_tokens: [1, 'message'],
  allow_list: [2, 'message'],
  deny_list: [3, 'message'],
  authorization_type: [4, 'uint64'],
})
const validators = protoSchema('StakeAuthorization.Validators', { address: [1, 'texts'] })

const GENERIC = '/cosmos.authz.v1beta1.GenericAuthorization'
const STAKE = '/cosmos.staking.v1beta1.StakeAuthorization'
const ACTIONS: ReadonlySet<number> = new Set(Object.values(stakeAction))

const isAction = (value: number): value is StakeAction => ACTIONS.has(value)

/**
 * Decodes an authorization: of all messages of a type, or of stake with listed validators, which
 * are those that the precompiled contracts give.
 *
 * @throws NativeTxError, ModuleError
 */
function decodeAuthorization(bytes: Uint8Array | undefined): Authorization {
  const { type_url: typeUrl, value } = any.decode(bytes ?? EMPTY_BYTES)
  if (typeUrl === GENERIC) return { kind: 'generic', typeUrl: generic.decode(value).msg }
  if (typeUrl !== STAKE) {
    throw sdkError('invalidType', `authorization ${typeUrl} is not supported: invalid type`)
  }
  const { max_tokens: most, allow_list: list, ...rest } = stake.decode(value)
  const action = Number(rest.authorization_type)
  const [maxTokens] = decodeCoins(most === undefined ? [] : [most])
  if (!isAction(action)) throw sdkError('invalidType', 'unknown authorization type: invalid type')
  if (maxTokens === undefined || maxTokens.amount === 0n || list === undefined) {
    const want = 'a stake authorization needs max_tokens above zero and an allow_list'
    throw sdkError('invalidRequest', `${want}: invalid request`)
  }
  return { kind: 'stake', action, maxTokens, allowed: validators.decode(list).address }
}

/** @throws NativeTxError, ModuleError */
function decodeGrant(bytes: Uint8Array | undefined): {
  readonly authorization: Authorization
  readonly expiration: bigint
} {
  const { authorization, expiration } = grantSchema.decode(bytes ?? EMPTY_BYTES)
  const { seconds } = timestamp.decode(expiration ?? EMPTY_BYTES)
  return { authorization: decodeAuthorization(authorization), expiration: seconds }
}

function grantJson(bytes: Uint8Array): Json {
  const { authorization, expiration } = decodeGrant(bytes)
  return {
    authorization: JSON.parse(authorizationJson(authorization)),
    expiration: toRfc3339(expiration),
  }
}

/** @throws NativeTxError, ModuleError */
function checkParties(
  { granter, grantee }: { readonly granter: string; readonly grantee: string },
  prefix: string,
): void {
  checkBech32('granter', granter, prefix)
  checkBech32('grantee', grantee, prefix)
  if (granter !== grantee) return
  throw sdkError('invalidRequest', 'granter and grantee cannot be same: invalid request')
}

function partiesOf(
  state: RowState,
  { granter, grantee }: { readonly granter: string; readonly grantee: string },
): GrantParties {
  return { granter: nativeOfText(state, granter), grantee: nativeOfText(state, grantee) }
}

/** A typed event, whose values are JSON. */
function typedEvent(name: string, fields: Readonly<Record<string, string>>): NativeEvent {
  const values = Object.entries(fields).map(([key, value]) => [key, JSON.stringify(value)])
  return event(`cosmos.authz.v1beta1.${name}`, Object.fromEntries(values))
}

/** Messages of the authz module: grants, which the precompiled contracts of Sei 6.7 use. */
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
      if (authorization.kind === 'generic') return
      for (const operator of authorization.allowed) {
        checkBech32('allow_list', operator, prefix + OPERATOR_SUFFIX)
      }
    },
    run(state, { granter, grantee, grant: bytes }, moment) {
      const { authorization, expiration } = decodeGrant(bytes)
      const parties = partiesOf(state, { granter, grantee })
      grant(state, parties, [authorization], expiration, moment)
      const typeUrl = messageOf(authorization)
      return [typedEvent('EventGrant', { msg_type_url: typeUrl, granter, grantee })]
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
      return [typedEvent('EventRevoke', { msg_type_url: typeUrl, granter, grantee })]
    },
  }),
]
