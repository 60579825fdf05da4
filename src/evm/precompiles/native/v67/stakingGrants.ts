import { stakeAction } from '../../../../modules/authz/authorization.ts'
import { type GrantParties, requireGrant } from '../../../../modules/authz/grants.ts'
import { nativeText } from '../../../../modules/evm/association.ts'
import { sdkError } from '../../../../modules/moduleError.ts'
import { parseOperator } from '../../../../modules/operatorAddress.ts'
import { abiFunction, type NativeCall } from '../abi/abiFunction.ts'
import { address, arrayOf, bool, int64, string, uint256 } from '../abi/abiType.ts'
import { headerInfoOf } from '../payment.ts'
import {
  delegateFor,
  type Execute,
  executeChecked,
  redelegateFor,
  undelegateFor,
} from '../staking/stakingPrecompile.ts'
import { executeAs, grantFrom, partiesFor, protoText, revokeFunction } from './grantFunctions.ts'

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
    const execute = executor(call, parties, DELEGATE, { validator_address: valAddress })
    return delegateFor(call, { evm: delegator, native: parties.granter }, valAddress, execute)
  },
})

const redelegateWithAuthorization = abiFunction({
  name: 'redelegateWithAuthorization',
  mutability: 'nonpayable',
  inputs: { delegator: address, srcAddress: string, dstAddress: string, amount: uint256 },
  returns: bool,
  run(call, { delegator, ...move }) {
    const parties = partiesFor(call, delegator)
    const execute = executor(call, parties, REDELEGATE, {
      validator_src_address: move.srcAddress,
      validator_dst_address: move.dstAddress,
    })
    return redelegateFor(call, { evm: delegator, native: parties.granter }, move, execute)
  },
})

const undelegateWithAuthorization = abiFunction({
  name: 'undelegateWithAuthorization',
  mutability: 'nonpayable',
  inputs: { delegator: address, valAddress: string, amount: uint256 },
  returns: bool,
  run(call, { delegator, ...change }) {
    const parties = partiesFor(call, delegator)
    const named = { validator_address: change.valAddress }
    const execute = executor(call, parties, UNDELEGATE, named)
    return undelegateFor(call, { evm: delegator, native: parties.granter }, change, execute)
  },
})

/**
 * Executes messages for the granter.
 *
 * @param validators fields of the message; the grant has to allow the last one
 */
function executor(
  call: NativeCall,
  parties: GrantParties,
  typeUrl: string,
  validators: Readonly<Record<string, string>>,
): Execute {
  const { state } = call
  const names = Object.values(validators)
  return (amount, run) =>
    executeChecked(names)(amount, () => {
      const coin = { denom: state.names.denomination, amount }
      const use = { operator: names.at(-1) ?? '', coin }
      requireGrant(state, parties, typeUrl, headerInfoOf(call), use)
      const fields = { delegator_address: nativeText(state, parties.granter), ...validators }
      const spent = `denom:${JSON.stringify(coin.denom)} amount:"${amount}"`
      return executeAs(`${protoText(fields)}amount:<${spent} > `, run)
    })
}

/** Functions of staking for others from Sei 6.7 on. */
export const stakingGrants = [
  grantStakingAuthorization,
  delegateWithAuthorization,
  redelegateWithAuthorization,
  undelegateWithAuthorization,
  revokeFunction('revokeStakingAuthorization', [DELEGATE, REDELEGATE, UNDELEGATE]),
]
