import { fc, test } from '@fast-check/vitest'
import { MsgExec } from 'cosmjs-types/cosmos/authz/v1beta1/tx'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys'
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import { AuthInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { describe, expect } from 'vitest'
import type { Coin } from '../../src/modules/bank/bank.ts'
import { decodeNativeTransaction } from '../../src/native/codec/decodeNativeTransaction.ts'
import {
  encodeAuthInfo,
  encodeBody,
  encodeTxRaw,
} from '../../src/native/codec/encodeNativeTransaction.ts'
import { encodeAssociate } from '../../src/native/codec/evmTransactionBytes.ts'
import type { NativeMessage } from '../../src/native/nativeTransaction.ts'
import { toChecksumAddress } from '../../src/primitives/address.ts'
import {
  arbitraryAssociation,
  arbitraryCoins,
  arbitraryInteger,
  arbitraryMessage,
} from '../support/native/arbitraryNative.ts'
import { PREFIX } from '../support/native/cosmos.ts'

const uint64 = arbitraryInteger(64)
const signer = fc.record({
  publicKey: fc.uint8Array({ minLength: 33, maxLength: 33 }),
  sequence: uint64,
  signature: fc.uint8Array({ minLength: 64, maxLength: 64 }),
})
const feeCoins: fc.Arbitrary<readonly Coin[]> = fc.oneof(fc.constant([]), arbitraryCoins)
const transaction = fc.record({
  messages: fc.array(arbitraryMessage, { minLength: 1, maxLength: 4 }),
  memo: fc.string({ maxLength: 50 }),
  timeoutHeight: uint64,
  signers: fc.array(signer, { minLength: 1, maxLength: 3 }),
  fee: fc.record({
    coins: feeCoins,
    gasLimit: arbitraryInteger(63),
  }),
})

/**
 * Sei's messages are not in cosmjs-types; its EVM MsgSend has the fields of the bank's, and
 * MsgAssociate those of a Coin.
 */
function messageOf(message: NativeMessage): { typeUrl: string; value: Uint8Array } {
  if (message.kind === 'exec') {
    const msgs = message.messages.map(messageOf)
    return {
      typeUrl: MsgExec.typeUrl,
      value: MsgExec.encode({ grantee: message.grantee, msgs }).finish(),
    }
  }
  if (message.kind === 'evmAssociate') throw new Error('nobody signs it')
  if (message.kind === 'module' || message.kind === 'invalid') return message
  if (message.kind === 'associate') {
    const pair = [message.sender, message.customMessage] as const
    const value = Uint8Array.from(
      pair.flatMap((text, i) => {
        const bytes = [...Buffer.from(text)]
        // A length below 2^14 has at most two groups of 7 bits.
        const long = bytes.length > 127
        const length = long ? [(bytes.length & 127) | 128, bytes.length >> 7] : [bytes.length]
        return bytes.length === 0 ? [] : [((i + 1) << 3) | 2, ...length, ...bytes]
      }),
    )
    return { typeUrl: '/seiprotocol.seichain.evm.MsgAssociate', value }
  }
  const isEvm = message.kind === 'evmSend'
  const value = MsgSend.encode({
    fromAddress: message.from,
    toAddress: message.kind === 'evmSend' ? toChecksumAddress(message.to) : message.to,
    amount: message.coins.map(({ denom, amount }) => ({ denom, amount: amount.toString() })),
  }).finish()
  return {
    typeUrl: isEvm ? '/seiprotocol.seichain.evm.MsgSend' : '/cosmos.bank.v1beta1.MsgSend',
    value,
  }
}

describe('any transaction', () => {
  test.prop([transaction])('has the bytes of cosmjs-types, and decodes to itself', (tx) => {
    const { messages, memo, timeoutHeight, signers, fee } = tx
    const bodyBytes = TxBody.encode(
      TxBody.fromPartial({ messages: messages.map(messageOf), memo, timeoutHeight }),
    ).finish()
    const authInfoBytes = AuthInfo.encode(
      AuthInfo.fromPartial({
        signerInfos: signers.map(({ publicKey, sequence }) => ({
          publicKey: {
            typeUrl: '/cosmos.crypto.secp256k1.PubKey',
            value: PubKey.encode({ key: publicKey }).finish(),
          },
          modeInfo: { single: { mode: SignMode.SIGN_MODE_DIRECT } },
          sequence,
        })),
        fee: {
          amount: fee.coins.map(({ denom, amount }) => ({ denom, amount: amount.toString() })),
          gasLimit: fee.gasLimit,
        },
      }),
    ).finish()
    const signatures = signers.map(({ signature }) => signature)
    const raw = TxRaw.encode({ bodyBytes, authInfoBytes, signatures }).finish()

    expect(Buffer.from(encodeBody(tx))).toEqual(Buffer.from(bodyBytes))
    expect(Buffer.from(encodeAuthInfo(signers, fee))).toEqual(Buffer.from(authInfoBytes))
    const own = encodeTxRaw(bodyBytes, authInfoBytes, signatures)
    expect(Buffer.from(own)).toEqual(Buffer.from(raw))
    expect(decodeNativeTransaction(raw, PREFIX)).toMatchObject(tx)
  })

  test.prop([arbitraryAssociation])(
    'an association decodes to itself, and has no signer',
    (given) => {
      const tx = decodeNativeTransaction(encodeAssociate(given), PREFIX)
      expect(tx.messages).toEqual([{ kind: 'evmAssociate', ...given }])
      expect(tx.signers).toEqual([])
      expect(TxRaw.decode(tx.raw).signatures).toEqual([])
      expect(Buffer.from(tx.authInfoBytes).toString('hex')).toBe('1200')
    },
  )
})
