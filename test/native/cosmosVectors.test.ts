import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { decodeNativeTransaction } from '../../src/native/codec/decodeNativeTransaction.ts'
import { encodeAuthInfo, encodeBody } from '../../src/native/codec/encodeNativeTransaction.ts'
import { encodeEvmTransaction } from '../../src/native/codec/evmTransactionBytes.ts'
import {
  signBytes,
  signNativeTransaction,
  verifySignature,
} from '../../src/native/codec/signNativeTransaction.ts'
import { txJson } from '../../src/native/gateway/gatewayJson.ts'
import { parseAddress } from '../../src/primitives/address.ts'
import { sha256 } from '../../src/primitives/crypto/sha256.ts'
import { bytesToBareHex, hexToBytes } from '../../src/primitives/encoding/hex.ts'
import { alice } from '../support/accounts.ts'
import { signed } from '../support/chain.ts'
import { COSMOS_CHAIN, nativeOf, PREFIX } from '../support/native/cosmos.ts'

const vectors = JSON.parse(
  readFileSync(new URL('../fixtures/cosmos-tx.json', import.meta.url), 'utf8'),
)
const raw = hexToBytes(vectors.txRaw)
const decoded = decodeNativeTransaction(raw, PREFIX)
const parts = {
  messages: [
    {
      kind: 'send',
      from: nativeOf(alice),
      to: 'sei1cjzphr67dug28rw9ueewrqllmxlqe5f0awulvy',
      coins: [{ denom: 'usei', amount: 1_000_000n }],
    },
  ],
  memo: 'hi',
  timeoutHeight: 0n,
  fee: { coins: [{ denom: 'usei', amount: 4000n }], gasLimit: 200_000n },
} as const

test('decodes the signed MsgSend', () => {
  expect(decoded).toMatchObject(parts)
  expect(decoded.hash).toBe(`0x${vectors.txHash.toLowerCase()}`)
  expect(bytesToBareHex(decoded.bodyBytes)).toBe(vectors.bodyBytes)
  expect(bytesToBareHex(decoded.authInfoBytes)).toBe(vectors.authInfoBytes)
  expect(decoded.signers.map(({ sequence }) => sequence)).toEqual([3n])
  expect(decoded.signers.map((signer) => bytesToBareHex(signer.signature))).toEqual([
    vectors.signature,
  ])
})

test('encodes it, and signs it identically', () => {
  expect(bytesToBareHex(encodeBody(parts))).toBe(vectors.bodyBytes)
  expect(bytesToBareHex(encodeAuthInfo(decoded.signers, parts.fee))).toBe(vectors.authInfoBytes)
  const bytes = signBytes(decoded, COSMOS_CHAIN, 7n)
  expect(bytesToBareHex(bytes)).toBe(vectors.signDoc)
  expect(bytesToBareHex(sha256(bytes))).toBe(vectors.signBytesSha256)
  const own = signNativeTransaction({
    ...parts,
    privateKey: alice.privateKey,
    sequence: 3n,
    accountNumber: 7n,
    chainId: COSMOS_CHAIN,
  })
  expect(bytesToBareHex(own)).toBe(vectors.txRaw)
})

test('its signature is valid only for its chain and account', () => {
  const [signer] = decoded.signers
  if (signer === undefined) throw new Error('nobody signed')
  expect(verifySignature(decoded, signer, COSMOS_CHAIN, 7n)).toBe(true)
  expect(verifySignature(decoded, signer, COSMOS_CHAIN, 8n)).toBe(false)
  expect(verifySignature(decoded, signer, 'devnet-2', 7n)).toBe(false)
  const other = { ...decoded, bodyBytes: encodeBody({ ...parts, memo: 'ho' }) }
  expect(verifySignature(other, signer, COSMOS_CHAIN, 7n)).toBe(false)
})

test("its JSON matches the vector in the gateway's names", () => {
  const { body, authInfo, signatures } = vectors.txJson
  expect(txJson(raw)).toEqual({
    '@type': '/cosmos.tx.v1beta1.Tx',
    body: {
      messages: [
        {
          '@type': '/cosmos.bank.v1beta1.MsgSend',
          from_address: nativeOf(alice),
          to_address: 'sei1cjzphr67dug28rw9ueewrqllmxlqe5f0awulvy',
          amount: [{ denom: 'usei', amount: '1000000' }],
        },
      ],
      memo: body.memo,
      timeout_height: body.timeoutHeight,
      extension_options: [],
      non_critical_extension_options: [],
    },
    auth_info: {
      signer_infos: [
        {
          public_key: {
            '@type': '/cosmos.crypto.secp256k1.PubKey',
            key: Buffer.from(
              '038318535b54105d4a7aae60c08fc45f9687181b4fdfc625bd1a753fa7397fed75',
              'hex',
            ).toString('base64'),
          },
          mode_info: authInfo.signerInfos[0].modeInfo,
          sequence: authInfo.signerInfos[0].sequence,
        },
      ],
      fee: {
        amount: authInfo.fee.amount,
        gas_limit: authInfo.fee.gasLimit,
        payer: '',
        granter: '',
      },
    },
    signatures,
  })
})

test('an EVM transaction has the body of the vector, and an empty fee', () => {
  const transaction = signed(alice, {
    type: 2,
    chainId: 1337n,
    nonce: 0n,
    maxPriorityFeePerGas: 1_000_000_000n,
    maxFeePerGas: 2_000_000_000n,
    gasLimit: 21_000n,
    to: parseAddress('0x70997970C51812dc3A010C7d01b50e0d17dc79C8'),
    value: 1n,
  })
  const signature = { r: BigInt(`0x${'11'.repeat(32)}`), s: BigInt(`0x${'22'.repeat(32)}`) }
  const wrapped = encodeEvmTransaction({
    ...transaction,
    signature: { ...signature, yParity: 0 },
    v: 0n,
  })
  // The vector has a gas estimate in its fee, which a node adds.
  const { txRaw, authInfoBytes } = vectors.evmWrapped
  const end = `1206${authInfoBytes}`
  expect(txRaw.endsWith(end)).toBe(true)
  expect(bytesToBareHex(wrapped)).toBe(`${txRaw.slice(0, -end.length)}12021200`)
  for (const bytes of [wrapped, hexToBytes(txRaw)]) {
    expect(() => decodeNativeTransaction(bytes, PREFIX)).toThrow(
      expect.objectContaining({ code: 'EVM_TRANSACTION_AS_NATIVE' }),
    )
  }
})
