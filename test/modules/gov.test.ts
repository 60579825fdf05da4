import { describe, expect, test } from 'vitest'
import { balanceOf } from '../../src/modules/bank/bank.ts'
import { endBlock } from '../../src/modules/endBlock.ts'
import { electorateOf } from '../../src/modules/gov/electorate.ts'
import { depositOn, submitProposal, voteOn } from '../../src/modules/gov/gov.ts'
import {
  depositKind,
  NO_VOTES,
  proposalKind,
  proposalStatus,
  type VoteOption,
  voteKind,
  voteOption,
} from '../../src/modules/gov/proposal.ts'
import { tallyOf } from '../../src/modules/gov/tally.ts'
import { feeCollectorAccount, governanceAccount } from '../../src/modules/moduleAccounts.ts'
import { delegate } from '../../src/modules/staking/staking.ts'
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
const [delegator = account(0), other = account(0), third = account(0)] = delegators
const DEPOSIT = 10_000_000n
const DEPOSIT_TIME = 172_800n
const VOTING_TIME = 432_000n
const TEXT = { title: 'A title', description: 'What it is about.' }
const { yes, abstain, no, noWithVeto } = voteOption
const at = (seconds: bigint, height = 1n) => ({ time: START + seconds, height })
const usei = (amount: bigint) => [{ denom: 'usei', amount }]
const all = (option: VoteOption) => [{ option, weight: DECIMAL }]

/**
 * A proposal, number 1, that is voted on from the start. Bonded are a with 3 million units and b
 * with 2.
 */
function voting(): WorldState {
  const state = stakeState()
  expect(submitProposal(state, third, TEXT, usei(DEPOSIT), at(0n))).toBe(1n)
  return state
}

function vote(
  state: WorldState,
  votes: readonly (readonly [voter: NativeAddress, option: VoteOption])[],
): void {
  for (const [voter, option] of votes) voteOn(state, 1n, voter, all(option))
}

const statusOf = (state: WorldState) => state.get(proposalKind, '1')?.status

describe('deposits', () => {
  test('start the vote when they suffice', () => {
    const state = stakeState()
    submitProposal(state, delegator, TEXT, usei(DEPOSIT - 3n), at(5n))
    expect(statusOf(state)).toBe(proposalStatus.depositPeriod)
    expect(() => voteOn(state, 1n, a, all(yes))).toThrow('1: inactive proposal')
    depositOn(state, 1n, other, usei(2n), at(10n))
    depositOn(state, 1n, other, usei(1n), at(20n))
    expect(state.get(proposalKind, '1')).toEqual({
      id: 1n,
      ...TEXT,
      status: proposalStatus.votingPeriod,
      result: NO_VOTES,
      submitTime: START + 5n,
      depositEndTime: START + 5n + DEPOSIT_TIME,
      totalDeposit: usei(DEPOSIT),
      votingStartTime: START + 20n,
      votingEndTime: START + 20n + VOTING_TIME,
    })
    expect(state.get(depositKind, `1/${other}`)?.coins).toEqual(usei(3n))
    expect(balanceOf(state, governanceAccount, 'usei')).toBe(DEPOSIT)
  })

  test('of a proposal without enough deposits go to the fee collector', () => {
    const state = stakeState()
    submitProposal(state, delegator, TEXT, usei(7n), at(0n))
    endBlock(state, at(DEPOSIT_TIME - 1n))
    expect(statusOf(state)).toBe(proposalStatus.depositPeriod)
    endBlock(state, at(DEPOSIT_TIME))
    expect(statusOf(state)).toBeUndefined()
    expect([...state.ids(depositKind)]).toEqual([])
    expect(balanceOf(state, feeCollectorAccount, 'usei')).toBe(7n)
    expect(() => depositOn(state, 1n, other, usei(1n), at(DEPOSIT_TIME))).toThrow(
      '1: unknown proposal',
    )
    expect(submitProposal(state, delegator, TEXT, [], at(DEPOSIT_TIME))).toBe(2n)
  })
})

