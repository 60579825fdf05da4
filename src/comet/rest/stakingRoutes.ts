import * as distribution from 'cosmjs-types/cosmos/distribution/v1beta1/query'
import * as slashing from 'cosmjs-types/cosmos/slashing/v1beta1/query'
import * as staking from 'cosmjs-types/cosmos/staking/v1beta1/query'
import { route } from './route.ts'

const STAKING = '/cosmos.staking.v1beta1.Query/'
const DISTRIBUTION = '/cosmos.distribution.v1beta1.Query/'
const SLASHING = '/cosmos.slashing.v1beta1.Query/'

const stakingPath = '/cosmos/staking/v1beta1'
const distributionPath = '/cosmos/distribution/v1beta1'

const delegator = { delegator_addr: 1 }
const pair = { delegator_addr: 1, validator_addr: 2 }
const validator = { validator_addr: 1 }

/** Paths of staking and slashing. */
export const stakingRoutes = [
  route(
    [`${stakingPath}/validators`, `${STAKING}Validators`],
    { status: 1 },
    staking.QueryValidatorsResponse,
  ),
  route(
    [`${stakingPath}/validators/{validator_addr}`, `${STAKING}Validator`],
    validator,
    staking.QueryValidatorResponse,
  ),
  route(
    [`${stakingPath}/validators/{validator_addr}/delegations`, `${STAKING}ValidatorDelegations`],
    validator,
    staking.QueryValidatorDelegationsResponse,
  ),
  route(
    [
      `${stakingPath}/validators/{validator_addr}/delegations/{delegator_addr}`,
      `${STAKING}Delegation`,
    ],
    pair,
    staking.QueryDelegationResponse,
  ),
  route(
    [
      `${stakingPath}/validators/{validator_addr}/delegations/{delegator_addr}/unbonding_delegation`,
      `${STAKING}UnbondingDelegation`,
    ],
    pair,
    staking.QueryUnbondingDelegationResponse,
  ),
  route(
    [`${stakingPath}/delegations/{delegator_addr}`, `${STAKING}DelegatorDelegations`],
    delegator,
    staking.QueryDelegatorDelegationsResponse,
  ),
  route(
    [
      `${stakingPath}/delegators/{delegator_addr}/unbonding_delegations`,
      `${STAKING}DelegatorUnbondingDelegations`,
    ],
    delegator,
    staking.QueryDelegatorUnbondingDelegationsResponse,
  ),
  route(
    [`${stakingPath}/delegators/{delegator_addr}/redelegations`, `${STAKING}Redelegations`],
    { delegator_addr: 1, src_validator_addr: 2, dst_validator_addr: 3 },
    staking.QueryRedelegationsResponse,
  ),
  route(
    [`${stakingPath}/delegators/{delegator_addr}/validators`, `${STAKING}DelegatorValidators`],
    delegator,
    staking.QueryDelegatorValidatorsResponse,
  ),
  route(
    [
      `${stakingPath}/delegators/{delegator_addr}/validators/{validator_addr}`,
      `${STAKING}DelegatorValidator`,
    ],
    pair,
    staking.QueryDelegatorValidatorResponse,
  ),
  route(
    [
      `${stakingPath}/validators/{validator_addr}/unbonding_delegations`,
      `${STAKING}ValidatorUnbondingDelegations`,
    ],
    validator,
    staking.QueryValidatorUnbondingDelegationsResponse,
  ),
  route(
    [`${stakingPath}/historical_info/{height}`, `${STAKING}HistoricalInfo`],
    { height: 1 },
    staking.QueryHistoricalInfoResponse,
  ),
  route([`${stakingPath}/pool`, `${STAKING}Pool`], {}, staking.QueryPoolResponse),
  route([`${stakingPath}/params`, `${STAKING}Params`], {}, staking.QueryParamsResponse),
  route(
    ['/cosmos/slashing/v1beta1/signing_infos', `${SLASHING}SigningInfos`],
    {},
    slashing.QuerySigningInfosResponse,
  ),
  route(
    ['/cosmos/slashing/v1beta1/signing_infos/{cons_address}', `${SLASHING}SigningInfo`],
    { cons_address: 1 },
    slashing.QuerySigningInfoResponse,
  ),
  route(['/cosmos/slashing/v1beta1/params', `${SLASHING}Params`], {}, slashing.QueryParamsResponse),
]

const ofDelegator = { delegator_address: 1 }
const ofValidator = { validator_address: 1 }
const decimal = { hasDecimalCoins: true }

/** Paths of distribution. */
export const distributionRoutes = [
  route(
    [
      `${distributionPath}/delegators/{delegator_address}/rewards`,
      `${DISTRIBUTION}DelegationTotalRewards`,
    ],
    ofDelegator,
    distribution.QueryDelegationTotalRewardsResponse,
    decimal,
  ),
  route(
    [
      `${distributionPath}/delegators/{delegator_address}/rewards/{validator_address}`,
      `${DISTRIBUTION}DelegationRewards`,
    ],
    { delegator_address: 1, validator_address: 2 },
    distribution.QueryDelegationRewardsResponse,
    decimal,
  ),
  route(
    [
      `${distributionPath}/delegators/{delegator_address}/validators`,
      `${DISTRIBUTION}DelegatorValidators`,
    ],
    ofDelegator,
    distribution.QueryDelegatorValidatorsResponse,
  ),
  route(
    [
      `${distributionPath}/delegators/{delegator_address}/withdraw_address`,
      `${DISTRIBUTION}DelegatorWithdrawAddress`,
    ],
    ofDelegator,
    distribution.QueryDelegatorWithdrawAddressResponse,
  ),
  route(
    [
      `${distributionPath}/validators/{validator_address}/commission`,
      `${DISTRIBUTION}ValidatorCommission`,
    ],
    ofValidator,
    distribution.QueryValidatorCommissionResponse,
    decimal,
  ),
  route(
    [
      `${distributionPath}/validators/{validator_address}/outstanding_rewards`,
      `${DISTRIBUTION}ValidatorOutstandingRewards`,
    ],
    ofValidator,
    distribution.QueryValidatorOutstandingRewardsResponse,
    decimal,
  ),
  route(
    [`${distributionPath}/community_pool`, `${DISTRIBUTION}CommunityPool`],
    {},
    distribution.QueryCommunityPoolResponse,
    decimal,
  ),
  route(
    [`${distributionPath}/params`, `${DISTRIBUTION}Params`],
    {},
    distribution.QueryParamsResponse,
  ),
]
