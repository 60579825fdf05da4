import type { NativeAddress } from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { type Coin, sendCoins } from '../bank/bank.ts'
import { accrue } from '../distribution/accrual.ts'
import {
  endDelegation,
  endValidator,
  startDelegation,
  withdrawRewards,
} from '../distribution/distribution.ts'
import { nativeText } from '../evm/association.ts'
import { type HeaderInfo, timeAfter } from '../headerInfo.ts'
import { sdkError } from '../moduleError.ts'
import { addressAt, rowOf, rowsOf } from '../rows.ts'
import { enqueue } from '../timeQueue.ts'
import {
  delegationKind,
  type RedelegationEntry,
  redelegationKind,
  redelegationQueue,
  unbondingKind,
  unbondingQueue,
} from './delegation.ts'
import { addShares, poolOf, removeValidator, sharesOf, tokensOf } from './shares.ts'
import { stakingError } from './stakingError.ts'
import { stakingParamsOf } from './stakingParams.ts'
import {
  putValidator,
  requireValidator,
  type Validator,
  validatorKind,
  validatorStatus,
} from './validator.ts'

/** Units to delegate to or undelegate from a validator. */
export interface StakeChange {
  readonly delegator: NativeAddress
  readonly operator: NativeAddress
  readonly amount: bigint
}

/**
 * Delegates coins. Returns the withdrawn rewards of an earlier delegation to the validator.
 *
 * @throws ModuleError
 */
export function delegate(
  state: RowState,
  { delegator, operator, amount }: StakeChange,
  moment: HeaderInfo,
): readonly Coin[] {
  // As messages do (Cosmos SDK, x/staking/types/msg.go).
  if (amount <= 0n) {
    throw sdkError('invalidRequest', 'invalid delegation amount: invalid request')
  }
  const validator = requireValidator(state, operator)
  const denom = stakingParamsOf(state).bondDenomination
  sendCoins(state, delegator, poolOf(validator.status), [{ denom, amount }])
  return addStake(state, { delegator, operator, amount }, validator, moment).rewards
}

/**
 * Undelegates all or a part, or 0 units; the coins are paid after the unbonding time. Returns the
 * withdrawn rewards.
 *
 * @throws ModuleError
 */
export function undelegate(
  state: RowState,
  change: StakeChange,
  moment: HeaderInfo,
): readonly Coin[] {
  const { delegator, operator } = change
  const { unbondingTime, maxEntries, bondDenomination: denom } = stakingParamsOf(state)
  const shares = requireShares(state, change)
  const row = rowOf(delegator, operator)
  const entries = state.get(unbondingKind, row)?.entries ?? []
  if (entries.length >= maxEntries) {
    throw stakingError(
      'tooManyUnbondings',
      'too many unbonding delegation entries for (delegator, validator) tuple',
    )
  }
  const { status, operatorAddress } = requireValidator(state, operator)
  const { amount, rewards } = unbond(state, delegator, operator, shares, moment)
  if (status === validatorStatus.bonded) {
    const coins = amount === 0n ? [] : [{ denom, amount }]
    sendCoins(state, poolOf(status), poolOf(validatorStatus.unbonded), coins)
  }
  const completionTime = timeAfter(moment.time, unbondingTime)
  state.set(unbondingKind, row, {
    delegatorAddress: nativeText(state, delegator),
    validatorAddress: operatorAddress,
    entries: [...entries, { creationHeight: moment.height, completionTime, amount }],
  })
  enqueue(state, unbondingQueue, completionTime, row)
  return rewards
}

/** Units to move between validators. */
export interface StakeMove {
  readonly delegator: NativeAddress
  readonly source: NativeAddress
  readonly destination: NativeAddress
  readonly amount: bigint
}

export interface MoveResult {
  /** Withdrawn rewards of the delegations to both validators. */
  readonly source: readonly Coin[]
  readonly destination: readonly Coin[]
  /** Undefined if it is complete. */
  readonly completionTime: bigint | undefined
}

/**
 * Redelegates all or a part, which cannot be redelegated again before the unbonding time has
 * passed.
 *
 * @throws ModuleError
 */
export function redelegate(state: RowState, move: StakeMove, moment: HeaderInfo): MoveResult {
  const { delegator, source, destination } = move
  const { maxEntries, bondDenomination: denom } = stakingParamsOf(state)
  const shares = requireShares(state, {
    delegator,
    operator: source,
    amount: move.amount,
  })
  if (source === destination) {
    throw stakingError('selfRedelegation', 'cannot redelegate to the same validator')
  }
  const to = requireDestination(state, move)
  const from = requireValidator(state, source)
  const row = rowOf(delegator, source, destination)
  const entries = state.get(redelegationKind, row)?.entries ?? []
  if (entries.length >= maxEntries) {
    throw stakingError(
      'tooManyRedelegations',
      'too many redelegation entries for (delegator, src-validator, dst-validator) tuple',
    )
  }
  const { amount, rewards } = unbond(state, delegator, source, shares, moment)
  if (amount === 0n) {
    throw stakingError(
      'tinyRedelegation',
      'too few tokens to redelegate (truncates to zero tokens)',
    )
  }
  if (poolOf(from.status) !== poolOf(to.status)) {
    sendCoins(state, poolOf(from.status), poolOf(to.status), [{ denom, amount }])
  }
  const added = addStake(state, { delegator, operator: destination, amount }, to, moment)
  const end = endOfMove(state, source, moment)
  if (end !== undefined) {
    const entry = { ...end, amount, shares: added.shares }
    state.set(redelegationKind, row, {
      delegatorAddress: nativeText(state, delegator),
      sourceAddress: from.operatorAddress,
      destinationAddress: to.operatorAddress,
      entries: [...entries, entry],
    })
    enqueue(state, redelegationQueue, end.completionTime, row)
  }
  return {
    source: rewards,
    destination: added.rewards,
    completionTime: end?.completionTime,
  }
}

