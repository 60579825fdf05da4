import { GenericAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz'
import { MsgGrant, MsgRevoke } from 'cosmjs-types/cosmos/authz/v1beta1/tx'
import { SendAuthorization } from 'cosmjs-types/cosmos/bank/v1beta1/authz'
import { AuthorizationType, StakeAuthorization } from 'cosmjs-types/cosmos/staking/v1beta1/authz'
import { expect, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { publicKeyToNative } from '../../../src/evm/transaction/association.ts'
import { validGrant } from '../../../src/modules/authz/grants.ts'
import { txJson } from '../../../src/native/gateway/gatewayJson.ts'
import type { ModuleMessage } from '../../../src/native/nativeTransaction.ts'
import { bytesToBech32 } from '../../../src/primitives/encoding/bech32.ts'
import { alice, bob, type TestAccount } from '../../support/accounts.ts'
import { testChain } from '../../support/chain.ts'
import { mineNative } from '../../support/native/mineNative.ts'
import { nativeText, nativeTx } from '../../support/native/native.ts'

const [granter, grantee] = [nativeText(alice), nativeText(bob)]
const VOTE = '/cosmos.gov.v1beta1.MsgVote'
const DELEGATE = '/cosmos.staking.v1beta1.MsgDelegate'
/** In 2035. */
const LATER = 2_051_222_400n

interface Encoder<T> {
  readonly typeUrl: string
  encode(message: T): { finish(): Uint8Array }
  fromPartial(object: object): T
}

const bytesOf = <T>(type: Encoder<T>, fields: object) =>
  type.encode(type.fromPartial(fields)).finish()

function message<T>(type: Encoder<T>, fields: object): ModuleMessage {
  return { kind: 'module', typeUrl: type.typeUrl, value: bytesOf(type, fields), signer: granter }
}

function granting<T>(type: Encoder<T>, fields: object, seconds = LATER, to = grantee) {
  const authorization = { typeUrl: type.typeUrl, value: bytesOf(type, fields) }
  return message(MsgGrant, {
    ...{ granter, grantee: to },
    grant: { authorization, expiration: { seconds, nanos: 0 } },
  })
}

const voting = granting(GenericAuthorization, { msg: VOTE })
const revoking = (msgTypeUrl: string) => message(MsgRevoke, { granter, grantee, msgTypeUrl })

const send = async (chain: Chain, sent: ModuleMessage, from: TestAccount = alice) =>
  (await mineNative(chain, await nativeTx(chain, from, [sent]))).entry.receipt

async function grantFor(chain: Chain, typeUrl: string) {
  const view = await chain.state.viewAt({ tag: 'latest' })
  const parties = {
    granter: publicKeyToNative(alice.publicKey),
    grantee: publicKeyToNative(bob.publicKey),
  }
  const { number: height, timestamp: time } = view.block.header
  return validGrant(view.overlay(), parties, typeUrl, { height, time })
}

test('a grant lasts until it is revoked', async () => {
  const chain = testChain()
  const given = await send(chain, voting)
  expect(given.code).toBe(0)
  expect(given.events).toContainEqual({
    type: 'cosmos.authz.v1beta1.EventGrant',
    attributes: [
      { key: 'msg_type_url', value: JSON.stringify(VOTE) },
      { key: 'granter', value: JSON.stringify(granter) },
      { key: 'grantee', value: JSON.stringify(grantee) },
    ],
  })
  expect(await grantFor(chain, VOTE)).toEqual({
    authorization: { kind: 'generic', typeUrl: VOTE },
    expiration: LATER,
  })
  expect((await send(chain, revoking(VOTE))).code).toBe(0)
  expect(await grantFor(chain, VOTE)).toBeUndefined()
  expect(await send(chain, revoking(VOTE))).toMatchObject({
    ...{ code: 38, log: expect.stringContaining('authorization not found') },
  })
  await chain.close()
})

test('a grant of stake has a limit and a list', async () => {
  const chain = testChain()
  const address = [bytesToBech32('seivaloper', new Uint8Array(20))]
  const fields = {
    maxTokens: { denom: 'usei', amount: '5' },
    allowList: { address },
    authorizationType: AuthorizationType.AUTHORIZATION_TYPE_DELEGATE,
  }
  expect((await send(chain, granting(StakeAuthorization, fields))).code).toBe(0)
  expect(await grantFor(chain, DELEGATE)).toMatchObject({
    authorization: { kind: 'stake', maxTokens: { denom: 'usei', amount: 5n }, allowed: address },
  })
  await chain.close()
})

test('of two lists in a grant of stake, a oneof, the last one counts', async () => {
  const chain = testChain()
  const [allowed, denied] = [1, 2].map((byte) => ({
    address: [bytesToBech32('seivaloper', new Uint8Array(20).fill(byte))],
  }))
  const fields = { allowList: allowed, denyList: denied, authorizationType: 1 }
  const tx = await nativeTx(chain, alice, [granting(StakeAuthorization, fields)])
  const { body } = Object(txJson(tx.raw))
  expect(body.messages[0].grant.authorization).toEqual({
    '@type': StakeAuthorization.typeUrl,
    ...{ max_tokens: null, deny_list: denied },
    authorization_type: 'AUTHORIZATION_TYPE_DELEGATE',
  })
  expect((await mineNative(chain, tx)).entry.receipt.code).toBe(0)
  expect((await grantFor(chain, DELEGATE))?.authorization).toEqual({
    ...{ kind: 'stake', action: 1, denied: denied?.address },
  })
  await chain.close()
})

test.each([
  ['another authorization', granting({ ...MsgRevoke, typeUrl: '/a.B' }, {}), 'not supported'],
  ['transfers of nothing', granting(SendAuthorization, { spendLimit: [] }), 'no coins'],
  ['stake in any way', granting(StakeAuthorization, { authorizationType: 0 }), 'unknown auth'],
  ['itself', granting(GenericAuthorization, { msg: VOTE }, LATER, granter), 'cannot be same'],
  ['nothing', revoking(''), 'missing method name'],
])('refused: %s', async (_, sent, reason) => {
  const chain = testChain()
  await expect(nativeTx(chain, alice, [sent])).rejects.toThrow(reason)
  await chain.close()
})

test.each(['foo', '0', 'a/b', '/', 'ä'.repeat(300)])(
  'to revoke the type %s, which no account can grant, fails',
  async (typeUrl) => {
    const chain = testChain()
    const before = await send(chain, revoking(VOTE))
    expect(await send(chain, revoking(typeUrl))).toMatchObject({
      ...{ code: 38, codespace: 'sdk', log: before.log },
    })
    expect(await grantFor(chain, typeUrl)).toBeUndefined()
    await chain.close()
  },
)

test('a grant for a message that the chain lacks fails', async () => {
  const chain = testChain()
  expect(await send(chain, granting(GenericAuthorization, { msg: '/a.B' }))).toMatchObject({
    ...{ code: 29, log: expect.stringContaining("/a.B doesn't exist.") },
  })
  await chain.close()
})

test('its JSON is that of the protobuf message', async () => {
  const chain = testChain()
  const tx = await nativeTx(chain, alice, [voting])
  const { body } = Object(txJson(tx.raw))
  expect(body.messages).toEqual([
    {
      '@type': '/cosmos.authz.v1beta1.MsgGrant',
      ...{ granter, grantee },
      grant: {
        authorization: { '@type': '/cosmos.authz.v1beta1.GenericAuthorization', msg: VOTE },
        expiration: '2035-01-01T00:00:00Z',
      },
    },
  ])
  await chain.close()
})
