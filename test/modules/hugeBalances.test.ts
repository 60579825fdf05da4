import { describe, expect, test } from 'vitest'
import { balanceOf } from '../../src/modules/bank/bank.ts'
import { withdrawCommission, withdrawRewards } from '../../src/modules/distribution/distribution.ts'
import { endBlock } from '../../src/modules/endBlock.ts'
import { submitProposal } from '../../src/modules/gov/gov.ts'
import {
  bondedPoolAccount,
  distributionAccount,
  notBondedPoolAccount,
} from '../../src/modules/moduleAccounts.ts'
import { delegate, undelegate } from '../../src/modules/staking/staking.ts'
import { validatorKind, validatorStatus } from '../../src/modules/staking/validator.ts'
import type { NativeAddress } from '../../src/state/rows/layout.ts'
import type { WorldState } from '../../src/state/worldState.ts'
import { account, delegators, operators, START, stakeState } from '../support/modules/stakeScene.ts'

/*
 * An account has at most 2^256 - 1 wei. At the maximum it receives no more, loses nothing, and does
 * not prevent the next block.
 */

const UNIT = 10n ** 12n
/** The most units that an account may have. */
const MOST = (2n ** 256n - 1n) / UNIT

const [a = account(0), b = account(0)] = operators
const [delegator = account(0)] = delegators
const at = (seconds: bigint, height: bigint) => ({ time: START + seconds, height })
const usei = (amount: bigint) => [{ denom: 'usei', amount }]
const unitsOf = (state: WorldState, owner: NativeAddress) => balanceOf(state, owner, 'usei')

/** Mints units until an account has this number. */
function fill(state: WorldState, owner: NativeAddress, units = MOST): void {
  state.mintCoins(owner, 'usei', units - unitsOf(state, owner))
}

describe('an account at the maximum balance', () => {
  test('keeps its rewards and commission as unpaid', () => {
    const state = stakeState()
    delegate(state, { delegator, operator: a, amount: 1_000_000n }, at(0n, 1n))
    const before = unitsOf(state, delegator)
    fill(state, delegator)
    fill(state, a)
    const mark = state.mark
    const later = at(2500n, 2n)
    expect(() => withdrawRewards(state, delegator, a, later)).toThrow('would overflow')
    state.revertTo(mark)
    expect(() => withdrawCommission(state, a, later)).toThrow('would overflow')
    state.revertTo(mark)
    fill(state, delegator, before)
    withdrawRewards(state, delegator, a, later)
    expect(unitsOf(state, delegator)).toBeGreaterThan(before)
  })

  test('is not paid its unbonding, and the block is built', () => {
    const state = stakeState()
    delegate(state, { delegator, operator: b, amount: 5n }, at(0n, 1n))
    undelegate(state, { delegator, operator: b, amount: 5n }, at(0n, 1n))
    fill(state, delegator)
    endBlock(state, at(1000n, 2n))
    expect(unitsOf(state, delegator)).toBe(MOST)
  })

  test('is not refunded its deposit, and the block is built', () => {
    const state = stakeState()
    const text = { title: 'A title', description: 'What it is about.' }
    submitProposal(state, delegator, text, usei(10_000_000n), at(0n, 1n))
    fill(state, delegator)
    endBlock(state, at(432_000n, 2n))
    expect(unitsOf(state, delegator)).toBe(MOST)
  })

  test('is not paid its last commission as a validator, and the block is built', () => {
    const state = stakeState()
    undelegate(state, { delegator: a, operator: a, amount: 3_000_000n }, at(2500n, 1n))
    endBlock(state, at(2500n, 1n))
    fill(state, a)
    endBlock(state, at(5000n, 2n))
    expect(state.get(validatorKind, a)).toBeUndefined()
    expect(unitsOf(state, a)).toBe(MOST)
  })
})

test('removes a validator although the rewards account was edited to be empty', () => {
  const state = stakeState()
  undelegate(state, { delegator: a, operator: a, amount: 3_000_000n }, at(2500n, 1n))
  endBlock(state, at(2500n, 1n))
  fill(state, distributionAccount, 0n)
  endBlock(state, at(5000n, 2n))
  expect(state.get(validatorKind, a)).toBeUndefined()
})

test('can stake the maximum as far as shares permit', () => {
  const state = stakeState()
  fill(state, delegator)
  const most = 2n ** 256n / 10n ** 18n - 10n ** 12n
  delegate(state, { delegator, operator: b, amount: most }, at(0n, 1n))
  endBlock(state, at(0n, 1n))
  undelegate(state, { delegator, operator: b, amount: most }, at(1n, 2n))
  endBlock(state, at(1n, 2n))
  endBlock(state, at(1001n, 3n))
  expect(unitsOf(state, delegator)).toBeGreaterThanOrEqual(MOST - 1n)
  expect(() => delegate(state, { delegator, operator: b, amount: MOST }, at(2n, 4n))).toThrow(
    /too many shares|overflow|insufficient/,
  )
})

describe.each([
  ['is empty', 0n],
  ['is full', MOST],
])('while the balance of a pool is edited, %s', (_, units) => {
  test.each([
    ['bonded', bondedPoolAccount],
    ['other', notBondedPoolAccount],
  ])('builds blocks: %s', (_, pool) => {
    const state = stakeState()
    delegate(state, { delegator, operator: operators[2] ?? a, amount: 9_000_000n }, at(0n, 1n))
    undelegate(state, { delegator: a, operator: a, amount: 5n }, at(0n, 1n))
    fill(state, pool, units)
    endBlock(state, at(0n, 1n))
    endBlock(state, at(1000n, 2n))
    endBlock(state, at(2000n, 3n))
    expect(state.get(validatorKind, operators[2] ?? a)?.status).toBe(validatorStatus.bonded)
  })
})
