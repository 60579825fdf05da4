import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { balanceOf } from '../../src/modules/bank/bank.ts'
import {
  commissionOf,
  rewardsOf,
  withdrawCommission,
  withdrawRewards,
} from '../../src/modules/distribution/distribution.ts'
import { endBlock } from '../../src/modules/endBlock.ts'
import type { HeaderInfo } from '../../src/modules/headerInfo.ts'
import { ModuleError } from '../../src/modules/moduleError.ts'
import { rowOf } from '../../src/modules/rows.ts'
import { redelegationKind, unbondingKind } from '../../src/modules/staking/delegation.ts'
import { editValidator } from '../../src/modules/staking/editValidators.ts'
import { delegate, redelegate, undelegate } from '../../src/modules/staking/staking.ts'
import {
  requireValidator,
  validatorKind,
  validatorStatus,
} from '../../src/modules/staking/validator.ts'
import type { NativeAddress } from '../../src/state/rows/layout.ts'
import type { WorldState } from '../../src/state/worldState.ts'
import {
  account,
  balanceSheet,
  delegators,
  operators,
  START,
  stakeState,
} from '../support/modules/stakeScene.ts'

type Step = (state: WorldState, moment: HeaderInfo) => void

const who = fc.constantFrom(...delegators, ...operators)
const where = fc.constantFrom(...operators)
const amount = fc.bigInt({ min: 0n, max: 4_000_000n })

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ delegator: who, operator: where, amount }).map(
    (change): Step =>
      (state, moment) =>
        delegate(state, change, moment),
  ),
  fc.record({ delegator: who, operator: where, amount }).map(
    (change): Step =>
      (state, moment) =>
        undelegate(state, change, moment),
  ),
  fc.record({ delegator: who, source: where, destination: where, amount }).map(
    (move): Step =>
      (state, moment) =>
        redelegate(state, move, moment),
  ),
  fc.tuple(who, where).map(
    ([delegator, operator]): Step =>
      (state, moment) =>
        withdrawRewards(state, delegator, operator, moment),
  ),
  where.map(
    (operator): Step =>
      (state, moment) =>
        withdrawCommission(state, operator, moment),
  ),
  fc.tuple(where, fc.constantFrom(0n, 10n ** 17n, 2n * 10n ** 17n)).map(
    ([operator, rate]): Step =>
      (state, moment) =>
        editValidator(state, operator, { rate }, moment),
  ),
)

/** Blocks: seconds since the one before, and what happens in it. */
const blocks = fc.array(
  fc.record({ seconds: fc.nat(700).map(BigInt), steps: fc.array(step, { maxLength: 4 }) }),
  { minLength: 1, maxLength: 25 },
)

/** A refused step leaves nothing behind, as a precompiled contract that reverts. */
function attempt(state: WorldState, work: () => void): boolean {
  const mark = state.mark
  try {
    work()
    return true
  } catch (thrown) {
    if (!(thrown instanceof ModuleError)) throw thrown
    state.revertTo(mark)
    return false
  }
}

function expectBalanced(state: WorldState): void {
  for (const [what, left, right] of balanceSheet(state)) {
    expect([what, left]).toEqual([what, right])
  }
}

