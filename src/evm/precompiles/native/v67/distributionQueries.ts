import { rewardsAt } from '../../../../modules/distribution/accrual.ts'
import { communityPoolOf } from '../../../../modules/distribution/communityPool.ts'
import {
  commissionOf,
  distributionError,
  outstandingOf,
  withdrawAddressOf,
} from '../../../../modules/distribution/distribution.ts'
import { distributionParamsOf } from '../../../../modules/distribution/distributionRows.ts'
import {
  nativeText,
  requireDelegator as requireAccount,
} from '../../../../modules/evm/association.ts'
import { ModuleError } from '../../../../modules/moduleError.ts'
import { operatorText, parseOperator } from '../../../../modules/operatorAddress.ts'
import { addressAt, rowOf, rowsOf } from '../../../../modules/rows.ts'
import { delegationKind } from '../../../../modules/staking/delegation.ts'
import { validatorKind } from '../../../../modules/staking/validator.ts'
import { EMPTY_BYTES } from '../../../../primitives/encoding/bytes.ts'
import { formatDecimal } from '../../../../primitives/encoding/decimal.ts'
import type { NativeAddress } from '../../../../state/rows/layout.ts'
import type { RowState } from '../../../../state/rows/rowState.ts'
import { abiFunction, returnValues } from '../abi/abiFunction.ts'
import { address, arrayOf, bool, bytes, string, tuple, uint64 } from '../abi/abiType.ts'
import { decimalCoinType, toDecimalCoin } from '../distributionPrecompile.ts'
import { headerInfoOf } from '../payment.ts'
import { queryError } from '../query/queryError.ts'

const coins = arrayOf(decimalCoinType)

const params = abiFunction({
  name: 'params',
  mutability: 'view',
  inputs: {},
  returns: tuple('DistributionParams', {
    communityTax: string,
    baseProposerReward: string,
    bonusProposerReward: string,
    withdrawAddrEnabled: bool,
  }),
  run({ state }) {
    const found = distributionParamsOf(state)
    return {
      communityTax: formatDecimal(found.communityTax),
      baseProposerReward: formatDecimal(found.baseProposerReward),
      bonusProposerReward: formatDecimal(found.bonusProposerReward),
      withdrawAddrEnabled: found.withdrawAddrEnabled,
    }
  },
})

const validatorOutstandingRewards = abiFunction({
  name: 'validatorOutstandingRewards',
  mutability: 'view',
  inputs: { validatorAddress: string },
  returns: coins,
  run(call, { validatorAddress }) {
    const operator = requireOperator(call.state, validatorAddress)
    return outstandingOf(call.state, operator, headerInfoOf(call)).map(toDecimalCoin)
  },
})

const validatorCommission = abiFunction({
  name: 'validatorCommission',
  mutability: 'view',
  inputs: { validatorAddress: string },
  returns: coins,
  run(call, { validatorAddress }) {
    const operator = requireOperator(call.state, validatorAddress)
    return commissionOf(call.state, operator, headerInfoOf(call)).map(toDecimalCoin)
  },
})

const validatorSlashes = abiFunction({
  name: 'validatorSlashes',
  mutability: 'view',
  inputs: {
    validatorAddress: string,
    startingHeight: uint64,
    endingHeight: uint64,
    pageKey: bytes,
  },
  returns: returnValues({
    slashes: arrayOf(tuple('Slash', { validatorPeriod: uint64, fraction: string })),
    nextKey: bytes,
  }),
  // No validator of this chain is ever slashed.
  run({ state }, { validatorAddress, startingHeight, endingHeight }) {
    requireText(validatorAddress)
    if (endingHeight < startingHeight) {
      throw queryError(
        'InvalidArgument',
        `starting height greater than ending height (${startingHeight} > ${endingHeight})`,
      )
    }
    try {
      parseOperator(state, validatorAddress)
    } catch (error) {
      if (!(error instanceof ModuleError)) throw error
      throw queryError('InvalidArgument', 'invalid validator address')
    }
    return { slashes: [], nextKey: EMPTY_BYTES }
  },
})

const delegationRewards = abiFunction({
  name: 'delegationRewards',
  mutability: 'view',
  inputs: { delegatorAddress: address, validatorAddress: string },
  returns: coins,
  run(call, { delegatorAddress, validatorAddress }) {
    const { state } = call
    const delegator = requireAccount(state, delegatorAddress)
    const operator = requireOperator(state, validatorAddress)
    if (state.get(validatorKind, operator) === undefined) {
      throw distributionError('noSuchValidator', `${validatorAddress}: validator does not exist`)
    }
    if (state.get(delegationKind, rowOf(delegator, operator)) === undefined) {
      throw distributionError('noSuchDelegation', 'delegation does not exist')
    }
    const { time } = headerInfoOf(call)
    return rewardsAt(state, delegator, operator, time).map(toDecimalCoin)
  },
})

const delegatorValidators = abiFunction({
  name: 'delegatorValidators',
  mutability: 'view',
  inputs: { delegatorAddress: address },
  returns: arrayOf(string),
  run({ state }, { delegatorAddress }) {
    const owned = rowsOf(requireAccount(state, delegatorAddress))
    return [...state.ids(delegationKind, owned)].map((row) =>
      operatorText(state, addressAt(row, 1)),
    )
  },
})

const delegatorWithdrawAddress = abiFunction({
  name: 'delegatorWithdrawAddress',
  mutability: 'view',
  inputs: { delegatorAddress: address },
  returns: string,
  run: ({ state }, { delegatorAddress }) =>
    nativeText(state, withdrawAddressOf(state, requireAccount(state, delegatorAddress))),
})

const communityPool = abiFunction({
  name: 'communityPool',
  mutability: 'view',
  inputs: {},
  returns: coins,
  run: ({ state }) => communityPoolOf(state).map(toDecimalCoin),
})

/** @throws ModuleError */
function requireOperator(state: RowState, text: string): NativeAddress {
  requireText(text)
  return parseOperator(state, text)
}

/** @throws ModuleError */
function requireText(validator: string): void {
  if (validator === '') throw queryError('InvalidArgument', 'empty validator address')
}

/** Queries of the distribution from Sei 6.7 on. */
export const distributionQueries = [
  params,
  validatorOutstandingRewards,
  validatorCommission,
  validatorSlashes,
  delegationRewards,
  delegatorValidators,
  delegatorWithdrawAddress,
  communityPool,
]
