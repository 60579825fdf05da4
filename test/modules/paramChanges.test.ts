import { describe, expect, test } from 'vitest'
import { balanceOf } from '../../src/modules/bank/bank.ts'
import { bankParamsOf, requireSendEnabled } from '../../src/modules/bank/bankParams.ts'
import { communityPoolOf, fundCommunityPool } from '../../src/modules/distribution/communityPool.ts'
import { setWithdrawAddress } from '../../src/modules/distribution/distribution.ts'
import { distributionParamsOf } from '../../src/modules/distribution/distributionRows.ts'
import { endBlock } from '../../src/modules/endBlock.ts'
import { nativeText } from '../../src/modules/evm/association.ts'
import { evmParamsKind, evmParamsOf } from '../../src/modules/evm/evmParams.ts'
import { submitProposal, voteOn } from '../../src/modules/gov/gov.ts'
import { expeditedOf, govParamsOf } from '../../src/modules/gov/govParams.ts'
import { proposalKind, proposalStatus, voteOption } from '../../src/modules/gov/proposal.ts'
import type { ProposalAction } from '../../src/modules/gov/proposalContent.ts'
import { distributionAccount, feeCollectorAccount } from '../../src/modules/moduleAccounts.ts'
import { moduleKinds } from '../../src/modules/moduleKinds.ts'
import { changeParameter } from '../../src/modules/params/paramTable.ts'
import { readParameter } from '../../src/modules/params/readParameter.ts'
import { slashingParamsOf } from '../../src/modules/slashing/slashingParams.ts'
import { stakingParamsOf } from '../../src/modules/staking/stakingParams.ts'
import { requireValidator } from '../../src/modules/staking/validator.ts'
import { upgradePlanKind } from '../../src/modules/upgrade/upgradePlan.ts'
import type { WorldState } from '../../src/state/worldState.ts'
import {
  account,
  DECIMAL,
  delegators,
  operators,
  START,
  stakeState,
} from '../support/modules/stakeScene.ts'

const [a = account(0), b = account(0)] = operators
const [delegator = account(0), other = account(0)] = delegators
const HOUR = 3_600n
const VOTING_TIME = 432_000n
const usei = (amount: bigint) => [{ denom: 'usei', amount }]
const { passed, failed } = proposalStatus

/** A proposal that everyone votes for, after its end. */
function enacted(
  action: ProposalAction,
  prepare: (state: WorldState) => void = () => {},
): { readonly state: WorldState; readonly status: number | undefined } {
  const state = stakeState()
  prepare(state)
  const content = { title: 'Title', description: 'Text.', action }
  submitProposal(state, delegator, content, usei(10_000_000n), { time: START, height: 1n })
  for (const voter of [a, b]) {
    voteOn(state, 1n, voter, [{ option: voteOption.yes, weight: DECIMAL }])
  }
  endBlock(state, { time: START + VOTING_TIME - 1n, height: 2n })
  expect(state.get(proposalKind, '1')?.status).toBe(proposalStatus.votingPeriod)
  endBlock(state, { time: START + VOTING_TIME, height: 3n })
  expect(state.get(proposalKind, '1')?.action).toEqual(action)
  return { state, status: state.get(proposalKind, '1')?.status }
}

/** Changes of `subspace/key` to values. */
function changing(...changes: readonly (readonly [name: string, value: unknown])[]) {
  return enacted({
    kind: 'parameterChange',
    changes: changes.map(([name, value]) => {
      const [subspace = '', key = ''] = name.split('/')
      return { subspace, key, value: JSON.stringify(value) }
    }),
  })
}

/** Every row of parameters survives its encoding, which is not empty. */
function expectReadable(state: WorldState): void {
  for (const kind of moduleKinds.values()) {
    if (!kind.name.endsWith('params')) continue
    for (const id of state.ids(kind)) {
      const value = state.get(kind, id)
      const bytes = kind.encode(value)
      expect(bytes.length).toBeGreaterThan(0)
      expect(kind.decode(bytes)).toEqual(value)
    }
  }
}

const all = (state: WorldState) => ({
  ...stakingParamsOf(state),
  ...slashingParamsOf(state),
  ...distributionParamsOf(state),
  ...bankParamsOf(state),
  ...evmParamsOf(state),
})

