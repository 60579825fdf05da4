import * as auth from 'cosmjs-types/cosmos/auth/v1beta1/query'
import * as bank from 'cosmjs-types/cosmos/bank/v1beta1/query'
import * as gov from 'cosmjs-types/cosmos/gov/v1beta1/query'
import * as params from 'cosmjs-types/cosmos/params/v1beta1/query'
import { decodeFields, stringField } from '../../primitives/encoding/protobuf.ts'
import { grantRoutes } from './grantRoutes.ts'
import { invalidArgument } from './grpcError.ts'
import { type QueryRoute, route } from './route.ts'
import { distributionRoutes, stakingRoutes } from './stakingRoutes.ts'

const AUTH = '/cosmos.auth.v1beta1.Query/'
const BANK = '/cosmos.bank.v1beta1.Query/'
const GOV = '/cosmos.gov.v1beta1.Query/'
const EVM = '/seiprotocol.seichain.evm.Query/'

const bankPath = '/cosmos/bank/v1beta1'
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
  route([`${bankPath}/params`, `${BANK}Params`], {}, bank.QueryParamsResponse),
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
    auth.QueryAccountResponse,
  ),
  route(['/cosmos/auth/v1beta1/params', `${AUTH}Params`], {}, auth.QueryParamsResponse),
  route(
    ['/cosmos/params/v1beta1/params', '/cosmos.params.v1beta1.Query/Params'],
    { subspace: 1, key: 2 },
    params.QueryParamsResponse,
  ),
  ...bankRoutes,
  ...stakingRoutes,
  ...distributionRoutes,
  ...govRoutes,
  ...grantRoutes,
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
