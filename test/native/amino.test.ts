import { type AminoMsg, encodeSecp256k1Pubkey, makeSignDoc, Secp256k1Wallet } from '@cosmjs/amino'
import { encodePubkey, makeAuthInfoBytes } from '@cosmjs/proto-signing'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { TextProposal } from 'cosmjs-types/cosmos/gov/v1beta1/gov'
import { MsgSubmitProposal, MsgVote, MsgVoteWeighted } from 'cosmjs-types/cosmos/gov/v1beta1/tx'
import { MsgDelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import { TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { expect, test } from 'vitest'
import { decodeNativeTransaction } from '../../src/native/codec/decodeNativeTransaction.ts'
import { encodeAuthInfo } from '../../src/native/codec/encodeNativeTransaction.ts'
import { verifySignature } from '../../src/native/codec/signNativeTransaction.ts'
import { NativeTxError } from '../../src/native/errors.ts'
import { txJson } from '../../src/native/gateway/gatewayJson.ts'
import { compressPublicKey } from '../../src/primitives/crypto/secp256k1.ts'
import { bytesToBech32 } from '../../src/primitives/encoding/bech32.ts'
import { alice, bob } from '../support/accounts.ts'
import { COSMOS_CHAIN, nativeOf, PREFIX } from '../support/native/cosmos.ts'

const [from, to] = [nativeOf(alice), nativeOf(bob)]
const validator = bytesToBech32('seivaloper', new Uint8Array(20).fill(7))
const amount = [{ denom: 'usei', amount: '5' }]
const [coin = { denom: '', amount: '' }] = amount

/** Signs as a hardware wallet does: the JSON, which is written here by hand. */
async function signAmino(
  message: { readonly typeUrl: string; readonly value: Uint8Array },
  shown: AminoMsg,
  { memo = '<tea> & milk', timeoutHeight = 0n } = {},
) {
  const wallet = await Secp256k1Wallet.fromKey(alice.privateKey, PREFIX)
  const fee = { amount: [{ denom: 'usei', amount: '4000' }], gas: '200000' }
  const timeout = timeoutHeight === 0n ? undefined : timeoutHeight
  const doc = makeSignDoc([shown], fee, COSMOS_CHAIN, memo, 7, 3, timeout)
  const { signature } = await wallet.signAmino(from, doc)
  const pubkey = encodePubkey(encodeSecp256k1Pubkey(compressPublicKey(alice.publicKey)))
  const mode = SignMode.SIGN_MODE_LEGACY_AMINO_JSON
  const raw = TxRaw.encode({
    bodyBytes: TxBody.encode(
      TxBody.fromPartial({ messages: [message], memo, timeoutHeight }),
    ).finish(),
    authInfoBytes: makeAuthInfoBytes(
      [{ pubkey, sequence: 3n }],
      fee.amount,
      200_000,
      undefined,
      undefined,
      mode,
    ),
    signatures: [Buffer.from(signature.signature, 'base64')],
  }).finish()
  const transaction = decodeNativeTransaction(raw, PREFIX)
  const [signer] = transaction.signers
  if (signer === undefined) throw new Error('nobody signed')
  return { raw, transaction, signer }
}

const packed = <T>(
  type: { readonly typeUrl: string; encode(value: T): { finish(): Uint8Array } },
  value: T,
) => ({ typeUrl: type.typeUrl, value: type.encode(value).finish() })

const content = packed(TextProposal, { title: 'Tea', description: 'at <five>' })

test.each([
  [
    packed(MsgSend, { fromAddress: from, toAddress: to, amount }),
    { type: 'cosmos-sdk/MsgSend', value: { from_address: from, to_address: to, amount } },
  ],
  [
    packed(MsgDelegate, { delegatorAddress: from, validatorAddress: validator, amount: coin }),
    {
      type: 'cosmos-sdk/MsgDelegate',
      value: { delegator_address: from, validator_address: validator, amount: coin },
    },
  ],
  [
    packed(MsgVote, MsgVote.fromPartial({ proposalId: 12n, voter: from, option: 3 })),
    { type: 'cosmos-sdk/MsgVote', value: { proposal_id: '12', voter: from, option: 3 } },
  ],
  [
    packed(
      MsgSubmitProposal,
      MsgSubmitProposal.fromPartial({ content, initialDeposit: [], proposer: from }),
    ),
    {
      type: 'cosmos-sdk/MsgSubmitProposal',
      value: {
        content: {
          type: 'cosmos-sdk/TextProposal',
          value: { title: 'Tea', description: 'at <five>' },
        },
        initial_deposit: [],
        proposer: from,
      },
    },
  ],
])('amino JSON of %#', async (message, shown) => {
  const { raw, transaction, signer } = await signAmino(message, shown)
  expect(verifySignature(transaction, signer, COSMOS_CHAIN, 7n)).toBe(true)
  expect(verifySignature(transaction, signer, COSMOS_CHAIN, 8n)).toBe(false)
  const { isAmino: _, ...direct } = signer
  expect(verifySignature(transaction, direct, COSMOS_CHAIN, 7n)).toBe(false)
  expect(Buffer.from(encodeAuthInfo([signer], transaction.fee))).toEqual(
    Buffer.from(transaction.authInfoBytes),
  )
  expect(txJson(raw)).toMatchObject({
    auth_info: {
      signer_infos: [{ mode_info: { single: { mode: 'SIGN_MODE_LEGACY_AMINO_JSON' } } }],
    },
  })
  const limited = await signAmino(message, shown, { timeoutHeight: 9n })
  expect(verifySignature(limited.transaction, limited.signer, COSMOS_CHAIN, 7n)).toBe(true)
})

test('a message without amino JSON is refused', async () => {
  const message = packed(
    MsgVoteWeighted,
    MsgVoteWeighted.fromPartial({
      ...{ proposalId: 1n, voter: from, options: [{ option: 1, weight: `1${'0'.repeat(18)}` }] },
    }),
  )
  const { transaction, signer } = await signAmino(message, { type: 'a', value: {} })
  expect(() => verifySignature(transaction, signer, COSMOS_CHAIN, 7n)).toThrow(NativeTxError)
})
