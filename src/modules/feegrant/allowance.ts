import {
  bytesToUtf8,
  concatBytes,
  EMPTY_BYTES,
  utf8ToBytes,
} from '../../primitives/encoding/bytes.ts'
import {
  decodeFields,
  encodeAny,
  type Fields,
  messageField,
  repeatedField,
} from '../../primitives/encoding/protobuf.ts'
import { toRfc3339 } from '../../primitives/encoding/rfc3339.ts'
import type { Coin } from '../bank/bank.ts'
import {
  coinFields,
  coinJson,
  readCoinFields,
  readSecondsField,
  secondsField,
} from '../messages.ts'

/** Coins that may be spent on fees, until a time. */
export interface BasicAllowance {
  readonly kind: 'basic'
  /** Empty: no limit. */
  readonly spendLimit: readonly Coin[]
  /** Seconds since 1970. Undefined if it does not expire. */
  readonly expiration?: bigint
}

/** Coins that may be spent in each period, and in total. */
export interface PeriodicAllowance {
  readonly kind: 'periodic'
  readonly basic: BasicAllowance
  /** Seconds. */
  readonly period: bigint
  readonly periodSpendLimit: readonly Coin[]
  /** The rest of the period's limit. */
  readonly periodCanSpend: readonly Coin[]
  /** Seconds since 1970, when the next period begins. */
  readonly periodReset: bigint
}

/** An allowance for fees of some messages. */
export interface AllowedMsgAllowance {
  readonly kind: 'allowedMsg'
  readonly allowance: BasicAllowance | PeriodicAllowance
  /** Type URLs. */
  readonly messages: readonly string[]
}

/** What a grantee may spend on fees. */
export type Allowance = BasicAllowance | PeriodicAllowance | AllowedMsgAllowance

/** Types of allowances. */
export const allowanceUrls = {
  basic: '/cosmos.feegrant.v1beta1.BasicAllowance',
  periodic: '/cosmos.feegrant.v1beta1.PeriodicAllowance',
  allowedMsg: '/cosmos.feegrant.v1beta1.AllowedMsgAllowance',
} as const

/** Encodes an allowance as an Any. */
export function encodeAllowance(allowance: Allowance): Uint8Array {
  return encodeAny(allowanceUrls[allowance.kind], encodeValue(allowance))
}

function encodeValue(allowance: Allowance): Uint8Array {
  switch (allowance.kind) {
    case 'basic': {
      const { spendLimit, expiration } = allowance
      const end = expiration === undefined ? EMPTY_BYTES : secondsField(2, expiration)
      return concatBytes(...coinFields(1, spendLimit), end)
    }
    case 'periodic':
      return concatBytes(
        messageField(1, encodeValue(allowance.basic)),
        secondsField(2, allowance.period),
        ...coinFields(3, allowance.periodSpendLimit),
        ...coinFields(4, allowance.periodCanSpend),
        secondsField(5, allowance.periodReset),
      )
    case 'allowedMsg':
      return concatBytes(
        messageField(1, encodeAllowance(allowance.allowance)),
        repeatedField(2, allowance.messages.map(utf8ToBytes)),
      )
  }
}

/** Decodes {@link encodeAllowance}. */
export function decodeAllowance(bytes: Uint8Array): Allowance {
  const any = decodeFields(bytes)
  const fields = decodeFields(any.bytes(2))
  if (any.text(1) !== allowanceUrls.allowedMsg) return readLimit(any.text(1), fields)
  const inner = decodeFields(fields.bytes(1))
  return {
    kind: 'allowedMsg',
    allowance: readLimit(inner.text(1), decodeFields(inner.bytes(2))),
    messages: fields.messages(2).map(bytesToUtf8),
  }
}

/** Formats an allowance as the JSON of its protobuf message. */
export function allowanceJson(allowance: Allowance): string {
  const text = JSON.stringify(anyJson(allowance))
  // Go's JSON escapes these also.
  return text.replaceAll(/[<>&\u2028\u2029]/g, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}

function anyJson(allowance: Allowance): object {
  return { '@type': allowanceUrls[allowance.kind], ...valueJson(allowance) }
}

function valueJson(allowance: Allowance): object {
  switch (allowance.kind) {
    case 'basic': {
      const { spendLimit, expiration } = allowance
      return {
        spend_limit: spendLimit.map(coinJson),
        expiration: expiration === undefined ? null : toRfc3339(expiration),
      }
    }
    case 'periodic':
      return {
        basic: valueJson(allowance.basic),
        period: `${allowance.period}s`,
        period_spend_limit: allowance.periodSpendLimit.map(coinJson),
        period_can_spend: allowance.periodCanSpend.map(coinJson),
        period_reset: toRfc3339(allowance.periodReset),
      }
    case 'allowedMsg':
      return { allowance: anyJson(allowance.allowance), allowed_messages: allowance.messages }
  }
}

function readLimit(typeUrl: string, fields: Fields): BasicAllowance | PeriodicAllowance {
  if (typeUrl === allowanceUrls.basic) return readBasic(fields)
  return {
    kind: 'periodic',
    basic: readBasic(decodeFields(fields.bytes(1))),
    period: readSecondsField(fields.bytes(2)),
    periodSpendLimit: readCoinFields(fields.messages(3)),
    periodCanSpend: readCoinFields(fields.messages(4)),
    periodReset: readSecondsField(fields.bytes(5)),
  }
}

function readBasic(fields: Fields): BasicAllowance {
  const [expiration] = fields.messages(2)
  return {
    kind: 'basic',
    spendLimit: readCoinFields(fields.messages(1)),
    ...(expiration && { expiration: readSecondsField(expiration) }),
  }
}
