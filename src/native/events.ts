import type { Coin } from '../modules/bank/bank.ts'
import { type Address, toChecksumAddress } from '../primitives/address.ts'
import type { NativeEvent } from './nativeReceipt.ts'

/*
 * Events by the Cosmos SDK's names. Addresses are bech32 unless an EVM address is required.
 */

/** Formats coins as the SDK does: `5uatom,10usei`. */
export function coinsText(coins: readonly Coin[]): string {
  return coins.map(({ denom, amount }) => `${amount}${denom}`).join(',')
}

/** Event of a transfer of coins. */
export function transferEvents(sender: string, recipient: string, amount: string): NativeEvent[] {
  return [
    event('coin_spent', { spender: sender, amount }),
    event('coin_received', { receiver: recipient, amount }),
    event('transfer', { recipient, sender, amount }),
    event('message', { sender }),
  ]
}

/** Event of a fee payment. */
export function feeEvents(payer: string, collector: string, amount: string): NativeEvent[] {
  const paid = amount === '' ? [] : transferEvents(payer, collector, amount)
  return [...paid, event('tx', { fee: amount, fee_payer: payer })]
}

/** Event at the start of a message. */
export function actionEvent(typeUrl: string, sender: string, module: string): NativeEvent {
  return event('message', { action: typeUrl, sender, module })
}

/** Event of an association (sei-chain, x/evm). */
export function associationEvent(native: string, evm: Address): NativeEvent {
  return event('address_associated', { sei_addr: native, evm_addr: toChecksumAddress(evm) })
}

/** Creates an event. */
export function event(type: string, attributes: Readonly<Record<string, string>>): NativeEvent {
  return {
    type,
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value })),
  }
}
