import { QueryAccountResponse } from 'cosmjs-types/cosmos/auth/v1beta1/query'
import * as bank from 'cosmjs-types/cosmos/bank/v1beta1/query'
import * as distribution from 'cosmjs-types/cosmos/distribution/v1beta1/query'
import * as gov from 'cosmjs-types/cosmos/gov/v1beta1/query'
import * as slashing from 'cosmjs-types/cosmos/slashing/v1beta1/query'
import * as staking from 'cosmjs-types/cosmos/staking/v1beta1/query'
import { concatBytes, EMPTY_BYTES } from '../../primitives/encoding/bytes.ts'
import type { Json } from '../../primitives/encoding/json.ts'
import {
  decodeFields,
  messageField,
  stringField,
  varintField,
} from '../../primitives/encoding/protobuf.ts'
import { invalidArgument } from './grpcError.ts'
import { type MessageType, type ProtoJsonOptions, protoJson } from './protoJson.ts'
import { encodePageRequest, pageRequestIn, uint64In } from './requestValues.ts'

/** Values of a path and a query string, by name. */
export type RouteValues = ReadonlyMap<string, string>

/** A path that is answered by a gRPC method. */
export interface QueryRoute {
  /** `/cosmos/bank/v1beta1/balances/{address}` */
  readonly pattern: string
  /** The gRPC method. */
  readonly method: string
  /** Encodes the request. @throws GrpcError */
  request(values: RouteValues): Uint8Array
  response(bytes: Uint8Array): Json
}

/** Fields of a request: the name in the path or the query string, and the number. */
type RequestFields = Readonly<Record<string, number>>

interface RouteDetails extends ProtoJsonOptions {
  /** Number of the field of the PageRequest; default: 2. */
  readonly page?: number
}

function route(
  [pattern, method]: readonly [pattern: string, method: string],
  fields: RequestFields,
  type: MessageType,
  details: RouteDetails = {},
): QueryRoute {
  return {
    pattern,
    method,
    request: (values) =>
      concatBytes(
        ...Object.entries(fields).map(([name, number]) => requestField(name, number, values)),
        pageField(details.page ?? Object.keys(fields).length + 1, values),
      ),
    response: (bytes) => protoJson(type, bytes, details),
  }
}

function requestField(name: string, number: number, values: RouteValues): Uint8Array {
  const text = values.get(name) ?? ''
  if (name === 'proposal_status') return varintField(number, statusOf(text))
  if (name !== 'proposal_id') return stringField(number, text)
  return varintField(number, uint64In(values, name))
}

/** Names of the statuses of proposals, in the order of their numbers. */
const STATUSES = ['UNSPECIFIED', 'DEPOSIT_PERIOD', 'VOTING_PERIOD', 'PASSED', 'REJECTED', 'FAILED']

function statusOf(text: string): bigint {
  if (/^[0-5]?$/.test(text)) return BigInt(text)
  const index = STATUSES.indexOf(text.replace('PROPOSAL_STATUS_', ''))
  if (index === -1) throw invalidArgument(`parsing field "proposal_status": ${text} is not valid`)
  return BigInt(index)
}

/** Encodes `pagination.key` and the like; no bytes without them. */
function pageField(number: number, values: RouteValues): Uint8Array {
  const page = encodePageRequest(pageRequestIn(values))
  return page.length === 0 ? EMPTY_BYTES : messageField(number, page)
}

const AUTH = '/cosmos.auth.v1beta1.Query/'
const BANK = '/cosmos.bank.v1beta1.Query/'
const STAKING = '/cosmos.staking.v1beta1.Query/'
const DISTRIBUTION = '/cosmos.distribution.v1beta1.Query/'
const GOV = '/cosmos.gov.v1beta1.Query/'
const SLASHING = '/cosmos.slashing.v1beta1.Query/'
const EVM = '/seiprotocol.seichain.evm.Query/'

const bankPath = '/cosmos/bank/v1beta1'
const stakingPath = '/cosmos/staking/v1beta1'
const distributionPath = '/cosmos/distribution/v1beta1'
const govPath = '/cosmos/gov/v1beta1'
const evmPath = '/sei-protocol/seichain/evm'

