import { CommunityPoolSpendProposal } from 'cosmjs-types/cosmos/distribution/v1beta1/distribution'
import { MsgFundCommunityPool } from 'cosmjs-types/cosmos/distribution/v1beta1/tx'
import { TextProposal } from 'cosmjs-types/cosmos/gov/v1beta1/gov'
import {
  MsgDeposit,
  MsgSubmitProposal,
  MsgVote,
  MsgVoteWeighted,
} from 'cosmjs-types/cosmos/gov/v1beta1/tx'
import { ParameterChangeProposal } from 'cosmjs-types/cosmos/params/v1beta1/params'
import { MsgUnjail } from 'cosmjs-types/cosmos/slashing/v1beta1/tx'
import {
  CancelSoftwareUpgradeProposal,
  SoftwareUpgradeProposal,
} from 'cosmjs-types/cosmos/upgrade/v1beta1/upgrade'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Chain } from '../../../src/chain/chain.ts'
import { publicKeyToNative } from '../../../src/evm/transaction/association.ts'
import { communityPoolOf } from '../../../src/modules/distribution/communityPool.ts'
import { proposalKind, voteKind } from '../../../src/modules/gov/proposal.ts'
import { txJson } from '../../../src/native/gateway/gatewayJson.ts'
import type { ModuleMessage } from '../../../src/native/nativeTransaction.ts'
import { bytesToBech32 } from '../../../src/primitives/encoding/bech32.ts'
import { DECIMAL_ONE } from '../../../src/primitives/encoding/decimal.ts'
import { hexToBytes } from '../../../src/primitives/encoding/hex.ts'
import { alice, bob } from '../../support/accounts.ts'
import { testChain } from '../../support/chain.ts'
import { mineNative } from '../../support/native/mineNative.ts'
import { nativeText, nativeTx } from '../../support/native/native.ts'

const aliceNative = publicKeyToNative(alice.publicKey)
const sender = nativeText(alice)
const usei = (amount: string) => [{ denom: 'usei', amount }]

function message(typeUrl: string, value: Uint8Array): ModuleMessage {
  return { kind: 'module', typeUrl, value, signer: sender }
}

interface Encoder<T> {
  readonly typeUrl: string
  encode(message: T): { finish(): Uint8Array }
  fromPartial(object: object): T
}

/** Encodes a message with cosmjs-types. */
function encoded<T>(type: Encoder<T>, fields: object): ModuleMessage {
  return message(type.typeUrl, type.encode(type.fromPartial(fields)).finish())
}

function proposal<T>(type: Encoder<T>, fields: object, deposit = '10000000'): ModuleMessage {
  const text = { title: 'Title', description: 'Text.', ...fields }
  return encoded(MsgSubmitProposal, {
    content: { typeUrl: type.typeUrl, value: type.encode(type.fromPartial(text)).finish() },
    initialDeposit: usei(deposit),
    proposer: sender,
  })
}

let chain: Chain

beforeEach(() => {
  chain = testChain()
  return () => chain.close()
})

async function submit(...messages: readonly ModuleMessage[]) {
  const { entry } = await mineNative(chain, await nativeTx(chain, alice, messages))
  return entry
}

async function stateNow() {
  return (await chain.state.viewAt({ tag: 'latest' })).overlay()
}

const change = { subspace: 'staking', key: 'MaxValidators', value: '7' }

test.each<[string, ModuleMessage, object | undefined]>([
  ['text', proposal(TextProposal, {}), undefined],
  [
    'parameter change',
    proposal(ParameterChangeProposal, { changes: [change] }),
    { kind: 'parameterChange', changes: [change] },
  ],
  [
    'upgrade',
    proposal(SoftwareUpgradeProposal, {
      // The zero time of Go.
      plan: { name: 'v9', height: 99n, info: 'x', time: { seconds: -62_135_596_800n } },
    }),
    { kind: 'softwareUpgrade', plan: { name: 'v9', height: 99n, info: 'x' } },
  ],
  [
    'cancelled upgrade',
    proposal(CancelSoftwareUpgradeProposal, {}),
    { kind: 'cancelSoftwareUpgrade' },
  ],
  [
    'spend',
    proposal(CommunityPoolSpendProposal, { recipient: nativeText(bob), amount: usei('5') }),
    {
      kind: 'communityPoolSpend',
      recipient: nativeText(bob),
      amount: [{ denom: 'usei', amount: 5n }],
    },
  ],
])('MsgSubmitProposal of a %s', async (_what, submitted, action) => {
  const { receipt, transaction } = await submit(submitted)
  expect(receipt).toMatchObject({ code: 0, log: '' })
  expect(receipt.events).toContainEqual({
    type: 'submit_proposal',
    attributes: [{ key: 'proposal_id', value: '1' }],
  })
  const stored = (await stateNow()).get(proposalKind, '1')
  expect(stored).toMatchObject({ title: 'Title', description: 'Text.' })
  expect(stored?.action).toEqual(action)
  expect(JSON.stringify(txJson(transaction.raw))).toContain('"proposer":"sei1')
})

