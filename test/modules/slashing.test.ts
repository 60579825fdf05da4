import { fc, test as property } from '@fast-check/vitest'
import { describe, expect, test } from 'vitest'
import { balanceOf } from '../../src/modules/bank/bank.ts'
import { rewardsOf, withdrawRewards } from '../../src/modules/distribution/distribution.ts'
import { endBlock } from '../../src/modules/endBlock.ts'
import type { HeaderInfo } from '../../src/modules/headerInfo.ts'
import { bondedPoolAccount, notBondedPoolAccount } from '../../src/modules/moduleAccounts.ts'
import { ModuleError } from '../../src/modules/moduleError.ts'
import { rowOf } from '../../src/modules/rows.ts'
import {
  changeSigningInfo,
  signingInfoKind,
  signingInfoOf,
} from '../../src/modules/slashing/signingInfo.ts'
import { unjail } from '../../src/modules/slashing/unjail.ts'
import { delegationKind, unbondingKind } from '../../src/modules/staking/delegation.ts'
import { tokensOf } from '../../src/modules/staking/shares.ts'
import { type Infraction, jail, slash } from '../../src/modules/staking/slash.ts'
import { delegate, redelegate, undelegate } from '../../src/modules/staking/staking.ts'
import {
  consensusAddress,
  requireValidator,
  validatorKind,
  validatorStatus,
} from '../../src/modules/staking/validator.ts'
import type { NativeAddress } from '../../src/state/rows/layout.ts'
import type { WorldState } from '../../src/state/worldState.ts'
import {
  account,
  balanceSheet,
  DECIMAL,
  delegators,
  operators,
  START,
  stakeState,
} from '../support/modules/stakeScene.ts'

const [a = account(0), b = account(0), c = account(0)] = operators
const [delegator = account(0)] = delegators
const now: HeaderInfo = { time: START, height: 10n }
const HALF = DECIMAL / 2n
const TENTH = DECIMAL / 10n
const UNBONDING_TIME = 1000n

const tokens = (state: WorldState, operator: NativeAddress) =>
  requireValidator(state, operator).tokens
const infraction = (changes: Partial<Infraction> = {}): Infraction => ({
  height: now.height,
  power: 3n,
  fraction: TENTH,
  ...changes,
})

/** The invariants, except that one share is one unit. */
function expectBalanced(state: WorldState): void {
  for (const [what, left, right] of balanceSheet(state)) {
    if (!what.startsWith('shares of')) expect([what, left]).toEqual([what, right])
  }
}

describe('a slash in the block of the infraction', () => {
  test('burns a part of the tokens and of the supply, for all delegators alike', () => {
    const state = stakeState()
    delegate(state, { delegator, operator: a, amount: 1_000_000n }, now)
    const before = state.getSupply('usei')
    slash(state, a, infraction({ power: 4n }), now)
    expect(tokens(state, a)).toBe(3_600_000n)
    expect(state.getSupply('usei')).toBe(before - 400_000n)
    expect(balanceOf(state, bondedPoolAccount, 'usei')).toBe(3_600_000n + 2_000_000n)
    const { shares = 0n } = state.get(delegationKind, rowOf(delegator, a)) ?? {}
    expect(shares).toBe(1_000_000n * DECIMAL)
    expect(tokensOf(requireValidator(state, a), shares)).toBe(900_000n)
    expectBalanced(state)
  })

  test('slashes at most the existing tokens', () => {
    const state = stakeState()
    slash(state, a, infraction({ power: 100n, fraction: DECIMAL }), now)
    expect(tokens(state, a)).toBe(0n)
    expectBalanced(state)
    expect(() => delegate(state, { delegator, operator: a, amount: 1n }, now)).toThrow(
      'cannot delegate to validators with invalid (zero) ex-rate',
    )
    expect(() => undelegate(state, { delegator: a, operator: a, amount: 1n }, now)).toThrow(
      'insufficient delegation shares',
    )
    endBlock(state, now)
    expect(requireValidator(state, a).status).toBe(validatorStatus.unbonding)
  })

  test('rounds down, and ignores a removed validator', () => {
    const state = stakeState()
    slash(state, a, infraction({ power: 1n, fraction: 19n * 10n ** 11n }), now)
    expect(tokens(state, a)).toBe(3_000_000n - 1n)
    slash(state, account(0x77), infraction(), now)
    expectBalanced(state)
  })

  test('is a bug for unbonded validators and later blocks', () => {
    expect(() => slash(stakeState(), c, infraction(), now)).toThrow(/^bug: an unbonded/)
    expect(() => slash(stakeState(), a, infraction({ height: 11n }), now)).toThrow(/^bug: /)
  })

  test('leaves rewards as they are', () => {
    const slashed = stakeState()
    const later = { time: START + 500n, height: 11n }
    slash(slashed, a, infraction({ fraction: HALF }), now)
    expect(rewardsOf(slashed, a, later)).toEqual(rewardsOf(stakeState(), a, later))
    withdrawRewards(slashed, a, a, later)
    expectBalanced(slashed)
  })
})

