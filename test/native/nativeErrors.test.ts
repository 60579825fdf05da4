import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx'
import type { Coin } from 'cosmjs-types/cosmos/base/v1beta1/coin'
import { CompactBitArray } from 'cosmjs-types/cosmos/crypto/multisig/v1beta1/multisig'
import { PubKey } from 'cosmjs-types/cosmos/crypto/secp256k1/keys'
import { AuthInfo, TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx'
import { describe, expect, test } from 'vitest'
import { decodeNativeTransaction } from '../../src/native/codec/decodeNativeTransaction.ts'
import { encodeAssociate } from '../../src/native/codec/evmTransactionBytes.ts'
import { NativeTxError, type NativeTxErrorDetails } from '../../src/native/errors.ts'
import { compressPublicKey } from '../../src/primitives/crypto/secp256k1.ts'
import { bytesToBech32 } from '../../src/primitives/encoding/bech32.ts'
import { alice, bob } from '../support/accounts.ts'
import { nativeOf, PREFIX } from '../support/native/cosmos.ts'

const KEY_TYPE = '/cosmos.crypto.secp256k1.PubKey'
const USEI = { denom: 'usei', amount: '5' }
const send = { fromAddress: nativeOf(alice), toAddress: nativeOf(bob), amount: [USEI] }
const sendOf = (changes: object) => ({
  typeUrl: '/cosmos.bank.v1beta1.MsgSend',
  value: MsgSend.encode(MsgSend.fromPartial({ ...send, ...changes })).finish(),
})
const evmSendOf = (changes: object) => ({
  ...sendOf(changes),
  typeUrl: '/seiprotocol.seichain.evm.MsgSend',
})
const keyOf = (key: Uint8Array) => PubKey.encode({ key }).finish()
const goodKey = { typeUrl: KEY_TYPE, value: keyOf(compressPublicKey(alice.publicKey)) }
const signerOf = (changes: object) => ({
  publicKey: goodKey,
  modeInfo: { single: { mode: 1 } },
  sequence: 1n,
  ...changes,
})

interface Parts {
  readonly body?: object
  readonly auth?: object
  readonly signatures?: readonly Uint8Array[]
}

/** A transaction that is right but for the given parts. */
function bytesOf({ body = {}, auth = {}, signatures = [new Uint8Array(64)] }: Parts): Uint8Array {
  const fee = { amount: [USEI], gasLimit: 100n }
  return TxRaw.encode({
    bodyBytes: TxBody.encode(TxBody.fromPartial({ messages: [sendOf({})], ...body })).finish(),
    authInfoBytes: AuthInfo.encode(
      AuthInfo.fromPartial({ signerInfos: [signerOf({})], fee, ...auth }),
    ).finish(),
    signatures: [...signatures],
  }).finish()
}

function refusalOf(raw: Uint8Array): NativeTxErrorDetails | undefined {
  try {
    decodeNativeTransaction(raw, PREFIX)
    return undefined
  } catch (error) {
    if (error instanceof NativeTxError) return error.details
    throw error
  }
}

const withCoins = (amount: readonly Coin[]) => bytesOf({ body: { messages: [sendOf({ amount })] } })
const withMessage = (changes: object) => bytesOf({ body: { messages: [sendOf(changes)] } })
const withFee = (fee: object) => bytesOf({ auth: { fee: { amount: [], gasLimit: 1n, ...fee } } })
const withSigner = (changes: object) => bytesOf({ auth: { signerInfos: [signerOf(changes)] } })

test('the base transaction of these tests is valid', () => {
  expect(refusalOf(bytesOf({}))).toBeUndefined()
  expect(refusalOf(withCoins([{ denom: 'abc', amount: `${2n ** 256n - 1n}` }, USEI]))).toBe(
    undefined,
  )
  expect(refusalOf(bytesOf({ body: { memo: 'ä'.repeat(128) } }))).toBeUndefined()
  expect(refusalOf(withFee({ amount: [] }))).toBeUndefined()
  expect(refusalOf(withFee({ amount: [{ denom: 'usei', amount: '0' }] }))).toBeUndefined()
})

const other = {
  typeUrl: '/cosmos.vesting.v1beta1.MsgCreateVestingAccount',
  value: Uint8Array.of(1),
}
const association = TxBody.decode(
  TxRaw.decode(encodeAssociate({ v: 0n, r: 1n, s: 1n, customMessage: 'm' })).bodyBytes,
)
const alone = { signatures: [], auth: { signerInfos: [], fee: {} } }

const cases: readonly (readonly [string, Uint8Array, NativeTxErrorDetails])[] = [
  [
    'too many bytes',
    new Uint8Array(2 ** 17 + 1),
    { code: 'NATIVE_TX_TOO_LARGE', size: 131_073, limit: 131_072 },
  ],
  ['no messages', bytesOf({ body: { messages: [] } }), { code: 'NO_NATIVE_MESSAGES' }],
  ['no bytes', new Uint8Array(0), { code: 'NO_NATIVE_MESSAGES' }],
  [
    'another message',
    bytesOf({ body: { messages: [sendOf({}), other] } }),
    { code: 'UNKNOWN_MESSAGE_TYPE', typeUrl: other.typeUrl },
  ],
  [
    'an association and a send',
    bytesOf({ ...alone, body: { messages: [...association.messages, sendOf({})] } }),
    { code: 'EVM_MESSAGE_NOT_ALONE' },
  ],
  [
    'an association with a memo',
    bytesOf({ ...alone, body: { ...association, memo: 'hi' } }),
    { code: 'COSMOS_FIELD_IN_EVM_TX', field: 'memo' },
  ],
  [
    'an association with a timeout',
    bytesOf({ ...alone, body: { ...association, timeoutHeight: 1n } }),
    { code: 'COSMOS_FIELD_IN_EVM_TX', field: 'timeout_height' },
  ],
  [
    'an association with a fee',
    bytesOf({ ...alone, body: association, auth: { signerInfos: [], fee: { gasLimit: 1n } } }),
    { code: 'COSMOS_FIELD_IN_EVM_TX', field: 'fee gas' },
  ],
  [
    'an association with a signer',
    bytesOf({ ...alone, body: association, auth: { signerInfos: [signerOf({})], fee: {} } }),
    { code: 'COSMOS_FIELD_IN_EVM_TX', field: 'signer_infos' },
  ],
  [
    'an association with a signature',
    bytesOf({ ...alone, body: association, signatures: [new Uint8Array(64)] }),
    { code: 'COSMOS_FIELD_IN_EVM_TX', field: 'signatures' },
  ],
  [
    'textual',
    withSigner({ modeInfo: { single: { mode: 2 } } }),
    { code: 'UNSUPPORTED_SIGN_MODE', mode: 'SIGN_MODE_TEXTUAL' },
  ],
  [
    'no mode',
    withSigner({ modeInfo: undefined }),
    { code: 'UNSUPPORTED_SIGN_MODE', mode: 'SIGN_MODE_UNSPECIFIED' },
  ],
  [
    'many keys',
    withSigner({
      modeInfo: { multi: { bitarray: CompactBitArray.fromPartial({}), modeInfos: [] } },
    }),
    { code: 'UNSUPPORTED_SIGN_MODE', mode: 'a multi-signature' },
  ],
  [
    'another kind of key',
    withSigner({ publicKey: { ...goodKey, typeUrl: '/cosmos.crypto.ed25519.PubKey' } }),
    { code: 'UNSUPPORTED_PUBLIC_KEY', typeUrl: '/cosmos.crypto.ed25519.PubKey' },
  ],
  [
    'no key',
    withSigner({ publicKey: undefined }),
    { code: 'UNSUPPORTED_PUBLIC_KEY', typeUrl: undefined },
  ],
  [
    'a long key',
    withSigner({ publicKey: { typeUrl: KEY_TYPE, value: keyOf(new Uint8Array(65)) } }),
    { code: 'WRONG_KEY_LENGTH', length: 65, want: 33 },
  ],
  ['no signature', bytesOf({ signatures: [] }), { code: 'NO_NATIVE_SIGNATURES' }],
  [
    'one signature for two',
    bytesOf({ auth: { signerInfos: [signerOf({}), signerOf({})] } }),
    { code: 'WRONG_SIGNATURE_COUNT', signatures: 1, signers: 2 },
  ],
  [
    'a signature with its recovery bit',
    bytesOf({ signatures: [new Uint8Array(65)] }),
    { code: 'WRONG_SIGNATURE_LENGTH', length: 65, want: 64 },
  ],
  [
    'extensions',
    bytesOf({ body: { extensionOptions: [other], nonCriticalExtensionOptions: [other] } }),
    { code: 'UNSUPPORTED_EXTENSION_OPTIONS', options: 2 },
  ],
  [
    'an invalid payer',
    withFee({ payer: 'x' }),
    { code: 'INVALID_NATIVE_ADDRESS', field: 'payer', address: 'x', reason: expect.any(String) },
  ],
  [
    'an invalid granter',
    withFee({ granter: 'x' }),
    { code: 'INVALID_NATIVE_ADDRESS', field: 'granter', address: 'x', reason: expect.any(String) },
  ],
  [
    'gas of 64 bits',
    withFee({ gasLimit: 2n ** 63n }),
    { code: 'NATIVE_GAS_LIMIT_TOO_LARGE', gasLimit: 2n ** 63n, limit: 2n ** 63n - 1n },
  ],
  [
    'a long memo',
    bytesOf({ body: { memo: `${'ä'.repeat(128)}.` } }),
    { code: 'MEMO_TOO_LONG', length: 257, limit: 256 },
  ],
]

test.each(cases)('%s', (_name, raw, refusal) => {
  expect(refusalOf(raw)).toEqual(refusal)
})

test.each([
  ['none', []],
  ['0', [{ denom: 'usei', amount: '0' }]],
  ['negative', [{ denom: 'usei', amount: '-1' }]],
  ['a leading 0', [{ denom: 'usei', amount: '01' }]],
  ['a sign', [{ denom: 'usei', amount: '+1' }]],
  ['a space', [{ denom: 'usei', amount: ' 1' }]],
  ['a line end', [{ denom: 'usei', amount: '1\n' }]],
  ['a fraction', [{ denom: 'usei', amount: '1.5' }]],
  ['hexadecimal', [{ denom: 'usei', amount: '0x1' }]],
  ['no amount', [{ denom: 'usei', amount: '' }]],
  ['257 bits', [{ denom: 'usei', amount: `${2n ** 256n}` }]],
  ['a hundred thousand digits', [{ denom: 'usei', amount: '9'.repeat(100_000) }]],
  ['no denomination', [{ denom: '', amount: '1' }]],
  ['a short denomination', [{ denom: 'us', amount: '1' }]],
  ['a long denomination', [{ denom: 'u'.repeat(129), amount: '1' }]],
  ['a digit first', [{ denom: '1usei', amount: '1' }]],
  ['another character', [{ denom: 'us€i', amount: '1' }]],
  ['twice the same', [USEI, USEI]],
  ['another order', [USEI, { denom: 'uatom', amount: '1' }]],
] as const)('coins: %s', (_name, coins) => {
  expect(refusalOf(withCoins([...coins]))).toMatchObject({ code: 'INVALID_COINS' })
})

test('validates the coins of a fee', () => {
  expect(refusalOf(withFee({ amount: [USEI, USEI] }))).toMatchObject({ code: 'INVALID_COINS' })
})

test.each([
  ['another chain', { fromAddress: bytesToBech32('cosmos', new Uint8Array(20)) }, 'from_address'],
  ['a wrong checksum', { toAddress: `${nativeOf(bob).slice(0, -1)}q` }, 'to_address'],
  ['nothing', { fromAddress: '' }, 'from_address'],
  ['an EVM address', { toAddress: bob.address }, 'to_address'],
  ['32 bytes', { toAddress: bytesToBech32(PREFIX, new Uint8Array(32)) }, 'to_address'],
  ['upper case', { toAddress: nativeOf(bob).toUpperCase() }, 'to_address'],
  ['very long', { toAddress: 'sei1'.repeat(10_000) }, 'to_address'],
])('address: %s', (_name, changes, field) => {
  expect(refusalOf(withMessage(changes))).toMatchObject({ code: 'INVALID_NATIVE_ADDRESS', field })
})

test('accepts an EVM address in any case', () => {
  const sent = (toAddress: string) => bytesOf({ body: { messages: [evmSendOf({ toAddress })] } })
  const upper = `0x${bob.address.slice(2).toUpperCase()}`
  expect(decodeNativeTransaction(sent(upper), PREFIX).messages).toMatchObject([{ to: bob.address }])
  for (const wrong of [bob.address.slice(2), `${bob.address}00`, '0x', nativeOf(bob)]) {
    expect(refusalOf(sent(wrong))).toMatchObject({
      code: 'INVALID_NATIVE_ADDRESS',
      field: 'to_address',
    })
  }
})

describe('rejects non-canonical bytes', () => {
  const { bodyBytes, authInfoBytes, signatures } = TxRaw.decode(bytesOf({}))
  const field = (tag: number, bytes: Uint8Array) => {
    const { length } = bytes
    // Two groups of 7 bits are enough for the lengths that are here.
    const prefix = length < 128 ? [length] : [(length & 127) | 128, length >> 7]
    return Uint8Array.from([tag, ...prefix, ...bytes])
  }
  const body = field(0x0a, bodyBytes)
  const auth = field(0x12, authInfoBytes)
  const signature = Uint8Array.from([0x1a, 64, ...(signatures[0] ?? [])])
  const join = (...parts: Iterable<number>[]) => Uint8Array.from(parts.flatMap((part) => [...part]))

  test('rejects parts of other types', () => {
    expect(refusalOf(join(body, auth, signature))).toBeUndefined()
  })

  test.each([
    ['another order', join(auth, body, signature)],
    ['twice', join(body, body, auth, signature)],
    ['a long tag', join([0x8a, 0x00], body.subarray(1), auth, signature)],
    ['a long length', join(body, auth, [0x1a, 0xc0, 0x00], signature.subarray(2))],
    ['an unknown field', join(body, auth, signature, [0x20, 0x01])],
    ['an unknown field of 32 bits', join(body, auth, signature, [0x25, 0, 0, 0, 0])],
    ['another wire type', join([0x08, 0x01], auth, signature)],
    ['a default', join(field(0x0a, join(bodyBytes, [0x18, 0x00])), auth, signature)],
    [
      '65 bits',
      join(field(0x0a, join(bodyBytes, [0x18], Array(9).fill(0xff), [0x7f])), auth, signature),
    ],
    ['no UTF-8', join(field(0x0a, join(bodyBytes, [0x12, 1, 0xff])), auth, signature)],
    ['no fee', bytesOf({ auth: { fee: undefined } })],
    ['cut off', join(body, auth, signature).subarray(0, -1)],
  ])('%s', (_name, raw) => {
    expect(refusalOf(raw)).toMatchObject({ code: 'MALFORMED_NATIVE_TX' })
  })
})

test('a memo may start with a byte order mark', () => {
  const memo = '\ufeffhi'
  expect(decodeNativeTransaction(bytesOf({ body: { memo } }), PREFIX).memo).toBe(memo)
})
