import { encodeAuthorization } from '../../modules/authz/authorization.ts'
import {
  type Grant,
  type GrantParties,
  grantKind,
  grantsOf,
  partiesOf,
  validGrant,
} from '../../modules/authz/grants.ts'
import { nativeText, parseNative } from '../../modules/evm/association.ts'
import { type FeeParties, feeGrantKind, feeGrantRow } from '../../modules/feegrant/allowances.ts'
import { secondsField } from '../../modules/messages.ts'
import { addressAt, rowsOf } from '../../modules/rows.ts'
import { concatBytes } from '../../primitives/encoding/bytes.ts'
import { type Fields, messageField, stringField } from '../../primitives/encoding/protobuf.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { type GrpcQueries, type GrpcQuery, internal, notFound } from './grpcQuery.ts'
import { page, rowItems } from './pagination.ts'

/** Reads the fields 1 and 2 of a request, granter and grantee. */
function partiesIn(state: RowState, fields: Fields): GrantParties & FeeParties {
  return {
    granter: parseNative(state, fields.text(1)),
    grantee: parseNative(state, fields.text(2)),
  }
}

const grants: GrpcQuery = ({ state, moment, fields }) => {
  const parties = partiesIn(state, fields)
  const typeUrl = fields.text(3)
  if (typeUrl === '') {
    const range = grantsOf(parties.granter, parties.grantee)
    return page(rowItems(state, grantKind, { range }), fields.bytes(4))
  }
  const found = validGrant(state, parties, typeUrl, moment)
  if (found === undefined) throw notFound(`no authorization found for ${typeUrl} type`, '')
  return messageField(1, grantKind.encode(found))
}

const granterGrants: GrpcQuery = ({ state, fields }) => {
  const range = grantsOf(parseNative(state, fields.text(1)))
  return page(rowItems(state, grantKind, { range, encode: encoder(state) }), fields.bytes(2))
}

const granteeGrants: GrpcQuery = ({ state, fields }) => {
  const grantee = parseNative(state, fields.text(1))
  const isFound = (_: Grant, row: string) => partiesOf(row).grantee === grantee
  return page(rowItems(state, grantKind, { isFound, encode: encoder(state) }), fields.bytes(2))
}

/** Returns an encoder of GrantAuthorizations. */
function encoder(state: RowState): (found: Grant, row: string) => Uint8Array {
  return ({ authorization, expiration }, row) => {
    const { granter, grantee } = partiesOf(row)
    return concatBytes(
      stringField(1, nativeText(state, granter)),
      stringField(2, nativeText(state, grantee)),
      messageField(3, encodeAuthorization(authorization)),
      secondsField(4, expiration),
    )
  }
}

const allowance: GrpcQuery = ({ state, fields }) => {
  const found = state.get(feeGrantKind, feeGrantRow(partiesIn(state, fields)))
  if (found === undefined) throw internal('fee-grant not found: unauthorized')
  return messageField(1, feeGrantKind.encode(found))
}

const allowances: GrpcQuery = ({ state, fields }) => {
  const range = rowsOf(parseNative(state, fields.text(1)))
  return page(rowItems(state, feeGrantKind, { range }), fields.bytes(2))
}

const allowancesByGranter: GrpcQuery = ({ state, fields }) => {
  const granter = parseNative(state, fields.text(1))
  const isFound = (_: unknown, row: string) => addressAt(row, 1) === granter
  return page(rowItems(state, feeGrantKind, { isFound }), fields.bytes(2))
}

/** Queries of the modules authz and feegrant. */
export const grantQueries: GrpcQueries = {
  '/cosmos.authz.v1beta1.Query/Grants': grants,
  '/cosmos.authz.v1beta1.Query/GranterGrants': granterGrants,
  '/cosmos.authz.v1beta1.Query/GranteeGrants': granteeGrants,
  '/cosmos.feegrant.v1beta1.Query/Allowance': allowance,
  '/cosmos.feegrant.v1beta1.Query/Allowances': allowances,
  '/cosmos.feegrant.v1beta1.Query/AllowancesByGranter': allowancesByGranter,
}
