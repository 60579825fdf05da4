import { encodePublicKey } from '../../state/rows/layout.ts'
import type { NativeFee, NativeMessage, NativeSigner } from '../nativeTransaction.ts'
import { encodeCoins } from './coins.ts'
import { AMINO_MODE, DIRECT_MODE } from './decodeSigners.ts'
import { encodeMessage } from './encodeMessage.ts'
import { authInfo, fee, modeInfo, signerInfo, singleMode, txBody, txRaw } from './schemas.ts'

/** Contents of a transaction. */
export interface NativeBody {
  readonly messages: readonly NativeMessage[]
  readonly memo: string
  /** Last block that may contain it; 0: any. */
  readonly timeoutHeight: bigint
}

/** Encodes a TxBody. */
export function encodeBody({ messages, memo, timeoutHeight }: NativeBody): Uint8Array {
  return txBody.encode({
    messages: messages.map(encodeMessage),
    memo,
    timeout_height: timeoutHeight,
  })
}

/** Encodes an AuthInfo: signers and the fee. */
export function encodeAuthInfo(
  signers: readonly Omit<NativeSigner, 'signature'>[],
  { coins, gasLimit, payer = '', granter = '' }: NativeFee,
): Uint8Array {
  const modeOf = (isAmino: boolean) => {
    const mode = isAmino ? AMINO_MODE : DIRECT_MODE
    return modeInfo.encode({ single: singleMode.encode({ mode }) })
  }
  return authInfo.encode({
    signer_infos: signers.map(({ publicKey, sequence, isAmino = false }) =>
      signerInfo.encode({
        public_key: encodePublicKey(publicKey),
        mode_info: modeOf(isAmino),
        sequence,
      }),
    ),
    fee: fee.encode({ amount: encodeCoins(coins), gas_limit: gasLimit, payer, granter }),
  })
}

/** Encodes a TxRaw. */
export function encodeTxRaw(
  bodyBytes: Uint8Array,
  authInfoBytes: Uint8Array,
  signatures: readonly Uint8Array[],
): Uint8Array {
  return txRaw.encode({ body_bytes: bodyBytes, auth_info_bytes: authInfoBytes, signatures })
}
