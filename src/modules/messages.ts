import { concatBytes } from '../primitives/encoding/bytes.ts'
import {
  decodeFields,
  messageField,
  stringField,
  varintField,
} from '../primitives/encoding/protobuf.ts'
import type { Coin } from './bank.ts'

/*
 * Messages that several modules have in their rows. Integers and decimals are decimal text, a decimal as the integer that
 * counts 10^-18, as the SDK writes both.
 */

/** A field that is an integer or a decimal: always there, 0 as well. */
export function numberField(field: number, value: bigint): Uint8Array {
  return stringField(field, value.toString())
}

/** What {@link numberField} wrote; 0 where there is none. */
export function readNumber(text: string): bigint {
  return BigInt(text)
}

/** Coins (amounts are integers) or DecCoins (decimals): repeated messages. */
export function coinFields(field: number, coins: readonly Coin[]): readonly Uint8Array[] {
  return coins.map(({ denom, amount }) =>
    messageField(field, concatBytes(stringField(1, denom), numberField(2, amount))),
  )
}

/** What {@link coinFields} wrote. */
export function readCoins(messages: readonly Uint8Array[]): readonly Coin[] {
  return messages.map((message) => {
    const fields = decodeFields(message)
    return { denom: fields.text(1), amount: readNumber(fields.text(2)) }
  })
}

/** A Timestamp or a Duration of whole seconds: a message, also of zero. */
export function secondsField(field: number, seconds: bigint): Uint8Array {
  return messageField(field, varintField(1, seconds))
}

/** What {@link secondsField} wrote. */
export function readSeconds(message: Uint8Array): bigint {
  return decodeFields(message).varint(1)
}
