import { describe, expect, test } from 'vitest'
import { endBlock } from '../../src/modules/endBlock.ts'
import { GasMeter, ModuleOutOfGas } from '../../src/modules/gas/gasMeter.ts'
import { MeteredState } from '../../src/modules/gas/meteredState.ts'
import { depositOn, submitProposal, voteOn } from '../../src/modules/gov/gov.ts'
import {
  depositKind,
  proposalKind,
  proposalStatus,
  voteOption,
} from '../../src/modules/gov/proposal.ts'
import { ModuleError, sdkError } from '../../src/modules/moduleError.ts'
import { rowOf } from '../../src/modules/rows.ts'
import { delegationKind, unbondingQueue } from '../../src/modules/staking/delegation.ts'
import { historyAt, historyKind } from '../../src/modules/staking/history.ts'
import { keptPowersOf, validatorPowersOf } from '../../src/modules/staking/powers.ts'
import { jail } from '../../src/modules/staking/slash.ts'
import { delegate } from '../../src/modules/staking/staking.ts'
import { enqueue } from '../../src/modules/timeQueue.ts'
import type { NativeAddress } from '../../src/state/rows/layout.ts'
import type { WorldState } from '../../src/state/worldState.ts'
import { CountingState, rowsOf } from '../support/modules/countingState.ts'
import {
  account,
  delegators,
  operators,
  START,
  stakeGenesis,
  stakeState,
} from '../support/modules/stakeScene.ts'

const [a = account(0)] = operators
const [delegator = account(0)] = delegators
const TEXT = { title: 'Title', description: 'Text.' }
const PERIOD = 172_800n
const VOTING_TIME = 432_000n

const at = (seconds: bigint, height = 1n) => ({ time: START + seconds, height })
const usei = (amount: bigint) => [{ denom: 'usei', amount }]

function stateWith(count: number, change: (state: WorldState, i: number) => void): WorldState {
  const state = stakeState()
  endBlock(state, at(0n))
  for (let i = 0; i < count; i++) change(state, i)
  return state
}

/** 20 bytes of a number. */
function numbered(i: number): NativeAddress {
  return `0x${i.toString(16).padStart(40, '0')}` as NativeAddress
}

describe('ending proposals', () => {
  const waiting = (count: number) =>
    stateWith(count, (state) => submitProposal(state, delegator, TEXT, usei(1n), at(0n)))
  const voted = (count: number) =>
    stateWith(count, (state, i) => {
      submitProposal(state, delegator, TEXT, usei(10_000_000n), at(0n))
      voteOn(state, BigInt(i + 1), a, [{ option: voteOption.yes, weight: 10n ** 18n }])
      state.mintCoins(delegator, 'usei', 10_000_000n)
    })
  const end = (state: WorldState, seconds: bigint) =>
    rowsOf(state, (counted) => endBlock(counted, at(seconds, 2n)))

  test.each([
    ['without enough deposits', waiting, PERIOD],
    ['of a vote', voted, VOTING_TIME],
  ])('%s: the work is linear', (_what, make, seconds) => {
    const [few, many] = [100, 200].map((count) => end(make(count), seconds)) as [number, number]
    expect(many).toBeLessThan(2.1 * few)
  })

  test('defers excess work to the next block', () => {
    const state = waiting(1200)
    const left = () => [...state.ids(proposalKind)].length
    const work = [end(state, PERIOD)]
    const leftThen = left()
    expect(leftThen).toBeGreaterThan(0)
    expect(leftThen).toBeLessThan(1200)
    for (let i = 0; i < 3; i++) work.push(end(state, PERIOD))
    expect(left()).toBe(0)
    expect([...state.ids(depositKind)]).toEqual([])
    expect(Math.max(...work)).toBeLessThan(10_000)
  })

  test('does not change a proposal before its end', () => {
    const state = voted(1200)
    end(state, VOTING_TIME)
    const last = 1200n
    expect(state.get(proposalKind, '1200')?.status).toBe(proposalStatus.votingPeriod)
    depositOn(state, last, delegator, usei(1n), at(VOTING_TIME))
    for (let i = 0; i < 6; i++) end(state, VOTING_TIME)
    expect(state.get(proposalKind, '1200')?.status).toBe(proposalStatus.passed)
  })
})

