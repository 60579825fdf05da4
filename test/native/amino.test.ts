import { type AminoMsg, encodeSecp256k1Pubkey, makeSignDoc, Secp256k1Wallet } from '@cosmjs/amino'
import { encodePubkey, makeAuthInfoBytes } from '@cosmjs/proto-signing'
import { MsgRevoke } from 'cosmjs-types/cosmos/authz/v1beta1/tx'
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import { CommunityPoolSpendProposal } from 'cosmjs-types/cosmos/distribution/v1beta1/distribution'
import { TextProposal } from 'cosmjs-types/cosmos/gov/v1beta1/gov'
import { MsgSubmitProposal, MsgVote, MsgVoteWeighted } from 'cosmjs-types/cosmos/gov/v1beta1/tx'
import { ParameterChangeProposal } from 'cosmjs-types/cosmos/params/v1beta1/params'
import { MsgUnjail } from 'cosmjs-types/cosmos/slashing/v1beta1/tx'
import { MsgDelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { SignMode } from 'cosmjs-types/cosmos/tx/signing/v1beta1/signing'
import { TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import {
  CancelSoftwareUpgradeProposal,
  Plan,
  SoftwareUpgradeProposal,
} from 'cosmjs-types/cosmos/upgrade/v1beta1/upgrade'
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
  { memo = '<tea> & milk', timeoutHeight = 0n, payer = '', granter = '' } = {},
) {
  const wallet = await Secp256k1Wallet.fromKey(alice.privateKey, PREFIX)
  const fee = {
    ...{ amount: [{ denom: 'usei', amount: '4000' }], gas: '200000' },
    ...(payer !== '' && { payer }),
    ...(granter !== '' && { granter }),
  }
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
      granter || undefined,
      payer || undefined,
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
const text = { title: 'Tea', description: 'at <five>' }

/** A proposal, signed as its amino JSON. */
function proposal(
  content: { readonly typeUrl: string; readonly value: Uint8Array },
  shown: { readonly type: string; readonly value: object },
  marked: { readonly is_expedited?: true } = {},
): [{ typeUrl: string; value: Uint8Array }, AminoMsg] {
  const fields = MsgSubmitProposal.fromPartial({ content, initialDeposit: [], proposer: from })
  const message = packed(MsgSubmitProposal, fields)
  // Sei's fourth field.
  const value = marked.is_expedited ? Uint8Array.of(...message.value, 4 << 3, 1) : message.value
  return [
    { ...message, value },
    {
      type: 'cosmos-sdk/MsgSubmitProposal',
      value: { content: shown, initial_deposit: [], proposer: from, ...marked },
    },
  ]
}

/** A plan without the time that CosmJS writes otherwise. */
function timeless(fields: { readonly name: string; readonly height: bigint }): Plan {
  const { time: _, ...plan } = Plan.fromPartial(fields)
  return plan as Plan
}

const evmMessage = (name: string, ...fields: readonly Uint8Array[]) => ({
  ...{ typeUrl: `/seiprotocol.seichain.evm.${name}`, value: Buffer.concat(fields) },
})
const textField = (field: number, value: string) =>
  Uint8Array.of((field << 3) | 2, value.length, ...Buffer.from(value))
const half = `5${'0'.repeat(17)}`

/*
 * The JSON is that of the modules' tests in the Cosmos SDK, of CosmJS's converters, or follows from
 * the tags of Sei's types: `omitempty` leaves out empty fields, enumerations are numbers.
 */
test.each<[{ typeUrl: string; value: Uint8Array }, AminoMsg]>([
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
  [
    packed(
      MsgVoteWeighted,
      MsgVoteWeighted.fromPartial({
        ...{ proposalId: 12n, voter: from },
        options: [
          { option: 1, weight: half },
          { option: 4, weight: half },
        ],
      }),
    ),
    {
      type: 'cosmos-sdk/MsgVoteWeighted',
      value: {
        ...{ proposal_id: '12', voter: from },
        options: [
          { option: 1, weight: '0.500000000000000000' },
          { option: 4, weight: '0.500000000000000000' },
        ],
      },
    },
  ],
  [
    packed(MsgUnjail, { validatorAddr: validator }),
    { type: 'cosmos-sdk/MsgUnjail', value: { address: validator } },
  ],
  proposal(
    packed(
      ParameterChangeProposal,
      ParameterChangeProposal.fromPartial({
        ...text,
        changes: [{ subspace: 'staking', key: 'MaxValidators', value: '7' }],
      }),
    ),
    {
      type: 'cosmos-sdk/ParameterChangeProposal',
      value: { ...text, changes: [{ subspace: 'staking', key: 'MaxValidators', value: '7' }] },
    },
  ),
  // As in TestAminoEncode of fx-core.
  proposal(
    packed(
      SoftwareUpgradeProposal,
      SoftwareUpgradeProposal.fromPartial({
        ...{ title: 'v2', description: 'foo' },
        plan: { name: 'foo', height: 123n, info: 'foo', time: { seconds: -62_135_596_800n } },
      }),
    ),
    {
      type: 'cosmos-sdk/SoftwareUpgradeProposal',
      value: {
        ...{ title: 'v2', description: 'foo' },
        plan: { height: '123', info: 'foo', name: 'foo', time: '0001-01-01T00:00:00Z' },
      },
    },
  ),
  proposal(
    packed(SoftwareUpgradeProposal, { ...text, plan: timeless({ name: 'v2', height: 123n }) }),
    {
      type: 'cosmos-sdk/SoftwareUpgradeProposal',
      value: { ...text, plan: { height: '123', name: 'v2', time: '0001-01-01T00:00:00Z' } },
    },
  ),
  proposal(
    packed(CancelSoftwareUpgradeProposal, text),
    { type: 'cosmos-sdk/CancelSoftwareUpgradeProposal', value: text },
    { is_expedited: true },
  ),
  proposal(packed(CommunityPoolSpendProposal, { ...text, recipient: to, amount }), {
    type: 'cosmos-sdk/CommunityPoolSpendProposal',
    value: { ...text, recipient: to, amount },
  }),
  [
    {
      ...packed(MsgSend, { fromAddress: from, toAddress: bob.address, amount }),
      typeUrl: '/seiprotocol.seichain.evm.MsgSend',
    },
    { type: 'evm/MsgSend', value: { from_address: from, to_address: bob.address, amount } },
  ],
  [
    evmMessage('MsgAssociate', textField(1, from)),
    { type: 'evm/MsgAssociate', value: { sender: from } },
  ],
  [
    evmMessage('MsgClaim', textField(1, from), textField(2, bob.address)),
    { type: 'evm/MsgClaim', value: { sender: from, claimer: bob.address } },
  ],
  [
    evmMessage(
      'MsgClaimSpecific',
      ...[textField(1, from), textField(2, bob.address)],
      Uint8Array.of((3 << 3) | 2, 8, 1 << 3, 2, ...textField(3, 'usei')),
    ),
    {
      type: 'evm/MsgClaimSpecific',
      value: { sender: from, claimer: bob.address, assets: [{ asset_type: 2, denom: 'usei' }] },
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

test('payer and granter of the fee are part of the JSON', async () => {
  const message = packed(MsgSend, { fromAddress: from, toAddress: to, amount })
  const value = { from_address: from, to_address: to, amount }
  const shown = { type: 'cosmos-sdk/MsgSend', value }
  const { transaction, signer } = await signAmino(message, shown, { payer: from, granter: to })
  expect(transaction.fee).toMatchObject({ payer: from, granter: to })
  expect(verifySignature(transaction, signer, COSMOS_CHAIN, 7n)).toBe(true)
  const { granter: _, ...fee } = transaction.fee
  expect(verifySignature({ ...transaction, fee }, signer, COSMOS_CHAIN, 7n)).toBe(false)
})

test('a message without amino JSON is refused', async () => {
  const message = packed(MsgRevoke, { granter: from, grantee: to, msgTypeUrl: MsgSend.typeUrl })
  const { transaction, signer } = await signAmino(message, { type: 'a', value: {} })
  expect(() => verifySignature(transaction, signer, COSMOS_CHAIN, 7n)).toThrow(
    new NativeTxError({
      ...{ code: 'UNSUPPORTED_SIGN_MODE', mode: 'SIGN_MODE_LEGACY_AMINO_JSON' },
      typeUrl: MsgRevoke.typeUrl,
    }),
  )
})

test('an upgrade at a time is refused', async () => {
  const upgrade = SoftwareUpgradeProposal.fromPartial({
    ...text,
    plan: { name: 'v2', height: 5n, time: { seconds: 1n } },
  })
  const [message] = proposal(packed(SoftwareUpgradeProposal, upgrade), { type: '', value: {} })
  await expect(signAmino(message, { type: 'a', value: {} })).rejects.toMatchObject({
    details: { code: 'INVALID_MESSAGE', reason: expect.stringContaining('time-based upgrades') },
  })
})