/** Records units that are in the validator's pool already as delegated. */
export function addStake(
  state: RowState,
  { delegator, operator, amount }: StakeChange,
  validator: Validator,
  moment: HeaderInfo,
): { readonly shares: bigint; readonly rewards: readonly Coin[] } {
  if (validator.tokens === 0n && validator.shares > 0n) {
    throw stakingError(
      'invalidExchangeRate',
      'cannot delegate to validators with invalid (zero) ex-rate',
    )
  }
  const isNew = state.get(delegationKind, rowOf(delegator, operator)) === undefined
  accrue(state, operator, moment.time)
  const rewards = isNew ? [] : withdrawRewards(state, delegator, operator, moment)
  const shares = addShares(state, delegator, [operator, validator], amount)
  startDelegation(state, delegator, operator)
  return { shares, rewards }
}

/**
 * Removes shares from a delegation. Returns their units, which stay in the pool, and the withdrawn
 * rewards.
 *
 * @throws ModuleError
 */
export function unbond(
  state: RowState,
  delegator: NativeAddress,
  operator: NativeAddress,
  shares: bigint,
  moment: HeaderInfo,
): { readonly amount: bigint; readonly rewards: readonly Coin[] } {
  const rewards = withdrawRewards(state, delegator, operator, moment)
  const row = rowOf(delegator, operator)
  const delegation = state.get(delegationKind, row)
  const left = (delegation?.shares ?? 0n) - shares
  const validator = requireValidator(state, operator)
  if (delegation !== undefined && left > 0n) {
    state.set(delegationKind, row, { ...delegation, shares: left })
    startDelegation(state, delegator, operator)
  } else {
    state.set(delegationKind, row, undefined)
    endDelegation(state, delegator, operator)
  }
  // The last shares take what rounding left.
  const amount = shares === validator.shares ? validator.tokens : tokensOf(validator, shares)
  const rest = {
    ...validator,
    tokens: validator.tokens - amount,
    shares: validator.shares - shares,
    jailed:
      validator.jailed ||
      (delegator === operator && tokensOf(validator, left) < validator.minSelfDelegation),
  }
  if (rest.shares === 0n && rest.status === validatorStatus.unbonded) {
    endValidator(state, operator)
    removeValidator(state, operator, rest)
  } else {
    putValidator(state, operator, rest)
  }
  return { amount, rewards }
}

/** Converts units of a delegation to shares. */
function requireShares(state: RowState, { delegator, operator, amount }: StakeChange): bigint {
  const validator = requireValidator(state, operator)
  const delegation = state.get(delegationKind, rowOf(delegator, operator))
  if (delegation === undefined) {
    throw stakingError('noDelegation', 'no delegation for (address, validator) tuple')
  }
  if (validator.tokens === 0n) {
    throw stakingError('insufficientShares', 'insufficient delegation shares')
  }
  const shares = sharesOf(validator, amount)
  if (shares > delegation.shares) {
    throw sdkError('invalidRequest', 'invalid shares amount: invalid request')
  }
  return shares
}

function requireDestination(
  state: RowState,
  { delegator, source, destination }: StakeMove,
): Validator {
  const validator = state.get(validatorKind, destination)
  if (validator === undefined) {
    throw stakingError('badDestination', 'redelegation destination validator not found')
  }
  for (const row of state.ids(redelegationKind, rowsOf(delegator))) {
    if (addressAt(row, 2) !== source) continue
    throw stakingError(
      'transitiveRedelegation',
      'redelegation to this validator already in progress; first redelegation to this validator must complete before next redelegation',
    )
  }
  return validator
}

/**
 * Returns when a redelegation completes; undefined if immediately. A source that it removed counts
 * as bonded, as in the SDK (`getBeginInfo`).
 */
function endOfMove(
  state: RowState,
  source: NativeAddress,
  { time, height }: HeaderInfo,
): Pick<RedelegationEntry, 'creationHeight' | 'completionTime'> | undefined {
  const from = state.get(validatorKind, source)
  if (from?.status === validatorStatus.unbonded) return undefined
  if (from?.status === validatorStatus.unbonding) {
    return { creationHeight: from.unbondingHeight, completionTime: from.unbondingTime }
  }
  const completionTime = timeAfter(time, stakingParamsOf(state).unbondingTime)
  return { creationHeight: height, completionTime }
}
