import { GenericAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz'
import { MsgExec, MsgGrant } from 'cosmjs-types/cosmos/authz/v1beta1/tx'
import {
  AllowedMsgAllowance,
  BasicAllowance,
  PeriodicAllowance,
} from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant'
import { MsgGrantAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/tx'
import { expect, onTestFinished, test } from 'vitest'
import { publicKeyToNative } from '../../../src/evm/transaction/association.ts'
import { grantKind, grantsOf } from '../../../src/modules/authz/grants.ts'
import { feeGrantKind, feeGrantRow } from '../../../src/modules/feegrant/allowances.ts'
import { abciCode } from '../../../src/native/abciCode.ts'
import { NativeTxError } from '../../../src/native/errors.ts'
import { txJson } from '../../../src/native/gateway/gatewayJson.ts'
import type { NativeMessage } from '../../../src/native/nativeTransaction.ts'
import { alice, bob } from '../../support/accounts.ts'
import { testChain } from '../../support/chain.ts'
import { mineNative } from '../../support/native/mineNative.ts'
import { nativeText, nativeTx } from '../../support/native/native.ts'

/*
 * Times of grants and allowances, with the limits of gogo/protobuf, types/timestamp.go and
 * duration.go, which apply when a transaction is decoded.
 */

const [granter, grantee] = [nativeText(alice), nativeText(bob)]
const periodSpendLimit = [{ denom: 'usei', amount: '1' }]
/** `time.Time{}` of Go. */
const GO_ZERO = -62_135_596_800n
const END = 253_402_300_799n

interface Encoder<T> {
  readonly typeUrl: string
  encode(message: T): { finish(): Uint8Array }
  fromPartial(object: object): T
}

const packed = <T>(type: Encoder<T>, fields: object) => ({
  typeUrl: type.typeUrl,
  // An undefined field is left out, and not empty.
  value: type.encode({ ...type.fromPartial(fields), ...only(fields, undefined) }).finish(),
})
const only = (fields: object, wanted: unknown) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value === wanted))
const message = <T>(type: Encoder<T>, fields: object): NativeMessage => ({
  ...{ kind: 'module', signer: granter },
  ...packed(type, { granter, grantee, ...fields }),
})
const periodic = (fields: object) =>
  message(MsgGrantAllowance, {
    allowance: packed(PeriodicAllowance, { periodSpendLimit, ...fields }),
  })
const basic = (expiration: object) =>
  message(MsgGrantAllowance, { allowance: packed(BasicAllowance, { expiration }) })
const granting = (expiration?: object) => {
  const authorization = packed(GenericAuthorization, { msg: '/cosmos.gov.v1beta1.MsgVote' })
  return message(MsgGrant, { grant: { authorization, expiration } })
}

function open() {
  const chain = testChain()
  onTestFinished(() => chain.close())
  return chain
}

test.each<[string, NativeMessage]>([
  ['before the year 1', periodic({ periodReset: { seconds: GO_ZERO - 1n } })],
  ['the least int64', periodic({ periodReset: { seconds: -(2n ** 63n) } })],
  ['after the year 9999', basic({ seconds: END + 1n })],
  ['the largest int64', basic({ seconds: 2n ** 63n - 1n })],
  ['a second of nanoseconds', basic({ seconds: 1n, nanos: 1_000_000_000 })],
  ['nanoseconds below 0', granting({ seconds: 1n, nanos: -1 })],
  ['a grant after the year 9999', granting({ seconds: 900_000_000_000n })],
  ['a grant before the year 1', granting({ seconds: GO_ZERO - 1n })],
  [
    'within an allowance for some messages',
    message(MsgGrantAllowance, {
      allowance: packed(AllowedMsgAllowance, {
        allowance: packed(PeriodicAllowance, {
          ...{ periodSpendLimit, periodReset: { seconds: END + 1n } },
        }),
        allowedMessages: ['/a.B'],
      }),
    }),
  ],
  ['a duration of 293 years', periodic({ period: { seconds: 9_223_372_037n } })],
  ['minus a duration of 293 years', periodic({ period: { seconds: -9_223_372_037n } })],
  ['a duration of two signs', periodic({ period: { seconds: 1n, nanos: -1 } })],
  // The limit of time comes before the rules of the module.
  ['beside another fault', periodic({ period: { seconds: -1n }, periodReset: { nanos: -1 } })],
])('no transaction: %s', async (_, sent) => {
  const error: unknown = await nativeTx(open(), alice, [sent]).catch((error: unknown) => error)
  if (!(error instanceof NativeTxError)) throw error
  expect(abciCode(error.details)).toEqual({ codespace: 'sdk', code: 2 })
})

