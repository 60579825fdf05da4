import { parseAbi } from 'viem'
import { expect, test } from 'vitest'
import { proposalKind, proposalStatus, voteKind } from '../../../../src/modules/gov/proposal.ts'
import { alice, bob, carol } from '../../../support/accounts.ts'
import {
  aliceNative,
  bobNative,
  ModuleScene,
  START,
  textOf,
  UNIT,
  v0,
} from '../../../support/precompiles/modules.ts'
import { at, interfaceOf } from '../../../support/precompiles/scene.ts'

const abi = parseAbi([
  'function submitProposal(string proposalJSON) payable returns (uint64)',
  'function deposit(uint64 proposalID) payable returns (bool)',
  'function vote(uint64 proposalID, int32 option) returns (bool)',
  'struct Part { int32 option; string weight; }',
  'function voteWeighted(uint64 proposalID, Part[] options) returns (bool)',
])
const staking = interfaceOf(['function delegate(string valAddress) payable returns (bool)'])

const PROPOSAL = JSON.stringify({ title: 'Title', description: 'Text.', type: 'Text' })
const ENOUGH = { value: 10_000_000n * UNIT }
const scene = () => new ModuleScene(at('1006'), abi)

test('a proposal from its deposits to its end', async () => {
  const here = scene()
  const data = staking.encode('delegate', v0)
  await here.call('vote', [1n, 1], { to: at('1005'), data, value: 20_000_000n * UNIT })
  here.nextBlock()
  const proposer = { caller: bob.address }
  expect(await here.result('submitProposal', [PROPOSAL], { ...proposer, value: 4n * UNIT })).toBe(
    1n,
  )
  expect(await here.result('submitProposal', [PROPOSAL], proposer)).toBe(2n)
  expect(here.scene.state.get(proposalKind, '1')).toMatchObject({
    title: 'Title',
    description: 'Text.',
    totalDeposit: [{ denom: 'usei', amount: 4n }],
    submitTime: START + 1n,
  })
  expect(await here.result('deposit', [1n], ENOUGH)).toBe(true)
  expect(await here.result('vote', [1n, 3])).toBe(true)
  const halves = [
    { option: 1, weight: '0.75' },
    { option: 2, weight: '0.25' },
  ]
  expect(await here.result('voteWeighted', [1n, halves])).toBe(true)
  expect(here.scene.state.get(voteKind, `1/${aliceNative}`)?.options).toEqual([
    { option: 1, weight: 75n * 10n ** 16n },
    { option: 2, weight: 25n * 10n ** 16n },
  ])
  here.timestamp += 432_000n
  here.nextBlock()
  expect(here.scene.state.get(proposalKind, '1')).toMatchObject({
    status: proposalStatus.passed,
    result: { yes: 15_000_000n, abstain: 5_000_000n, no: 0n, noWithVeto: 0n },
  })
  expect(here.scene.state.getCoins(bobNative, 'usei')).toBe(100_000_000n)
  expect(here.scene.state.getCoins(aliceNative, 'usei')).toBe(80_000_000n)
})

test.each<[string, readonly unknown[], bigint, bigint]>([
  ['submitProposal', [PROPOSAL], 10_000_000n, 50_000n],
  ['deposit', [1n], 1n, 30_000n],
  ['vote', [1n, 1], 0n, 30_000n],
  ['voteWeighted', [1n, [{ option: 4, weight: '1' }]], 0n, 30_000n],
])('%s(%s) has one price', async (name, args, units, gasUsed) => {
  const here = scene()
  await here.result('submitProposal', [PROPOSAL], ENOUGH)
  expect(await here.call(name, args, { value: units * UNIT })).toMatchObject({
    kind: 'success',
    gasUsed,
  })
})

const proposalOf = (members: object) => [
  JSON.stringify({ title: 'Title', description: 'Text.', ...members }),
]

const changing = (...changes: readonly object[]) => proposalOf({ type: 'ParameterChange', changes })
const upgrading = (plan?: object) => proposalOf({ type: 'SoftwareUpgrade', plan })
const spending = (spend?: object) =>
  proposalOf({
    type: 'CommunityPoolSpend',
    community_pool_spend: spend && { recipient: bob.address, amount: '5usei', ...spend },
  })