describe('a slash for an earlier block', () => {
  const before: HeaderInfo = { time: START, height: 5n }

  test.each([
    [5n, 900_000n, 2_000_000n - 200_000n],
    // The unbonding began before the infraction, and was not part of the stake.
    [6n, 1_000_000n, 2_000_000n - 300_000n],
  ])('of height %s takes of what is unbonding first', (height, unbonding, left) => {
    const state = stakeState()
    undelegate(state, { delegator: a, operator: a, amount: 1_000_000n }, before)
    slash(state, a, infraction({ height }), now)
    const [entry] = state.get(unbondingKind, rowOf(a, a))?.entries ?? []
    expect(entry?.amount).toBe(unbonding)
    expect(entry?.initialAmount).toBe(unbonding === 1_000_000n ? undefined : 1_000_000n)
    expect(tokens(state, a)).toBe(left)
    expectBalanced(state)
    const balance = balanceOf(state, a, 'usei')
    endBlock(state, { time: START + UNBONDING_TIME, height: 11n })
    expect(balanceOf(state, a, 'usei')).toBe(balance + unbonding)
    expectBalanced(state)
  })

  test('is measured by the initial amount, and takes at most the balance', () => {
    const state = stakeState()
    undelegate(state, { delegator: a, operator: a, amount: 1_000_000n }, before)
    for (const fraction of [(8n * DECIMAL) / 10n, HALF]) {
      slash(state, a, infraction({ height: 5n, power: 1n, fraction }), now)
    }
    expect(state.get(unbondingKind, rowOf(a, a))?.entries).toMatchObject([
      { amount: 0n, initialAmount: 1_000_000n },
    ])
    expect(tokens(state, a)).toBe(2_000_000n)
    expectBalanced(state)
  })

  test('slashes redelegated tokens at their destination', () => {
    const state = stakeState()
    delegate(state, { delegator, operator: a, amount: 1_000_000n }, before)
    redelegate(state, { delegator, source: a, destination: b, amount: 1_000_000n }, before)
    slash(state, a, infraction({ height: 5n, power: 4n }), now)
    expect(tokens(state, b)).toBe(2_900_000n)
    expect(tokens(state, a)).toBe(3_000_000n - 300_000n)
    expect(state.get(delegationKind, rowOf(delegator, b))?.shares).toBe(900_000n * DECIMAL)
    expectBalanced(state)
  })

  test('does not slash completed entries', () => {
    const state = stakeState()
    undelegate(state, { delegator: a, operator: a, amount: 1_000_000n }, before)
    const later = { time: START + UNBONDING_TIME, height: 10n }
    slash(state, a, infraction({ height: 5n }), later)
    expect(state.get(unbondingKind, rowOf(a, a))?.entries).toMatchObject([{ amount: 1_000_000n }])
    expect(tokens(state, a)).toBe(1_700_000n)
  })
})

describe('stake of a slashed validator', () => {
  test('is delegated and undelegated at its new price', () => {
    const state = stakeState()
    slash(state, a, infraction(), now)
    delegate(state, { delegator, operator: a, amount: 900n }, now)
    expect(state.get(delegationKind, rowOf(delegator, a))?.shares).toBe(1_000n * DECIMAL)
    undelegate(state, { delegator, operator: a, amount: 900n }, now)
    expect(state.get(delegationKind, rowOf(delegator, a))).toBeUndefined()
    expect(state.get(unbondingKind, rowOf(delegator, a))?.entries).toMatchObject([{ amount: 900n }])
    expectBalanced(state)
  })

  test('is worth a decimal that is rounded before it is truncated', () => {
    // 3 units for 10 shares: a unit is 3.33… shares, which are 0.99… units.
    const validator = { tokens: 3n, shares: 10n * DECIMAL }
    const shares = (10n * DECIMAL) / 3n
    expect((shares * 3n) / (10n * DECIMAL)).toBe(0n)
    expect(tokensOf(validator, shares)).toBe(1n)
    expect(tokensOf(validator, shares - 2n)).toBe(0n)
  })
})

