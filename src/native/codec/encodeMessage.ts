import { toChecksumAddress } from '../../primitives/address.ts'
import { bigIntToBytes, trimLeft } from '../../primitives/encoding/bytes.ts'
import { encodeAny } from '../../primitives/encoding/protobuf.ts'
import type { Association, NativeMessage } from '../nativeTransaction.ts'
import { encodeCoins } from './coins.ts'
import {
  associateTx,
  msgAssociate,
  msgEvmTransaction,
  msgExec,
  msgSend,
  txDataUrls,
  typeUrls,
} from './schemas.ts'

/** Encodes a message as an Any, with checksummed EVM addresses. */
export function encodeMessage(message: NativeMessage): Uint8Array {
  switch (message.kind) {
    case 'send':
      return encodeAny(typeUrls.bankSend, encodeSend(message, message.to))
    case 'evmSend':
      return encodeAny(typeUrls.evmSend, encodeSend(message, toChecksumAddress(message.to)))
    case 'associate': {
      const { sender, customMessage } = message
      const value = msgAssociate.encode({ sender, custom_message: customMessage })
      return encodeAny(typeUrls.associate, value)
    }
    case 'module':
    case 'invalid':
      return encodeAny(message.typeUrl, message.value)
    case 'exec': {
      const { grantee, messages } = message
      return encodeAny(
        typeUrls.exec,
        msgExec.encode({ grantee, msgs: messages.map(encodeMessage) }),
      )
    }
    case 'evmAssociate':
      return encodeEvmMessage(txDataUrls.associate, encodeAssociateTx(message))
  }
}

/** Encodes a MsgEVMTransaction with transaction data of the given type as an Any. */
export function encodeEvmMessage(dataUrl: string, data: Uint8Array): Uint8Array {
  const message = msgEvmTransaction.encode({ data: encodeAny(dataUrl, data) })
  return encodeAny(typeUrls.evmTransaction, message)
}

function encodeSend(
  { from, coins }: Extract<NativeMessage, { readonly from: string }>,
  to: string,
): Uint8Array {
  return msgSend.encode({ from_address: from, to_address: to, amount: encodeCoins(coins) })
}

function encodeAssociateTx({ v, r, s, customMessage }: Association): Uint8Array {
  return associateTx.encode({
    v: minimalBytes(v),
    r: minimalBytes(r),
    s: minimalBytes(s),
    custom_message: customMessage,
  })
}

/** Encodes a number of at most 256 bits, big-endian without leading zeros; 0 is empty. */
export function minimalBytes(value: bigint): Uint8Array {
  return trimLeft(bigIntToBytes(value, 32))
}