test.each<[string, unknown, object]>([
  ['staking/UnbondingTime', '3600000000000', { unbondingTime: HOUR }],
  ['staking/MaxValidators', 1, { maxValidators: 1 }],
  ['staking/MaxEntries', 9, { maxEntries: 9 }],
  ['staking/HistoricalEntries', 0, { historicalEntries: 0 }],
  ['staking/BondDenom', 'uatom', { bondDenomination: 'uatom' }],
  ['staking/MinCommissionRate', '0.05', { minCommissionRate: DECIMAL / 20n }],
  ['slashing/SignedBlocksWindow', '100', { signedBlocksWindow: 100n }],
  ['slashing/MinSignedPerWindow', '0.5', { minSignedPerWindow: DECIMAL / 2n }],
  ['slashing/DowntimeJailDuration', '60000000000', { downtimeJailDuration: 60n }],
  ['slashing/SlashFractionDoubleSign', '0.1', { slashFractionDoubleSign: DECIMAL / 10n }],
  ['slashing/SlashFractionDowntime', '0', { slashFractionDowntime: 0n }],
  ['distribution/communitytax', '0.02', { communityTax: DECIMAL / 50n }],
  ['distribution/baseproposerreward', '1', { baseProposerReward: DECIMAL }],
  ['distribution/bonusproposerreward', '0.0', { bonusProposerReward: 0n }],
  ['distribution/withdrawaddrenabled', false, { withdrawAddrEnabled: false }],
  ['bank/DefaultSendEnabled', false, { defaultSendEnabled: false }],
  ['bank/SendEnabled', [{ denom: 'a/b' }], { sendEnabled: [{ denom: 'a/b', enabled: false }] }],
  ['evm/KeySeiSstoreSetGasEIP2200', '72000', { sstoreSetGas: 72_000n }],
  ['evm/KeySeiSstoreSetGasEIP2200', (2n ** 64n - 1n).toString(), { sstoreSetGas: 2n ** 62n }],
  ['evm/KeyMinFeePerGas', '2000000000.5', { minimumFeePerGas: 2_000_000_000n }],
  ['evm/KeyMaximumFeePerGas', '5000000000.0', { maximumFeePerGas: 5_000_000_000n }],
  [
    'baseapp/BlockParams',
    { max_bytes: '22020096', max_gas: '35000000', max_gas_wanted: '1' },
    { blockMaxGas: 35_000_000n },
  ],
  ['baseapp/BlockParams', { max_gas: '-1' }, { blockMaxGas: 2n ** 63n - 1n }],
  ['evm/KeyTargetGasUsedPerBlock', '1000000', { targetGasUsedPerBlock: 1_000_000n }],
  [
    'evm/KeyMaxDynamicBaseFeeUpwardAdjustment',
    '0.125',
    { maxUpwardAdjustment: '0.125000000000000000' },
  ],
  [
    'evm/KeyMaxDynamicBaseFeeDownwardAdjustment',
    '1',
    { maxDownwardAdjustment: '1.000000000000000000' },
  ],
])('a passed proposal sets %s to %j', (name, value, params) => {
  const { state, status } = changing([name, value])
  expect(status).toBe(passed)
  expect(all(state)).toEqual({ ...all(stakeState()), ...params })
  expectReadable(state)
  // What a query shows is what a proposal would have to say.
  const [subspace = '', key = ''] = name.split('/')
  const shown = readParameter(state, { subspace, key })
  const copy = stakeState()
  changeParameter(copy, { subspace, key, value: shown })
  expect(all(copy)).toEqual(all(state))
})

describe('governance parameters', () => {
  test('change by member', () => {
    const { state, status } = changing(
      ['gov/depositparams', { max_deposit_period: '3600000000000' }],
      ['gov/depositparams', { min_deposit: [{ denom: 'usei', amount: '7' }] }],
      [
        'gov/votingparams',
        { voting_period: '7200000000000', expedited_voting_period: '1000000000' },
      ],
      ['gov/tallyparams', { quorum: '0.2', expedited_threshold: '0.9' }],
    )
    expect(status).toBe(passed)
    expectReadable(state)
    const before = govParamsOf(stakeState())
    expect(govParamsOf(state)).toEqual({
      ...before,
      minDeposit: usei(7n),
      maxDepositPeriod: HOUR,
      votingPeriod: 2n * HOUR,
      quorum: DECIMAL / 5n,
      expedited: {
        ...expeditedOf(before),
        votingPeriod: 1n,
        threshold: (DECIMAL * 9n) / 10n,
      },
    })
  })

  test.each<[string, object]>([
    ['gov/depositparams', { min_deposit: [{ denom: 'usei', amount: '20000000' }] }],
    ['gov/depositparams', { max_deposit_period: '0' }],
    ['gov/votingparams', { voting_period: '86400000000000' }],
    ['gov/tallyparams', { quorum: '1.1' }],
    ['gov/tallyparams', { quorum: '0.667' }],
    ['gov/tallyparams', { threshold: '0.667' }],
    ['gov/tallyparams', { veto_threshold: '0' }],
  ])('%s does not become %j', (name, value) => {
    const { state, status } = changing([name, value])
    expect(status).toBe(failed)
    expect(govParamsOf(state)).toEqual(govParamsOf(stakeState()))
  })
})

