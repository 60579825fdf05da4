import type { Coin } from '../../../modules/bank/bank.ts'
import { addCoins, amountOf } from '../../../modules/bank/coins.ts'
import {
  setWithdrawAddress as chooseWithdrawAddress,
  rewardsOf,
  withdrawCommission,
  withdrawRewards,
} from '../../../modules/distribution/distribution.ts'
import { requireNative, requireWithdrawAddress } from '../../../modules/evm/association.ts'
import { operatorText, parseOperator } from '../../../modules/operatorAddress.ts'
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
const rewardsWithdrawn = abiEvent('DelegationRewardsWithdrawn', {
  delegator: indexed(address),
  validator: string,
  amount: uint256,
})
const multipleRewardsWithdrawn = abiEvent('MultipleDelegationRewardsWithdrawn', {
  delegator: indexed(address),
  validators: arrayOf(string),
  amounts: arrayOf(uint256),
})
const commissionWithdrawn = abiEvent('ValidatorCommissionWithdrawn', {
  validator: indexed(string),
  amount: uint256,
})

const setWithdrawAddress = abiFunction({
  name: 'setWithdrawAddress',
  mutability: 'nonpayable',
  inputs: { withdrawAddr: address },
  returns: bool,
  run({ state, address: here, caller, emit }, { withdrawAddr }) {
    const delegator = requireNative(state, caller)
    chooseWithdrawAddress(state, delegator, requireWithdrawAddress(state, withdrawAddr))
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
    const amount = withdraw(call, validator)
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
    const amounts = validators.map((validator) => withdraw(call, validator))
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

const coinType = tuple('Coin', { amount: uint256, decimals: uint256, denom: string })

const rewards = abiFunction({
  name: 'rewards',
  mutability: 'view',
  inputs: { delegatorAddress: address },
  returns: tuple('Rewards', {
    rewards: arrayOf(tuple('Reward', { coins: arrayOf(coinType), validator_address: string })),
    total: arrayOf(coinType),
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
        coins: coins.map(toCoin),
        validator_address: operatorText(state, operator),
      })),
      total: addCoins(...found.map(({ coins }) => coins)).map(toCoin),
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
  },
)

/**
 * Withdraws the caller's rewards from a validator and returns the amount in the base denomination.
 */
function withdraw(call: NativeCall, validator: string): bigint {
  const { state, caller } = call
  const operator = parseOperator(state, validator)
  const coins = withdrawRewards(state, requireNative(state, caller), operator, headerInfoOf(call))
  return amountOf(coins, state.names.denomination)
}

/** A coin whose amount is a decimal. */
function toCoin({ denom, amount }: Coin) {
  return { amount, decimals: DECIMAL_PLACES, denom }
}