test.each<[string, object, bigint, string]>([
  ['the year 1', { periodReset: { seconds: GO_ZERO } }, GO_ZERO, '0001-01-01T00:00:00Z'],
  ['none', { periodReset: undefined }, GO_ZERO, '0001-01-01T00:00:00Z'],
  ['before 1970', { periodReset: { seconds: -1n } }, -1n, '1969-12-31T23:59:59Z'],
  ['1970', { periodReset: {} }, 0n, '1970-01-01T00:00:00Z'],
  ['the last', { periodReset: { seconds: END } }, END, '9999-12-31T23:59:59Z'],
])('the reset of a period: %s', async (_, fields, seconds, text) => {
  const chain = open()
  const period = { seconds: 9_223_372_036n }
  const tx = await nativeTx(chain, alice, [periodic({ ...fields, period })])
  expect(txJson(tx.raw)).toMatchObject({
    body: { messages: [{ allowance: { period: '9223372036s', period_reset: text } }] },
  })
  expect((await mineNative(chain, tx)).entry.receipt).toMatchObject({ code: 0, log: '' })
  const state = (await chain.state.viewAt({ tag: 'latest' })).overlay()
  const parties = {
    granter: publicKeyToNative(alice.publicKey),
    grantee: publicKeyToNative(bob.publicKey),
  }
  const found = state.get(feeGrantKind, feeGrantRow(parties))
  expect(found?.allowance).toMatchObject({ periodReset: seconds, period: 9_223_372_036n })
  const { value } = packed(PeriodicAllowance, {
    ...{ basic: {}, period, periodSpendLimit, periodReset: { seconds } },
  })
  // The bytes of another implementation.
  expect(found && Buffer.from(feeGrantKind.encode(found)).includes(Buffer.from(value))).toBe(true)
})

test.each<[string, object | undefined, bigint, string]>([
  ['none', undefined, GO_ZERO, '0001-01-01T00:00:00Z'],
  ['long ago', { seconds: -1n }, -1n, '1969-12-31T23:59:59Z'],
  ['yesterday', { seconds: 1_000_000_000n }, 1_000_000_000n, '2001-09-09T01:46:40Z'],
])('a grant that has expired is stored, but no use (NewGrant): %s', async (...given) => {
  const [, expiration, seconds, text] = given
  const chain = open()
  const tx = await nativeTx(chain, alice, [granting(expiration)])
  expect(txJson(tx.raw)).toMatchObject({ body: { messages: [{ grant: { expiration: text } }] } })
  expect((await mineNative(chain, tx)).entry.receipt).toMatchObject({ code: 0, log: '' })
  const state = (await chain.state.viewAt({ tag: 'latest' })).overlay()
  const rows = [...state.ids(grantKind, grantsOf(publicKeyToNative(alice.publicKey)))]
  expect(rows.map((row) => state.get(grantKind, row)?.expiration)).toEqual([seconds])
})

test('the limits apply to messages in a MsgExec', async () => {
  const inner = packed(MsgGrantAllowance, {
    ...{ granter, grantee },
    allowance: packed(BasicAllowance, { expiration: { seconds: END + 1n } }),
  })
  const sent: NativeMessage = {
    ...{ kind: 'module', signer: grantee },
    ...packed(MsgExec, { grantee, msgs: [inner] }),
  }
  await expect(nativeTx(open(), bob, [sent])).rejects.toMatchObject({
    details: { code: 'MALFORMED_NATIVE_TX' },
  })
})
