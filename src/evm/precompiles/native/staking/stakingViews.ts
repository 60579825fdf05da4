import { balanceOf } from '../../../../modules/bank/bank.ts'
import { parseNative, requireDelegator } from '../../../../modules/evm/association.ts'
import { bondedPoolAccount, notBondedPoolAccount } from '../../../../modules/moduleAccounts.ts'
import { sdkError } from '../../../../modules/moduleError.ts'
import { parseOperator } from '../../../../modules/operatorAddress.ts'
import { pageOf, rangeFrom } from '../../../../modules/page.ts'
import { addressAt, rowOf, rowsOf } from '../../../../modules/rows.ts'
import {
  delegationKind,
  redelegationKind,
  unbondingKind,
} from '../../../../modules/staking/delegation.ts'
import { historyAt } from '../../../../modules/staking/history.ts'
import {
  MAX_VOTING_POWER_RATIO,
  MAX_VOTING_POWER_THRESHOLD,
  stakingParamsOf,
} from '../../../../modules/staking/stakingParams.ts'
import {
  requireValidator,
  validatorKind,
  validatorStatus,
} from '../../../../modules/staking/validator.ts'
import { formatDecimal } from '../../../../primitives/encoding/decimal.ts'
import type { NativeAddress } from '../../../../state/rows/layout.ts'
import type { RowState } from '../../../../state/rows/rowState.ts'
import { abiFunction } from '../abi/abiFunction.ts'
import { address, arrayOf, bytes, int64, string, tuple, uint32, uint64 } from '../abi/abiType.ts'
import { headerInfoOf } from '../payment.ts'
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
    const row = rowOf(requireDelegator(state, delegator), parseOperator(state, valAddress))
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
    const owned = rangeFrom(start, rowsOf(requireDelegator(state, delegator)))
    const { rows, nextKey } = pageOf(delegationKind, state.ids(delegationKind, owned))
    return { delegations: delegationsIn(state, rows), nextKey }
  },
})

const validatorDelegations = abiFunction({
  name: 'validatorDelegations',
  mutability: 'view',
  inputs: { valAddress: string, nextKey: bytes },
  returns: delegationPage,
  run({ state }, { valAddress, nextKey: start }) {
    const operator = parseOperator(state, valAddress)
    const its = rowsWith(state.ids(delegationKind, rangeFrom(start)), 1, operator)
    const { rows, nextKey } = pageOf(delegationKind, its)
    return { delegations: delegationsIn(state, rows), nextKey }
  },
})

const unbondingDelegation = abiFunction({
  name: 'unbondingDelegation',
  mutability: 'view',
  inputs: { delegator: address, validatorAddress: string },
  returns: unbondingType,
  run({ state }, { delegator, validatorAddress }) {
    const row = rowOf(requireDelegator(state, delegator), parseOperator(state, validatorAddress))
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
    const owned = rangeFrom(start, rowsOf(requireDelegator(state, delegator)))
    const { rows, nextKey } = pageOf(unbondingKind, state.ids(unbondingKind, owned))
    return { unbondingDelegations: unbondingsIn(state, rows), nextKey }
  },
})

const validatorUnbondingDelegations = abiFunction({
  name: 'validatorUnbondingDelegations',
  mutability: 'view',
  inputs: { valAddress: string, nextKey: bytes },
  returns: unbondingPage,
  run({ state }, { valAddress, nextKey: start }) {
    const operator = parseOperator(state, valAddress)
    const its = rowsWith(state.ids(unbondingKind, rangeFrom(start)), 1, operator)
    const { rows, nextKey } = pageOf(unbondingKind, its)
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
      throw sdkError('invalidRequest', 'delegator or validator address cannot be empty')
    }
    const owner = delegator === '' ? undefined : parseNative(state, delegator)
    const source = srcValidator === '' ? undefined : parseOperator(state, srcValidator)
    const destination = dstValidator === '' ? undefined : parseOperator(state, dstValidator)
    const range = rangeFrom(start, owner === undefined ? {} : rowsOf(owner))
    const fromThere = rowsWith(state.ids(redelegationKind, range), 1, source)
    const found = rowsWith(fromThere, 2, destination)
    const { rows, nextKey } = pageOf(redelegationKind, found)
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
      throw sdkError('invalidRequest', `invalid validator status ${status}`)
    }
    const { rows, nextKey } = pageOf(validatorKind, operatorsOf(state, wanted, start))
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
    const row = rowOf(requireDelegator(state, delegator), operator)
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
    const owned = rangeFrom(start, rowsOf(requireDelegator(state, delegator)))
    const { rows, nextKey } = pageOf(delegationKind, state.ids(delegationKind, owned))
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
    const found = historyAt(call.state, height, headerInfoOf(call).height)
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

/** The view functions of the staking precompile. */
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

/** Returns rows with an address at an index; all rows if it is undefined. */
function* rowsWith(
  rows: Iterable<string>,
  place: number,
  wanted: NativeAddress | undefined,
): Iterable<string> {
  for (const row of rows) if (wanted === undefined || addressAt(row, place) === wanted) yield row
}

/** Returns the operators of validators with a status, or of all. */
function* operatorsOf(
  state: RowState,
  status: number | undefined,
  start: Uint8Array,
): Iterable<string> {
  for (const row of state.ids(validatorKind, rangeFrom(start))) {
    const operator = addressAt(row, 0)
    if (status === undefined || requireValidator(state, operator).status === status) yield operator
  }
}

function notFound(message: string) {
  return sdkError('notFound', message)
}
