import { encodeSecp256k1Pubkey } from '@cosmjs/amino'
import {
  DirectSecp256k1Wallet,
  encodePubkey,
  makeAuthInfoBytes,
  makeSignDoc,
  Registry,
} from '@cosmjs/proto-signing'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { compressPublicKey } from '../../../src/primitives/crypto/secp256k1.ts'
import { hash160 } from '../../../src/primitives/crypto/sha256.ts'
import { bytesToBech32 } from '../../../src/primitives/encoding/bech32.ts'
import { alice, bob, type TestAccount } from '../accounts.ts'

/** Prefix of account addresses. */
export const PREFIX = 'sei'
export const COSMOS_CHAIN = 'devnet-1'

/** Bech32 address of a test account's key. */
export function nativeOf({ publicKey }: TestAccount): string {
  return bytesToBech32(PREFIX, hash160(compressPublicKey(publicKey)))
}

export interface CosmjsSend {
  readonly coins: readonly { readonly denom: string; readonly amount: string }[]
  readonly memo: string
  readonly timeoutHeight: bigint
  readonly sequence: bigint
  readonly accountNumber: bigint
  readonly gasLimit: number
  /** Default: {@link COSMOS_CHAIN}. */
  readonly chainId?: string
}

/** A transaction from `alice` to `bob` as CosmJS builds it. */
export async function signWithCosmjs(send: CosmjsSend): Promise<Uint8Array> {
  const wallet = await DirectSecp256k1Wallet.fromKey(alice.privateKey, PREFIX)
  const message = {
    typeUrl: '/cosmos.bank.v1beta1.MsgSend',
    value: MsgSend.fromPartial({
      fromAddress: nativeOf(alice),
      toAddress: nativeOf(bob),
      amount: [...send.coins],
    }),
  }
  const { memo, timeoutHeight, sequence, gasLimit, chainId = COSMOS_CHAIN } = send
  const body = new Registry().encodeTxBody({ messages: [message], memo, timeoutHeight })
  const pubkey = encodePubkey(encodeSecp256k1Pubkey(compressPublicKey(alice.publicKey)))
  const fee = [{ denom: 'usei', amount: '4000' }]
  const auth = makeAuthInfoBytes([{ pubkey, sequence }], fee, gasLimit, undefined, undefined)
  const doc = makeSignDoc(body, auth, chainId, send.accountNumber)
  const { signed, signature } = await wallet.signDirect(nativeOf(alice), doc)
  return TxRaw.encode({
    bodyBytes: signed.bodyBytes,
    authInfoBytes: signed.authInfoBytes,
    signatures: [Buffer.from(signature.signature, 'base64')],
  }).finish()
}
