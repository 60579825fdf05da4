import { DECIMAL_ONE, formatDecimal } from '../../primitives/encoding/decimal.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { accrue } from '../distribution/accrual.ts'
import type { HeaderInfo } from '../headerInfo.ts'
import { type ModuleError, plainError, sdkError } from '../moduleError.ts'
import { operatorText } from '../operatorAddress.ts'
import { delegate } from './staking.ts'
import { type StakingErrorCode, stakingError } from './stakingError.ts'
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
  // What the message checks, then its keeper (Cosmos SDK, x/staking).
  if (moniker === '') throw sdkError('invalidRequest', 'empty description: invalid request')
  requireCommission(commission)
  if (minSelfDelegation <= 0n) {
    throw sdkError(
      'invalidRequest',
      'minimum self delegation must be a positive integer: invalid request',
    )
  }
  if (amount < minSelfDelegation) throw selfDelegationTooSmall()
  requireMinCommission(state, commission.rate, (rate, least) =>
    stakingError(
      'commissionBelowMin',
      `cannot set validator commission=${rate} to less than minimum rate of ${least}: commission cannot be less than min rate`,
    ),
  )
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
  if (rate !== undefined && (rate < 0n || rate > DECIMAL_ONE)) {
    throw sdkError(
      'invalidRequest',
      'commission rate must be between 0 and 1 (inclusive): invalid request',
    )
  }
  const validator = requireValidator(state, operator)
  if (moniker !== undefined) requireMoniker(moniker)
  if (rate !== undefined) requireRateChange(state, validator, rate, time)
  if (minSelfDelegation !== undefined) {
    requireMinSelfDelegation(validator, minSelfDelegation)
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

/** Returns the problem of a commission, or undefined (x/staking/types/commission.go). */
export function commissionFault({ rate, maxRate, maxChangeRate }: Commission):
  | {
      readonly field: keyof Commission
      readonly code: StakingErrorCode
      readonly reason: string
    }
  | undefined {
  const negative = { code: 'commissionNegative', reason: 'commission must be positive' } as const
  if (maxRate < 0n) return { field: 'maxRate', ...negative }
  if (maxRate > DECIMAL_ONE) {
    const reason = 'commission cannot be more than 100%'
    return { field: 'maxRate', code: 'commissionTooLarge', reason }
  }
  if (rate < 0n) return { field: 'rate', ...negative }
  if (rate > maxRate) {
    const reason = 'commission cannot be more than the max rate'
    return { field: 'rate', code: 'commissionAboveMax', reason }
  }
  const field = 'maxChangeRate'
  if (maxChangeRate < 0n) {
    const reason = 'commission change rate must be positive'
    return { field, code: 'changeRateNegative', reason }
  }
  if (maxChangeRate <= maxRate) return undefined
  const reason = 'commission change rate cannot be more than the max rate'
  return { field, code: 'changeRateAboveMax', reason }
}

function requireCommission(commission: Commission): void {
  const fault = commissionFault(commission)
  if (fault !== undefined) throw stakingError(fault.code, fault.reason)
}

function requireMinCommission(
  state: RowState,
  rate: bigint,
  refuse: (rate: string, least: string) => ModuleError,
): void {
  const { minCommissionRate } = stakingParamsOf(state)
  if (rate < minCommissionRate) throw refuse(formatDecimal(rate), formatDecimal(minCommissionRate))
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
  requireCommission({ ...commission, rate })
  const change = rate > commission.rate ? rate - commission.rate : commission.rate - rate
  if (change > commission.maxChangeRate) {
    throw stakingError(
      'commissionChangeTooLarge',
      'commission cannot be changed more than max change rate',
    )
  }
  requireMinCommission(state, rate, (_rate, least) =>
    plainError(`cannot set validator commission to less than minimum rate of ${least}`),
  )
}

/** The real chain compares all tokens of the validator. */
function requireMinSelfDelegation(validator: Validator, least: bigint): void {
  if (least <= validator.minSelfDelegation) {
    throw stakingError('minSelfDelegationDecreased', 'minimum self delegation cannot be decrease')
  }
  if (validator.tokens < least) throw selfDelegationTooSmall()
}

function requireMoniker(moniker: string): void {
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
