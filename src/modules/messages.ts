import { concatBytes } from '../primitives/encoding/bytes.ts'
import {
  decodeFields,
  int64Field,
  messageField,
  stringField,
} from '../primitives/encoding/protobuf.ts'
import type { Coin } from './bank/bank.ts'

/*
 * Messages in the rows of several modules. Integers and decimals are decimal strings; a decimal is
 * an integer in units of 10^-18, as in the SDK.
 */

/** An integer or decimal field, also written if 0. */
export function numberField(field: number, value: bigint): Uint8Array {
  return stringField(field, value.toString())
}

/** Decodes {@link numberField}; 0 if absent. */
export function readNumberField(text: string): bigint {
  return BigInt(text)
}

/** Coins (integers) or DecCoins (decimals): repeated messages. */
export function coinFields(field: number, coins: readonly Coin[]): readonly Uint8Array[] {
  return coins.map((coin) => messageField(field, encodeCoin(coin)))
}

/** Encodes a Coin. */
export function encodeCoin({ denom, amount }: Coin): Uint8Array {
  return concatBytes(stringField(1, denom), numberField(2, amount))
}

/** A Coin in the JSON of protobuf. */
export function coinJson({ denom, amount }: Coin): { denom: string; amount: string } {
  return { denom, amount: amount.toString() }
}

/** Decodes {@link coinFields}. */
export function readCoinFields(messages: readonly Uint8Array[]): readonly Coin[] {
  return messages.map((message) => {
    const fields = decodeFields(message)
    return { denom: fields.text(1), amount: readNumberField(fields.text(2)) }
  })
}

/** A Timestamp or Duration of whole seconds, also written if zero. */
export function secondsField(field: number, seconds: bigint): Uint8Array {
  return messageField(field, int64Field(1, seconds))
}

/** Decodes {@link secondsField}. */
export function readSecondsField(message: Uint8Array): bigint {
  return decodeFields(message).int64(1)
}
