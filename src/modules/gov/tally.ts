import { DECIMAL_ONE, divideDecimals, multiplyDecimals } from '../../primitives/encoding/decimal.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { Validator } from '../staking/validator.ts'
import type { Electorate } from './electorate.ts'
import type { GovParams } from './govParams.ts'
import { govParamsOf, proposalParamsOf } from './govParams.ts'
import {
  type Proposal,
  rowsOn,
  type TallyResult,
  type VoteOption,
  voteKind,
  voteOption,
  type WeightedOption,
} from './proposal.ts'

/** Result of a vote. */
export interface Tally {
  readonly passes: boolean
  /** Whether deposits are returned. */
  readonly returnsDeposits: boolean
  readonly result: TallyResult
  /** Number of votes and delegations that were read. */
  readonly counted: number
}

/** Power by option; decimals of units. */
type Powers = Map<VoteOption, bigint>

/**
 * Tallies a proposal by bonded stake: voters count with their delegations to bonded validators, and
 * validators for their delegators who did not vote.
 */
export function tallyOf(
  state: RowState,
  { id, isExpedited = false }: Pick<Proposal, 'id' | 'isExpedited'>,
  stakes: Electorate,
): Tally {
  const votes = votesOn(state, id)
  const validators = stakes.validators()
  /** Shares of each validator whose owners voted themselves. */
  const spoken = new Map<NativeAddress, bigint>()
  const powers: Powers = new Map()
  let counted = votes.length
  for (const [voter, options] of votes) {
    for (const { operator, shares } of stakes.holdings(voter)) {
      counted++
      const validator = validators.get(operator)
      if (validator === undefined) continue
      spoken.set(operator, (spoken.get(operator) ?? 0n) + shares)
      addPower(powers, options, powerOf(validator, shares))
    }
  }
  for (const [voter, options] of votes) {
    const validator = validators.get(voter)
    if (validator === undefined) continue
    const shares = validator.shares - (spoken.get(voter) ?? 0n)
    addPower(powers, options, powerOf(validator, shares))
  }
  const regular = govParamsOf(state)
  const { quorum, threshold } = proposalParamsOf(regular, isExpedited)
  const params = { quorum, threshold, vetoThreshold: regular.vetoThreshold }
  return { ...decide(powers, stakes.tokens() * DECIMAL_ONE, params), counted }
}

function votesOn(
  state: RowState,
  id: bigint,
): readonly (readonly [voter: NativeAddress, options: readonly WeightedOption[]])[] {
  return [...state.ids(voteKind, rowsOn(id))].map((row) => [
    row.slice(row.indexOf('/') + 1) as NativeAddress,
    state.get(voteKind, row)?.options ?? [],
  ])
}

function decide(
  powers: Powers,
  bonded: bigint,
  params: Pick<GovParams, 'quorum' | 'threshold' | 'vetoThreshold'>,
): Omit<Tally, 'counted'> {
  const power = (option: VoteOption) => powers.get(option) ?? 0n
  const result = {
    yes: power(voteOption.yes) / DECIMAL_ONE,
    abstain: power(voteOption.abstain) / DECIMAL_ONE,
    no: power(voteOption.no) / DECIMAL_ONE,
    noWithVeto: power(voteOption.noWithVeto) / DECIMAL_ONE,
  }
  const fails = (returnsDeposits: boolean) => ({ passes: false, returnsDeposits, result })
  const voted = [...powers.values()].reduce((sum, part) => sum + part, 0n)
  if (bonded === 0n) return fails(true)
  if (divideDecimals(voted, bonded) < params.quorum) return fails(false)
  const decided = voted - power(voteOption.abstain)
  if (decided === 0n) return fails(true)
  const vetoed = divideDecimals(power(voteOption.noWithVeto), voted)
  if (vetoed > params.vetoThreshold) return fails(false)
  const agreed = divideDecimals(power(voteOption.yes), decided)
  return { passes: agreed > params.threshold, returnsDeposits: true, result }
}

function powerOf({ tokens, shares }: Validator, part: bigint): bigint {
  return shares === 0n ? 0n : (part * tokens * DECIMAL_ONE) / shares
}

function addPower(powers: Powers, options: readonly WeightedOption[], power: bigint): void {
  for (const { option, weight } of options) {
    powers.set(option, (powers.get(option) ?? 0n) + multiplyDecimals(power, weight))
  }
}
