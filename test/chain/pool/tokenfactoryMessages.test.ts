import { Input, Metadata } from 'cosmjs-types/cosmos/bank/v1beta1/bank'
import { Coin } from 'cosmjs-types/cosmos/base/v1beta1/coin'
import { ParamChange } from 'cosmjs-types/cosmos/params/v1beta1/params'
import { Any } from 'cosmjs-types/google/protobuf/any'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { publicKeyToNative } from '../../../src/evm/transaction/association.ts'
import { metadataOf } from '../../../src/modules/bank/bankMetadata.ts'
import { txJson } from '../../../src/native/gateway/gatewayJson.ts'
import type { ModuleMessage, NativeMessage } from '../../../src/native/nativeTransaction.ts'
import { alice, bob, type TestAccount } from '../../support/accounts.ts'
import { testChain } from '../../support/chain.ts'
import { mineNative } from '../../support/native/mineNative.ts'
import { nativeText, nativeTx, sendTo } from '../../support/native/native.ts'

const [ALICE, BOB] = [nativeText(alice), nativeText(bob)]
const TOKEN = `factory/${ALICE}/gold`
const units = [
  { denom: TOKEN, exponent: 0, aliases: [] },
  { denom: 'gold', exponent: 6, aliases: ['au'] },
]
const METADATA = {
  description: 'Of a mine.',
  denomUnits: units,
  base: TOKEN,
  display: 'gold',
  name: 'Gold',
  symbol: 'AU',
}

/*
 * The messages are not in cosmjs-types. These types of it have the same fields: two texts, three
 * texts, a text and coins, a text and bytes.
 */

function message(name: string, value: Uint8Array, signer = ALICE): ModuleMessage {
  return {
    kind: 'module',
    typeUrl: `/seiprotocol.seichain.tokenfactory.${name}`,
    value,
    signer,
  }
}

const create = (subdenom: string, sender = ALICE) =>
  message(
    'MsgCreateDenom',
    Coin.encode(Coin.fromPartial({ denom: sender, amount: subdenom })).finish(),
    sender,
  )
const supplyChange =
  (name: string) =>
  (amount: string, denom = TOKEN, sender = ALICE) =>
    message(
      name,
      Input.encode(Input.fromPartial({ address: sender, coins: [{ denom, amount }] })).finish(),
      sender,
    )
const mint = supplyChange('MsgMint')
const burn = supplyChange('MsgBurn')
const change = (admin: string, denom = TOKEN, sender = ALICE) => {
  const fields = ParamChange.fromPartial({ subspace: sender, key: denom, value: admin })
  return message('MsgChangeAdmin', ParamChange.encode(fields).finish(), sender)
}
const describeDenom = (changes: object = {}, sender = ALICE) => {
  const value = Metadata.encode(Metadata.fromPartial({ ...METADATA, ...changes })).finish()
  const fields = Any.fromPartial({ typeUrl: sender, value })
  return message('MsgSetDenomMetadata', Any.encode(fields).finish(), sender)
}

/** A MsgCreateDenom or MsgUpdateDenom: two texts and a message of repeated texts. */
function allow(name: string, denom: string, addresses: readonly string[], sender = ALICE) {
  const list = addresses.flatMap((address) => [0x0a, address.length, ...Buffer.from(address)])
  const start = Coin.encode(Coin.fromPartial({ denom: sender, amount: denom })).finish()
  return message(name, Uint8Array.from([...start, 0x1a, list.length, ...list]), sender)
}

let chain: Chain

beforeEach(() => {
  chain = testChain()
  return () => chain.close()
})

async function submit(messages: readonly Parameters<typeof nativeTx>[2][number][], from = alice) {
  const { entry } = await mineNative(chain, await nativeTx(chain, from, messages))
  return entry
}

async function stateNow() {
  return (await chain.state.viewAt({ tag: 'latest' })).overlay()
}

async function holdings() {
  const state = await stateNow()
  const [one, two] = [alice, bob].map(({ publicKey }) =>
    state.getCoins(publicKeyToNative(publicKey), TOKEN),
  )
  return { supply: state.getSupply(TOKEN), alice: one, bob: two }
}

