import type { NativeAddress } from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { payOut } from '../bank/bank.ts'
import { endValidator } from '../distribution/distribution.ts'
import { type HeaderInfo, timeAfter } from '../headerInfo.ts'
import { notBondedPoolAccount } from '../moduleAccounts.ts'
import { addressAt } from '../rows.ts'
import { startSigning } from '../slashing/signingInfo.ts'
import { dequeue, dequeueMatured, enqueue } from '../timeQueue.ts'
import {
  redelegationKind,
  redelegationQueue,
  unbondingKind,
  unbondingQueue,
  validatorQueue,
} from './delegation.ts'
import { keepHistory } from './history.ts'
import { poolOf, removeValidator } from './shares.ts'
import { stakingParamsOf } from './stakingParams.ts'
import {
  compareByPower,
  putValidator,
  UNITS_PER_POWER,
  type Validator,
  validatorKind,
  validatorStatus,
  validatorsChangedKind,
  validatorsOf,
} from './validator.ts'

/** Updates the bonded validators and completes what is due at the end of a block. */
export function endStaking(state: RowState, moment: HeaderInfo): void {
  if (state.get(validatorsChangedKind, '') === true) chooseBonded(state, moment)
  finishValidators(state, moment)
  payUnbondings(state, moment)
  finishRedelegations(state, moment)
  if (state.get(validatorsChangedKind, '') !== true) return
  keepHistory(state, moment.height)
  state.set(validatorsChangedKind, '', undefined)
}

/** Bonds the most powerful validators and unbonds the others. */
function chooseBonded(state: RowState, moment: HeaderInfo): void {
  const { maxValidators } = stakingParamsOf(state)
  const all = validatorsOf(state)
  const chosen = new Set(
    all
      .filter(([, { jailed, tokens }]) => !jailed && tokens >= UNITS_PER_POWER)
      .toSorted(compareByPower)
      .slice(0, maxValidators)
      .map(([operator]) => operator),
  )
  for (const [operator, validator] of all) {
    const isBonded = validator.status === validatorStatus.bonded
    if (chosen.has(operator) && !isBonded) bond(state, operator, validator, moment)
    if (!chosen.has(operator) && isBonded) startUnbonding(state, operator, validator, moment)
  }
}

function bond(
  state: RowState,
  operator: NativeAddress,
  validator: Validator,
  { height }: HeaderInfo,
): void {
  const { status, unbondingTime } = validator
  if (status === validatorStatus.unbonding) {
    dequeue(state, validatorQueue, unbondingTime, operator)
  }
  if (height > 0n) startSigning(state, validator, height)
  moveTokens(state, validator, validatorStatus.bonded)
  putValidator(state, operator, { ...validator, status: validatorStatus.bonded })
}

function startUnbonding(
  state: RowState,
  operator: NativeAddress,
  validator: Validator,
  { time, height }: HeaderInfo,
): void {
  const unbondingTime = timeAfter(time, stakingParamsOf(state).unbondingTime)
  moveTokens(state, validator, validatorStatus.unbonding)
  putValidator(state, operator, {
    ...validator,
    status: validatorStatus.unbonding,
    unbondingHeight: height,
    unbondingTime,
  })
  enqueue(state, validatorQueue, unbondingTime, operator)
}

function moveTokens(
  state: RowState,
  { status, tokens }: Validator,
  next: Validator['status'],
): void {
  if (tokens === 0n) return
  const denom = stakingParamsOf(state).bondDenomination
  payOut(state, poolOf(status), poolOf(next), [{ denom, amount: tokens }])
}

function finishValidators(state: RowState, { time }: HeaderInfo): void {
  for (const row of dequeueMatured(state, validatorQueue, time)) {
    const operator = addressAt(row, 0)
    const validator = state.get(validatorKind, operator)
    if (validator === undefined) continue
    if (validator.shares === 0n) {
      endValidator(state, operator)
      removeValidator(state, operator, validator)
    } else {
      putValidator(state, operator, { ...validator, status: validatorStatus.unbonded })
    }
  }
}

function payUnbondings(state: RowState, { time }: HeaderInfo): void {
  for (const row of new Set(dequeueMatured(state, unbondingQueue, time))) {
    const unbonding = state.get(unbondingKind, row)
    if (unbonding === undefined) continue
    const { entries } = unbonding
    const due = entries.filter(({ completionTime }) => completionTime <= time)
    const amount = due.reduce((sum, entry) => sum + entry.amount, 0n)
    const denom = stakingParamsOf(state).bondDenomination
    if (amount > 0n) payOut(state, notBondedPoolAccount, addressAt(row, 0), [{ denom, amount }])
    const left = entries.filter(({ completionTime }) => completionTime > time)
    state.set(unbondingKind, row, left.length === 0 ? undefined : { ...unbonding, entries: left })
  }
}

function finishRedelegations(state: RowState, { time }: HeaderInfo): void {
  for (const row of new Set(dequeueMatured(state, redelegationQueue, time))) {
    const redelegation = state.get(redelegationKind, row)
    if (redelegation === undefined) continue
    const left = redelegation.entries.filter(({ completionTime }) => completionTime > time)
    const rest = left.length === 0 ? undefined : { ...redelegation, entries: left }
    state.set(redelegationKind, row, rest)
  }
}
