import { nativeOfText } from '../../modules/evm/association.ts'
import {
  type Allowance,
  allowanceUrls,
  type BasicAllowance,
  type PeriodicAllowance,
} from '../../modules/feegrant/allowance.ts'
import {
  type FeeParties,
  grantAllowance,
  revokeAllowance,
} from '../../modules/feegrant/allowances.ts'
import { feegrantError } from '../../modules/feegrant/feegrantError.ts'
import { sdkError } from '../../modules/moduleError.ts'
import { EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import { toRfc3339 } from '../../primitives/encoding/rfc3339.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { checkBech32 } from '../codec/addressText.ts'
import { decodePositiveCoins, decodeSomeCoins } from '../codec/coins.ts'
import { protoSchema } from '../codec/protoSchema.ts'
import { any, coin, typeUrls } from '../codec/schemas.ts'
import { decodeDuration, decodeTimestamp } from '../codec/times.ts'
import { event } from '../events.ts'
import type { NativeEvent } from '../nativeReceipt.ts'
import { fieldsJson, type MessageType, messageType } from './moduleMessage.ts'

const basic = protoSchema('BasicAllowance', {
  spend_limit: [1, 'messages'],
  expiration: [2, 'message'],
})
const periodic = protoSchema('PeriodicAllowance', {
  basic: [1, 'message'],
  period: [2, 'message'],
  period_spend_limit: [3, 'messages'],
  period_can_spend: [4, 'messages'],
  period_reset: [5, 'message'],
})
const allowedMsg = protoSchema('AllowedMsgAllowance', {
  allowance: [1, 'message'],
  allowed_messages: [2, 'texts'],
})

/** @throws NativeTxError, ModuleError */
function decodeAllowance(bytes: Uint8Array | undefined): Allowance {
  const { type_url: typeUrl, value } = any.decode(bytes ?? EMPTY_BYTES)
  if (typeUrl !== allowanceUrls.allowedMsg) return decodeLimit(typeUrl, value)
  const { allowance, allowed_messages: messages } = allowedMsg.decode(value)
  if (allowance === undefined) throw feegrantError('noAllowance', 'allowance should not be empty')
  if (messages.length === 0) {
    throw feegrantError('noMessages', "allowed messages shouldn't be empty")
  }
  const inner = any.decode(allowance)
  return { kind: 'allowedMsg', allowance: decodeLimit(inner.type_url, inner.value), messages }
}

function decodeLimit(typeUrl: string, value: Uint8Array): BasicAllowance | PeriodicAllowance {
  if (typeUrl === allowanceUrls.basic) return decodeBasic(value)
  if (typeUrl !== allowanceUrls.periodic) {
    throw feegrantError('noAllowance', `allowance ${typeUrl} is not supported`)
  }
  const fields = periodic.decode(value)
  const period = decodeDuration(fields.period)
  const periodReset = decodeTimestamp(fields.period_reset)
  const allowance = {
    kind: 'periodic' as const,
    basic: decodeBasic(fields.basic ?? EMPTY_BYTES),
    period,
    periodSpendLimit: decodePositiveCoins(fields.period_spend_limit),
    periodCanSpend: decodeSomeCoins(fields.period_can_spend),
    periodReset,
  }
  const denoms = new Set(allowance.basic.spendLimit.map(({ denom }) => denom))
  if (denoms.size > 0 && allowance.periodSpendLimit.some(({ denom }) => !denoms.has(denom))) {
    const why = 'period spend limit has different currency than basic spend limit'
    throw sdkError('invalidCoins', `${why}: invalid coins`)
  }
  if (period < 0n) throw feegrantError('invalidDuration', 'negative clock step')
  return allowance
}

function decodeBasic(value: Uint8Array): BasicAllowance {
  const { spend_limit: limit, expiration } = basic.decode(value)
  const end = expiration && decodeTimestamp(expiration)
  const spendLimit = decodeSomeCoins(limit)
  if (end === undefined) return { kind: 'basic', spendLimit }
  if (end < 0n) throw feegrantError('invalidDuration', 'expiration time cannot be negative')
  return { kind: 'basic', spendLimit, expiration: end }
}

const coinJson = fieldsJson(coin)
const timeJson = (bytes: Uint8Array): Json => toRfc3339(decodeTimestamp(bytes))
const basicJson = fieldsJson(basic, { spend_limit: coinJson, expiration: timeJson })
const formats: ReadonlyMap<string, (bytes: Uint8Array) => { readonly [name: string]: Json }> =
  new Map([
    [allowanceUrls.basic, basicJson],
    [allowanceUrls.periodic, periodicJson],
    [allowanceUrls.allowedMsg, fieldsJson(allowedMsg, { allowance: allowanceJson })],
  ])

function periodicJson(bytes: Uint8Array): { readonly [name: string]: Json } {
  const fields = periodic.decode(bytes)
  return {
    basic: basicJson(fields.basic ?? EMPTY_BYTES),
    period: `${decodeDuration(fields.period)}s`,
    period_spend_limit: fields.period_spend_limit.map(coinJson),
    period_can_spend: fields.period_can_spend.map(coinJson),
    period_reset: toRfc3339(decodeTimestamp(fields.period_reset)),
  }
}

function allowanceJson(bytes: Uint8Array): Json {
  const { type_url: typeUrl, value } = any.decode(bytes)
  return { '@type': typeUrl, ...formats.get(typeUrl)?.(value) }
}

interface Parties {
  readonly granter: string
  readonly grantee: string
}

/** @throws NativeTxError, ModuleError */
function checkParties({ granter, grantee }: Parties, prefix: string, fault: string): void {
  checkBech32('granter', granter, prefix)
  checkBech32('grantee', grantee, prefix)
  if (granter === grantee) throw sdkError('invalidAddress', `${fault}: invalid address`)
}

function partiesOf(state: RowState, { granter, grantee }: Parties): FeeParties {
  return { granter: nativeOfText(state, granter), grantee: nativeOfText(state, grantee) }
}

/** An event about an allowance. */
export function feeGrantEvent(
  type: 'set_feegrant' | 'use_feegrant' | 'revoke_feegrant',
  { granter, grantee }: Parties,
): NativeEvent {
  return event(type, { granter, grantee })
}

/** Messages of the feegrant module. `ante/payFee.ts` uses the allowances. */
export const feegrantMessages: readonly MessageType[] = [
  messageType({
    typeUrl: typeUrls.grantAllowance,
    schema: protoSchema('MsgGrantAllowance', {
      granter: [1, 'text'],
      grantee: [2, 'text'],
      allowance: [3, 'message'],
    }),
    signer: 'granter',
    nested: { allowance: allowanceJson },
    check({ allowance, ...parties }, prefix) {
      checkParties(parties, prefix, 'cannot self-grant fee authorization')
      decodeAllowance(allowance)
    },
    run(state, { allowance, ...parties }) {
      grantAllowance(state, partiesOf(state, parties), decodeAllowance(allowance))
      return [feeGrantEvent('set_feegrant', parties)]
    },
  }),
  messageType({
    typeUrl: typeUrls.revokeAllowance,
    schema: protoSchema('MsgRevokeAllowance', { granter: [1, 'text'], grantee: [2, 'text'] }),
    signer: 'granter',
    check: (parties, prefix) => checkParties(parties, prefix, 'addresses must be different'),
    run(state, parties) {
      revokeAllowance(state, partiesOf(state, parties))
      return [feeGrantEvent('revoke_feegrant', parties)]
    },
  }),
]
