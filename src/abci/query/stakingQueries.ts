import { balanceOf } from '../../modules/bank/bank.ts'
import { addCoins } from '../../modules/bank/coins.ts'
import { rewardsAt } from '../../modules/distribution/accrual.ts'
import { communityPoolOf } from '../../modules/distribution/communityPool.ts'
import {
  commissionOf,
  rewardsOf,
  withdrawAddressOf,
} from '../../modules/distribution/distribution.ts'
import {
  distributionParamsKind,
  distributionParamsOf,
  outstandingKind,
} from '../../modules/distribution/distributionRows.ts'
import { nativeText, parseNative } from '../../modules/evm/association.ts'
import { coinFields, numberField, secondsField } from '../../modules/messages.ts'
import { bondedPoolAccount, notBondedPoolAccount } from '../../modules/moduleAccounts.ts'
import { operatorText, parseOperator } from '../../modules/operatorAddress.ts'
import { addressAt, rowOf, rowsOf } from '../../modules/rows.ts'
import { consensusText, parseConsensus } from '../../modules/slashing/consensusText.ts'
import { type SigningInfo, signingInfoOf } from '../../modules/slashing/signingInfo.ts'
import { slashingParamsKind, slashingParamsOf } from '../../modules/slashing/slashingParams.ts'
import { delegationKind, unbondingKind } from '../../modules/staking/delegation.ts'
import { tokensOf } from '../../modules/staking/shares.ts'
import { stakingParamsKind, stakingParamsOf } from '../../modules/staking/stakingParams.ts'
import {
  consensusKind,
  encodeValidator,
  requireValidator,
  type Validator,
  validatorKind,
  validatorStatus,
} from '../../modules/staking/validator.ts'
import { concatBytes, utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import { hexToBytes } from '../../primitives/encoding/hex.ts'
import {
  messageField,
  repeatedField,
  stringField,
  varintField,
} from '../../primitives/encoding/protobuf.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { type GrpcQueries, type GrpcQuery, invalidArgument, notFound } from './grpcQuery.ts'
import { page, rowItems } from './pagination.ts'

/** Names of the statuses in requests. */
const STATUS_NAMES = new Map<string, number>([
  ['BOND_STATUS_UNBONDED', validatorStatus.unbonded],
  ['BOND_STATUS_UNBONDING', validatorStatus.unbonding],
  ['BOND_STATUS_BONDED', validatorStatus.bonded],
])

const validator: GrpcQuery = ({ state, fields }) => {
  const found = state.get(validatorKind, parseOperator(state, fields.text(1)))
  if (found === undefined) throw notFound(`validator ${fields.text(1)}`)
  return messageField(1, encodeValidator(found))
}

const validators: GrpcQuery = ({ state, fields }) => {
  const name = fields.text(1)
  const status = STATUS_NAMES.get(name)
  if (status === undefined && name !== '' && name !== 'BOND_STATUS_UNSPECIFIED') {
    throw invalidArgument(`invalid validator status ${name}`)
  }
  const isFound = (each: Validator) => status === undefined || each.status === status
  return page(rowItems(state, validatorKind, { isFound, encode: encodeValidator }), fields.bytes(2))
}

const delegation: GrpcQuery = ({ state, fields }) => {
  const row = rowOf(parseNative(state, fields.text(1)), parseOperator(state, fields.text(2)))
  if (state.get(delegationKind, row) === undefined) {
    throw notFound(`delegation with delegator ${fields.text(1)} for validator ${fields.text(2)}`)
  }
  return messageField(1, delegationAt(state, row))
}

const delegations: GrpcQuery = ({ state, fields }) => {
  const range = rowsOf(parseNative(state, fields.text(1)))
  const encode = (_: unknown, row: string) => delegationAt(state, row)
  return page(rowItems(state, delegationKind, { range, encode }), fields.bytes(2))
}

const validatorDelegations: GrpcQuery = ({ state, fields }) => {
  const operator = parseOperator(state, fields.text(1))
  const isFound = (_: unknown, row: string) => addressAt(row, 1) === operator
  const encode = (_: unknown, row: string) => delegationAt(state, row)
  return page(rowItems(state, delegationKind, { isFound, encode }), fields.bytes(2))
}

const unbonding: GrpcQuery = ({ state, fields }) => {
  const row = rowOf(parseNative(state, fields.text(1)), parseOperator(state, fields.text(2)))
  const found = state.get(unbondingKind, row)
  if (found === undefined) {
    throw notFound(`unbonding delegation with delegator ${fields.text(1)}`)
  }
  return messageField(1, unbondingKind.encode(found))
}

const unbondings: GrpcQuery = ({ state, fields }) => {
  const range = rowsOf(parseNative(state, fields.text(1)))
  return page(rowItems(state, unbondingKind, { range }), fields.bytes(2))
}

const pool: GrpcQuery = ({ state }) => {
  const { bondDenomination: denom } = stakingParamsOf(state)
  const units = (account: NativeAddress) => balanceOf(state, account, denom)
  return messageField(
    1,
    concatBytes(
      numberField(1, units(notBondedPoolAccount)),
      numberField(2, units(bondedPoolAccount)),
    ),
  )
}

const delegationRewards: GrpcQuery = ({ state, moment, fields }) => {
  const delegator = parseNative(state, fields.text(1))
  const operator = parseOperator(state, fields.text(2))
  if (state.get(delegationKind, rowOf(delegator, operator)) === undefined) {
    throw notFound('delegation')
  }
  return concatBytes(...coinFields(1, rewardsAt(state, delegator, operator, moment.time)))
}

const totalRewards: GrpcQuery = ({ state, moment, fields }) => {
  const all = rewardsOf(state, parseNative(state, fields.text(1)), moment)
  const rewards = all.map(({ operator, coins }) =>
    concatBytes(stringField(1, operatorText(state, operator)), ...coinFields(2, coins)),
  )
  const total = addCoins(...all.map(({ coins }) => coins))
  return concatBytes(repeatedField(1, rewards), ...coinFields(2, total))
}

const delegatorValidators: GrpcQuery = ({ state, fields }) => {
  const rows = [...state.ids(delegationKind, rowsOf(parseNative(state, fields.text(1))))]
  return repeatedField(
    1,
    rows.map((row) => utf8ToBytes(operatorText(state, addressAt(row, 1)))),
  )
}

const withdrawAddress: GrpcQuery = ({ state, fields }) => {
  const address = withdrawAddressOf(state, parseNative(state, fields.text(1)))
  return stringField(1, nativeText(state, address))
}

const commission: GrpcQuery = ({ state, moment, fields }) => {
  const coins = commissionOf(state, parseOperator(state, fields.text(1)), moment)
  return messageField(1, concatBytes(...coinFields(1, coins)))
}

const outstanding: GrpcQuery = ({ state, fields }) => {
  const coins = state.get(outstandingKind, parseOperator(state, fields.text(1))) ?? []
  return messageField(1, concatBytes(...coinFields(1, coins)))
}

const signingInfo: GrpcQuery = ({ state, fields }) => {
  const text = fields.text(1)
  if (text === '') throw invalidArgument('invalid request')
  const consensus = parseConsensus(state, text)
  const found = signingInfoOf(state, consensus)
  if (found === undefined) throw notFound(`SigningInfo not found for validator ${text}`, '')
  return messageField(1, encodeSigningInfo(state, consensus, found))
}

const signingInfos: GrpcQuery = ({ state, fields }) => {
  const items = ([...state.ids(consensusKind)] as NativeAddress[]).flatMap((consensus) => {
    const found = signingInfoOf(state, consensus)
    if (found === undefined) return []
    const key = hexToBytes(consensus)
    return [{ key, encode: () => encodeSigningInfo(state, consensus, found) }]
  })
  return page(items, fields.bytes(1))
}

function encodeSigningInfo(
  state: RowState,
  consensus: NativeAddress,
  info: SigningInfo,
): Uint8Array {
  return concatBytes(
    stringField(1, consensusText(state, consensus)),
    varintField(2, info.startHeight),
    varintField(3, info.indexOffset),
    secondsField(4, info.jailedUntil),
    varintField(5, info.tombstoned ? 1n : 0n),
    varintField(6, info.missedBlocksCounter),
  )
}

/** A DelegationResponse: the delegation and its units. */
function delegationAt(state: RowState, row: string): Uint8Array {
  const found = state.get(delegationKind, row)
  if (found === undefined) throw notFound('delegation')
  const amount = tokensOf(requireValidator(state, addressAt(row, 1)), found.shares)
  const { bondDenomination: denom } = stakingParamsOf(state)
  return concatBytes(
    messageField(1, delegationKind.encode(found)),
    ...coinFields(2, [{ denom, amount }]),
  )
}

/** Queries of the modules staking, distribution and slashing. */
export const stakingQueries: GrpcQueries = {
  '/cosmos.staking.v1beta1.Query/Validator': validator,
  '/cosmos.staking.v1beta1.Query/Validators': validators,
  '/cosmos.staking.v1beta1.Query/Delegation': delegation,
  '/cosmos.staking.v1beta1.Query/DelegatorDelegations': delegations,
  '/cosmos.staking.v1beta1.Query/ValidatorDelegations': validatorDelegations,
  '/cosmos.staking.v1beta1.Query/UnbondingDelegation': unbonding,
  '/cosmos.staking.v1beta1.Query/DelegatorUnbondingDelegations': unbondings,
  '/cosmos.staking.v1beta1.Query/Pool': pool,
  '/cosmos.staking.v1beta1.Query/Params': ({ state }) =>
    messageField(1, stakingParamsKind.encode(stakingParamsOf(state))),
  '/cosmos.distribution.v1beta1.Query/DelegationRewards': delegationRewards,
  '/cosmos.distribution.v1beta1.Query/DelegationTotalRewards': totalRewards,
  '/cosmos.distribution.v1beta1.Query/DelegatorValidators': delegatorValidators,
  '/cosmos.distribution.v1beta1.Query/DelegatorWithdrawAddress': withdrawAddress,
  '/cosmos.distribution.v1beta1.Query/ValidatorCommission': commission,
  '/cosmos.distribution.v1beta1.Query/ValidatorOutstandingRewards': outstanding,
  '/cosmos.distribution.v1beta1.Query/CommunityPool': ({ state }) =>
    concatBytes(...coinFields(1, communityPoolOf(state))),
  '/cosmos.distribution.v1beta1.Query/Params': ({ state }) =>
    messageField(1, distributionParamsKind.encode(distributionParamsOf(state))),
  '/cosmos.slashing.v1beta1.Query/SigningInfo': signingInfo,
  '/cosmos.slashing.v1beta1.Query/SigningInfos': signingInfos,
  '/cosmos.slashing.v1beta1.Query/Params': ({ state }) =>
    messageField(1, slashingParamsKind.encode(slashingParamsOf(state))),
}
