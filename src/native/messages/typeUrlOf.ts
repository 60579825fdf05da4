import { typeUrls } from '../codec/schemas.ts'
import type { NativeMessage } from '../nativeTransaction.ts'

/** Returns the type URL of a message. */
export function typeUrlOf(message: NativeMessage): string {
  switch (message.kind) {
    case 'send':
      return typeUrls.bankSend
    case 'evmAssociate':
      return typeUrls.evmTransaction
    case 'module':
    case 'invalid':
      return message.typeUrl
    default:
      return typeUrls[message.kind]
  }
}
