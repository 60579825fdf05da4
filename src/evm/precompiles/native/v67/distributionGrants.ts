import { requireGrant } from '../../../../modules/authz/grants.ts'
import { amountOf } from '../../../../modules/bank/coins.ts'
import { withdrawCommission } from '../../../../modules/distribution/distribution.ts'
import { nativeText } from '../../../../modules/evm/association.ts'
import { operatorText, parseOperator } from '../../../../modules/operatorAddress.ts'
import { abiFunction } from '../abi/abiFunction.ts'
import { address, bool, string } from '../abi/abiType.ts'
import {
  commissionWithdrawn,
  rewardsWithdrawn,
  withdrawDelegation,
} from '../distributionPrecompile.ts'
import { headerInfoOf } from '../payment.ts'
import {
  executeAs,
  grantFunction,
  partiesFor,
  protoText,
  revokeFunction,
} from './grantFunctions.ts'

const REWARDS = '/cosmos.distribution.v1beta1.MsgWithdrawDelegatorReward'
const COMMISSION = '/cosmos.distribution.v1beta1.MsgWithdrawValidatorCommission'

const withdrawDelegationRewardsWithAuthorization = abiFunction({
  name: 'withdrawDelegationRewardsWithAuthorization',
  mutability: 'nonpayable',
  inputs: { delegator: address, validator: string },
  returns: bool,
  run(call, { delegator, validator }) {
    const parties = partiesFor(call, delegator)
    parseOperator(call.state, validator)
    requireGrant(call.state, parties, REWARDS, headerInfoOf(call))
    const message = protoText({
      delegator_address: nativeText(call.state, parties.granter),
      validator_address: validator,
    })
    const amount = executeAs(message, () => withdrawDelegation(call, parties.granter, validator))
    call.emit(rewardsWithdrawn(call.address, { delegator, validator, amount }))
    return true
  },
})

const withdrawValidatorCommissionWithAuthorization = abiFunction({
  name: 'withdrawValidatorCommissionWithAuthorization',
  mutability: 'nonpayable',
  inputs: { validatorOperator: address },
  returns: bool,
  run(call, { validatorOperator }) {
    const { state, address: here } = call
    const parties = partiesFor(call, validatorOperator)
    requireGrant(state, parties, COMMISSION, headerInfoOf(call))
    const operator = operatorText(state, parties.granter)
    const coins = executeAs(protoText({ validator_address: operator }), () =>
      withdrawCommission(state, parties.granter, headerInfoOf(call)),
    )
    const amount = amountOf(coins, state.names.denomination)
    call.emit(commissionWithdrawn(here, { validator: operator, amount }))
    return true
  },
})

/** Functions of the distribution for others from Sei 6.7 on. */
export const distributionGrants = [
  grantFunction('grantWithdrawAuthorization', [REWARDS, COMMISSION]),
  withdrawDelegationRewardsWithAuthorization,
  withdrawValidatorCommissionWithAuthorization,
  revokeFunction('revokeWithdrawAuthorization', [REWARDS, COMMISSION]),
]
