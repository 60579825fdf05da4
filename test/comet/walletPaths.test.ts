import { GenericAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz'
import { MsgGrant } from 'cosmjs-types/cosmos/authz/v1beta1/tx'
import { BasicAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant'
import { MsgGrantAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/tx'
import { TextProposal } from 'cosmjs-types/cosmos/gov/v1beta1/gov'
import { MsgSubmitProposal, MsgVote } from 'cosmjs-types/cosmos/gov/v1beta1/tx'
import { MsgDelegate, MsgUndelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createNode, type RockpoolNode } from '../../src/index.ts'
import { executorOption } from '../support/executor.ts'

/*
 * The paths that Keplr asks (chainapsis/keplr-wallet, packages/stores/src/query/cosmos), and what
 * its pages read of the answers. Leap and CosmJS ask the same ones.
 */

const ALICE = 'sei15428vq2uzwhm3taey9sr9x5vm6tk78ew5cyfgc'
const BOB = 'sei1cjzphr67dug28rw9ueewrqllmxlqe5f0awulvy'
const VALIDATOR = 'seivaloper14flvw0x8fstzly79tacgsulxvkpv858q6pqpyz'
const usei = (amount: string) => ({ denom: 'usei', amount })
const VOTE = '/cosmos.gov.v1beta1.MsgVote'

interface Encoder<T> {
  readonly typeUrl: string
  encode(message: T): { finish(): Uint8Array }
  fromPartial(object: object): T
}

const packed = <T>(type: Encoder<T>, fields: object) => ({
  ...{ typeUrl: type.typeUrl, value: type.encode(type.fromPartial(fields)).finish() },
})

let node: RockpoolNode
let rest: string

beforeAll(async () => {
  node = await createNode(executorOption)
  rest = (await node.listenRest()).url
  const stake = { delegatorAddress: ALICE, validatorAddress: VALIDATOR }
  const messages = [
    packed(MsgDelegate, { ...stake, amount: usei('9') }),
    packed(MsgUndelegate, { ...stake, amount: usei('2') }),
    packed(MsgSubmitProposal, {
      content: packed(TextProposal, { title: 'Tea', description: 'at five' }),
      ...{ initialDeposit: [usei('10000000')], proposer: ALICE },
    }),
    packed(MsgVote, { proposalId: 1n, voter: ALICE, option: 4 }),
    packed(MsgGrant, {
      ...{ granter: ALICE, grantee: BOB },
      grant: {
        authorization: packed(GenericAuthorization, { msg: VOTE }),
        expiration: { seconds: 2_051_222_400n },
      },
    }),
    packed(MsgGrantAllowance, {
      ...{ granter: ALICE, grantee: BOB },
      allowance: packed(BasicAllowance, { spendLimit: [usei('7')] }),
    }),
  ]
  expect(await node.native.send({ messages })).toMatchObject({ code: 0, rawLog: '' })
})
afterAll(() => node.close())

const grant = {
  ...{ granter: ALICE, grantee: BOB, expiration: '2035-01-01T00:00:00Z' },
  authorization: { '@type': '/cosmos.authz.v1beta1.GenericAuthorization', msg: VOTE },
}
const { granter: _granter, grantee: _grantee, ...grantAlone } = grant
const allowance = {
  ...{ granter: ALICE, grantee: BOB },
  allowance: {
    '@type': '/cosmos.feegrant.v1beta1.BasicAllowance',
    ...{ spend_limit: [usei('7')], expiration: null },
  },
}
const delegation = { delegator_address: ALICE, validator_address: VALIDATOR }
const page = { next_key: null, total: '1' }

test.each([
  [`auth/v1beta1/accounts/${ALICE}`, { account: { address: ALICE, sequence: '1' } }],
  [`auth/v1beta1/accounts/${BOB}`, { account: { address: BOB, pub_key: null } }],
  ['auth/v1beta1/params', { params: { max_memo_characters: '256', tx_sig_limit: '7' } }],
  [`bank/v1beta1/balances/${BOB}?pagination.limit=1000`, { balances: [{ denom: 'usei' }] }],
  [`bank/v1beta1/spendable_balances/${BOB}`, { balances: [{ denom: 'usei' }] }],
  ['bank/v1beta1/supply/usei', { amount: { denom: 'usei' } }],
  ['bank/v1beta1/supply/by_denom?denom=usei', { amount: { denom: 'usei' } }],
  ['bank/v1beta1/params', { params: { send_enabled: [], default_send_enabled: true } }],
  ['base/tendermint/v1beta1/node_info', { default_node_info: { network: 'rockpool-713714' } }],
  ['base/tendermint/v1beta1/blocks/latest', { block: { header: { height: '1' } } }],
  ['base/tendermint/v1beta1/syncing', { syncing: false }],
  ['staking/v1beta1/params', { params: { bond_denom: 'usei', unbonding_time: '1814400s' } }],
  ['staking/v1beta1/pool', { pool: { not_bonded_tokens: '2' } }],
  [
    'staking/v1beta1/validators?pagination.limit=1000&status=BOND_STATUS_BONDED',
    { validators: [{ operator_address: VALIDATOR, status: 'BOND_STATUS_BONDED' }] },
  ],
  ['staking/v1beta1/validators?status=BOND_STATUS_UNBONDING', { validators: [] }],
  [
    `staking/v1beta1/delegations/${ALICE}?pagination.limit=1000`,
    { delegation_responses: [{ delegation, balance: usei('7') }] },
  ],
  [
    `staking/v1beta1/delegators/${ALICE}/unbonding_delegations?pagination.limit=1000`,
    { unbonding_responses: [{ ...delegation, entries: [{ balance: '2' }] }] },
  ],
  [
    `staking/v1beta1/validators/${VALIDATOR}/unbonding_delegations`,
    { unbonding_responses: [{ ...delegation, entries: [{ balance: '2' }] }] },
  ],
  ['staking/v1beta1/historical_info/1', { hist: { valset: [{ operator_address: VALIDATOR }] } }],
  [
    `distribution/v1beta1/delegators/${ALICE}/rewards`,
    { rewards: [{ validator_address: VALIDATOR }] },
  ],
  [
    'distribution/v1beta1/params',
    { params: { community_tax: expect.stringMatching(/^0\.[0-9]{18}$/) } },
  ],
  ['gov/v1beta1/params/tallying', { tally_params: { quorum: '0.334000000000000000' } }],
  [
    'gov/v1beta1/params/voting',
    { voting_params: { voting_period: expect.stringMatching(/^[0-9]+s$/) } },
  ],
  ['gov/v1beta1/params/deposit', { deposit_params: { min_deposit: [{ denom: 'usei' }] } }],
  [
    'gov/v1beta1/proposals?pagination.limit=3000',
    { proposals: [{ proposal_id: '1', status: 'PROPOSAL_STATUS_VOTING_PERIOD' }] },
  ],
  ['gov/v1beta1/proposals/1/tally', { tally: { no_with_veto: '7', yes: '0' } }],
  [
    `gov/v1beta1/proposals/1/votes/${ALICE}`,
    { vote: { voter: ALICE, option: 'VOTE_OPTION_NO_WITH_VETO' } },
  ],
  [
    `authz/v1beta1/grants/granter/${ALICE}?pagination.limit=1000`,
    { grants: [grant], pagination: { next_key: null, total: '0' } },
  ],
  [`authz/v1beta1/grants/grantee/${BOB}`, { grants: [grant], pagination: page }],
  [`authz/v1beta1/grants?granter=${ALICE}&grantee=${BOB}`, { grants: [grantAlone] }],
  [
    `authz/v1beta1/grants?granter=${ALICE}&grantee=${BOB}&msg_type_url=${VOTE}`,
    { grants: [grantAlone] },
  ],
  [`authz/v1beta1/grants/granter/${BOB}`, { grants: [] }],
  [`feegrant/v1beta1/allowance/${ALICE}/${BOB}`, { allowance }],
  [`feegrant/v1beta1/allowances/${BOB}`, { allowances: [allowance], pagination: page }],
  [`feegrant/v1beta1/issued/${ALICE}`, { allowances: [allowance], pagination: page }],
  [
    'params/v1beta1/params?subspace=staking&key=MaxValidators',
    { param: { subspace: 'staking', key: 'MaxValidators' } },
  ],
  ...[
    ['baseapp', 'BlockParams', { max_gas: '100000000' }],
    ['evm', 'KeyMinFeePerGas', '1000000000.000000000000000000'],
    ['evm', 'KeyMaximumFeePerGas', '1000000000000.000000000000000000'],
    ['evm', 'KeyTargetGasUsedPerBlock', '250000'],
    ['evm', 'KeyMaxDynamicBaseFeeUpwardAdjustment', '0.018900000000000000'],
    ['evm', 'KeyMaxDynamicBaseFeeDownwardAdjustment', '0.003900000000000000'],
  ].map(([subspace, key, value]): [string, object] => [
    `params/v1beta1/params?subspace=${subspace}&key=${key}`,
    { param: { subspace, key, value: JSON.stringify(value) } },
  ]),
])('/cosmos/%s', async (path, shown) => {
  const response = await fetch(`${rest}/cosmos/${path}`)
  expect(response.status).toBe(200)
  expect(await response.json()).toMatchObject(shown)
})

test.each([
  // The real chain has none of these.
  ['/cosmos/gov/v1/proposals', 501, 12],
  ['/cosmos/mint/v1beta1/inflation', 501, 12],
  ['/cosmos/mint/v1beta1/annual_provisions', 501, 12],
  ['/osmosis/mint/v1beta1/params', 501, 12],
  // Rockpool has no IBC.
  ['/ibc/applications/transfer/v1beta1/denom_traces/AB', 501, 12],
  ['/ibc/core/channel/v1/channels/channel-0/ports/transfer', 501, 12],
  [`/cosmos/auth/v1beta1/accounts/sei1${'q'.repeat(32)}`, 400, 3],
  [`/cosmos/feegrant/v1beta1/allowance/${BOB}/${ALICE}`, 500, 13],
  [`/cosmos/authz/v1beta1/grants?granter=${BOB}&grantee=${ALICE}&msg_type_url=${VOTE}`, 404, 5],
  [`/cosmos/authz/v1beta1/grants?granter=${BOB}&grantee=${ALICE}&msg_type_url=foo`, 404, 5],
  [`/cosmos/gov/v1beta1/proposals/1/votes/${BOB}`, 400, 3],
  ['/cosmos/gov/v1beta1/proposals/9', 404, 5],
  ['/cosmos/gov/v1beta1/proposals/0', 400, 3],
  ['/cosmos/staking/v1beta1/historical_info/9', 404, 5],
  ['/cosmos/staking/v1beta1/historical_info/x', 400, 3],
])('%s has status %i', async (path, status, code) => {
  const response = await fetch(rest + path)
  expect(response.status).toBe(status)
  expect(await response.json()).toMatchObject({ code, details: [], message: expect.any(String) })
})
