import { GenericAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz'
import { MsgExecResponse, MsgGrant } from 'cosmjs-types/cosmos/authz/v1beta1/tx'
import { SendAuthorization } from 'cosmjs-types/cosmos/bank/v1beta1/authz'
import { TxMsgData } from 'cosmjs-types/cosmos/base/abci/v1beta1/abci'
import { TextProposal } from 'cosmjs-types/cosmos/gov/v1beta1/gov'
import { MsgSubmitProposal, MsgSubmitProposalResponse } from 'cosmjs-types/cosmos/gov/v1beta1/tx'
import { StakeAuthorization } from 'cosmjs-types/cosmos/staking/v1beta1/authz'
import { MsgDelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { expect, onTestFinished, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { publicKeyToNative } from '../../../src/evm/transaction/association.ts'
import { bankParamsKind } from '../../../src/modules/bank/bankParams.ts'
import { delegationKind } from '../../../src/modules/staking/delegation.ts'
import { txJson } from '../../../src/native/gateway/gatewayJson.ts'
import { txMsgData } from '../../../src/native/gateway/txMsgData.ts'
import type { NativeMessage } from '../../../src/native/nativeTransaction.ts'
import { bytesToBech32 } from '../../../src/primitives/encoding/bech32.ts'
import { EMPTY_BYTES } from '../../../src/primitives/encoding/bytes.ts'
import { hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { alice, bob, carol, type TestAccount } from '../../support/accounts.ts'
import { testChain } from '../../support/chain.ts'
import { testGenesis } from '../../support/genesis.ts'
import { account } from '../../support/modules/stakeScene.ts'
import { mineNative } from '../../support/native/mineNative.ts'
import { nativeText, nativeTx, sendTo } from '../../support/native/native.ts'

/*
 * MsgExec as of sei-cosmos, x/authz/keeper (DispatchActions) and app/ante (nested messages).
 */

const [granter, grantee] = [nativeText(alice), nativeText(bob)]
const SEND = '/cosmos.bank.v1beta1.MsgSend'
/** In 2035. */
const LATER = 2_051_222_400n
const usei = (amount: number) => ({ denom: 'usei', amount: String(amount) })

interface Encoder<T> {
  readonly typeUrl: string
  encode(message: T): { finish(): Uint8Array }
  fromPartial(object: object): T
}

const packed = <T>(type: Encoder<T>, fields: object) => ({
  ...{ typeUrl: type.typeUrl, value: type.encode(type.fromPartial(fields)).finish() },
})

function message<T>(type: Encoder<T>, fields: object): NativeMessage {
  return { kind: 'module', ...packed(type, fields), signer: granter }
}

function granting<T>(type: Encoder<T>, fields: object): NativeMessage {
  return message(MsgGrant, {
    ...{ granter, grantee },
    grant: { authorization: packed(type, fields), expiration: { seconds: LATER, nanos: 0 } },
  })
}

const exec = (...messages: readonly NativeMessage[]): NativeMessage => {
  return { kind: 'exec', grantee, messages }
}

function open(genesis = testGenesis()) {
  const chain = testChain(genesis)
  onTestFinished(() => chain.close())
  const send = async (from: TestAccount, ...messages: readonly NativeMessage[]) =>
    (await mineNative(chain, await nativeTx(chain, from, messages))).entry
  return { chain, send }
}

async function stateOf(chain: Chain) {
  return (await chain.state.viewAt({ tag: 'latest' })).overlay()
}

async function unitsOf(chain: Chain, account: TestAccount): Promise<bigint> {
  return (await stateOf(chain)).getCoins(publicKeyToNative(account.publicKey), 'usei')
}

test('sends for the granter, until the spend limit is used up', async () => {
  const { chain, send } = open()
  await send(alice, granting(SendAuthorization, { spendLimit: [usei(7)] }))
  const [before, own] = [await unitsOf(chain, carol), await unitsOf(chain, alice)]
  const { receipt } = await send(bob, exec(sendTo(alice, carol, 5n)))
  expect(receipt).toMatchObject({ code: 0, log: '' })
  expect(await unitsOf(chain, carol)).toBe(before + 5n)
  expect(await unitsOf(chain, alice)).toBe(own - 5n)
  expect(receipt.events).toContainEqual({
    type: 'message',
    attributes: [
      { key: 'action', value: '/cosmos.authz.v1beta1.MsgExec' },
      { key: 'sender', value: grantee },
      { key: 'module', value: 'authz' },
    ],
  })
  // As in DispatchActions: each event of a message has its index.
  expect(receipt.events).toContainEqual({
    type: 'transfer',
    attributes: [
      { key: 'recipient', value: nativeText(carol) },
      { key: 'sender', value: granter },
      { key: 'amount', value: '5usei' },
      { key: 'authz_msg_index', value: '0' },
    ],
  })
  expect(receipt.transfer).toMatchObject({ from: alice.address, value: 5n * 10n ** 12n })
  expect((await send(bob, exec(sendTo(alice, carol, 3n)))).receipt).toMatchObject({
    ...{ code: 5, codespace: 'sdk' },
    log: 'failed to execute message; message index: 0: requested amount is more than spend limit: insufficient funds',
  })
  const last = await send(bob, exec(sendTo(alice, carol, 2n)))
  expect(last.receipt.events.map(({ type }) => type)).toContain('cosmos.authz.v1beta1.EventRevoke')
  expect((await send(bob, exec(sendTo(alice, carol, 1n)))).receipt).toMatchObject({
    ...{ code: 4, codespace: 'sdk' },
    log: 'failed to execute message; message index: 0: authorization not found: unauthorized',
  })
})

test('runs all messages or none, its own without a grant', async () => {
  const { chain, send } = open()
  await send(alice, granting(GenericAuthorization, { msg: SEND }))
  const before = await unitsOf(chain, carol)
  const tooMuch = sendTo(alice, carol, 10n ** 30n)
  const failed = await send(bob, exec(sendTo(bob, carol, 1n), tooMuch))
  expect(failed.receipt).toMatchObject({
    ...{ code: 5, codespace: 'sdk' },
    log: expect.stringContaining(`failed to execute message; message ${SEND}: `),
  })
  expect(await unitsOf(chain, carol)).toBe(before)
  expect((await send(bob, exec(sendTo(bob, carol, 1n)))).receipt.code).toBe(0)
  // A MsgExec in a MsgExec needs no grant of its signer, who is the grantee, either.
  expect((await send(bob, exec(exec(sendTo(alice, carol, 1n))))).receipt.code).toBe(0)
  expect(await unitsOf(chain, carol)).toBe(before + 2n)
})

test('sends only what governance enables', async () => {
  const { chain, send } = open()
  await send(bob, sendTo(bob, carol, 1n))
  await chain.state.edit((state) => {
    state.set(bankParamsKind, '', { sendEnabled: [], defaultSendEnabled: false })
  })
  for (const message of [sendTo(bob, carol, 1n), exec(exec(sendTo(bob, carol, 1n)))]) {
    expect((await send(bob, message)).receipt).toMatchObject({
      ...{ code: 5, codespace: 'bank' },
      log: expect.stringContaining('usei transfers are currently disabled'),
    })
  }
})

test('changes stake with listed validators only', async () => {
  const operators = [account(0x11), account(0x22)]
  const [listed, other] = operators
  const textOf = (operator = '') => bytesToBech32('seivaloper', hexToBytes(operator))
  const plain = testGenesis()
  const { staking, ...modules } = plain.native.modules
  const validators = operators.map((operator, i) => ({
    ...{ operator, consensusKey: new Uint8Array(32).fill(i + 1), moniker: '', jailed: false },
    ...{ commission: { rate: 0n, maxRate: 0n, maxChangeRate: 0n }, minSelfDelegation: 1n },
    tokens: 1_000_000n,
  }))
  const native = { ...plain.native, modules: { ...modules, staking: { ...staking, validators } } }
  const { chain, send } = open({ ...plain, native })
  const delegating = (operator = '', amount = 5) =>
    message(MsgDelegate, {
      delegatorAddress: granter,
      ...{ validatorAddress: textOf(operator), amount: usei(amount) },
    })
  const allowList = { address: [textOf(listed)] }
  await send(alice, granting(StakeAuthorization, { allowList, authorizationType: 1 }))
  expect((await send(bob, exec(delegating(listed)))).receipt).toMatchObject({ code: 0, log: '' })
  expect((await send(bob, exec(delegating(other)))).receipt).toMatchObject({
    ...{ code: 4, log: expect.stringContaining(`cannot delegate/undelegate to ${textOf(other)}`) },
  })
  const row = `${publicKeyToNative(alice.publicKey)}/${listed}`
  expect((await stateOf(chain)).get(delegationKind, row)?.shares).toBe(5n * 10n ** 18n)
  // With a list of denied validators alone, none is allowed (x/staking/types, Accept).
  await send(alice, granting(StakeAuthorization, { denyList: allowList, authorizationType: 1 }))
  expect((await send(bob, exec(delegating(other)))).receipt.code).toBe(4)
  const maxTokens = usei(4)
  await send(alice, granting(StakeAuthorization, { allowList, maxTokens, authorizationType: 1 }))
  // Coin.Sub of the SDK panics, and the fee is paid.
  const [paid, overspent] = [await unitsOf(chain, bob), await send(bob, exec(delegating(listed)))]
  expect(overspent.receipt).toMatchObject({
    ...{ code: 111_222, codespace: 'undefined' },
    log: expect.stringContaining('recovered: negative coin amount'),
  })
  expect(await unitsOf(chain, bob)).toBe(paid - 4_000n)
  expect((await send(bob, exec(delegating(listed, 4)))).receipt.code).toBe(0)
  expect((await send(bob, exec(delegating(listed, 1)))).receipt.code).toBe(4)
  const inAtoms = { maxTokens: { denom: 'uatom', amount: '9' }, authorizationType: 1 }
  await send(alice, granting(StakeAuthorization, { allowList, ...inAtoms }))
  expect((await send(bob, exec(delegating(listed)))).receipt).toMatchObject({
    ...{ code: 111_222, log: expect.stringContaining('invalid coin denominations; uatom, usei') },
  })
})

test('its data has the responses of its messages', async () => {
  const { send } = open()
  await send(alice, granting(GenericAuthorization, { msg: MsgSubmitProposal.typeUrl }))
  const submit = message(MsgSubmitProposal, {
    content: packed(TextProposal, { title: 'Tea', description: 'at five' }),
    ...{ initialDeposit: [usei(10_000_000)], proposer: granter },
  })
  const own: NativeMessage = {
    kind: 'module',
    signer: grantee,
    ...packed(MsgSubmitProposal, {
      content: packed(TextProposal, { title: 'Cake', description: 'at six' }),
      ...{ initialDeposit: [usei(10_000_000)], proposer: grantee },
    }),
  }
  const { transaction, receipt } = await send(bob, exec(sendTo(bob, carol, 1n), submit), own)
  expect(receipt).toMatchObject({ code: 0, log: '' })
  const [first, second] = TxMsgData.decode(txMsgData(transaction, receipt)).data
  const { results } = MsgExecResponse.decode(first?.data ?? EMPTY_BYTES)
  expect(results.map((bytes) => bytes.length > 0)).toEqual([false, true])
  expect(
    [results[1], second?.data].map((bytes = EMPTY_BYTES) =>
      MsgSubmitProposalResponse.decode(bytes),
    ),
  ).toEqual([{ proposalId: 1n }, { proposalId: 2n }])
})

test('its JSON has its messages', async () => {
  const { chain } = open()
  const { raw } = await nativeTx(chain, bob, [exec(exec(sendTo(alice, carol, 5n)))])
  expect(txJson(raw)).toMatchObject({
    body: {
      messages: [
        {
          '@type': '/cosmos.authz.v1beta1.MsgExec',
          grantee,
          msgs: [
            {
              '@type': '/cosmos.authz.v1beta1.MsgExec',
              msgs: [{ '@type': SEND, from_address: granter, amount: [usei(5)] }],
            },
          ],
        },
      ],
    },
  })
})

const nested = (depth: number): NativeMessage =>
  depth === 0 ? sendTo(bob, carol, 1n) : exec(nested(depth - 1))
const association: NativeMessage = {
  ...{ kind: 'evmAssociate', v: 0n, r: 1n, s: 1n, customMessage: '' },
}

test.each([
  ['no messages', exec(), 18, 'messages cannot be empty: invalid request'],
  ['an EVM transaction', exec(association), 1, 'permission denied, authz tx contains evm message'],
  ['six levels', nested(6), 1, 'permission denied, more nested msgs than permitted'],
])('refused: %s', async (_, sent, abciCode, reason) => {
  const { chain } = open()
  await expect(nativeTx(chain, bob, [sent])).rejects.toMatchObject({
    details: { code: 'INVALID_MESSAGE', abciCode, reason },
  })
})

const noCoins: NativeMessage = { ...sendTo(alice, carol, 1n), coins: [] } as NativeMessage
const selfGrant = message(MsgGrant, {
  ...{ granter, grantee: granter },
  grant: { authorization: packed(GenericAuthorization, { msg: SEND }) },
})
const toNobody: NativeMessage = { ...sendTo(alice, carol, 1n), to: 'sei1x' } as NativeMessage
const fromNobody: NativeMessage = { ...sendTo(alice, carol, 1n), from: 'sei1x' } as NativeMessage

// ValidateBasic of MsgExec does not look at its messages; that of a message is called when it runs
// (baseapp/msg_service_router.go), after its grant is used.
test.each<[string, NativeMessage, string, number, string]>([
  ['no coins', noCoins, 'sdk', 10, 'invalid coins'],
  ['a recipient', toNobody, 'sdk', 7, 'invalid address'],
  ['the signer', fromNobody, 'undefined', 111_222, 'panic'],
  ['a grant to itself', selfGrant, 'sdk', 18, 'granter and grantee cannot be same'],
  ['a MsgExec of nothing', exec(), 'sdk', 18, 'messages cannot be empty'],
  ['within another MsgExec', exec(noCoins), 'sdk', 10, 'invalid coins'],
])('an invalid message fails when it runs: %s', async (_, inner, codespace, code, words) => {
  const { chain, send } = open()
  for (const msg of [SEND, MsgGrant.typeUrl]) {
    await send(alice, granting(GenericAuthorization, { msg }))
  }
  const before = await unitsOf(chain, carol)
  const { raw } = await nativeTx(chain, bob, [exec(sendTo(bob, carol, 1n), inner)])
  expect(txJson(raw)).toMatchObject({ body: { messages: [{ msgs: [{}, {}] }] } })
  const { receipt } = await send(bob, exec(sendTo(bob, carol, 1n), inner))
  expect(receipt).toMatchObject({ codespace, code, log: expect.stringContaining(words) })
  expect(await unitsOf(chain, carol)).toBe(before)
})

test('an invalid message without a grant is unauthorized', async () => {
  const { send } = open()
  expect((await send(bob, exec(noCoins))).receipt).toMatchObject({ codespace: 'sdk', code: 4 })
})

test('five levels are accepted', async () => {
  const { send } = open()
  expect((await send(bob, nested(5))).receipt).toMatchObject({ code: 0, log: '' })
})
