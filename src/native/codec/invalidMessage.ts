import { abciCode } from '../abciCode.ts'
import { NativeTxError, type NativeTxErrorDetails } from '../errors.ts'
import { anyJson } from '../gateway/messageJson.ts'
import { messageTypes } from '../messages/messageTypes.ts'
import type { InvalidMessage } from '../nativeTransaction.ts'
import { checkBech32 } from './addressText.ts'
import { any, msgAssociate, msgExec, msgSend, typeUrls } from './schemas.ts'

/**
 * Returns a message in a MsgExec that its ValidateBasic refuses: the SDK calls it only when the
 * message runs (baseapp/msg_service_router.go of sei-cosmos).
 *
 * @param error why {@link decodeMessage} refuses it
 * @throws error if the message is refused with the transaction
 */
export function invalidMessage(
  bytes: Uint8Array,
  error: unknown,
  bech32Prefix: string,
): InvalidMessage {
  if (!(error instanceof NativeTxError)) throw error
  const reason = reasonOf(error.details)
  if (reason === undefined || !hasJson(bytes)) throw error
  const { type_url: typeUrl, value } = any.decode(bytes)
  const signer = signerOf(typeUrl, value, bech32Prefix)
  return {
    ...{ kind: 'invalid', typeUrl, value, reason, ...abciCode(error.details) },
    ...(signer !== undefined && { signer }),
  }
}

/** Words of the SDK for what ValidateBasic refuses; undefined for other refusals. */
function reasonOf(details: NativeTxErrorDetails): string | undefined {
  switch (details.code) {
    case 'INVALID_COINS':
      return `${details.reason}: invalid coins`
    case 'INVALID_NATIVE_ADDRESS':
      return `${details.field}: ${details.reason}: invalid address`
    case 'INVALID_MESSAGE':
      // The codespace of the ante handler's refusals, which look into a MsgExec.
      return details.codespace === 'undefined' ? undefined : details.reason
    default:
      return undefined
  }
}

/** Whether the parts of the message are well-formed, and can be shown. */
function hasJson(bytes: Uint8Array): boolean {
  try {
    anyJson(bytes)
    return true
  } catch {
    return false
  }
}

/** Returns the signer, or undefined if its address is the fault. */
function signerOf(typeUrl: string, value: Uint8Array, bech32Prefix: string): string | undefined {
  try {
    return checkBech32('signer', signerText(typeUrl, value, bech32Prefix), bech32Prefix)
  } catch (error) {
    if (!(error instanceof NativeTxError)) throw error
    return undefined
  }
}

function signerText(typeUrl: string, value: Uint8Array, bech32Prefix: string): string {
  switch (typeUrl) {
    case typeUrls.bankSend:
    case typeUrls.evmSend:
      return msgSend.decode(value).from_address
    case typeUrls.associate:
      return msgAssociate.decode(value).sender
    case typeUrls.exec:
      return msgExec.decode(value).grantee
    default:
      return messageTypes.get(typeUrl)?.signer(value, bech32Prefix) ?? ''
  }
}
