import { DECIMAL_ONE } from '../../primitives/encoding/decimal.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { amountOf } from '../bank/coins.ts'
import { expeditedOf, type GovParams, govParamsKind, govParamsOf } from '../gov/govParams.ts'
import { readCoins, readDecimal, readMembers, readSeconds, settingFailed } from './paramValue.ts'

/*
 * The three parameters of the governance module are objects. Members that are left out stay.
 */

/** Sets `depositparams`. @throws ModuleError */
export function changeDepositParams(state: RowState, value: unknown): void {
  const members = readMembers(value)
  const params = govParamsOf(state)
  const expedited = expeditedOf(params)
  const next = {
    ...params,
    minDeposit: given(members.get('min_deposit'), readCoins, params.minDeposit),
    maxDepositPeriod: given(
      members.get('max_deposit_period'),
      readSeconds,
      params.maxDepositPeriod,
    ),
    expedited: {
      ...expedited,
      minDeposit: given(members.get('min_expedited_deposit'), readCoins, expedited.minDeposit),
    },
  }
  const { minDeposit } = next
  if (
    next.expedited.minDeposit.every(({ denom, amount }) => amount <= amountOf(minDeposit, denom))
  ) {
    throw settingFailed('minimum expedited deposit should be larger than minimum deposit')
  }
  put(state, next)
}

/** Sets `votingparams`. @throws ModuleError */
export function changeVotingParams(state: RowState, value: unknown): void {
  const members = readMembers(value)
  const params = govParamsOf(state)
  const expedited = expeditedOf(params)
  const votingPeriod = given(members.get('voting_period'), readSeconds, params.votingPeriod)
  const shorter = given(members.get('expedited_voting_period'), readSeconds, expedited.votingPeriod)
  if (shorter >= votingPeriod) {
    throw settingFailed(
      `expedited voting period ${shorter}s must less than the regular voting period ${votingPeriod}s`,
    )
  }
  put(state, { ...params, votingPeriod, expedited: { ...expedited, votingPeriod: shorter } })
}

/** Sets `tallyparams`. @throws ModuleError */
export function changeTallyParams(state: RowState, value: unknown): void {
  const members = readMembers(value)
  const params = govParamsOf(state)
  const expedited = expeditedOf(params)
  const quorum = given(members.get('quorum'), fraction, params.quorum)
  const threshold = given(members.get('threshold'), positiveFraction, params.threshold)
  const vetoThreshold = given(members.get('veto_threshold'), positiveFraction, params.vetoThreshold)
  const stricter = {
    ...expedited,
    quorum: given(members.get('expedited_quorum'), fraction, expedited.quorum),
    threshold: given(members.get('expedited_threshold'), positiveFraction, expedited.threshold),
  }
  if (stricter.quorum <= quorum) {
    throw settingFailed('expedited quorum must be greater than the regular quorum')
  }
  if (stricter.threshold <= threshold) {
    throw settingFailed('expedited vote threshold must be greater than the regular threshold')
  }
  put(state, { ...params, quorum, threshold, vetoThreshold, expedited: stricter })
}

function put(state: RowState, params: GovParams): void {
  state.set(govParamsKind, '', params)
}

function given<T>(value: unknown, read: (value: unknown) => T, otherwise: T): T {
  return value === undefined ? otherwise : read(value)
}

function fraction(value: unknown): bigint {
  return readDecimal(value, 0n, DECIMAL_ONE)
}

function positiveFraction(value: unknown): bigint {
  return readDecimal(value, 1n, DECIMAL_ONE)
}