test.each<[string, unknown]>([
  ['staking/UnbondingTime', 3_600],
  ['staking/UnbondingTime', '0'],
  ['staking/UnbondingTime', '9300000000000000000'],
  ['staking/MaxValidators', 0],
  ['staking/MaxValidators', '5'],
  ['staking/MaxValidators', 2 ** 32],
  ['staking/MinCommissionRate', '1.1'],
  ['staking/MinCommissionRate', '-0.1'],
  ['staking/BondDenom', ' '],
  ['staking/BondDenom', 'a b'],
  ['bank/SendEnabled', [{ denom: 'é', enabled: true }]],
  ['distribution/withdrawaddrenabled', 'false'],
  ['bank/SendEnabled', { denom: 'usei', enabled: true }],
  ['baseapp/BlockParams', { max_gas: '-2' }],
  ['baseapp/BlockParams', { max_gas: 5 }],
  ['baseapp/BlockParams', { max_gas: '0' }],
  ['baseapp/BlockParams', { max_bytes: '0', max_gas: '9' }],
  ['evm/KeySeiSstoreSetGasEIP2200', '0'],
  ['evm/KeySeiSstoreSetGasEIP2200', 72_000],
  ['evm/KeySeiSstoreSetGasEIP2200', (2n ** 64n).toString()],
  ['evm/KeyMinFeePerGas', 5],
])('a passed proposal that sets %s to %j fails, with all its changes', (name, value) => {
  const { state, status } = changing(['staking/MaxEntries', 9], [name, value])
  expect(status).toBe(failed)
  expect(all(state)).toEqual(all(stakeState()))
})

test('block parameters without a gas limit change nothing', () => {
  const { state, status } = changing(['baseapp/BlockParams', { max_bytes: '1' }])
  expect(status).toBe(passed)
  expect(state.get(evmParamsKind, '')).toBeUndefined()
})

test('a value that is not JSON fails', () => {
  const change = { subspace: 'staking', key: 'MaxEntries', value: '{' }
  expect(enacted({ kind: 'parameterChange', changes: [change] }).status).toBe(failed)
})

test('new parameters apply', () => {
  const { state } = changing(
    ['distribution/withdrawaddrenabled', false],
    ['bank/SendEnabled', [{ denom: 'usei', enabled: false }]],
    ['bank/DefaultSendEnabled', true],
  )
  expect(() => setWithdrawAddress(state, delegator, other)).toThrow('set withdraw address disabled')
  expect(() => requireSendEnabled(state, usei(1n))).toThrow(
    'usei transfers are currently disabled: send transactions are disabled',
  )
  requireSendEnabled(state, [{ denom: 'uatom', amount: 1n }])
})

test('a new number of validators applies in the same block', () => {
  const bonded = (state: WorldState) =>
    operators.filter((operator) => requireValidator(state, operator).status === 3)
  expect(bonded(stakeState())).toEqual([a, b])
  expect(bonded(changing(['staking/MaxValidators', 1]).state)).toEqual([a])
  expect(bonded(changing(['staking/MaxValidators', 3]).state)).toEqual([...operators])
})

describe('the community pool', () => {
  const spend = (amount: bigint, to = other): ProposalAction => ({
    kind: 'communityPoolSpend',
    recipient: nativeText(stakeState(), to),
    amount: usei(amount),
  })
  const fund = (state: WorldState) => fundCommunityPool(state, delegator, usei(100n))

  test('pays the amount of a spend proposal', () => {
    const before = balanceOf(stakeState(), other, 'usei')
    const { state, status } = enacted(spend(100n), fund)
    expect(status).toBe(passed)
    expect(balanceOf(state, other, 'usei')).toBe(before + 100n)
    expect(communityPoolOf(state)).toEqual([])
  })

  test.each([
    ['more than it has', spend(101n)],
    ['to a module', spend(1n, feeCollectorAccount)],
  ])('does not pay %s', (_what, action) => {
    const { state, status } = enacted(action, fund)
    expect(status).toBe(failed)
    expect(communityPoolOf(state)).toEqual(usei(100n * DECIMAL))
    expect(balanceOf(state, distributionAccount, 'usei')).toBe(
      balanceOf(stakeState(), distributionAccount, 'usei') + 100n,
    )
  })
})

test('an upgrade is recorded unless its height is past, and can be cancelled', () => {
  const plan = { name: 'v9', height: 3n, info: '' }
  const { state, status } = enacted({ kind: 'softwareUpgrade', plan })
  expect([status, state.get(upgradePlanKind, '')]).toEqual([passed, plan])
  const late = enacted({ kind: 'softwareUpgrade', plan: { ...plan, height: 2n } })
  expect([late.status, late.state.get(upgradePlanKind, '')]).toEqual([failed, undefined])
  const cancelled = enacted({ kind: 'cancelSoftwareUpgrade' }, (before) =>
    before.set(upgradePlanKind, '', plan),
  )
  expect([cancelled.status, cancelled.state.get(upgradePlanKind, '')]).toEqual([passed, undefined])
})