test.each<[string, object, object]>([
  [
    'ParameterChange',
    { changes: [{ subspace: 'staking', key: 'MaxValidators', value: 5 }] },
    {
      kind: 'parameterChange',
      changes: [{ subspace: 'staking', key: 'MaxValidators', value: '5' }],
    },
  ],
  [
    'SoftwareUpgrade',
    { plan: { name: 'v9', height: 1000, info: 'What is new.' } },
    { kind: 'softwareUpgrade', plan: { name: 'v9', height: 1000n, info: 'What is new.' } },
  ],
  ['CancelSoftwareUpgrade', {}, { kind: 'cancelSoftwareUpgrade' }],
  [
    'CommunityPoolSpend',
    { community_pool_spend: { recipient: bob.address, amount: '7usei,5uatom' } },
    {
      kind: 'communityPoolSpend',
      recipient: textOf('sei', bobNative),
      amount: [
        { denom: 'uatom', amount: 5n },
        { denom: 'usei', amount: 7n },
      ],
    },
  ],
])('submits proposals of type %s', async (type, members, action) => {
  const here = scene()
  expect(await here.result('submitProposal', proposalOf({ type, ...members }))).toBe(1n)
  expect(here.scene.state.get(proposalKind, '1')).toMatchObject({ title: 'Title', action })
})

test('expedited proposals need twice the deposit', async () => {
  const here = scene()
  const expedited = proposalOf({ is_expedited: true })
  expect(await here.result('submitProposal', expedited, ENOUGH)).toBe(1n)
  const { depositPeriod, votingPeriod } = proposalStatus
  expect(here.scene.state.get(proposalKind, '1')).toMatchObject({ status: depositPeriod })
  await here.result('deposit', [1n], ENOUGH)
  expect(here.scene.state.get(proposalKind, '1')).toMatchObject({
    status: votingPeriod,
    isExpedited: true,
    votingEndTime: START + 86_400n,
  })
})

