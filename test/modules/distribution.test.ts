import { expect, test } from 'vitest'
import { balanceOf } from '../../src/modules/bank/bank.ts'
import { startRewardStreams } from '../../src/modules/distribution/accrual.ts'
import {
  commissionOf,
  rewardsOf,
  setWithdrawAddress,
  withdrawCommission,
  withdrawRewards,
} from '../../src/modules/distribution/distribution.ts'
import { editValidator } from '../../src/modules/staking/editValidators.ts'
import { delegate, undelegate } from '../../src/modules/staking/staking.ts'
import {
  account,
  DECIMAL,
  delegators,
  operators,
  START,
  stakeState,
} from '../support/modules/stakeScene.ts'

const [a = account(0), , c = account(0)] = operators
const [delegator = account(0), other = account(0)] = delegators
const at = (seconds: bigint) => ({ time: START + seconds, height: 1n })

test('rewards accrue evenly, minus the commission, in proportion to shares', () => {
  const state = stakeState()
  // 1000003 units over 5000 s: after 2500 s half of them, rounded down, of which a tenth is the
  // validator's.
  expect(rewardsOf(state, a, at(2500n))).toEqual([
    { operator: a, coins: [{ denom: 'usei', amount: 450_000n * DECIMAL + (DECIMAL * 9n) / 10n }] },
  ])
  delegate(state, { delegator, operator: a, amount: 1_000_000n }, at(2500n))
  expect(rewardsOf(state, delegator, at(2500n))).toEqual([{ operator: a, coins: [] }])
  // The other 500002 units: nine tenths are 450001.8, a quarter of it 112500.45.
  const [{ coins = [] } = {}] = rewardsOf(state, delegator, at(5000n))
  expect(coins).toEqual([{ denom: 'usei', amount: 112_500n * DECIMAL + (DECIMAL * 45n) / 100n }])
  expect(withdrawRewards(state, delegator, a, at(9999n))).toEqual([
    { denom: 'usei', amount: 112_500n },
  ])
  expect(withdrawRewards(state, delegator, a, at(9999n))).toEqual([])
  expect(balanceOf(state, delegator, 'usei')).toBe(50_000_000n - 1_000_000n + 112_500n)
})

test('uses the commission at the time of accrual', () => {
  const state = stakeState()
  const later = at(2500n)
  expect(() => editValidator(state, a, { rate: 0n }, later)).toThrow(/24h/)
  // A tenth of 500001, then of all 1000003.
  expect(commissionOf(state, a, later)).toEqual([
    { denom: 'usei', amount: 50_000n * DECIMAL + DECIMAL / 10n },
  ])
  expect(withdrawCommission(state, a, at(5000n))).toEqual([{ denom: 'usei', amount: 100_000n }])
  expect(() => withdrawCommission(state, a, at(6000n))).toThrow(/no validator commission/)
})

test('handles several denominations', () => {
  const state = stakeState()
  // 77 and 1000 less a tenth each, 7.7 and 100.
  expect(withdrawRewards(state, c, c, at(0n))).toEqual([
    { denom: 'uatom', amount: 69n },
    { denom: 'usei', amount: 900n },
  ])
  expect(balanceOf(state, c, 'uatom')).toBe(69n)
})

test('withdraws rewards before a delegation changes, to the chosen address', () => {
  const state = stakeState()
  setWithdrawAddress(state, a, other)
  const rewards = undelegate(state, { delegator: a, operator: a, amount: 5n }, at(5000n))
  expect(rewards).toEqual([{ denom: 'usei', amount: 900_002n }])
  expect(balanceOf(state, other, 'usei')).toBe(50_900_002n)
  expect(balanceOf(state, a, 'usei')).toBe(0n)
})

test.each([
  [account(0x99), /no validator distribution info/],
  [a, /no delegation distribution info/],
])('has nothing to withdraw at %s', (operator, reason) => {
  expect(() => withdrawRewards(stakeState(), delegator, operator, at(0n))).toThrow(reason)
})

test('a stream starts once', () => {
  const state = stakeState()
  withdrawRewards(state, a, a, at(100n))
  startRewardStreams(state, START + 1000n)
  expect(withdrawRewards(state, a, a, at(101n))).toEqual([{ denom: 'usei', amount: 180n }])
})
