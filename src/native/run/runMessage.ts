import { requireRecipient, sendCoins } from '../../modules/bank/bank.ts'
import { nativeOfText, nativeText, ownerOf } from '../../modules/evm/association.ts'
import type { HeaderInfo } from '../../modules/headerInfo.ts'
import { requireAllowed } from '../../modules/tokenfactory/allowList.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { typeUrls } from '../codec/schemas.ts'
import { actionEvent, coinsText, transferEvents } from '../events.ts'
import { messageTypeOf } from '../messages/messageTypes.ts'
import type { NativeEvent } from '../nativeReceipt.ts'
import type { EvmSendMessage, NativeMessage, SendMessage } from '../nativeTransaction.ts'

/**
 * Runs one message with a verified signer and returns its events.
 *
 * @throws ModuleError, ModuleOutOfGas
 */
export function runMessage(
  state: RowState,
  message: NativeMessage,
  moment: HeaderInfo,
): NativeEvent[] {
  switch (message.kind) {
    case 'send':
    case 'evmSend':
      return send(state, message)
    case 'associate':
      // The signer is already associated.
      return [actionEvent(typeUrls.associate, message.sender, 'evm')]
    case 'evmAssociate':
      return []
    case 'module': {
      const { typeUrl, value, signer } = message
      const events = messageTypeOf(typeUrl).run(state, value, moment)
      return [actionEvent(typeUrl, signer, moduleOf(typeUrl)), ...events]
    }
  }
}

function send(state: RowState, message: SendMessage | EvmSendMessage): NativeEvent[] {
  const { from, coins } = message
  const to = recipientOf(state, message)
  const recipient = nativeText(state, to)
  requireRecipient(state, to, recipient)
  if (message.kind === 'send') requireAllowed(state, from, recipient, coins)
  sendCoins(state, nativeOfText(state, from), to, coins)
  const [typeUrl, module] =
    message.kind === 'send' ? [typeUrls.bankSend, 'bank'] : [typeUrls.evmSend, 'evm']
  return [actionEvent(typeUrl, from, module), ...transferEvents(from, recipient, coinsText(coins))]
}

/** Returns the recipient of a message that transfers coins. */
export function recipientOf(state: RowState, message: SendMessage | EvmSendMessage) {
  return message.kind === 'send' ? nativeOfText(state, message.to) : ownerOf(state, message.to)
}

/** Returns the module in a type URL: `gov` of `/cosmos.gov.v1beta1.MsgVote`. */
function moduleOf(typeUrl: string): string {
  const parts = typeUrl.split('.').slice(0, -1)
  return parts.filter((part) => !/^v[0-9]/.test(part)).at(-1) ?? ''
}
