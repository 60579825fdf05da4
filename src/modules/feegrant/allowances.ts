import { concatBytes } from '../../primitives/encoding/bytes.ts'
import { decodeFields, messageField, stringField } from '../../primitives/encoding/protobuf.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { IterableTableKind } from '../../state/rows/stateTable.ts'
import { nativeText } from '../evm/association.ts'
import { sdkError } from '../moduleError.ts'
import { addressRow, moduleTable, rowOf } from '../rows.ts'
import { type Allowance, decodeAllowance, encodeAllowance } from './allowance.ts'
import { type FeeUse, useAllowance } from './useAllowance.ts'

/** An allowance with its accounts in bech32. */
export interface FeeGrant {
  readonly granter: string
  readonly grantee: string
  readonly allowance: Allowance
}

/** The two accounts of an allowance. */
export interface FeeParties {
  readonly granter: NativeAddress
  readonly grantee: NativeAddress
}

/** Gov 5b, where the SDK has a store of its own: allowances for fees. Row: grantee, granter. */
export const feeGrantKind: IterableTableKind<FeeGrant> = moduleTable({
  store: 'gov',
  name: 'fee-grant',
  prefix: 0x5b,
  id: addressRow,
  encode: ({ granter, grantee, allowance }) =>
    concatBytes(
      stringField(1, granter),
      stringField(2, grantee),
      messageField(3, encodeAllowance(allowance)),
    ),
  decode: (bytes) => {
    const fields = decodeFields(bytes)
    return {
      granter: fields.text(1),
      grantee: fields.text(2),
      allowance: decodeAllowance(fields.bytes(3)),
    }
  },
})

/** Returns the row of an allowance. */
export function feeGrantRow({ granter, grantee }: FeeParties): string {
  return rowOf(grantee, granter)
}

/**
 * Grants an allowance, and creates the account of the grantee.
 *
 * @throws ModuleError if the grantee has an allowance of the granter
 */
export function grantAllowance(state: RowState, parties: FeeParties, allowance: Allowance): void {
  if (state.get(feeGrantKind, feeGrantRow(parties)) !== undefined) {
    throw sdkError('invalidRequest', 'fee allowance already exists: invalid request')
  }
  state.ensureAccount(parties.grantee)
  setAllowance(state, parties, allowance)
}

/** @throws ModuleError if the grantee has no allowance of the granter */
export function revokeAllowance(state: RowState, parties: FeeParties): void {
  requireAllowance(state, parties)
  state.set(feeGrantKind, feeGrantRow(parties), undefined)
}

/**
 * Pays a fee from an allowance, which is removed when it is used up. Returns whether it was.
 *
 * @throws ModuleError if no allowance covers the fee
 */
export function useGrantedFees(state: RowState, parties: FeeParties, use: FeeUse): boolean {
  const rest = useAllowance(requireAllowance(state, parties), use)
  if (rest === undefined) state.set(feeGrantKind, feeGrantRow(parties), undefined)
  else setAllowance(state, parties, rest)
  return rest === undefined
}

/** Returns the allowance of a grantee from a granter. @throws ModuleError */
export function requireAllowance(state: RowState, parties: FeeParties): Allowance {
  const found = state.get(feeGrantKind, feeGrantRow(parties))
  if (found === undefined) throw sdkError('unauthorized', 'fee-grant not found: unauthorized')
  return found.allowance
}

function setAllowance(
  state: RowState,
  { granter, grantee }: FeeParties,
  allowance: Allowance,
): void {
  state.set(feeGrantKind, feeGrantRow({ granter, grantee }), {
    granter: nativeText(state, granter),
    grantee: nativeText(state, grantee),
    allowance,
  })
}
