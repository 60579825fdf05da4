import { sha256 } from '../../primitives/crypto/sha256.ts'
import { utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import { bytesToHash } from '../../primitives/encoding/hex.ts'
import { malformed, NativeTxError } from '../errors.ts'
import type { NativeFee, NativeMessage, NativeTransaction } from '../nativeTransaction.ts'
import { checkBech32 } from './addressText.ts'
import { decodeCoins } from './coins.ts'
import { decodeMessage } from './decodeMessage.ts'
import { decodeSigners } from './decodeSigners.ts'
import { requireBareEnvelope } from './evmEnvelope.ts'
import { authInfo, fee, txBody, txRaw } from './schemas.ts'

/** Maximum size of a transaction in bytes. */
const MAX_NATIVE_TX_BYTES = 2 ** 17
/** Maximum size of a memo in bytes of UTF-8. */
const MAX_MEMO_BYTES = 256
/** Gas is a signed 64-bit integer in the Cosmos SDK. */
const MAX_GAS_LIMIT = 2n ** 63n - 1n

type TxBody = ReturnType<typeof txBody.decode>

/**
 * Decodes a Cosmos transaction and checks everything that does not depend on the chain, except
 * signatures, which `verifySignature` checks. Only the canonical encoding is accepted.
 * `bech32Prefix` is the prefix of account addresses.
 *
 * @throws NativeTxError with the codes of its union from MALFORMED_NATIVE_TX to MEMO_TOO_LONG; the
 *   later ones depend on a chain
 */
export function decodeNativeTransaction(raw: Uint8Array, bech32Prefix: string): NativeTransaction {
  if (raw.length > MAX_NATIVE_TX_BYTES) {
    const facts = { size: raw.length, limit: MAX_NATIVE_TX_BYTES }
    throw new NativeTxError({ code: 'NATIVE_TX_TOO_LARGE', ...facts })
  }
  const { body_bytes: bodyBytes, auth_info_bytes: authInfoBytes, signatures } = txRaw.decode(raw)
  const body = txBody.decode(bodyBytes)
  const messages = decodeMessages(body, bech32Prefix)
  const isUnsigned = messages.some(({ kind }) => kind === 'evmAssociate')
  if (isUnsigned) requireBareEnvelope({ body, authInfoBytes, signatures })
  const options = body.extension_options.length + body.non_critical_extension_options.length
  if (options > 0) throw new NativeTxError({ code: 'UNSUPPORTED_EXTENSION_OPTIONS', options })
  requireShortMemo(body.memo)
  const auth = authInfo.decode(authInfoBytes)
  const offered = decodeFee(auth.fee, bech32Prefix)
  return {
    raw,
    hash: bytesToHash(sha256(raw)),
    bech32Prefix,
    bodyBytes,
    authInfoBytes,
    messages,
    memo: body.memo,
    timeoutHeight: body.timeout_height,
    signers: isUnsigned ? [] : decodeSigners(auth.signer_infos, signatures),
    fee: offered,
  }
}

function decodeMessages(body: TxBody, bech32Prefix: string): readonly NativeMessage[] {
  if (body.messages.length === 0) throw new NativeTxError({ code: 'NO_NATIVE_MESSAGES' })
  return body.messages.map((message) => decodeMessage(message, bech32Prefix))
}

function requireShortMemo(memo: string): void {
  const { length } = utf8ToBytes(memo)
  if (length <= MAX_MEMO_BYTES) return
  throw new NativeTxError({ code: 'MEMO_TOO_LONG', length, limit: MAX_MEMO_BYTES })
}

function decodeFee(bytes: Uint8Array | undefined, bech32Prefix: string): NativeFee {
  if (bytes === undefined) throw malformed('AuthInfo has no fee')
  const { amount, gas_limit: gasLimit, payer, granter, gas_estimate } = fee.decode(bytes)
  if (gas_estimate !== 0n) throw new NativeTxError({ code: 'UNSUPPORTED_FEE_FIELD' })
  if (gasLimit > MAX_GAS_LIMIT) {
    const facts = { gasLimit, limit: MAX_GAS_LIMIT }
    throw new NativeTxError({ code: 'NATIVE_GAS_LIMIT_TOO_LARGE', ...facts })
  }
  return {
    ...{ coins: decodeCoins(amount), gasLimit },
    ...(payer !== '' && { payer: checkBech32('payer', payer, bech32Prefix) }),
    ...(granter !== '' && { granter: checkBech32('granter', granter, bech32Prefix) }),
  }
}
