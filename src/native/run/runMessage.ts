import { requireRecipient, sendCoins } from '../../modules/bank/bank.ts'
import { nativeOfText, nativeText, ownerOf } from '../../modules/evm/association.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { typeUrls } from '../codec/schemas.ts'
import { actionEvent, coinsText, transferEvents } from '../events.ts'
import type { NativeEvent } from '../nativeReceipt.ts'
import type { EvmSendMessage, NativeMessage, SendMessage } from '../nativeTransaction.ts'

/**
 * Runs one message with a verified signer and returns its events.
 *
 * @throws ModuleError, ModuleOutOfGas
 */
export function runMessage(state: RowState, message: NativeMessage): NativeEvent[] {
  switch (message.kind) {
    case 'send':
    case 'evmSend':
      return send(state, message)
    case 'associate':
      // The signer is already associated.
      return [actionEvent(typeUrls.associate, message.sender, 'evm')]
    case 'evmAssociate':
      return []
  }
}

function send(state: RowState, message: SendMessage | EvmSendMessage): NativeEvent[] {
  const { from, coins } = message
  const to = recipientOf(state, message)
  const recipient = nativeText(state, to)
  requireRecipient(state, to, recipient)
  sendCoins(state, nativeOfText(state, from), to, coins)
  const [typeUrl, module] =
    message.kind === 'send' ? [typeUrls.bankSend, 'bank'] : [typeUrls.evmSend, 'evm']
  return [actionEvent(typeUrl, from, module), ...transferEvents(from, recipient, coinsText(coins))]
}

/** Returns the recipient of a message that transfers coins. */
export function recipientOf(state: RowState, message: SendMessage | EvmSendMessage) {
  return message.kind === 'send' ? nativeOfText(state, message.to) : ownerOf(state, message.to)
}