test.each<[string, readonly unknown[], object, RegExp]>([
  ['submitProposal', ['{'], {}, /^failed to parse proposal JSON: unexpected end of JSON input$/],
  ['submitProposal', ['[]'], { value: 1n }, /^failed to parse proposal JSON: json: /],
  ['submitProposal', ['{}'], { value: 1n }, /non-zero wei remainder/],
  ['submitProposal', ['[]'], {}, /unmarshal array into Go value of type gov.Proposal$/],
  ['submitProposal', ['null'], {}, /^proposal title cannot be empty$/],
  ['submitProposal', proposalOf({ description: '' }), {}, /^proposal description cannot be empty$/],
  ['submitProposal', proposalOf({ title: 5 }), {}, /number into .* Proposal.title of type string$/],
  ['submitProposal', proposalOf({ type: 'Other' }), {}, /^unsupported proposal type: Other$/],
  [
    'submitProposal',
    proposalOf({ type: 'StoreCode' }),
    {},
    /^StoreCode proposals are not supported yet via precompile$/,
  ],
  ['submitProposal', proposalOf({ is_expedited: 1 }), {}, /Proposal.is_expedited of type bool$/],
  ['submitProposal', changing(), {}, /^at least one parameter change must be specified$/],
  [
    'submitProposal',
    proposalOf({ type: 'ParameterChange', changes: {} }),
    {},
    /object into Go struct field Proposal.changes of type \[\]gov.Change$/,
  ],
  [
    'submitProposal',
    changing({ subspace: 'mint', key: 'MintDenom', value: 'usei' }),
    {},
    /^parameter mint\/MintDenom does not exist: invalid proposal content$/,
  ],
  [
    'submitProposal',
    changing({ subspace: 'evm', key: 'KeyChainID', value: '1' }),
    {},
    /^parameter KeyChainID not found in subspace evm: invalid proposal content$/,
  ],
  ['submitProposal', changing({ key: 'a', value: 1 }), {}, /^parameter subspace is empty$/],
  ['submitProposal', changing({ subspace: 'evm' }), {}, /^parameter key is empty$/],
  ['submitProposal', upgrading(), {}, /^upgrade plan must be specified$/],
  [
    'submitProposal',
    ['{"title":"t","description":"d","type":"SoftwareUpgrade","plan":{"height":5},"plan":null}'],
    {},
    /^upgrade plan must be specified$/,
  ],
  [
    'submitProposal',
    ['\ufeff{}'],
    {},
    /^failed to parse proposal JSON: invalid character 'ï' looking for beginning of value$/,
  ],
  ['submitProposal', upgrading({ name: 'v9' }), {}, /^upgrade height must be specified$/],
  ['submitProposal', upgrading({ height: 9 }), {}, /^upgrade name must be specified$/],
  [
    'submitProposal',
    upgrading({ name: 'v9', height: 1.5 }),
    {},
    /number 1.5 into Go struct field SoftwareUpgradePlan.plan.height of type int64$/,
  ],
  ['submitProposal', upgrading({ name: 'v9', height: -1 }), {}, /^height must be greater than 0/],
  ['submitProposal', spending(), {}, /^community pool spend parameters must be specified$/],
  ['submitProposal', spending({ recipient: '0x1' }), {}, /^invalid ethereum address format$/],
  ['submitProposal', spending({ amount: '0usei' }), {}, /^amount must be greater than zero$/],
  ['submitProposal', spending({ amount: '' }), {}, /^amount must be greater than zero$/],
  ['submitProposal', spending({ amount: 'usei' }), {}, /^invalid amount format: .*: usei$/],
  ['submitProposal', spending({ amount: '0.9usei' }), {}, /^amount must be greater than zero$/],
  [
    'submitProposal',
    spending({ amount: '1usei,2usei' }),
    {},
    /^invalid amount format: duplicate denomination usei$/,
  ],
  [
    'submitProposal',
    spending({ recipient: carol.address }),
    {},
    /^no sei address found for ethereum address 0x/,
  ],
  ['submitProposal', [PROPOSAL], { value: 1n }, /non-zero wei remainder/],
  ['submitProposal', [PROPOSAL], { caller: carol.address }, /^address 0x.{40} is not linked$/],
  ['deposit', [1n], {}, /^set `value` field to non-zero to deposit fund$/],
  ['deposit', [9n], { value: UNIT }, /^9: unknown proposal$/],
  ['deposit', [9n], { value: UNIT + 1n }, /non-zero wei remainder/],
  ['deposit', [1n], { value: UNIT, caller: carol.address }, /^address 0x.{40} is not linked$/],
  ['vote', [1n, 1], {}, /^1: unknown proposal$/],
  ['vote', [1n, 0], {}, /^VOTE_OPTION_UNSPECIFIED: invalid vote option$/],
  ['vote', [1n, -1], {}, /^-1: invalid vote option$/],
  ['vote', [1n, 1], { caller: carol.address }, /^address 0x.{40} is not linked$/],
  ['voteWeighted', [1n, []], {}, /^: invalid request$/],
  ['voteWeighted', [1n, [{ option: 1, weight: '0.5' }]], {}, /^Total weight lower than 1.00: /],
  [
    'voteWeighted',
    [1n, [{ option: 0, weight: '1' }]],
    {},
    /^{"weight":"1.000000000000000000"}: invalid vote option$/,
  ],
  [
    'voteWeighted',
    [1n, [{ option: 1, weight: '-2' }]],
    {},
    /^{"option":1,"weight":"-2.000000000000000000"}: invalid vote option$/,
  ],
  [
    'voteWeighted',
    [1n, [{ option: 1, weight: '' }]],
    {},
    /^invalid weight format: : decimal string cannot be empty$/,
  ],
  [
    'voteWeighted',
    [1n, [{ option: 1, weight: 'x' }]],
    {},
    /^invalid weight format: failed to set /,
  ],
  ['voteWeighted', [1n, Array(5).fill({ option: 1, weight: '0.2' })], {}, /too many vote options/],
])('%s(%s) %o', async (name, args, call, reason) => {
  const here = scene()
  const outcome = await here.call(name, args, call)
  expect(outcome).toMatchObject({
    kind: 'revert',
    output: new Uint8Array(0),
    gasUsed: name === 'submitProposal' ? 50_000n : 30_000n,
  })
  expect(outcome).toHaveProperty('precompileError', expect.stringMatching(reason))
  expect(here.scene.drain()).toEqual([])
})

test('a call with too little gas has no effect', async () => {
  const outcome = await scene().call('vote', [1n, 1], { caller: alice.address, gasLimit: 29_999n })
  expect(outcome).toEqual({ kind: 'halt', reason: 'out of gas', gasUsed: 29_999n })
})