test('a denomination from its creation to its burning', async () => {
  const created = await submit([create('gold'), mint('100')])
  expect(created.receipt).toMatchObject({ code: 0, log: '' })
  expect(created.receipt.events).toContainEqual({
    type: 'create_denom',
    attributes: [
      { key: 'creator', value: ALICE },
      { key: 'new_token_denom', value: TOKEN },
    ],
  })
  expect(created.receipt.events).toContainEqual({
    type: 'mint',
    attributes: [
      { key: 'mint_to_address', value: ALICE },
      { key: 'amount', value: `100${TOKEN}` },
    ],
  })
  expect(metadataOf(await stateNow(), TOKEN)).toEqual({
    description: '',
    units: [{ denomination: TOKEN, exponent: 0 }],
    base: TOKEN,
    display: TOKEN,
    name: TOKEN,
    symbol: TOKEN,
  })
  const send = { ...sendTo(alice, bob, 1n), coins: [{ denom: TOKEN, amount: 30n }] }
  await submit([send])
  expect(await holdings()).toEqual({ supply: 100n, alice: 70n, bob: 30n })
  const burned = await submit([burn('70')])
  expect(burned.receipt.code).toBe(0)
  expect(await holdings()).toEqual({ supply: 30n, alice: 0n, bob: 30n })
})

test('a new admin takes over', async () => {
  await submit([create('gold'), describeDenom(), change(BOB)])
  expect(metadataOf(await stateNow(), TOKEN)).toMatchObject({
    name: 'Gold',
    units: [
      { denomination: TOKEN, exponent: 0 },
      { denomination: 'gold', exponent: 6 },
    ],
  })
  const refused = await submit([mint('1')])
  expect(refused.receipt).toMatchObject({
    codespace: 'tokenfactory',
    code: 3,
    log: 'failed to execute message; message index: 0: unauthorized account',
  })
  await submit([mint('5', TOKEN, BOB), describeDenom({ name: 'Silver' }, BOB)], bob)
  expect(await holdings()).toMatchObject({ bob: 5n })
  expect(metadataOf(await stateNow(), TOKEN)?.name).toBe('Silver')
})

test('an allow list names who may send and receive', async () => {
  const created = await submit([allow('MsgCreateDenom', 'gold', [ALICE]), mint('100')])
  expect(created.receipt.events).toContainEqual({
    type: 'create_denom',
    attributes: [
      { key: 'creator', value: ALICE },
      { key: 'new_token_denom', value: TOKEN },
      { key: 'denom_allow_list', value: ALICE },
    ],
  })
  const coins = [{ denom: TOKEN, amount: 5n }]
  const send = (from: TestAccount, to: TestAccount): NativeMessage => ({
    kind: 'send',
    from: nativeText(from),
    to: nativeText(to),
    coins,
  })
  const toBob = send(alice, bob)
  const refused = async (messages: Parameters<typeof submit>[0], from = alice) => {
    const { receipt } = await submit(messages, from)
    return [receipt.code, receipt.log.slice('failed to execute message; message index: 0: '.length)]
  }
  expect(await refused([toBob])).toEqual([
    4,
    `${BOB} is not allowed to receive funds: unauthorized`,
  ])
  const updated = await submit([allow('MsgUpdateDenom', TOKEN, [ALICE, BOB]), toBob])
  expect(updated.receipt.code).toBe(0)
  expect(updated.receipt.events).toContainEqual({
    type: 'update_denom',
    attributes: [
      { key: 'creator', value: ALICE },
      { key: 'updated_token_denom', value: TOKEN },
      { key: 'denom_allow_list', value: `${ALICE},${BOB}` },
    ],
  })
  await submit([allow('MsgUpdateDenom', TOKEN, [ALICE])])
  expect(await refused([send(bob, alice)], bob)).toEqual([
    4,
    `${BOB} is not allowed to send funds: unauthorized`,
  ])
  expect(await refused([allow('MsgUpdateDenom', TOKEN, [BOB], BOB)], bob)).toEqual([
    3,
    'unauthorized account',
  ])
  await submit([allow('MsgUpdateDenom', TOKEN, [])])
  expect((await submit([send(bob, alice)], bob)).receipt.code).toBe(0)
  expect(await refused([allow('MsgUpdateDenom', TOKEN, ['sei1'])])).toMatchObject([
    1,
    expect.stringMatching(/^invalid address sei1: decoding bech32 failed/),
  ])
  expect(await refused([allow('MsgUpdateDenom', `${TOKEN}2`, [ALICE])])).toEqual([
    10,
    `denom: ${TOKEN}2: denom does not exist`,
  ])
})

test('the gateway formats the messages', async () => {
  const { transaction } = await submit([create('gold'), mint('7'), describeDenom(), change(BOB)])
  expect(txJson(transaction.raw)).toMatchObject({
    body: {
      messages: [
        { sender: ALICE, subdenom: 'gold', allow_list: null },
        { sender: ALICE, amount: { denom: TOKEN, amount: '7' } },
        {
          metadata: { base: TOKEN, denom_units: [{ exponent: 0 }, { aliases: ['au'] }] },
        },
        { denom: TOKEN, new_admin: BOB },
      ],
    },
  })
})

