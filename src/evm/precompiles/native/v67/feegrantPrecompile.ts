import { requireDelegator as requireAccount } from '../../../../modules/evm/association.ts'
import { allowanceJson } from '../../../../modules/feegrant/allowance.ts'
import {
  type FeeGrant,
  feeGrantKind,
  feeGrantRow,
} from '../../../../modules/feegrant/allowances.ts'
import { addressAt, addressRow, rowOf } from '../../../../modules/rows.ts'
import { utf8ToBytes } from '../../../../primitives/encoding/bytes.ts'
import { abiFunction } from '../abi/abiFunction.ts'
import { meteredPrecompile } from '../abi/abiPrecompile.ts'
import { address, arrayOf, bytes, string, tuple } from '../abi/abiType.ts'
import { type Page, readMatches, readPage } from '../query/pages.ts'
import { queryError } from '../query/queryError.ts'

const grantType = tuple('Grant', { granter: string, grantee: string, allowance: bytes })
const grantPage = tuple('AllowancesResponse', { allowances: arrayOf(grantType), nextKey: bytes })

const allowance = abiFunction({
  name: 'allowance',
  mutability: 'view',
  inputs: { granter: address, grantee: address },
  returns: grantType,
  run({ state }, { granter, grantee }) {
    const parties = {
      granter: requireAccount(state, granter),
      grantee: requireAccount(state, grantee),
    }
    const found = state.get(feeGrantKind, feeGrantRow(parties))
    if (found === undefined) throw queryError('Internal', 'fee-grant not found: unauthorized')
    return toGrant(found)
  },
})

const allowances = abiFunction({
  name: 'allowances',
  mutability: 'view',
  inputs: { grantee: address, pageKey: bytes },
  returns: grantPage,
  run(call, { grantee, pageKey }) {
    const prefix = addressRow.toBytes(rowOf(requireAccount(call.state, grantee)))
    return toPage(readPage(call, { kind: feeGrantKind, prefix, pageKey }))
  },
})

const allowancesByGranter = abiFunction({
  name: 'allowancesByGranter',
  mutability: 'view',
  inputs: { granter: address, pageKey: bytes },
  returns: grantPage,
  run(call, { granter, pageKey }) {
    const native = requireAccount(call.state, granter)
    const isTheirs = (row: string) => addressAt(row, 1) === native
    return toPage(readMatches(call, { kind: feeGrantKind, pageKey }, isTheirs))
  },
})

function toPage({ rows, nextKey }: Page<readonly [row: string, grant: FeeGrant]>) {
  return { allowances: rows.map(([, grant]) => toGrant(grant)), nextKey }
}

function toGrant({ granter, grantee, allowance: granted }: FeeGrant) {
  return { granter, grantee, allowance: utf8ToBytes(allowanceJson(granted)) }
}

/** 0x1010 of Sei 6.7: fees that accounts may pay from others. */
export const feegrantPrecompile = meteredPrecompile([allowance, allowances, allowancesByGranter], {
  decoder: 'feegrant',
})
