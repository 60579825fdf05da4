import { stakeAction } from '../../../../modules/authz/authorization.ts'
import { type GrantParties, requireGrant } from '../../../../modules/authz/grants.ts'
import { sdkError } from '../../../../modules/moduleError.ts'
import { parseOperator } from '../../../../modules/operatorAddress.ts'
import { abiFunction, type NativeCall } from '../abi/abiFunction.ts'
import { address, arrayOf, bool, int64, string, uint256 } from '../abi/abiType.ts'
import { headerInfoOf } from '../payment.ts'
import { delegateFor, redelegateFor, undelegateFor } from '../staking/stakingPrecompile.ts'
import { grantFrom, partiesFor, revokeFunction } from './grantFunctions.ts'

const DELEGATE = '/cosmos.staking.v1beta1.MsgDelegate'
const REDELEGATE = '/cosmos.staking.v1beta1.MsgBeginRedelegate'
const UNDELEGATE = '/cosmos.staking.v1beta1.MsgUndelegate'

const grantStakingAuthorization = abiFunction({
  name: 'grantStakingAuthorization',
  mutability: 'nonpayable',
  inputs: {
    grantee: address,
    allowedValidators: arrayOf(string),
    maxTokens: uint256,
    expiration: int64,
  },
  returns: bool,
  run(call, { grantee, allowedValidators: allowed, maxTokens: amount, expiration }) {
    const { state } = call
    if (allowed.length === 0) {
      throw sdkError(
        'invalidRequest',
        'at least one allowed validator is required: invalid request',
      )
    }
    for (const validator of allowed) parseOperator(state, validator)
    if (amount === 0n) {
      throw sdkError('invalidRequest', 'max tokens must be positive: invalid request')
    }
    const maxTokens = { denom: state.names.denomination, amount }
    const { delegate, redelegate, undelegate } = stakeAction
    const authorizations = [delegate, redelegate, undelegate].map(
      (action) => ({ kind: 'stake', action, maxTokens, allowed }) as const,
    )
    return grantFrom(call, grantee, authorizations, expiration)
  },
})

const delegateWithAuthorization = abiFunction({
  name: 'delegateWithAuthorization',
  mutability: 'payable',
  inputs: { delegator: address, valAddress: string },
  returns: bool,
  run(call, { delegator, valAddress }) {
    const parties = partiesFor(call, delegator)
    return delegateFor(call, { evm: delegator, native: parties.granter }, valAddress, (amount) =>
      permit(call, parties, DELEGATE, valAddress, amount),
    )
  },
})

const redelegateWithAuthorization = abiFunction({
  name: 'redelegateWithAuthorization',
  mutability: 'nonpayable',
  inputs: { delegator: address, srcAddress: string, dstAddress: string, amount: uint256 },
  returns: bool,
  run(call, { delegator, srcAddress, dstAddress, amount }) {
    const parties = partiesFor(call, delegator)
    permit(call, parties, REDELEGATE, dstAddress, amount)
    const owner = { evm: delegator, native: parties.granter }
    return redelegateFor(call, owner, { srcAddress, dstAddress, amount })
  },
})

const undelegateWithAuthorization = abiFunction({
  name: 'undelegateWithAuthorization',
  mutability: 'nonpayable',
  inputs: { delegator: address, valAddress: string, amount: uint256 },
  returns: bool,
  run(call, { delegator, valAddress, amount }) {
    const parties = partiesFor(call, delegator)
    permit(call, parties, UNDELEGATE, valAddress, amount)
    return undelegateFor(call, { evm: delegator, native: parties.granter }, valAddress, amount)
  },
})

/** @throws ModuleError without a grant */
function permit(
  call: NativeCall,
  parties: GrantParties,
  typeUrl: string,
  operator: string,
  amount: bigint,
): void {
  const coin = { denom: call.state.names.denomination, amount }
  requireGrant(call.state, parties, typeUrl, headerInfoOf(call), { operator, coin })
}

/** Functions of staking for others from Sei 6.7 on. */
export const stakingGrants = [
  grantStakingAuthorization,
  delegateWithAuthorization,
  redelegateWithAuthorization,
  undelegateWithAuthorization,
  revokeFunction('revokeStakingAuthorization', [DELEGATE, REDELEGATE, UNDELEGATE]),
]