describe('votes', () => {
  test.each<[string, readonly (readonly [NativeAddress, VoteOption])[], object, bigint]>([
    // Of 10 million bonded units: a has 3 of its own, 4 of the delegator and 1 of the other, b 2 of
    // its own.
    [
      'validators speak for who is silent',
      [
        [a, yes],
        [b, no],
      ],
      { yes: 8_000_000n, no: 2_000_000n },
      0n,
    ],
    [
      'who votes is not spoken for',
      [
        [a, yes],
        [delegator, no],
        [other, abstain],
      ],
      { yes: 3_000_000n, no: 4_000_000n, abstain: 1_000_000n },
      0n,
    ],
    ['without a quorum the deposit is lost', [[other, no]], { no: 1_000_000n }, DEPOSIT],
    ['nothing but abstentions', [[a, abstain]], { abstain: 8_000_000n }, 0n],
    [
      'vetoes of more than 0.334',
      [
        [a, yes],
        [delegator, noWithVeto],
      ],
      { yes: 4_000_000n, noWithVeto: 4_000_000n },
      DEPOSIT,
    ],
    [
      'half is not more than half',
      [
        [a, yes],
        [delegator, no],
      ],
      { yes: 4_000_000n, no: 4_000_000n },
      0n,
    ],
  ])('%s', (what, votes, result, lost) => {
    const state = voting()
    delegate(state, { delegator, operator: a, amount: 4_000_000n }, at(1n))
    delegate(state, { delegator: other, operator: a, amount: 1_000_000n }, at(1n))
    endBlock(state, at(1n))
    vote(state, votes)
    endBlock(state, at(VOTING_TIME))
    const passes = what === 'validators speak for who is silent'
    expect(state.get(proposalKind, '1')).toMatchObject({
      status: passes ? proposalStatus.passed : proposalStatus.rejected,
      result: { ...NO_VOTES, ...result },
    })
    expect(balanceOf(state, third, 'usei')).toBe(50_000_000n - lost)
    expect(balanceOf(state, feeCollectorAccount, 'usei')).toBe(lost)
    expect([...state.ids(voteKind)]).toEqual([])
    for (const [name, left, right] of balanceSheet(state))
      expect([name, left]).toEqual([name, right])
  })

  test('have weights', () => {
    const state = voting()
    voteOn(state, 1n, a, [
      { option: yes, weight: (DECIMAL * 3n) / 10n },
      { option: noWithVeto, weight: (DECIMAL * 7n) / 10n },
    ])
    expect(tallyOf(state, { id: 1n }, electorateOf(state))).toEqual({
      // One vote, and what the validator delegates to itself.
      counted: 2,
      passes: false,
      returnsDeposits: false,
      result: { yes: 900_000n, abstain: 0n, no: 0n, noWithVeto: 2_100_000n },
    })
  })

  test('are replaced by later ones', () => {
    const state = voting()
    vote(state, [
      [a, no],
      [a, yes],
    ])
    expect(tallyOf(state, { id: 1n }, electorateOf(state))).toMatchObject({
      passes: true,
      result: { yes: 3_000_000n, no: 0n },
    })
  })

  test('ignore stake with unbonded validators', () => {
    const state = voting()
    vote(state, [
      [c, no],
      [b, yes],
    ])
    expect(tallyOf(state, { id: 1n }, electorateOf(state)).result).toEqual({
      ...NO_VOTES,
      yes: 2_000_000n,
    })
  })

  test.each<[string, readonly (readonly [number, bigint])[], RegExp]>([
    ['no option', [], /^: invalid request$/],
    ['too little', [[yes, DECIMAL - 1n]], /lower than 1/],
    [
      'too much',
      [
        [yes, DECIMAL],
        [no, 1n],
      ],
      /overflow/,
    ],
    [
      'one twice',
      [
        [yes, DECIMAL / 2n],
        [yes, DECIMAL / 2n],
      ],
      /Duplicated/,
    ],
    [
      'nothing',
      [
        [yes, DECIMAL],
        [no, 0n],
      ],
      /^{"option":3,"weight":"0.0{18}"}: invalid vote option/,
    ],
    ['unknown', [[5, DECIMAL]], /^{"option":5,"weight":"1.0{18}"}: invalid vote option/],
  ])('%s is no vote', (_what, options, reason) => {
    const weighted = options.map(([option, weight]) => ({ option: option as VoteOption, weight }))
    expect(() => voteOn(voting(), 1n, a, weighted)).toThrow(reason)
  })
})

test.each([
  [{ ...TEXT, title: ' ' }, 'proposal title cannot be blank'],
  [{ ...TEXT, title: 'x'.repeat(141) }, 'title is longer than max length of 140'],
  [{ ...TEXT, description: '' }, 'proposal description cannot be blank'],
  [{ ...TEXT, description: 'x'.repeat(10_001) }, 'longer than max length of 10000'],
])('rejects a proposal with an invalid text', (text, reason) => {
  expect(() => submitProposal(stakeState(), delegator, text, [], at(0n))).toThrow(reason)
})
