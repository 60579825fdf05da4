import { balanceOf } from '../../../../modules/bank/bank.ts'
import { nativeText, requireDelegator } from '../../../../modules/evm/association.ts'
import { readGas, storeGas } from '../../../../modules/gas/gasMeter.ts'
import { bondedPoolAccount, notBondedPoolAccount } from '../../../../modules/moduleAccounts.ts'
import { parseOperator } from '../../../../modules/operatorAddress.ts'
import { rowOf } from '../../../../modules/rows.ts'
import { delegationKind, unbondingKind } from '../../../../modules/staking/delegation.ts'
import { historyAt, historyKind } from '../../../../modules/staking/history.ts'
import {
  MAX_VOTING_POWER_RATIO,
  MAX_VOTING_POWER_THRESHOLD,
  stakingParamsOf,
} from '../../../../modules/staking/stakingParams.ts'
import { requireValidator, validatorKind } from '../../../../modules/staking/validator.ts'
import { formatDecimal } from '../../../../primitives/encoding/decimal.ts'
import type { NativeAddress } from '../../../../state/rows/layout.ts'
import type { RowState } from '../../../../state/rows/rowState.ts'
import { abiFunction } from '../abi/abiFunction.ts'
import { address, arrayOf, int64, string, tuple, uint32, uint64 } from '../abi/abiType.ts'
import { headerInfoOf } from '../payment.ts'
import { failingAs, internally, queryError } from '../query/queryError.ts'
import { stakingLists } from './stakingLists.ts'
import {
  delegationType,
  toDelegation,
  toUnbonding,
  toValidator,
  unbondingType,
  validatorType,
} from './stakingTypes.ts'

/* In the words of the real chain: sei-cosmos, x/staking/keeper/grpc_query.go. */

const delegation = abiFunction({
  name: 'delegation',
  mutability: 'view',
  inputs: { delegator: address, valAddress: string },
  returns: delegationType,
  run(call, { delegator, valAddress }) {
    const { state } = call
    const native = requireDelegator(state, delegator)
    const operator = requireOperator(state, valAddress)
    const found = state.get(delegationKind, rowOf(native, operator))
    if (found !== undefined) return internally(() => toDelegation(call, found))
    throw notFound(
      `delegation with delegator ${nativeText(state, native)} not found for validator ${valAddress}`,
    )
  },
})

const unbondingDelegation = abiFunction({
  name: 'unbondingDelegation',
  mutability: 'view',
  inputs: { delegator: address, validatorAddress: string },
  returns: unbondingType,
  run({ state }, { delegator, validatorAddress }) {
    const native = requireDelegator(state, delegator)
    const operator = requireOperator(state, validatorAddress)
    const found = state.get(unbondingKind, rowOf(native, operator))
    if (found !== undefined) return toUnbonding(found)
    throw notFound(
      `unbonding delegation with delegator ${nativeText(state, native)} not found for validator ${validatorAddress}`,
    )
  },
})

const validator = abiFunction({
  name: 'validator',
  mutability: 'view',
  inputs: { validatorAddress: string },
  returns: validatorType,
  run({ state }, { validatorAddress }) {
    const found = state.get(validatorKind, requireOperator(state, validatorAddress))
    if (found === undefined) throw notFound(`validator ${validatorAddress} not found`)
    return toValidator(found)
  },
})

const delegatorValidator = abiFunction({
  name: 'delegatorValidator',
  mutability: 'view',
  inputs: { delegator: address, validatorAddress: string },
  returns: validatorType,
  run({ state }, { delegator, validatorAddress }) {
    const native = requireDelegator(state, delegator)
    const operator = requireOperator(state, validatorAddress)
    if (state.get(delegationKind, rowOf(native, operator)) === undefined) {
      throw queryError('Internal', 'no delegation for (address, validator) tuple')
    }
    return internally(() => toValidator(requireValidator(state, operator)))
  },
})

const historicalInfo = abiFunction({
  name: 'historicalInfo',
  mutability: 'view',
  inputs: { height: int64 },
  returns: tuple('HistoricalInfo', { height: int64, validators: arrayOf(validatorType) }),
  run(call, { height }) {
    if (height < 0n) throw queryError('InvalidArgument', 'height cannot be negative')
    call.charge(readGas(1 + height.toString().length))
    const found = failingAs('NotFound', () =>
      historyAt(call.world, height, headerInfoOf(call).height),
    )
    call.charge(storeGas.readByte * BigInt(historyKind.encode(found).length))
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
  stakingLists.delegatorDelegations,
  stakingLists.validatorDelegations,
  unbondingDelegation,
  stakingLists.delegatorUnbondingDelegations,
  stakingLists.validatorUnbondingDelegations,
  stakingLists.redelegations,
  validator,
  stakingLists.validators,
  delegatorValidator,
  stakingLists.delegatorValidators,
  historicalInfo,
  pool,
  params,
]

/** @throws ModuleError */
function requireOperator(state: RowState, text: string): NativeAddress {
  if (text === '') throw queryError('InvalidArgument', 'validator address cannot be empty')
  return parseOperator(state, text)
}

function notFound(message: string) {
  return queryError('NotFound', message)
}
