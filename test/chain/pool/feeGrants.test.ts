import {
  AllowedMsgAllowance,
  BasicAllowance,
  PeriodicAllowance,
} from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant'
import { MsgGrantAllowance, MsgRevokeAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/tx'
import { expect, onTestFinished, test } from 'vitest'
import { publicKeyToNative } from '../../../src/evm/transaction/association.ts'
import type { Allowance } from '../../../src/modules/feegrant/allowance.ts'
import { requireAllowance } from '../../../src/modules/feegrant/allowances.ts'
import { type FeeUse, useAllowance } from '../../../src/modules/feegrant/useAllowance.ts'
import { ModuleError } from '../../../src/modules/moduleError.ts'
import { decodeNativeTransaction } from '../../../src/native/codec/decodeNativeTransaction.ts'
import {
  encodeAuthInfo,
  encodeBody,
  encodeTxRaw,
} from '../../../src/native/codec/encodeNativeTransaction.ts'
import { signBytes } from '../../../src/native/codec/signNativeTransaction.ts'
import { txJson } from '../../../src/native/gateway/gatewayJson.ts'
import type { NativeMessage } from '../../../src/native/nativeTransaction.ts'
import { compressPublicKey, signCompact } from '../../../src/primitives/crypto/secp256k1.ts'
import { sha256 } from '../../../src/primitives/crypto/sha256.ts'
import { alice, bob, carol, type TestAccount } from '../../support/accounts.ts'
import { testChain } from '../../support/chain.ts'
import { mineNative } from '../../support/native/mineNative.ts'
import {
  NATIVE_CHAIN_ID,
  nativeText,
  nativeTx,
  PLENTY,
  sendTo,
} from '../../support/native/native.ts'

/*
 * Allowances as of sei-cosmos, x/feegrant: the fee of Bob's transactions comes from Alice.
 */

const [granter, grantee] = [nativeText(alice), nativeText(bob)]
const SEND = '/cosmos.bank.v1beta1.MsgSend'
const usei = (amount: number) => ({ denom: 'usei', amount: String(amount) })
const fee = { ...PLENTY, granter }

interface Encoder<T> {
  readonly typeUrl: string
  encode(message: T): { finish(): Uint8Array }
  fromPartial(object: object): T
}

const packed = <T>(type: Encoder<T>, fields: object) => ({
  ...{ typeUrl: type.typeUrl, value: type.encode(type.fromPartial(fields)).finish() },
})
const allowing = <T>(type: Encoder<T>, fields: object): NativeMessage => ({
  ...{ kind: 'module', signer: granter },
  ...packed(MsgGrantAllowance, { granter, grantee, allowance: packed(type, fields) }),
})
const revoking: NativeMessage = {
  ...{ kind: 'module', signer: granter },
  ...packed(MsgRevokeAllowance, { granter, grantee }),
}

function open() {
  const chain = testChain()
  onTestFinished(() => chain.close())
  const run = async (
    ...[from, messages, fields]: Parameters<typeof nativeTx> extends [unknown, ...infer R]
      ? R
      : never
  ) => (await mineNative(chain, await nativeTx(chain, from, messages, fields))).entry.receipt
  const state = async () => (await chain.state.viewAt({ tag: 'latest' })).overlay()
  const unitsOf = async (account: TestAccount) =>
    (await state()).getCoins(publicKeyToNative(account.publicKey), 'usei')
  return { chain, run, state, unitsOf }
}

test('the granter pays until the spend limit is used up', async () => {
  const { chain, run, unitsOf, state } = open()
  const allow = allowing(BasicAllowance, { spendLimit: [usei(8_000)] })
  expect(await run(alice, [allow])).toMatchObject({ code: 0, log: '' })
  expect(await run(alice, [allow])).toMatchObject({
    ...{ code: 18, log: expect.stringContaining('fee allowance already exists') },
  })
  // The first transaction associates Bob, which moves his coins.
  await run(bob, [sendTo(bob, carol, 1n)])
  const [paid, own] = [await unitsOf(alice), await unitsOf(bob)]
  const first = await run(bob, [sendTo(bob, carol, 1n)], { fee })
  expect(await unitsOf(alice)).toBe(paid - 4_000n)
  expect(await unitsOf(bob)).toBe(own - 1n)
  const attributes = [
    { key: 'granter', value: granter },
    { key: 'grantee', value: grantee },
  ]
  expect(first.events.slice(0, 2)).toEqual([
    { type: 'use_feegrant', attributes },
    { type: 'set_feegrant', attributes },
  ])
  expect(first.events).toContainEqual({
    type: 'tx',
    attributes: [
      { key: 'fee', value: '4000usei' },
      { key: 'fee_payer', value: granter },
    ],
  })
  const parties = {
    granter: publicKeyToNative(alice.publicKey),
    grantee: publicKeyToNative(bob.publicKey),
  }
  expect(requireAllowance(await state(), parties)).toEqual({
    ...{ kind: 'basic', spendLimit: [{ denom: 'usei', amount: 4_000n }] },
  })
  const second = await run(bob, [sendTo(bob, carol, 1n)], { fee })
  expect(second.events.slice(0, 2)).toEqual([
    { type: 'revoke_feegrant', attributes },
    { type: 'use_feegrant', attributes },
  ])
  const third = await nativeTx(chain, bob, [sendTo(bob, carol, 1n)], { fee })
  await expect(chain.pool.submitNative(third)).rejects.toMatchObject({
    details: {
      ...{ code: 'FEE_NOT_ALLOWED', codespace: 'sdk', abciCode: 4, granter, payer: grantee },
      reason: 'fee-grant not found: unauthorized',
    },
  })
})

test('a revoked allowance, and messages that it does not allow', async () => {
  const { chain, run } = open()
  await run(bob, [sendTo(bob, carol, 1n)])
  expect(await run(alice, [revoking])).toMatchObject({
    ...{ code: 4, log: expect.stringContaining('fee-grant not found') },
  })
  const allowance = packed(BasicAllowance, {})
  await run(alice, [allowing(AllowedMsgAllowance, { allowance, allowedMessages: [SEND] })])
  expect((await run(bob, [sendTo(bob, carol, 1n)], { fee })).code).toBe(0)
  const associate: NativeMessage = { kind: 'associate', sender: grantee, customMessage: '' }
  const other = await nativeTx(chain, bob, [sendTo(bob, carol, 1n), associate], { fee })
  await expect(chain.pool.submitNative(other)).rejects.toMatchObject({
    details: { code: 'FEE_NOT_ALLOWED', codespace: 'feegrant', abciCode: 7 },
  })
  expect((await run(alice, [revoking])).code).toBe(0)
  const late = await nativeTx(chain, bob, [sendTo(bob, carol, 1n)], { fee })
  await expect(chain.pool.submitNative(late)).rejects.toMatchObject({
    details: { code: 'FEE_NOT_ALLOWED', codespace: 'sdk', abciCode: 4 },
  })
})

test('a payer signs after the signers of the messages', async () => {
  const { chain, unitsOf, run } = open()
  await run(alice, [sendTo(alice, carol, 1n)])
  const messages = [sendTo(bob, carol, 1n)]
  const paying = { ...PLENTY, payer: granter }
  const alone = await nativeTx(chain, bob, messages, { fee: paying })
  await expect(chain.pool.submitNative(alone)).rejects.toMatchObject({
    details: { code: 'WRONG_SIGNATURE_COUNT', signatures: 1, signers: 2 },
  })
  const { state } = await chain.state.viewAt({ tag: 'latest' })
  const bodyBytes = encodeBody({ messages, memo: '', timeoutHeight: 0n })
  const accounts = [bob, alice].map(({ address, publicKey, privateKey }) => {
    const found = state.getSigningAccount(address, publicKeyToNative(publicKey))
    const { sequence = 0n, accountNumber = 0n } = found ?? {}
    return { privateKey, accountNumber, sequence, publicKey: compressPublicKey(publicKey) }
  })
  const authInfoBytes = encodeAuthInfo(accounts, paying)
  const signatures = accounts.map(({ privateKey, accountNumber }) => {
    const bytes = signBytes({ bodyBytes, authInfoBytes }, NATIVE_CHAIN_ID, accountNumber)
    return signCompact(sha256(bytes), privateKey)
  })
  const before = await unitsOf(alice)
  const tx = decodeNativeTransaction(encodeTxRaw(bodyBytes, authInfoBytes, signatures), 'sei')
  const { receipt } = (await mineNative(chain, tx)).entry
  expect(receipt).toMatchObject({ code: 0, sender: bob.address })
  expect(await unitsOf(alice)).toBe(before - 4_000n)
  expect(txJson(tx.raw)).toMatchObject({ auth_info: { fee: { payer: granter, granter: '' } } })
})

const coins = (amount: bigint) => [{ denom: 'usei', amount }]
const use = (amount: bigint, time: bigint): FeeUse => {
  return { fee: coins(amount), typeUrls: [SEND], time }
}
const periodic = (limit: bigint | undefined, periodCanSpend: bigint): Allowance => ({
  kind: 'periodic',
  basic: { kind: 'basic', spendLimit: limit === undefined ? [] : coins(limit), expiration: 900n },
  ...{ period: 100n, periodSpendLimit: coins(10n), periodReset: 500n },
  periodCanSpend: coins(periodCanSpend),
})

// Cases of x/feegrant/basic_fee_test.go and periodic_fee_test.go, in other numbers.
test.each<[string, Allowance, FeeUse, object | undefined]>([
  [
    'before the reset only the rest of the period',
    periodic(50n, 4n),
    use(3n, 499n),
    { periodCanSpend: coins(1n), periodReset: 500n, basic: { spendLimit: coins(47n) } },
  ],
  [
    'a period is refilled',
    periodic(50n, 4n),
    use(7n, 500n),
    { periodCanSpend: coins(3n), periodReset: 600n, basic: { spendLimit: coins(43n) } },
  ],
  [
    'but not with more than there is',
    periodic(8n, 0n),
    use(7n, 500n),
    { periodCanSpend: coins(1n), basic: { spendLimit: coins(1n) } },
  ],
  [
    'after several periods one begins now',
    periodic(undefined, 0n),
    use(1n, 777n),
    { periodCanSpend: coins(9n), periodReset: 877n, basic: { spendLimit: [] } },
  ],
  [
    'no period begins after the last time of a message',
    { ...periodic(undefined, 0n), basic: { kind: 'basic', spendLimit: [] } } as Allowance,
    use(1n, 2n ** 63n - 1n),
    { periodReset: 2n ** 63n - 1n },
  ],
  ['nothing remains', periodic(10n, 10n), use(10n, 600n), undefined],
  [
    'no limit remains',
    { kind: 'basic', spendLimit: [], expiration: 5n },
    use(10n ** 20n, 5n),
    { spendLimit: [], expiration: 5n },
  ],
])('%s', (_, allowance, used, rest) => {
  const found = useAllowance(allowance, used)
  if (rest === undefined) expect(found).toBeUndefined()
  else expect(found).toMatchObject(rest)
})

test.each<[string, Allowance, FeeUse, number]>([
  ['too much for the period', periodic(50n, 4n), use(5n, 499n), 2],
  ['too much in total', periodic(3n, 9n), use(4n, 499n), 2],
  ['expired', periodic(50n, 4n), use(1n, 901n), 3],
  ['an expired basic one', { kind: 'basic', spendLimit: [], expiration: 5n }, use(1n, 6n), 3],
  [
    'another denomination',
    { kind: 'basic', spendLimit: [{ denom: 'a', amount: 9n }] },
    use(1n, 1n),
    2,
  ],
])('refused: %s', (_, allowance, used, code) => {
  expect(() => useAllowance(allowance, used)).toThrow(ModuleError)
  expect(() => useAllowance(allowance, used)).toThrow(
    expect.objectContaining({ codespace: 'feegrant', code }),
  )
})

test.each<[string, NativeMessage, string]>([
  [
    'no allowance',
    {
      ...{ kind: 'module', signer: granter },
      ...packed(MsgGrantAllowance, { granter, grantee, allowance: { typeUrl: '/a.B' } }),
    },
    'allowance /a.B is not supported: no allowance',
  ],
  [
    'itself',
    {
      ...{ kind: 'module', signer: granter },
      ...packed(MsgRevokeAllowance, { granter, grantee: granter }),
    },
    'addresses must be different: invalid address',
  ],
  [
    'no messages',
    allowing(AllowedMsgAllowance, { allowance: packed(BasicAllowance, {}) }),
    "allowed messages shouldn't be empty: allowed messages are empty",
  ],
  [
    'another currency',
    allowing(PeriodicAllowance, {
      basic: { spendLimit: [usei(1)] },
      periodSpendLimit: [{ denom: 'uatom', amount: '1' }],
    }),
    'period spend limit has different currency than basic spend limit: invalid coins',
  ],
  [
    'a period of less than nothing',
    allowing(PeriodicAllowance, { period: { seconds: -1n }, periodSpendLimit: [usei(1)] }),
    'negative clock step: invalid duration',
  ],
])('a grant is refused: %s', async (_, message, reason) => {
  const { chain } = open()
  await expect(nativeTx(chain, alice, [message])).rejects.toMatchObject({
    details: { code: 'INVALID_MESSAGE', reason },
  })
})

test('its JSON is that of the protobuf message, and its row decodes to itself', async () => {
  const { chain, run, state } = open()
  const allowance = packed(PeriodicAllowance, {
    basic: { spendLimit: [usei(9)], expiration: { seconds: 2_051_222_400n } },
    ...{ period: { seconds: 60n }, periodReset: { seconds: 2_051_222_400n } },
    ...{ periodSpendLimit: [usei(1)], periodCanSpend: [usei(1)] },
  })
  const message = allowing(AllowedMsgAllowance, { allowance, allowedMessages: [SEND] })
  const { raw } = await nativeTx(chain, alice, [message])
  expect(txJson(raw)).toMatchObject({
    body: {
      messages: [
        {
          '@type': '/cosmos.feegrant.v1beta1.MsgGrantAllowance',
          ...{ granter, grantee },
          allowance: {
            '@type': '/cosmos.feegrant.v1beta1.AllowedMsgAllowance',
            allowance: {
              '@type': '/cosmos.feegrant.v1beta1.PeriodicAllowance',
              basic: { spend_limit: [usei(9)], expiration: '2035-01-01T00:00:00Z' },
              ...{ period: '60s', period_reset: '2035-01-01T00:00:00Z' },
              ...{ period_spend_limit: [usei(1)], period_can_spend: [usei(1)] },
            },
            allowed_messages: [SEND],
          },
        },
      ],
    },
  })
  expect((await run(alice, [message])).code).toBe(0)
  const parties = {
    granter: publicKeyToNative(alice.publicKey),
    grantee: publicKeyToNative(bob.publicKey),
  }
  expect(requireAllowance(await state(), parties)).toEqual({
    kind: 'allowedMsg',
    messages: [SEND],
    allowance: {
      ...{ kind: 'periodic', period: 60n, periodReset: 2_051_222_400n },
      basic: { kind: 'basic', spendLimit: coins(9n), expiration: 2_051_222_400n },
      ...{ periodSpendLimit: coins(1n), periodCanSpend: coins(1n) },
    },
  })
})