test('the messages of a vote', async () => {
  await submit(
    proposal(TextProposal, {}, '9999999'),
    encoded(MsgDeposit, { proposalId: 1n, depositor: sender, amount: usei('1') }),
    encoded(MsgVote, { proposalId: 1n, voter: sender, option: 1 }),
  )
  const voted = async () => (await stateNow()).get(voteKind, `1/${aliceNative}`)?.options
  expect(await voted()).toEqual([{ option: 1, weight: DECIMAL_ONE }])
  const options = [
    { option: 1, weight: '700000000000000000' },
    { option: 4, weight: '300000000000000000' },
  ]
  await submit(encoded(MsgVoteWeighted, { proposalId: 1n, voter: sender, options }))
  expect(await voted()).toEqual(
    options.map(({ option, weight }) => ({ option, weight: BigInt(weight) })),
  )
})

test('an expedited proposal', async () => {
  const { value } = proposal(TextProposal, {})
  // Sei's fourth field, is_expedited.
  const expedited = Buffer.concat([value, Uint8Array.of(0x20, 1)])
  await submit(message(MsgSubmitProposal.typeUrl, expedited))
  expect((await stateNow()).get(proposalKind, '1')).toMatchObject({ isExpedited: true })
})

test('MsgFundCommunityPool', async () => {
  await submit(encoded(MsgFundCommunityPool, { amount: usei('77'), depositor: sender }))
  expect(communityPoolOf(await stateNow())).toEqual([{ denom: 'usei', amount: 77n * DECIMAL_ONE }])
})

test('MsgUnjail is signed by the operator', async () => {
  const validator = bytesToBech32('seivaloper', hexToBytes(aliceNative))
  const { receipt } = await submit(encoded(MsgUnjail, { validatorAddr: validator }))
  expect(receipt).toMatchObject({
    codespace: 'slashing',
    code: 2,
    log: 'failed to execute message; message index: 0: address is not associated with any known validator',
  })
})

describe('rejects before a block', () => {
  test.each<[string, ModuleMessage, object]>([
    ['a blank title', proposal(TextProposal, { title: ' ' }), { codespace: 'gov', abciCode: 5 }],
    [
      'no changes',
      proposal(ParameterChangeProposal, {}),
      { abciCode: 4, reason: 'submitted parameter changes are empty' },
    ],
    [
      'an unknown content',
      proposal(MsgVote, {}),
      { code: 'UNKNOWN_MESSAGE_TYPE', typeUrl: MsgVote.typeUrl },
    ],
    [
      'a deposit of 0',
      encoded(MsgDeposit, { proposalId: 1n, depositor: sender, amount: usei('0') }),
      { code: 'INVALID_COINS', reason: 'amount of usei is 0' },
    ],
    [
      'no validator',
      encoded(MsgUnjail, {}),
      {
        codespace: 'slashing',
        abciCode: 3,
        reason: 'validator does not exist for that address',
      },
    ],
    [
      'an account as validator',
      encoded(MsgUnjail, { validatorAddr: sender }),
      { code: 'INVALID_NATIVE_ADDRESS', field: 'validator_addr' },
    ],
    [
      'an unknown option',
      encoded(MsgVote, { proposalId: 1n, voter: sender, option: 9 }),
      { codespace: 'gov', abciCode: 7, reason: '9: invalid vote option' },
    ],
  ])('%s', async (_what, rejected, details) => {
    await expect(submit(rejected)).rejects.toMatchObject({ details })
  })
})

test.each([
  [
    'an unknown parameter',
    proposal(ParameterChangeProposal, { changes: [{ ...change, key: 'Other' }] }),
    5,
    'parameter Other not found in subspace staking: invalid proposal content',
  ],
  [
    'a vote on nothing',
    encoded(MsgVote, { proposalId: 1n, voter: sender, option: 1 }),
    2,
    '1: unknown proposal',
  ],
])('%s fails in its block', async (_what, failing, code, log) => {
  const { receipt } = await submit(failing)
  expect(receipt).toMatchObject({
    codespace: 'gov',
    code,
    log: `failed to execute message; message index: 0: ${log}`,
  })
})

test.each(['MsgClaim', 'MsgClaimSpecific'])('%s fails outside of the precompile', async (name) => {
  // sender and claimer.
  const text = (field: number, value: string) => [
    (field << 3) | 2,
    value.length,
    ...Buffer.from(value),
  ]
  const value = Uint8Array.from([...text(1, sender), ...text(2, alice.address)])
  const { receipt } = await submit(message(`/seiprotocol.seichain.evm.${name}`, value))
  expect(receipt).toMatchObject({
    codespace: 'sdk',
    code: 6,
    log: `failed to execute message; message index: 0: unrecognized evm message type: *types.${name}: unknown request`,
  })
})
