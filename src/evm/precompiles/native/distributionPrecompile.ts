import type { Coin } from '../../../modules/bank/bank.ts'
import { addCoins, amountOf } from '../../../modules/bank/coins.ts'
import {
  setWithdrawAddress as chooseWithdrawAddress,
  rewardsOf,
  withdrawCommission,
  withdrawRewards,
} from '../../../modules/distribution/distribution.ts'
import { withdrawAddressGas, withdrawalGas } from '../../../modules/distribution/withdrawalGas.ts'
import { requireNative, requireWithdrawAddress } from '../../../modules/evm/association.ts'
import { operatorText, parseOperator } from '../../../modules/operatorAddress.ts'
import type { NativeAddress } from '../../../state/rows/layout.ts'
import { abiEvent, indexed } from './abi/abiEvent.ts'
import { abiFunction, type NativeCall } from './abi/abiFunction.ts'
import { meteredPrecompile, refuseAs } from './abi/abiPrecompile.ts'
import { address, arrayOf, bool, string, tuple, uint256 } from './abi/abiType.ts'
import { headerInfoOf } from './payment.ts'

/** Number of places of decimals. */
const DECIMAL_PLACES = 18n

const withdrawAddressSet = abiEvent('WithdrawAddressSet', {
  delegator: indexed(address),
  withdrawAddr: address,
})
export const rewardsWithdrawn = abiEvent('DelegationRewardsWithdrawn', {
  delegator: indexed(address),
  validator: string,
  amount: uint256,
})
const multipleRewardsWithdrawn = abiEvent('MultipleDelegationRewardsWithdrawn', {
  delegator: indexed(address),
  validators: arrayOf(string),
  amounts: arrayOf(uint256),
})
export const commissionWithdrawn = abiEvent('ValidatorCommissionWithdrawn', {
  validator: indexed(string),
  amount: uint256,
})

const setWithdrawAddress = abiFunction({
  name: 'setWithdrawAddress',
  mutability: 'nonpayable',
  inputs: { withdrawAddr: address },
  returns: bool,
  run({ state, world, address: here, caller, charge, emit }, { withdrawAddr }) {
    const delegator = requireNative(state, caller)
    const to = requireWithdrawAddress(state, withdrawAddr)
    charge(withdrawAddressGas)
    chooseWithdrawAddress(world, delegator, to)
    emit(withdrawAddressSet(here, { delegator: caller, withdrawAddr }))
    return true
  },
})

const withdrawDelegationRewards = abiFunction({
  name: 'withdrawDelegationRewards',
  mutability: 'nonpayable',
  inputs: { validator: string },
  returns: bool,
  run(call, { validator }) {
    const delegator = requireNative(call.state, call.caller)
    const amount = withdrawDelegation(call, delegator, validator)
    call.emit(rewardsWithdrawn(call.address, { delegator: call.caller, validator, amount }))
    return true
  },
})

const withdrawMultipleDelegationRewards = abiFunction({
  name: 'withdrawMultipleDelegationRewards',
  mutability: 'nonpayable',
  inputs: { validators: arrayOf(string) },
  returns: bool,
  run(call, { validators }) {
    const native = requireNative(call.state, call.caller)
    const amounts = validators.map((validator) => withdrawDelegation(call, native, validator))
    const delegator = call.caller
    call.emit(multipleRewardsWithdrawn(call.address, { delegator, validators, amounts }))
    return true
  },
})

const withdrawValidatorCommission = abiFunction({
  name: 'withdrawValidatorCommission',
  mutability: 'nonpayable',
  inputs: {},
  returns: bool,
  run(call) {
    const { state, address: here, caller } = call
    const operator = requireNative(state, caller)
    const coins = withdrawCommission(state, operator, headerInfoOf(call))
    const amount = amountOf(coins, state.names.denomination)
    call.emit(commissionWithdrawn(here, { validator: operatorText(state, operator), amount }))
    return true
  },
})

/** A coin with decimal places. */
export const decimalCoinType = tuple('Coin', { amount: uint256, decimals: uint256, denom: string })

const rewards = abiFunction({
  name: 'rewards',
  mutability: 'view',
  // It does not look at it, as on the real chain.
  keepsValue: true,
  inputs: { delegatorAddress: address },
  returns: tuple('Rewards', {
    rewards: arrayOf(
      tuple('Reward', { coins: arrayOf(decimalCoinType), validator_address: string }),
    ),
    total: arrayOf(decimalCoinType),
  }),
  run(call, { delegatorAddress }) {
    const { state } = call
    const found = rewardsOf(
      state,
      requireWithdrawAddress(state, delegatorAddress),
      headerInfoOf(call),
    )
    return {
      rewards: found.map(({ operator, coins }) => ({
        coins: coins.map(toDecimalCoin),
        validator_address: operatorText(state, operator),
      })),
      total: addCoins(...found.map(({ coins }) => coins)).map(toDecimalCoin),
    }
  },
})

/** 0x1007: rewards of delegations and commissions of validators. */
export const distributionPrecompile = meteredPrecompile(
  [
    setWithdrawAddress,
    withdrawDelegationRewards,
    withdrawMultipleDelegationRewards,
    withdrawValidatorCommission,
    rewards,
  ],
  {
    events: [withdrawAddressSet, rewardsWithdrawn, multipleRewardsWithdrawn, commissionWithdrawn],
    refuse: refuseAs('distr'),
    outOfGas: (descriptor) => `{${descriptor}}`,
  },
)

/**
 * Withdraws rewards of a delegation and returns the amount in the base denomination.
 *
 * @throws ModuleError
 */
export function withdrawDelegation(
  call: NativeCall,
  delegator: NativeAddress,
  validator: string,
): bigint {
  const { state, world } = call
  const operator = parseOperator(state, validator)
  const moment = headerInfoOf(call)
  call.charge(withdrawalGas(world, delegator, operator, moment))
  const coins = withdrawRewards(world, delegator, operator, moment, state)
  return amountOf(coins, state.names.denomination)
}

/** Returns a coin whose amount is a decimal. */
export function toDecimalCoin({ denom, amount }: Coin) {
  return { amount, decimals: DECIMAL_PLACES, denom }
}
