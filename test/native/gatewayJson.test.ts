import { readFileSync } from 'node:fs'
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
