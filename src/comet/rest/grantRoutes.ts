import * as authz from 'cosmjs-types/cosmos/authz/v1beta1/query'
import * as feegrant from 'cosmjs-types/cosmos/feegrant/v1beta1/query'
import { route } from './route.ts'

const AUTHZ = '/cosmos.authz.v1beta1.Query/'
const FEEGRANT = '/cosmos.feegrant.v1beta1.Query/'

const grantsPath = '/cosmos/authz/v1beta1/grants'
const feegrantPath = '/cosmos/feegrant/v1beta1'

/** Paths of authz and feegrant. */
export const grantRoutes = [
  route(
    [grantsPath, `${AUTHZ}Grants`],
    { granter: 1, grantee: 2, msg_type_url: 3 },
    authz.QueryGrantsResponse,
  ),
  route(
    [`${grantsPath}/granter/{granter}`, `${AUTHZ}GranterGrants`],
    { granter: 1 },
    authz.QueryGranterGrantsResponse,
  ),
  route(
    [`${grantsPath}/grantee/{grantee}`, `${AUTHZ}GranteeGrants`],
    { grantee: 1 },
    authz.QueryGranteeGrantsResponse,
  ),
  route(
    [`${feegrantPath}/allowance/{granter}/{grantee}`, `${FEEGRANT}Allowance`],
    { granter: 1, grantee: 2 },
    feegrant.QueryAllowanceResponse,
  ),
  route(
    [`${feegrantPath}/allowances/{grantee}`, `${FEEGRANT}Allowances`],
    { grantee: 1 },
    feegrant.QueryAllowancesResponse,
  ),
  route(
    [`${feegrantPath}/issued/{granter}`, `${FEEGRANT}AllowancesByGranter`],
    { granter: 1 },
    feegrant.QueryAllowancesByGranterResponse,
  ),
]
