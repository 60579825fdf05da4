import { authorizationJson } from '../../../../modules/authz/authorization.ts'
import {
  type Grant,
  grantKind,
  grantPrefix,
  partiesOf,
  validGrant,
} from '../../../../modules/authz/grants.ts'
import {
  nativeText,
  requireDelegator as requireAccount,
} from '../../../../modules/evm/association.ts'
import { EMPTY_BYTES, utf8ToBytes } from '../../../../primitives/encoding/bytes.ts'
import type { RowState } from '../../../../state/rows/rowState.ts'
import { abiFunction } from '../abi/abiFunction.ts'
import { meteredPrecompile } from '../abi/abiPrecompile.ts'
import { address, arrayOf, bytes, int64, string, tuple } from '../abi/abiType.ts'
import { headerInfoOf } from '../payment.ts'
import { type Page, readMatches, readPage } from '../query/pages.ts'
import { queryError } from '../query/queryError.ts'

const grants = abiFunction({
  name: 'grants',
  mutability: 'view',
  inputs: { granter: address, grantee: address, msgTypeUrl: string, pageKey: bytes },
  returns: tuple('GrantsResponse', {
    grants: arrayOf(tuple('Grant', { authorization: bytes, expiration: int64 })),
    nextKey: bytes,
  }),
  run(call, { granter, grantee, msgTypeUrl, pageKey }) {
    const { state } = call
    const parties = {
      granter: requireAccount(state, granter),
      grantee: requireAccount(state, grantee),
    }
    if (msgTypeUrl !== '') {
      const found = validGrant(state, parties, msgTypeUrl, headerInfoOf(call))
      if (found !== undefined) return { grants: [toGrant(found)], nextKey: EMPTY_BYTES }
      throw queryError('NotFound', `no authorization found for ${msgTypeUrl} type`)
    }
    const prefix = grantPrefix(parties.granter, parties.grantee)
    const { rows, nextKey } = readPage(call, { kind: grantKind, prefix, pageKey })
    return { grants: rows.map(([, found]) => toGrant(found)), nextKey }
  },
})

const grantPage = tuple('GrantAuthorizationsResponse', {
  grants: arrayOf(
    tuple('GrantAuthorization', {
      granter: string,
      grantee: string,
      authorization: bytes,
      expiration: int64,
    }),
  ),
  nextKey: bytes,
})

const granterGrants = abiFunction({
  name: 'granterGrants',
  mutability: 'view',
  inputs: { granter: address, pageKey: bytes },
  returns: grantPage,
  run(call, { granter, pageKey }) {
    const prefix = grantPrefix(requireAccount(call.state, granter))
    return withParties(call.state, readPage(call, { kind: grantKind, prefix, pageKey }))
  },
})

const granteeGrants = abiFunction({
  name: 'granteeGrants',
  mutability: 'view',
  inputs: { grantee: address, pageKey: bytes },
  returns: grantPage,
  run(call, { grantee, pageKey }) {
    const native = requireAccount(call.state, grantee)
    const isTheirs = (row: string) => partiesOf(row).grantee === native
    return withParties(call.state, readMatches(call, { kind: grantKind, pageKey }, isTheirs))
  },
})

function withParties(
  state: RowState,
  { rows, nextKey }: Page<readonly [row: string, found: Grant]>,
) {
  const grants = rows.map(([row, found]) => {
    const { granter, grantee } = partiesOf(row)
    return {
      granter: nativeText(state, granter),
      grantee: nativeText(state, grantee),
      ...toGrant(found),
    }
  })
  return { grants, nextKey }
}

function toGrant({ authorization, expiration }: Grant) {
  return { authorization: utf8ToBytes(authorizationJson(authorization)), expiration }
}

/** 0x100E of Sei 6.7: what accounts may do for others. */
export const authzPrecompile = meteredPrecompile([grants, granterGrants, granteeGrants], {
  decoder: 'authz',
})
