import type { GrantUse } from '../../modules/authz/authorization.ts'
import { requireGrant } from '../../modules/authz/grants.ts'
import { requireRecipient, sendCoins } from '../../modules/bank/bank.ts'
import { nativeOfText, nativeText, ownerOf } from '../../modules/evm/association.ts'
import type { HeaderInfo } from '../../modules/headerInfo.ts'
import { ModuleError, recoveredPanic } from '../../modules/moduleError.ts'
import { requireAllowed } from '../../modules/tokenfactory/allowList.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { typeUrls } from '../codec/schemas.ts'
import { actionEvent, coinsText, transferEvents } from '../events.ts'
import { grantEvent } from '../messages/authzMessages.ts'
import { messageTypeOf } from '../messages/messageTypes.ts'
import { typeUrlOf } from '../messages/typeUrlOf.ts'
import type { NativeEvent } from '../nativeReceipt.ts'
import {
  type EvmSendMessage,
  type NativeMessage,
  type SendMessage,
  signerOf,
} from '../nativeTransaction.ts'

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
    case 'invalid':
      throw new ModuleError(message.codespace, message.code, message.reason)
    case 'exec':
      return [
        actionEvent(typeUrls.exec, message.grantee, moduleOf(typeUrls.exec)),
        ...message.messages.flatMap((each, i) => {
          const revoked = permit(state, message.grantee, each, moment)
          return [...revoked, ...runNested(state, each, moment).map((told) => inExec(told, i))]
        }),
      ]
  }
}

/** Uses the grant for a message, if it is not the grantee's own. @throws ModuleError */
function permit(
  state: RowState,
  grantee: string,
  message: NativeMessage,
  moment: HeaderInfo,
): NativeEvent[] {
  const granter = signerOf(message)
  // GetSigners panics.
  if (granter === undefined) throw recoveredPanic('invalid address of the signer')
  const typeUrl = typeUrlOf(message)
  const parties = { granter: nativeOfText(state, granter), grantee: nativeOfText(state, grantee) }
  const isUsedUp = requireGrant(state, parties, typeUrl, moment, useOf(message))
  return isUsedUp ? [grantEvent('EventRevoke', typeUrl, { granter, grantee })] : []
}

function useOf(message: NativeMessage): GrantUse | undefined {
  if (message.kind === 'send') return { coins: message.coins }
  if (message.kind !== 'module') return undefined
  return messageTypeOf(message.typeUrl).use?.(message.value)
}

function runNested(state: RowState, message: NativeMessage, moment: HeaderInfo): NativeEvent[] {
  try {
    return runMessage(state, message, moment)
  } catch (error) {
    if (!(error instanceof ModuleError)) throw error
    const { codespace, code } = error
    const what = `failed to execute message; message ${typeUrlOf(message)}`
    throw new ModuleError(codespace, code, `${what}: ${error.message}`)
  }
}

/** Only a transaction's own messages have actions; others have their index. */
function inExec({ type, attributes }: NativeEvent, index: number): NativeEvent {
  const own = attributes.filter(({ key }) => type !== 'message' || key !== 'action')
  return { type, attributes: [...own, { key: 'authz_msg_index', value: String(index) }] }
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