describe('jail', () => {
  const infoOf = (state: WorldState, operator: NativeAddress) =>
    signingInfoOf(state, consensusAddress(requireValidator(state, operator).consensusKey))

  test('unbonds a validator, until it unjails itself', () => {
    const state = stakeState()
    jail(state, a)
    expect(requireValidator(state, a)).toMatchObject({
      jailed: true,
      status: validatorStatus.bonded,
    })
    endBlock(state, now)
    expect(requireValidator(state, a).status).toBe(validatorStatus.unbonding)
    unjail(state, a, now)
    endBlock(state, { ...now, height: 11n })
    expect(requireValidator(state, a)).toMatchObject({
      jailed: false,
      status: validatorStatus.bonded,
    })
    expectBalanced(state)
  })

  test('ends at a time', () => {
    const state = stakeState()
    jail(state, a)
    changeSigningInfo(state, a, { jailedUntil: START + 600n })
    expect(() => unjail(state, a, { time: START + 599n, height: 11n })).toThrow(
      'validator still jailed; cannot be unjailed',
    )
    unjail(state, a, { time: START + 600n, height: 11n })
  })

  test.each<[string, (state: WorldState) => void, NativeAddress, string]>([
    ['not jailed', () => {}, a, 'validator not jailed; cannot be unjailed'],
    ['no validator', () => {}, account(0x77), 'address is not associated with any known validator'],
    [
      'tombstoned',
      (state) => {
        jail(state, a)
        changeSigningInfo(state, a, { tombstoned: true })
      },
      a,
      'validator still jailed; cannot be unjailed',
    ],
    [
      'without self-delegation',
      (state) => {
        delegate(state, { delegator, operator: a, amount: 1n }, now)
        undelegate(state, { delegator: a, operator: a, amount: 3_000_000n }, now)
      },
      a,
      'validator has no self-delegation; cannot be unjailed',
    ],
    [
      'with too little of it',
      (state) => undelegate(state, { delegator: a, operator: a, amount: 2_500_001n }, now),
      a,
      "499999 less than 500000: validator's self delegation less than minimum; cannot be unjailed",
    ],
  ])('stays shut: %s', (_what, prepare, operator, reason) => {
    const state = stakeState()
    prepare(state)
    expect(() => unjail(state, operator, now)).toThrow(reason)
  })

  test('a signing info of zeros has a row', () => {
    const state = stakeState()
    changeSigningInfo(state, a, { jailedUntil: 0n })
    for (const id of state.ids(signingInfoKind)) {
      const info = state.get(signingInfoKind, id)
      const bytes = info === undefined ? new Uint8Array(0) : signingInfoKind.encode(info)
      expect(bytes.length).toBeGreaterThan(0)
      expect(signingInfoKind.decode(bytes)).toEqual(info)
    }
  })

  test('a validator has a signing info since it was first bonded', () => {
    const state = stakeState()
    expect(infoOf(state, a)).toMatchObject({ startHeight: 0n, jailedUntil: 0n, tombstoned: false })
    expect(infoOf(state, c)).toBeUndefined()
    delegate(state, { delegator, operator: c, amount: 5_000_000n }, now)
    endBlock(state, now)
    expect(infoOf(state, c)).toMatchObject({ startHeight: 10n })
    expect(infoOf(state, b)).toMatchObject({ startHeight: 0n })
  })
})

type Step = (state: WorldState, moment: HeaderInfo) => void
const who = fc.constantFrom(...delegators, ...operators)
const where = fc.constantFrom(...operators)
const amount = fc.bigInt({ min: 1n, max: 4_000_000n })
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
  fc
    .record({
      operator: where,
      ago: fc.bigInt(0n, 6n),
      power: fc.bigInt(0n, 6n),
      fraction: fc.bigInt(0n, DECIMAL),
    })
    .map(
      ({ operator, ago, ...rest }): Step =>
        (state, moment) => {
          const { status } = state.get(validatorKind, operator) ?? {}
          if (status === undefined || status === validatorStatus.unbonded) return
          const height = moment.height > ago ? moment.height - ago : 0n
          slash(state, operator, { ...rest, height }, moment)
        },
    ),
  where.map(
    (operator): Step =>
      (state) => {
        if (state.get(validatorKind, operator) !== undefined) jail(state, operator)
      },
  ),
  where.map(
    (operator): Step =>
      (state, moment) =>
        unjail(state, operator, moment),
  ),
)

const blocks = fc.array(
  fc.record({ seconds: fc.nat(700).map(BigInt), steps: fc.array(step, { maxLength: 5 }) }),
  { minLength: 1, maxLength: 25 },
)

property.prop([blocks])('the books balance whatever is slashed', (sequence) => {
  const state = stakeState()
  let moment: HeaderInfo = { time: START, height: 0n }
  for (const { seconds, steps } of sequence) {
    moment = { time: moment.time + seconds, height: moment.height + 1n }
    for (const run of steps) {
      const { mark } = state
      try {
        run(state, moment)
      } catch (thrown) {
        if (!(thrown instanceof ModuleError)) throw thrown
        state.revertTo(mark)
      }
      expectBalanced(state)
      expect(balanceOf(state, notBondedPoolAccount, 'usei')).toBeGreaterThanOrEqual(0n)
    }
    endBlock(state, moment)
    expectBalanced(state)
  }
})