describe('a block', () => {
  test('has a constant cost for later entries', () => {
    const [few, many] = [0, 3000].map((count) => {
      const state = stateWith(count, (to, i) =>
        enqueue(to, unbondingQueue, START + 1000n + BigInt(i % 7), rowOf(numbered(i), a)),
      )
      return rowsOf(state, (counted) => endBlock(counted, at(1n, 2n)))
    })
    expect(many).toBe(few)
  })

  test('that changes stakes has a constant cost after many changes', () => {
    const [few, many] = [20, 300].map((blocks) => {
      const state = stakeState()
      for (let height = 1n; height <= BigInt(blocks); height++) {
        delegate(state, { delegator, operator: a, amount: 1n }, at(height, height))
        endBlock(state, at(height, height))
      }
      const next = BigInt(blocks + 1)
      return rowsOf(state, (counted) => {
        delegate(counted, { delegator, operator: a, amount: 1n }, at(next, next))
        endBlock(counted, at(next, next))
      })
    })
    expect(many).toBe(few)
  })

  test('prunes only history beyond the limit', () => {
    const genesis = stakeGenesis()
    const params = { ...genesis.staking.params, historicalEntries: 3 }
    const state = stakeState({ ...genesis, staking: { ...genesis.staking, params } })
    // Genesis is 0. What block 5 found is what block 2 left.
    for (const height of [1n, 2n, 5n, 7n]) {
      delegate(state, { delegator, operator: a, amount: height }, at(height, height))
      endBlock(state, at(height, height))
    }
    expect([...state.ids(historyKind)]).toEqual(['2', '5', '7'])
    expect(historyAt(state, 5n, 7n)[0]?.tokens).toBe(3_000_003n)
    expect(historyAt(state, 7n, 7n)[0]?.tokens).toBe(3_000_008n)
  })

  test('keeps the newest validators while none is bonded', () => {
    const genesis = stakeGenesis()
    const params = { ...genesis.staking.params, historicalEntries: 1 }
    const state = stakeState({ ...genesis, staking: { ...genesis.staking, params } })
    for (const operator of operators) jail(state, operator)
    endBlock(state, at(1n, 1n))
    expect(historyAt(state, 2n, 2n)).toEqual([])
    for (const height of [3n, 5n]) {
      delegate(state, { delegator, operator: a, amount: height }, at(height, height))
      endBlock(state, at(height, height))
    }
    expect([...state.ids(historyKind)]).toEqual(['0', '3', '5'])
    expect(validatorPowersOf(state).size).toBe(0)
    expect([...keptPowersOf(state).values()].map(({ power }) => power)).toEqual([3n, 2n])
  })
})

test.each([0n, 999n, 1000n, 2000n, 5000n])(
  'reads only as much of a list as %d gas pays for',
  (gas) => {
    const state = stateWith(1000, (to, i) =>
      to.set(delegationKind, rowOf(numbered(i), a), {
        delegatorAddress: '',
        validatorAddress: '',
        shares: 1n,
      }),
    )
    const counting = new CountingState(state)
    const metered = new MeteredState(counting, new GasMeter(gas))
    expect(() => [...metered.ids(delegationKind)]).toThrow(ModuleOutOfGas)
    // 30 and 3 a byte for each row, whose key has a byte and two addresses behind their lengths.
    // Each is counted twice: its key and its value.
    const paid = 1 + Number(gas / (30n + 3n * 43n))
    expect(counting.rows).toBeLessThanOrEqual(2 * paid)
  },
)

test('an error quotes a limited part of the request', () => {
  const { message } = sdkError('notFound', `denom ${'x'.repeat(100_000)} not found`)
  expect(message).toHaveLength(512)
  expect(message).toMatch(/^denom x+…$/)
  const exact = 'y'.repeat(512)
  expect(new ModuleError('sdk', 1, exact).message).toBe(exact)
})