describe('fails in its block', () => {
  test.each<[string, readonly ModuleMessage[], object]>([
    [
      'a denomination twice',
      [create('gold'), create('gold')],
      {
        codespace: 'tokenfactory',
        code: 2,
        log: 'attempting to create a denom that already exists (has bank metadata)',
      },
    ],
    [
      'the name of a native one',
      [create('usei')],
      { log: /^temporary error until IBC bug is sorted out, can't create subdenoms/ },
    ],
    [
      'minting nothing known',
      [mint('1')],
      { code: 10, log: `denom: ${TOKEN}: denom does not exist` },
    ],
    ['minting usei', [mint('1', 'usei')], { code: 3, log: 'unauthorized account' }],
    ['burning nothing known', [burn('1')], { code: 3, log: 'unauthorized account' }],
    [
      'burning more than the balance',
      [create('gold'), mint('5'), burn('6')],
      { codespace: 'sdk', code: 5, log: `5${TOKEN} is smaller than 6${TOKEN}: insufficient funds` },
    ],
    [
      'minting beyond 256 bits',
      [create('gold'), mint((2n ** 256n - 1n).toString()), mint('1')],
      { codespace: 'sdk', code: 10, log: /would overflow/ },
    ],
    [
      'the same admin',
      [create('gold'), change(ALICE)],
      {
        code: 16,
        log: 'attempting to create a new admin that already exists for the denom',
      },
    ],
    ['describing that of another', [describeDenom()], { code: 3, log: 'unauthorized account' }],
  ])('%s', async (_what, messages, { log, ...result }: { log?: string | RegExp }) => {
    const { receipt } = await submit(messages)
    expect(receipt).toMatchObject(result)
    // The last message is the one that fails.
    const prefix = `failed to execute message; message index: ${messages.length - 1}: `
    expect(receipt.log.slice(0, prefix.length)).toBe(prefix)
    const reason = receipt.log.slice(prefix.length)
    expect(reason).toEqual(log instanceof RegExp ? expect.stringMatching(log) : log)
    expect(await holdings()).toEqual({ supply: 0n, alice: 0n, bob: 0n })
  })
})

describe('is rejected before a block', () => {
  const long = 'x'.repeat(45)
  test.each<[string, ModuleMessage, object]>([
    [
      'a long name',
      create(long),
      {
        codespace: 'tokenfactory',
        abciCode: 4,
        reason: 'subdenom too long, max length is 44 bytes: invalid denom',
      },
    ],
    [
      'an invalid name',
      create('a b'),
      { abciCode: 4, reason: `invalid denom: factory/${ALICE}/a b: invalid denom` },
    ],
    [
      'no amount',
      mint('0'),
      { codespace: 'sdk', abciCode: 10, reason: `0${TOKEN}: invalid coins` },
    ],
    ['a negative amount', burn('-1'), { code: 'INVALID_COINS' }],
    [
      'an admin of another chain',
      change('cosmos1xyz'),
      { code: 'INVALID_NATIVE_ADDRESS', field: 'new_admin' },
    ],
    [
      'handing over usei',
      change(BOB, 'usei'),
      { abciCode: 4, reason: 'not enough parts of denom usei: invalid denom' },
    ],
    [
      'handing over another form',
      change(BOB, 'ibc/a/b'),
      {
        abciCode: 4,
        reason: 'denom prefix is incorrect. Is: ibc.  Should be: factory: invalid denom',
      },
    ],
    [
      'a creator of another chain',
      change(BOB, 'factory/cosmos1/b'),
      { abciCode: 4, reason: expect.stringMatching(/^Invalid creator address \(/) },
    ],
    ['a blank name', describeDenom({ name: ' ' }), { reason: 'name field cannot be blank' }],
    ['a blank symbol', describeDenom({ symbol: '' }), { reason: 'symbol field cannot be blank' }],
    [
      'another first unit',
      describeDenom({ base: `${TOKEN}2` }),
      {
        reason: `metadata's first denomination unit must be the one with base denom '${TOKEN}2'`,
      },
    ],
    [
      'equal exponents',
      describeDenom({ denomUnits: [units[0], { denom: 'gold', exponent: 0 }] }),
      { reason: 'denom units should be sorted asc by exponent' },
    ],
    [
      'no display unit',
      describeDenom({ display: 'silver' }),
      { reason: "metadata must contain a denomination unit with display denom 'silver'" },
    ],
    [
      'describing usei',
      describeDenom({ base: 'usei', display: 'usei', denomUnits: [{ denom: 'usei' }] }),
      { reason: 'not enough parts of denom usei: invalid denom' },
    ],
    [
      'an allow list of usei',
      allow('MsgUpdateDenom', 'usei', [ALICE]),
      { abciCode: 4, reason: 'not enough parts of denom usei: invalid denom: invalid denom' },
    ],
  ])('%s', async (_what, rejected, details) => {
    await expect(submit([rejected])).rejects.toMatchObject({ details })
  })
})