const bankRoutes = [
  route(
    [`${bankPath}/balances/{address}`, `${BANK}AllBalances`],
    { address: 1 },
    bank.QueryAllBalancesResponse,
  ),
  route(
    [`${bankPath}/balances/{address}/by_denom`, `${BANK}Balance`],
    { address: 1, denom: 2 },
    bank.QueryBalanceResponse,
  ),
  route(
    [`${bankPath}/balances/{address}/{denom}`, `${BANK}Balance`],
    { address: 1, denom: 2 },
    bank.QueryBalanceResponse,
  ),
  route(
    [`${bankPath}/spendable_balances/{address}`, `${BANK}SpendableBalances`],
    { address: 1 },
    bank.QuerySpendableBalancesResponse,
  ),
  route([`${bankPath}/supply`, `${BANK}TotalSupply`], {}, bank.QueryTotalSupplyResponse),
  route(
    [`${bankPath}/supply/by_denom`, `${BANK}SupplyOf`],
    { denom: 1 },
    bank.QuerySupplyOfResponse,
  ),
  route(
    [`${bankPath}/supply/{denom}`, `${BANK}SupplyOf`],
    { denom: 1 },
    bank.QuerySupplyOfResponse,
  ),
  route(
    [`${bankPath}/denoms_metadata`, `${BANK}DenomsMetadata`],
    {},
    bank.QueryDenomsMetadataResponse,
  ),
  route(
    [`${bankPath}/denoms_metadata/{denom}`, `${BANK}DenomMetadata`],
    { denom: 1 },
    bank.QueryDenomMetadataResponse,
  ),
]

const delegator = { delegator_addr: 1 }
const pair = { delegator_addr: 1, validator_addr: 2 }
const validator = { validator_addr: 1 }

const stakingRoutes = [
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

const distributionRoutes = [
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

const proposal = { proposal_id: 1 }

const govRoutes = [
  route(
    [`${govPath}/proposals`, `${GOV}Proposals`],
    { proposal_status: 1, voter: 2, depositor: 3 },
    gov.QueryProposalsResponse,
  ),
  route(
    [`${govPath}/proposals/{proposal_id}`, `${GOV}Proposal`],
    proposal,
    gov.QueryProposalResponse,
  ),
  route(
    [`${govPath}/proposals/{proposal_id}/votes`, `${GOV}Votes`],
    proposal,
    gov.QueryVotesResponse,
  ),
  route(
    [`${govPath}/proposals/{proposal_id}/votes/{voter}`, `${GOV}Vote`],
    { proposal_id: 1, voter: 2 },
    gov.QueryVoteResponse,
  ),
  route(
    [`${govPath}/proposals/{proposal_id}/deposits`, `${GOV}Deposits`],
    proposal,
    gov.QueryDepositsResponse,
  ),
  route(
    [`${govPath}/proposals/{proposal_id}/deposits/{depositor}`, `${GOV}Deposit`],
    { proposal_id: 1, depositor: 2 },
    gov.QueryDepositResponse,
  ),
  route(
    [`${govPath}/proposals/{proposal_id}/tally`, `${GOV}TallyResult`],
    proposal,
    gov.QueryTallyResultResponse,
  ),
  route(
    [`${govPath}/params/{params_type}`, `${GOV}Params`],
    { params_type: 1 },
    gov.QueryParamsResponse,
  ),
]

const evmRoutes: readonly QueryRoute[] = [
  associationRoute('sei_address', 'SeiAddressByEVMAddress', 'evm_address'),
  associationRoute('evm_address', 'EVMAddressBySeiAddress', 'sei_address'),
]

/** `/sei-protocol/seichain/evm/sei_address?evm_address=0x…` and its opposite. */
function associationRoute(name: string, method: string, given: string): QueryRoute {
  return {
    pattern: `${evmPath}/${name}`,
    method: `${EVM}${method}`,
    request: (values) => stringField(1, values.get(given) ?? ''),
    response(bytes) {
      const fields = decodeFields(bytes)
      return { [name]: fields.text(1), associated: fields.varint(2) === 1n }
    },
  }
}

/** All paths of queries; the first that fits is taken. */
export const queryRoutes: readonly QueryRoute[] = [
  route(
    ['/cosmos/auth/v1beta1/accounts/{address}', `${AUTH}Account`],
    { address: 1 },
    QueryAccountResponse,
  ),
  ...bankRoutes,
  ...stakingRoutes,
  ...distributionRoutes,
  ...govRoutes,
  ...evmRoutes,
]

/** Returns the values in a path that fits a pattern; undefined if it does not. */
export function matchPath(pattern: string, path: string): Map<string, string> | undefined {
  const [wanted, given] = [pattern.split('/'), path.split('/')]
  if (wanted.length !== given.length) return undefined
  const values = new Map<string, string>()
  for (const [i, part] of wanted.entries()) {
    const text = given[i] ?? ''
    if (part.startsWith('{')) {
      if (text === '') return undefined
      values.set(part.slice(1, -1), decodePart(text))
    } else if (part !== text) return undefined
  }
  return values
}

/** @throws GrpcError */
function decodePart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw invalidArgument(`malformed path ${text}`)
  }
}
