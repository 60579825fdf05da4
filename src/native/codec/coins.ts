import type { Coin } from '../../modules/bank/bank.ts'
import { isDenomination } from '../../modules/bank/denomination.ts'
import { NativeTxError, shorten } from '../errors.ts'
import { coin } from './schemas.ts'

/** Digits of 2^256, to bound the cost of parsing. */
const AMOUNT = /^(0|[1-9][0-9]{0,77})$/
const MAX_AMOUNT = 2n ** 256n - 1n

/**
 * Decodes coins, which must be ordered by denomination without duplicates.
 *
 * @throws NativeTxError MALFORMED_NATIVE_TX, INVALID_COINS
 */
export function decodeCoins(messages: readonly Uint8Array[]): readonly Coin[] {
  const coins = messages.map(decodeCoin)
  for (const [i, { denom }] of coins.entries()) {
    const before = coins[i - 1]
    if (before === undefined || before.denom < denom) continue
    throw malformedCoins(
      before.denom === denom
        ? `denomination ${denom} is there twice`
        : `denomination ${denom} is after ${before.denom}`,
    )
  }
  return coins
}

/**
 * Decodes coins of a transfer, which must not be empty.
 *
 * @throws NativeTxError MALFORMED_NATIVE_TX, INVALID_COINS
 */
export function decodePositiveCoins(messages: readonly Uint8Array[]): readonly Coin[] {
  if (messages.length === 0) throw malformedCoins('no coins')
  const coins = decodeCoins(messages)
  const empty = coins.find(({ amount }) => amount === 0n)
  if (empty !== undefined) throw malformedCoins(`amount of ${empty.denom} is 0`)
  return coins
}

/**
 * Decodes coins of a transfer, which may be empty.
 *
 * @throws NativeTxError MALFORMED_NATIVE_TX, INVALID_COINS
 */
export function decodeSomeCoins(messages: readonly Uint8Array[]): readonly Coin[] {
  return messages.length === 0 ? [] : decodePositiveCoins(messages)
}

/** Encodes coins for {@link decodeCoins}. */
export function encodeCoins(coins: readonly Coin[]): readonly Uint8Array[] {
  return coins.map(({ denom, amount }) => coin.encode({ denom, amount: amount.toString() }))
}

function decodeCoin(bytes: Uint8Array): Coin {
  const { denom, amount } = coin.decode(bytes)
  if (!isDenomination(denom)) throw malformedCoins(`invalid denomination ${shorten(denom)}`)
  if (!AMOUNT.test(amount)) throw malformedCoins(`invalid amount ${shorten(amount)} of ${denom}`)
  const number = BigInt(amount)
  if (number > MAX_AMOUNT) throw malformedCoins(`amount of ${denom} has more than 256 bits`)
  return { denom, amount: number }
}

function malformedCoins(reason: string): NativeTxError {
  return new NativeTxError({ code: 'INVALID_COINS', reason })
}
