import { parseNative, requireNative } from '../../../modules/association.ts'
import { balanceOf } from '../../../modules/bank.ts'
import { bondedPoolAccount, notBondedPoolAccount } from '../../../modules/moduleAccounts.ts'
import { refusedBySdk } from '../../../modules/moduleRefused.ts'
import { parseOperator } from '../../../modules/operatorAddress.ts'
import { pageOf } from '../../../modules/page.ts'
import { addressAt, addressesOf, rowOf } from '../../../modules/rows.ts'
import {
  delegationKind,
  redelegationKind,
  unbondingKind,
} from '../../../modules/staking/delegation.ts'
import { historyAt } from '../../../modules/staking/history.ts'
import {
  MAX_VOTING_POWER_RATIO,
  MAX_VOTING_POWER_THRESHOLD,
  stakingParamsOf,
} from '../../../modules/staking/stakingParams.ts'
import {
  requireValidator,
  validatorKind,
  validatorStatus,
} from '../../../modules/staking/validator.ts'
import { formatDecimal } from '../../../primitives/decimal.ts'
import type { NativeAddress } from '../../../state/layout.ts'
import { abiFunction } from './abiFunction.ts'
import { arrayOf, tuple } from './abiType.ts'
import { address, bytes, int64, string, uint32, uint64 } from './abiTypes.ts'
import { momentOf } from './payment.ts'
import {
  delegationsIn,
  delegationType,
  redelegationsIn,
  redelegationType,
  toValidator,
  unbondingsIn,
  unbondingType,
  validatorsIn,
  validatorType,
} from './stakingTypes.ts'

const STATUSES: Readonly<Record<string, number>> = {
  BOND_STATUS_UNBONDED: validatorStatus.unbonded,
  BOND_STATUS_UNBONDING: validatorStatus.unbonding,
  BOND_STATUS_BONDED: validatorStatus.bonded,
}

const delegationPage = tuple('DelegationsResponse', {
  delegations: arrayOf(delegationType),
  nextKey: bytes,
})
const unbondingPage = tuple('UnbondingDelegationsResponse', {
  unbondingDelegations: arrayOf(unbondingType),
  nextKey: bytes,
})
const validatorPage = tuple('ValidatorsResponse', {
  validators: arrayOf(validatorType),
  nextKey: bytes,
})

const delegation = abiFunction({
  name: 'delegation',
  mutability: 'view',
  inputs: { delegator: address, valAddress: string },
  returns: delegationType,
  run({ state }, { delegator, valAddress }) {
    const row = rowOf(requireNative(state, delegator), parseOperator(state, valAddress))
    const [found] = delegationsIn(state, [row])
    if (found !== undefined) return found
    throw notFound(`delegation with delegator ${delegator} not found for validator ${valAddress}`)
  },
})

const delegatorDelegations = abiFunction({
  name: 'delegatorDelegations',
  mutability: 'view',
  inputs: { delegator: address, nextKey: bytes },
  returns: delegationPage,
  run({ state }, { delegator, nextKey: start }) {
    const owned = rowsOf(state.ids(delegationKind), 0, requireNative(state, delegator))
    const { rows, nextKey } = pageOf(delegationKind, owned, start)
    return { delegations: delegationsIn(state, rows), nextKey }
  },
})

const validatorDelegations = abiFunction({
  name: 'validatorDelegations',
  mutability: 'view',
  inputs: { valAddress: string, nextKey: bytes },
  returns: delegationPage,
  run({ state }, { valAddress, nextKey: start }) {
    const its = rowsOf(state.ids(delegationKind), 1, parseOperator(state, valAddress))
    const { rows, nextKey } = pageOf(delegationKind, its, start)
    return { delegations: delegationsIn(state, rows), nextKey }
  },
})

const unbondingDelegation = abiFunction({
  name: 'unbondingDelegation',
  mutability: 'view',
  inputs: { delegator: address, validatorAddress: string },
  returns: unbondingType,
  run({ state }, { delegator, validatorAddress }) {
    const row = rowOf(requireNative(state, delegator), parseOperator(state, validatorAddress))
    const [found] = unbondingsIn(state, [row])
    if (found !== undefined) return found
    throw notFound(
      `unbonding delegation with delegator ${delegator} not found for validator ${validatorAddress}`,
    )
  },
})

const delegatorUnbondingDelegations = abiFunction({
  name: 'delegatorUnbondingDelegations',
  mutability: 'view',
  inputs: { delegator: address, nextKey: bytes },
  returns: unbondingPage,
  run({ state }, { delegator, nextKey: start }) {
    const owned = rowsOf(state.ids(unbondingKind), 0, requireNative(state, delegator))
    const { rows, nextKey } = pageOf(unbondingKind, owned, start)
    return { unbondingDelegations: unbondingsIn(state, rows), nextKey }
  },
})

const validatorUnbondingDelegations = abiFunction({
  name: 'validatorUnbondingDelegations',
  mutability: 'view',
  inputs: { valAddress: string, nextKey: bytes },
  returns: unbondingPage,
  run({ state }, { valAddress, nextKey: start }) {
    const its = rowsOf(state.ids(unbondingKind), 1, parseOperator(state, valAddress))
    const { rows, nextKey } = pageOf(unbondingKind, its, start)
    return { unbondingDelegations: unbondingsIn(state, rows), nextKey }
  },
})

