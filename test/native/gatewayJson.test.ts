import { readFileSync } from 'node:fs'
import { Metadata } from 'cosmjs-types/cosmos/bank/v1beta1/bank'
import { TextProposal } from 'cosmjs-types/cosmos/gov/v1beta1/gov'
import { MsgSubmitProposal, MsgVote, MsgVoteWeighted } from 'cosmjs-types/cosmos/gov/v1beta1/tx'
import { TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { expect, test } from 'vitest'
import { encodeAssociate } from '../../src/native/codec/evmTransactionBytes.ts'
import { signNativeTransaction } from '../../src/native/codec/signNativeTransaction.ts'
import { txJson, txResponseJson } from '../../src/native/gateway/gatewayJson.ts'
import { hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { alice, bob } from '../support/accounts.ts'
import { COSMOS_CHAIN, nativeOf } from '../support/native/cosmos.ts'

test('a response has the transaction and its result', () => {
  const vectors = JSON.parse(
    readFileSync(new URL('../fixtures/cosmos-tx.json', import.meta.url), 'utf8'),
  )
  const raw = hexToBytes(vectors.txRaw)
  const response = txResponseJson({
    raw,
    height: 2n ** 60n,
    timestamp: '2026-11-22T08:30:59Z',
    codespace: 'sdk',
    code: 5,
    gasWanted: 200_000n,
    gasUsed: 65_432n,
    events: [{ type: 'transfer', attributes: [{ key: 'amount', value: '1000000usei' }] }],
    rawLog: '1usei is smaller than 1000000usei: insufficient funds',
    data: Uint8Array.of(0x12, 0xab),
  })
  expect(response).toEqual({
    height: '1152921504606846976',
    txhash: vectors.txHash,
    codespace: 'sdk',
    code: 5,
    data: '12AB',
    raw_log: '1usei is smaller than 1000000usei: insufficient funds',
    logs: [],
    info: '',
    gas_wanted: '200000',
    gas_used: '65432',
    tx: txJson(raw),
    timestamp: '2026-11-22T08:30:59Z',
    events: [
      { type: 'transfer', attributes: [{ key: 'amount', value: '1000000usei', index: true }] },
    ],
  })
})

test('formats Sei’s own messages', () => {
  const raw = signNativeTransaction({
    messages: [
      {
        kind: 'evmSend',
        from: nativeOf(alice),
        to: bob.address,
        coins: [{ denom: 'usei', amount: 1n }],
      },
      { kind: 'associate', sender: nativeOf(alice), customMessage: '' },
    ],
    memo: '',
    timeoutHeight: 9n,
    fee: { coins: [], gasLimit: 0n },
    privateKey: alice.privateKey,
    sequence: 0n,
    accountNumber: 0n,
    chainId: COSMOS_CHAIN,
  })
  expect(txJson(raw)).toMatchObject({
    body: {
      messages: [
        {
          '@type': '/seiprotocol.seichain.evm.MsgSend',
          from_address: nativeOf(alice),
          to_address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
          amount: [{ denom: 'usei', amount: '1' }],
        },
        {
          '@type': '/seiprotocol.seichain.evm.MsgAssociate',
          sender: nativeOf(alice),
          custom_message: '',
        },
      ],
      timeout_height: '9',
    },
    auth_info: { signer_infos: [{ sequence: '0' }] },
  })
})

test('formats an association by EVM signature', () => {
  const raw = encodeAssociate({ v: 1n, r: 0x0102n, s: 0n, customMessage: 'hi' })
  expect(txJson(raw)).toMatchObject({
    body: {
      messages: [
        {
          '@type': '/seiprotocol.seichain.evm.MsgEVMTransaction',
          data: {
            '@type': '/seiprotocol.seichain.eth.AssociateTx',
            v: 'AQ==',
            r: 'AQI=',
            s: '',
            custom_message: 'hi',
          },
          derived: null,
        },
      ],
    },
    signatures: [],
  })
})

/** Names of enumerations, booleans and 32-bit integers, as in the JSON of protobuf. */
test('formats enumerations, decimals, booleans and small integers', () => {
  const voter = nativeOf(alice)
  const messages = [
    packed(MsgVote, { proposalId: 1n, voter, option: 4 }),
    packed(MsgVoteWeighted, {
      ...{ proposalId: 1n, voter, options: [{ option: 2, weight: `1${'0'.repeat(18)}` }] },
    }),
    packed(MsgSubmitProposal, {
      content: packed(TextProposal, { title: 'Tea', description: 'at five' }),
      ...{ initialDeposit: [], proposer: voter },
    }),
  ]
  const value = MsgSetDenomMetadata.encode({
    sender: voter,
    metadata: Metadata.fromPartial({ base: 'x', denomUnits: [{ denom: 'x', exponent: 6 }] }),
  })
  messages.push({ typeUrl: '/seiprotocol.seichain.tokenfactory.MsgSetDenomMetadata', value })
  const body = TxBody.encode(TxBody.fromPartial({ messages })).finish()
  const raw = TxRaw.encode(TxRaw.fromPartial({ bodyBytes: body })).finish()
  expect(txJson(raw)).toMatchObject({
    body: {
      messages: [
        { option: 'VOTE_OPTION_NO_WITH_VETO' },
        { options: [{ option: 'VOTE_OPTION_ABSTAIN', weight: '1.000000000000000000' }] },
        { is_expedited: false, content: { title: 'Tea', is_expedited: false } },
        { metadata: { denom_units: [{ denom: 'x', exponent: 6, aliases: [] }] } },
      ],
    },
  })
})

interface Encoder<T> {
  readonly typeUrl: string
  encode(message: T): { finish(): Uint8Array }
}

function packed<T>(type: Encoder<T>, fields: T) {
  return { typeUrl: type.typeUrl, value: type.encode(fields).finish() }
}

/** Has the fields of the message of the token factory. */
const MsgSetDenomMetadata = {
  encode: ({ sender, metadata }: { readonly sender: string; readonly metadata: Metadata }) =>
    Buffer.concat([
      Uint8Array.of(10, sender.length, ...Buffer.from(sender)),
      ...[Metadata.encode(metadata).finish()].map((bytes) =>
        Uint8Array.of(18, bytes.length, ...bytes),
      ),
    ]),
}
