import type { Coin } from '../modules/bank/bank.ts'
import { type Address, toChecksumAddress } from '../primitives/address.ts'
import type { NativeEvent } from './nativeReceipt.ts'

/*
 * Events in the Cosmos SDK's words. Addresses are bech32 texts unless an EVM address is asked for.
 */

/** Coins as the SDK writes them: `5uatom,10usei`. */
export function coinsText(coins: readonly Coin[]): string {
  return coins.map(({ denom, amount }) => `${amount}${denom}`).join(',')
}

/** Coins went from one account to another. */
export function transferEvents(sender: string, recipient: string, amount: string): NativeEvent[] {
  return [
    event('coin_spent', { spender: sender, amount }),
    event('coin_received', { receiver: recipient, amount }),
    event('transfer', { recipient, sender, amount }),
    event('message', { sender }),
  ]
}

/** A fee was paid. */
export function feeEvents(payer: string, collector: string, amount: string): NativeEvent[] {
  const paid = amount === '' ? [] : transferEvents(payer, collector, amount)
  return [...paid, event('tx', { fee: amount, fee_payer: payer })]
}

/** A message begins. */
export function actionEvent(typeUrl: string, sender: string, module: string): NativeEvent {
  return event('message', { action: typeUrl, sender, module })
}

/** Two addresses were tied together (sei-chain, x/evm). */
export function associationEvent(native: string, evm: Address): NativeEvent {
  return event('address_associated', { sei_addr: native, evm_addr: toChecksumAddress(evm) })
}

function event(type: string, attributes: Readonly<Record<string, string>>): NativeEvent {
  return {
    type,
    attributes: Object.entries(attributes).map(([key, value]) => ({ key, value })),
  }
}
