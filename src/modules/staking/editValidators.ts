import { DECIMAL_ONE } from '../../primitives/encoding/decimal.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { accrue } from '../distribution/accrual.ts'
import type { HeaderInfo } from '../headerInfo.ts'
import { sdkError } from '../moduleError.ts'
import { operatorText } from '../operatorAddress.ts'
import { rowOf } from '../rows.ts'
import { delegationKind } from './delegation.ts'
import { tokensOf } from './shares.ts'
import { delegate } from './staking.ts'
import { stakingError } from './stakingError.ts'
import { stakingParamsOf } from './stakingParams.ts'
import {
  type Commission,
  consensusAddress,
  consensusKind,
  putValidator,
  requireValidator,
  type Validator,
  validatorKind,
  validatorStatus,
} from './validator.ts'

const DAY = 86_400n
const KEY_SIZE = 32
const MAX_MONIKER = 70

/** Fields of a new validator. */
export interface ValidatorDescription {
  readonly consensusKey: Uint8Array
  readonly moniker: string
  readonly commission: Commission
  /** Units. */
  readonly minSelfDelegation: bigint
}

/** A validator without delegations. */
export function newValidator(
  { consensusKey, moniker, commission, minSelfDelegation }: ValidatorDescription,
  operatorAddress: string,
  time: bigint,
): Validator {
  return {
    operatorAddress,
    consensusKey,
    jailed: false,
    status: validatorStatus.unbonded,
    tokens: 0n,
    shares: 0n,
    moniker,
    unbondingHeight: 0n,
    unbondingTime: 0n,
    commission,
    commissionTime: time,
    minSelfDelegation,
  }
}

/** Writes a new validator and the index of its consensus key. */
export function addValidator(state: RowState, operator: NativeAddress, validator: Validator): void {
  putValidator(state, operator, validator)
  state.set(consensusKind, consensusAddress(validator.consensusKey), operator)
}

/**
 * Creates a validator with a self-delegation of `amount`. It may be bonded at the end of the block.
 *
 * @throws ModuleError
 */
export function createValidator(
  state: RowState,
  operator: NativeAddress,
  description: ValidatorDescription & { readonly amount: bigint },
  moment: HeaderInfo,
): void {
  const { consensusKey, moniker, commission, minSelfDelegation, amount } = description
  if (state.get(validatorKind, operator) !== undefined) {
    throw stakingError(
      'operatorExists',
      'validator already exist for this operator address; must use new validator operator address',
    )
  }
  if (consensusKey.length !== KEY_SIZE) {
    throw sdkError('invalidRequest', 'a consensus key has 32 bytes: invalid request')
  }
  if (state.get(consensusKind, consensusAddress(consensusKey)) !== undefined) {
    throw stakingError(
      'consensusKeyExists',
      'validator already exist for this pubkey; must use new validator pubkey',
    )
  }
  requireMoniker(moniker)
  requireCommission(commission, stakingParamsOf(state).minCommissionRate)
  if (minSelfDelegation <= 0n) {
    throw sdkError(
      'invalidRequest',
      'minimum self delegation must be a positive integer: invalid request',
    )
  }
  if (amount < minSelfDelegation) throw selfDelegationTooSmall()
  const text = operatorText(state, operator)
  addValidator(state, operator, newValidator(description, text, moment.time))
  delegate(state, { delegator: operator, operator, amount }, moment)
}

/** Changes of a validator; absent fields stay. */
export interface ValidatorEdit {
  readonly moniker?: string
  /** Commission rate; decimal. */
  readonly rate?: bigint
  readonly minSelfDelegation?: bigint
}

/** @throws ModuleError */
export function editValidator(
  state: RowState,
  operator: NativeAddress,
  { moniker, rate, minSelfDelegation }: ValidatorEdit,
  { time }: HeaderInfo,
): void {
  const validator = requireValidator(state, operator)
  if (moniker !== undefined) requireMoniker(moniker)
  if (rate !== undefined) requireRateChange(state, validator, rate, time)
  if (minSelfDelegation !== undefined) {
    requireMinSelfDelegation(state, operator, validator, minSelfDelegation)
  }
  accrue(state, operator, time)
  putValidator(state, operator, {
    ...validator,
    ...(moniker !== undefined && { moniker }),
    ...(rate !== undefined && {
      commission: { ...validator.commission, rate },
      commissionTime: time,
    }),
    ...(minSelfDelegation !== undefined && { minSelfDelegation }),
  })
}

/** Returns the problem of a commission, or undefined. */
export function commissionFault(
  { rate, maxRate, maxChangeRate }: Commission,
  minRate: bigint,
): { readonly field: keyof Commission; readonly reason: string } | undefined {
  if (maxRate > DECIMAL_ONE) {
    return { field: 'maxRate', reason: 'commission cannot be more than 100%' }
  }
  if (rate > maxRate) {
    return { field: 'rate', reason: 'commission cannot be more than the max rate' }
  }
  if (maxChangeRate > maxRate) {
    const reason = 'commission change rate cannot be more than the max rate'
    return { field: 'maxChangeRate', reason }
  }
  if (rate < minRate) return { field: 'rate', reason: 'commission cannot be less than min rate' }
  return undefined
}

function requireCommission(commission: Commission, minRate: bigint): void {
  const fault = commissionFault(commission, minRate)
  if (fault === undefined) return
  const isBelow = commission.rate <= commission.maxRate
  const byField = {
    maxRate: 'commissionTooLarge',
    maxChangeRate: 'changeRateAboveMax',
    rate: isBelow ? 'commissionBelowMin' : 'commissionAboveMax',
  } as const
  throw stakingError(byField[fault.field], fault.reason)
}

function requireRateChange(
  state: RowState,
  { commission, commissionTime }: Validator,
  rate: bigint,
  time: bigint,
): void {
  if (time - commissionTime < DAY) {
    throw stakingError('commissionTooSoon', 'commission cannot be changed more than once in 24h')
  }
  requireCommission({ ...commission, rate }, stakingParamsOf(state).minCommissionRate)
  const change = rate > commission.rate ? rate - commission.rate : commission.rate - rate
  if (change <= commission.maxChangeRate) return
  throw stakingError(
    'commissionChangeTooLarge',
    'commission cannot be changed more than max change rate',
  )
}

function requireMinSelfDelegation(
  state: RowState,
  operator: NativeAddress,
  validator: Validator,
  least: bigint,
): void {
  if (least <= validator.minSelfDelegation) {
    throw stakingError('minSelfDelegationDecreased', 'minimum self delegation cannot be decrease')
  }
  const shares = state.get(delegationKind, rowOf(operator, operator))?.shares ?? 0n
  if (tokensOf(validator, shares) < least) throw selfDelegationTooSmall()
}

function requireMoniker(moniker: string): void {
  if (moniker.trim() === '') {
    throw sdkError('invalidRequest', 'empty description: invalid request')
  }
  if (Buffer.byteLength(moniker) > MAX_MONIKER) {
    throw sdkError(
      'invalidRequest',
      `invalid moniker length; got: ${Buffer.byteLength(moniker)}, max: ${MAX_MONIKER}: invalid request`,
    )
  }
}

function selfDelegationTooSmall() {
  return stakingError(
    'selfDelegationTooSmall',
    "validator's self delegation must be greater than their minimum self delegation",
  )
}