const redelegations = abiFunction({
  name: 'redelegations',
  mutability: 'view',
  inputs: { delegator: string, srcValidator: string, dstValidator: string, nextKey: bytes },
  returns: tuple('RedelegationsResponse', {
    redelegations: arrayOf(redelegationType),
    nextKey: bytes,
  }),
  run({ state }, { delegator, srcValidator, dstValidator, nextKey: start }) {
    if (delegator === '' && srcValidator === '' && dstValidator === '') {
      throw refusedBySdk('invalidRequest', 'delegator or validator address cannot be empty')
    }
    let found = state.ids(redelegationKind)
    if (delegator !== '') found = rowsOf(found, 0, parseNative(state, delegator))
    if (srcValidator !== '') found = rowsOf(found, 1, parseOperator(state, srcValidator))
    if (dstValidator !== '') found = rowsOf(found, 2, parseOperator(state, dstValidator))
    const { rows, nextKey } = pageOf(redelegationKind, found, start)
    return { redelegations: redelegationsIn(state, rows), nextKey }
  },
})

const validator = abiFunction({
  name: 'validator',
  mutability: 'view',
  inputs: { validatorAddress: string },
  returns: validatorType,
  run({ state }, { validatorAddress }) {
    const found = state.get(validatorKind, parseOperator(state, validatorAddress))
    if (found === undefined) throw notFound(`validator ${validatorAddress} not found`)
    return toValidator(found)
  },
})

const validators = abiFunction({
  name: 'validators',
  mutability: 'view',
  inputs: { status: string, nextKey: bytes },
  returns: validatorPage,
  run({ state }, { status, nextKey: start }) {
    const wanted = STATUSES[status]
    if (status !== '' && wanted === undefined) {
      throw refusedBySdk('invalidRequest', `invalid validator status ${status}`)
    }
    const found = (state.ids(validatorKind) as NativeAddress[]).filter(
      (operator) => wanted === undefined || requireValidator(state, operator).status === wanted,
    )
    const { rows, nextKey } = pageOf(validatorKind, found, start)
    return { validators: validatorsIn(state, rows as NativeAddress[]), nextKey }
  },
})

const delegatorValidator = abiFunction({
  name: 'delegatorValidator',
  mutability: 'view',
  inputs: { delegator: address, validatorAddress: string },
  returns: validatorType,
  run({ state }, { delegator, validatorAddress }) {
    const operator = parseOperator(state, validatorAddress)
    const row = rowOf(requireNative(state, delegator), operator)
    if (state.get(delegationKind, row) !== undefined) {
      return toValidator(requireValidator(state, operator))
    }
    throw notFound(
      `delegation with delegator ${delegator} not found for validator ${validatorAddress}`,
    )
  },
})

const delegatorValidators = abiFunction({
  name: 'delegatorValidators',
  mutability: 'view',
  inputs: { delegator: address, nextKey: bytes },
  returns: validatorPage,
  run({ state }, { delegator, nextKey: start }) {
    const owned = rowsOf(state.ids(delegationKind), 0, requireNative(state, delegator))
    const { rows, nextKey } = pageOf(delegationKind, owned, start)
    const operators = rows.map((row) => addressAt(row, 1))
    return { validators: validatorsIn(state, operators), nextKey }
  },
})

const historicalInfo = abiFunction({
  name: 'historicalInfo',
  mutability: 'view',
  inputs: { height: int64 },
  returns: tuple('HistoricalInfo', { height: int64, validators: arrayOf(validatorType) }),
  run(call, { height }) {
    const found = historyAt(call.state, height, momentOf(call).height)
    return { height, validators: found.map(toValidator) }
  },
})

const pool = abiFunction({
  name: 'pool',
  mutability: 'view',
  inputs: {},
  returns: tuple('Pool', { notBondedTokens: string, bondedTokens: string }),
  run({ state }) {
    const { bondDenomination } = stakingParamsOf(state)
    const tokens = (account: NativeAddress) =>
      balanceOf(state, account, bondDenomination).toString()
    return {
      notBondedTokens: tokens(notBondedPoolAccount),
      bondedTokens: tokens(bondedPoolAccount),
    }
  },
})

const params = abiFunction({
  name: 'params',
  mutability: 'view',
  inputs: {},
  returns: tuple('Params', {
    unbondingTime: uint64,
    maxValidators: uint32,
    maxEntries: uint32,
    historicalEntries: uint32,
    bondDenom: string,
    minCommissionRate: string,
    maxVotingPowerRatio: string,
    maxVotingPowerEnforcementThreshold: string,
  }),
  run({ state }) {
    const found = stakingParamsOf(state)
    return {
      unbondingTime: found.unbondingTime,
      maxValidators: BigInt(found.maxValidators),
      maxEntries: BigInt(found.maxEntries),
      historicalEntries: BigInt(found.historicalEntries),
      bondDenom: found.bondDenomination,
      minCommissionRate: formatDecimal(found.minCommissionRate),
      maxVotingPowerRatio: formatDecimal(MAX_VOTING_POWER_RATIO),
      maxVotingPowerEnforcementThreshold: MAX_VOTING_POWER_THRESHOLD.toString(),
    }
  },
})

/** The functions of the staking contract that change nothing. */
export const stakingViews = [
  delegation,
  delegatorDelegations,
  validatorDelegations,
  unbondingDelegation,
  delegatorUnbondingDelegations,
  validatorUnbondingDelegations,
  redelegations,
  validator,
  validators,
  delegatorValidator,
  delegatorValidators,
  historicalInfo,
  pool,
  params,
]

/** Rows that have an address at a place. */
function rowsOf(rows: readonly string[], place: number, wanted: NativeAddress): readonly string[] {
  return rows.filter((row) => addressesOf(row)[place] === wanted)
}

function notFound(message: string) {
  return refusedBySdk('notFound', message)
}
