import { bytesToUtf8, concatBytes, utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import { decodeFields, messageField } from '../../primitives/encoding/protobuf.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { IterableTableKind } from '../../state/rows/stateTable.ts'
import type { KeyRange } from '../../store/versionedStore.ts'
import type { HeaderInfo } from '../headerInfo.ts'
import { readSecondsField, secondsField } from '../messages.ts'
import { sdkError } from '../moduleError.ts'
import { addressRow, moduleTable, type RowId, rowOf, rowsBehind } from '../rows.ts'
import {
  type Authorization,
  decodeAuthorization,
  encodeAuthorization,
  type GrantUse,
  messageOf,
  useAuthorization,
} from './authorization.ts'

/** An authorization that one account gave to another. */
export interface Grant {
  readonly authorization: Authorization
  /** Seconds since 1970; it can be used up to then. */
  readonly expiration: bigint
}

/** The two accounts of a grant. */
export interface GrantParties {
  readonly granter: NativeAddress
  readonly grantee: NativeAddress
}

/** Bytes of two addresses with their lengths. */
const PARTIES_SIZE = 42

/** Length of the texts of two addresses with a slash. */
const PARTIES_LENGTH = 85

/**
 * Key of the two addresses and a type URL. Row: granter, a slash and grantee, then any text as the
 * type URL.
 */
const grantRow: RowId = {
  toBytes: (row) =>
    concatBytes(
      addressRow.toBytes(row.slice(0, PARTIES_LENGTH)),
      utf8ToBytes(row.slice(PARTIES_LENGTH)),
    ),
  fromBytes: (bytes) =>
    addressRow.fromBytes(bytes.subarray(0, PARTIES_SIZE)) +
    bytesToUtf8(bytes.subarray(PARTIES_SIZE)),
}

/** Gov 5a, where the SDK has a store of its own: grants. Row: granter, grantee and type URL. */
export const grantKind: IterableTableKind<Grant> = moduleTable({
  store: 'gov',
  name: 'grant',
  prefix: 0x5a,
  id: grantRow,
  encode: ({ authorization, expiration }) =>
    concatBytes(messageField(1, encodeAuthorization(authorization)), secondsField(2, expiration)),
  decode: (bytes) => {
    const fields = decodeFields(bytes)
    return {
      authorization: decodeAuthorization(fields.bytes(1)),
      expiration: readSecondsField(fields.bytes(2)),
    }
  },
})

/** Returns the row of a grant. */
function grantRowOf({ granter, grantee }: GrantParties, typeUrl: string): string {
  return rowOf(granter, grantee) + typeUrl
}

/** Returns the accounts of a row. */
export function partiesOf(row: string): GrantParties {
  const [granter, grantee] = row.slice(0, PARTIES_LENGTH).split('/') as NativeAddress[]
  if (granter === undefined || grantee === undefined) throw new Error(`bug: grant row ${row}`)
  return { granter, grantee }
}

/** Returns the start of the keys of the grants of an account, or of those to a grantee. */
export function grantPrefix(granter: NativeAddress, grantee?: NativeAddress): Uint8Array {
  return addressRow.toBytes(grantee === undefined ? granter : rowOf(granter, grantee))
}

/** Returns the range of the grants of an account, or of those to a grantee. */
export function grantsOf(granter: NativeAddress, grantee?: NativeAddress): KeyRange {
  return rowsBehind(grantPrefix(granter, grantee))
}

/**
 * Grants authorizations, replacing those for the same messages.
 *
 * @throws ModuleError
 */
export function grant(
  state: RowState,
  parties: GrantParties,
  authorizations: readonly Authorization[],
  expiration: bigint,
): void {
  requireTwo(parties)
  for (const authorization of authorizations) {
    const row = grantRowOf(parties, messageOf(authorization))
    state.set(grantKind, row, { authorization, expiration })
  }
}

/** @throws ModuleError if both are the same account */
export function requireTwo({ granter, grantee }: GrantParties): void {
  if (granter !== grantee) return
  throw sdkError('invalidRequest', 'granter and grantee cannot be same: invalid request')
}

/**
 * Revokes the grants for messages of some types.
 *
 * @throws ModuleError if no such grant exists
 */
export function revoke(state: RowState, parties: GrantParties, typeUrls: readonly string[]): void {
  const rows = typeUrls
    .map((typeUrl) => grantRowOf(parties, typeUrl))
    .filter((row) => state.get(grantKind, row) !== undefined)
  if (rows.length === 0) throw sdkError('notFound', 'authorization not found: not found')
  for (const row of rows) state.set(grantKind, row, undefined)
}

/** Returns a grant that has not expired. */
export function validGrant(
  state: RowState,
  parties: GrantParties,
  typeUrl: string,
  { time }: HeaderInfo,
): Grant | undefined {
  const found = state.get(grantKind, grantRowOf(parties, typeUrl))
  return found === undefined || found.expiration < time ? undefined : found
}

/**
 * Uses the grant for a message of an account by another one, and returns whether that used it up.
 * An account needs none for its own.
 *
 * @param use of a change of stake or a transfer
 * @throws ModuleError if there is no grant that covers it
 */
export function requireGrant(
  state: RowState,
  parties: GrantParties,
  typeUrl: string,
  moment: HeaderInfo,
  use?: GrantUse,
): boolean {
  if (parties.granter === parties.grantee) return false
  const found = validGrant(state, parties, typeUrl, moment)
  if (found === undefined) throw sdkError('unauthorized', 'authorization not found: unauthorized')
  const authorization = useAuthorization(found.authorization, use)
  if (authorization === found.authorization) return false
  const rest = authorization && { ...found, authorization }
  state.set(grantKind, grantRowOf(parties, typeUrl), rest)
  return rest === undefined
}