describe('hold for any sequence of steps', () => {
  property.prop([blocks])('keeps every unit, and the books balance', (sequence) => {
    const state = stakeState()
    const supplies = ['usei', 'uatom'].map((denom) => state.getSupply(denom))
    let moment: HeaderInfo = { time: START, height: 0n }
    expectBalanced(state)
    for (const { seconds, steps } of sequence) {
      moment = { time: moment.time + seconds, height: moment.height + 1n }
      for (const run of steps) {
        attempt(state, () => run(state, moment))
        expectBalanced(state)
      }
      endBlock(state, moment)
      expectBalanced(state)
    }
    expect(['usei', 'uatom'].map((denom) => state.getSupply(denom))).toEqual(supplies)
  })

  property.prop([blocks])('withdrawals never exceed the available amount', (sequence) => {
    const state = stakeState()
    let moment: HeaderInfo = { time: START, height: 0n }
    for (const { seconds, steps } of sequence) {
      moment = { time: moment.time + seconds, height: moment.height + 1n }
      for (const run of steps) attempt(state, () => run(state, moment))
      endBlock(state, moment)
    }
    moment = { time: moment.time + 10_000n, height: moment.height + 1n }
    for (const owner of [...delegators, ...operators]) {
      for (const { operator } of rewardsOf(state, owner, moment)) {
        withdrawRewards(state, owner, operator, moment)
      }
    }
    for (const operator of operators) {
      const some = commissionOf(state, operator, moment).some((coin) => coin.amount >= 10n ** 18n)
      expect(attempt(state, () => void withdrawCommission(state, operator, moment))).toBe(some)
    }
    expectBalanced(state)
  })

  const ends = fc.array(
    fc.record({
      seconds: fc.nat(700).map(BigInt),
      changes: fc.array(fc.record({ operator: where, amount }), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 25 },
  )
  property.prop([ends])(
    'what is unbonded is paid once, at the first block that may',
    (sequence) => {
      const state = stakeState()
      const [delegator = account(0)] = delegators
      const promises: { readonly due: bigint; readonly amount: bigint }[] = []
      let moment: HeaderInfo = { time: START, height: 1n }
      for (const operator of operators) {
        delegate(state, { delegator, operator, amount: 10_000_000n }, moment)
      }
      for (const { seconds, changes } of sequence) {
        moment = { time: moment.time + seconds, height: moment.height + 1n }
        const before = moment.time - seconds
        for (const change of changes) {
          const done = attempt(state, () => undelegate(state, { delegator, ...change }, moment))
          if (done) promises.push({ due: moment.time + 1000n, amount: change.amount })
        }
        const balance = balanceOf(state, delegator, 'usei')
        endBlock(state, moment)
        const paid = promises.filter(({ due }) => due > before && due <= moment.time)
        const expected = paid.reduce((sum, promise) => sum + promise.amount, 0n)
        expect(balanceOf(state, delegator, 'usei') - balance).toBe(expected)
      }
    },
  )
})

describe('rules', () => {
  const [a = account(0), b = account(0), c = account(0)] = operators
  const [delegator = account(0)] = delegators
  const now: HeaderInfo = { time: START, height: 1n }
  const later: HeaderInfo = { time: START + 1000n, height: 2n }
  const statusOf = (state: WorldState, operator: NativeAddress) =>
    state.get(validatorKind, operator)?.status

  test('bonds the most powerful validators at the end of a block', () => {
    const state = stakeState()
    const { bonded, unbonding, unbonded } = validatorStatus
    expect(operators.map((operator) => statusOf(state, operator))).toEqual([
      bonded,
      bonded,
      unbonded,
    ])
    delegate(state, { delegator, operator: c, amount: 2_500_000n }, now)
    expect(statusOf(state, c)).toBe(unbonded)
    endBlock(state, now)
    expect(operators.map((operator) => statusOf(state, operator))).toEqual([
      bonded,
      unbonding,
      bonded,
    ])
    endBlock(state, { ...later, time: later.time - 1n })
    expect(statusOf(state, b)).toBe(unbonding)
    endBlock(state, later)
    expect(statusOf(state, b)).toBe(unbonded)
  })

  test('counts power in millions; ties go to the lower address', () => {
    const state = stakeState()
    // b: 2 power, c: 2.9 million units are 2 power too.
    delegate(state, { delegator, operator: c, amount: 1_900_000n }, now)
    endBlock(state, now)
    expect(statusOf(state, c)).toBe(validatorStatus.unbonded)
  })

  test('jails a validator below its minimum self-delegation', () => {
    const state = stakeState()
    undelegate(state, { delegator: a, operator: a, amount: 2_500_000n }, now)
    expect(requireValidator(state, a).jailed).toBe(false)
    undelegate(state, { delegator: a, operator: a, amount: 1n }, now)
    endBlock(state, now)
    expect(requireValidator(state, a)).toMatchObject({
      jailed: true,
      status: validatorStatus.unbonding,
      unbondingTime: START + 1000n,
      unbondingHeight: 1n,
    })
  })

  test('removes an unbonded validator without delegations and pools its rest', () => {
    const state = stakeState()
    undelegate(state, { delegator: a, operator: a, amount: 3_000_000n }, now)
    endBlock(state, now)
    expect(statusOf(state, a)).toBe(validatorStatus.unbonding)
    endBlock(state, later)
    expect(state.get(validatorKind, a)).toBeUndefined()
    expectBalanced(state)
  })

  test('removes an unbonded one at once', () => {
    const state = stakeState()
    undelegate(state, { delegator: c, operator: c, amount: 1_000_000n }, now)
    expect(state.get(validatorKind, c)).toBeUndefined()
    // Its commission, a tenth of 1000 and of 77, was paid to it.
    expect(balanceOf(state, c, 'usei')).toBe(900n + 100n)
    expect(balanceOf(state, c, 'uatom')).toBe(69n + 7n)
    expectBalanced(state)
  })

  test('limits shares to an EVM word', () => {
    const state = stakeState()
    const amount = 2n ** 256n / 10n ** 18n
    state.mintCoins(delegator, 'usei', amount)
    const change = { delegator, operator: a, amount }
    expect(() => delegate(state, change, now)).toThrow(/too many shares/)
  })

  test('limits concurrent unbondings', () => {
    const state = stakeState()
    const end = () => undelegate(state, { delegator: a, operator: a, amount: 1n }, now)
    for (let i = 0; i < 3; i++) end()
    expect(end).toThrow(/too many unbonding/)
    endBlock(state, later)
    expect(state.get(unbondingKind, rowOf(a, a))).toBeUndefined()
    end()
  })

  test('blocks a second redelegation until the first completes', () => {
    const state = stakeState()
    delegate(state, { delegator, operator: a, amount: 100n }, now)
    delegate(state, { delegator, operator: b, amount: 100n }, now)
    const move = { delegator, source: a, destination: b, amount: 10n }
    redelegate(state, move, now)
    const on = { delegator, source: b, destination: c, amount: 1n }
    expect(() => redelegate(state, on, now)).toThrow(/already in progress/)
    redelegate(state, move, now)
    redelegate(state, move, now)
    expect(() => redelegate(state, move, now)).toThrow(/too many redelegation/)
    endBlock(state, later)
    expect(state.get(redelegationKind, rowOf(delegator, a, b))).toBeUndefined()
    redelegate(state, on, later)
  })

  test('completes a redelegation from an unbonded validator at once', () => {
    const state = stakeState()
    delegate(state, { delegator, operator: c, amount: 100n }, now)
    redelegate(state, { delegator, source: c, destination: a, amount: 10n }, now)
    redelegate(state, { delegator, source: a, destination: b, amount: 10n }, now)
    expect([...state.ids(redelegationKind)]).toEqual([rowOf(delegator, a, b)])
  })
})
