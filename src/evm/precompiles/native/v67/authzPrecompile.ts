import { authorizationJson } from '../../../../modules/authz/authorization.ts'
import {
  type Grant,
  grantKind,
  grantsOf,
  partiesOf,
  validGrant,
} from '../../../../modules/authz/grants.ts'
import {
  nativeText,
  requireDelegator as requireAccount,
} from '../../../../modules/evm/association.ts'
import { pageOf, rangeFrom } from '../../../../modules/page.ts'
import { EMPTY_BYTES, utf8ToBytes } from '../../../../primitives/encoding/bytes.ts'
import type { RowState } from '../../../../state/rows/rowState.ts'
import { abiFunction } from '../abi/abiFunction.ts'
import { meteredPrecompile } from '../abi/abiPrecompile.ts'
import { address, arrayOf, bytes, int64, string, tuple } from '../abi/abiType.ts'
import { headerInfoOf } from '../payment.ts'
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
    const range = rangeFrom(pageKey, grantsOf(parties.granter, parties.grantee))
    const { rows, nextKey } = pageOf(grantKind, state.ids(grantKind, range))
    return { grants: grantsIn(state, rows).map(([, found]) => toGrant(found)), nextKey }
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
  run({ state }, { granter, pageKey }) {
    const range = rangeFrom(pageKey, grantsOf(requireAccount(state, granter)))
    const { rows, nextKey } = pageOf(grantKind, state.ids(grantKind, range))
    return { grants: withParties(state, rows), nextKey }
  },
})

const granteeGrants = abiFunction({
  name: 'granteeGrants',
  mutability: 'view',
  inputs: { grantee: address, pageKey: bytes },
  returns: grantPage,
  run({ state }, { grantee, pageKey }) {
    const native = requireAccount(state, grantee)
    const { rows, nextKey } = pageOf(grantKind, rowsTo())
    return { grants: withParties(state, rows), nextKey }

    function* rowsTo(): Iterable<string> {
      for (const row of state.ids(grantKind, rangeFrom(pageKey))) {
        if (partiesOf(row).grantee === native) yield row
      }
    }
  },
})

function grantsIn(
  state: RowState,
  rows: readonly string[],
): readonly (readonly [row: string, found: Grant])[] {
  return rows.flatMap((row) => {
    const found = state.get(grantKind, row)
    return found === undefined ? [] : [[row, found] as const]
  })
}

function withParties(state: RowState, rows: readonly string[]) {
  return grantsIn(state, rows).map(([row, found]) => {
    const { granter, grantee } = partiesOf(row)
    return {
      granter: nativeText(state, granter),
      grantee: nativeText(state, grantee),
      ...toGrant(found),
    }
  })
}

function toGrant({ authorization, expiration }: Grant) {
  return { authorization: utf8ToBytes(authorizationJson(authorization)), expiration }
}

/** 0x100E of Sei 6.7: what accounts may do for others. */
export const authzPrecompile = meteredPrecompile([grants, granterGrants, granteeGrants], {
  decoder: 'authz',
})
