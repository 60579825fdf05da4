import { requireDelegator as requireAccount } from '../../../../modules/evm/association.ts'
import { allowanceJson } from '../../../../modules/feegrant/allowance.ts'
import {
  type FeeGrant,
  feeGrantKind,
  feeGrantRow,
} from '../../../../modules/feegrant/allowances.ts'
import { meteredRows } from '../../../../modules/gas/meteredRows.ts'
import { PAGE_SIZE, rangeFrom } from '../../../../modules/page.ts'
import { addressAt, addressRow, rowOf, rowsBehind } from '../../../../modules/rows.ts'
import {
  concatBytes,
  EMPTY_BYTES,
  latin1ToBytes,
  utf8ToBytes,
} from '../../../../primitives/encoding/bytes.ts'
import type { NativeAddress } from '../../../../state/rows/layout.ts'
import { keyBehindPrefix } from '../../../../state/rows/stateTable.ts'
import type { KeyRange } from '../../../../store/versionedStore.ts'
import { abiFunction, type NativeCall } from '../abi/abiFunction.ts'
import { meteredPrecompile } from '../abi/abiPrecompile.ts'
import { address, arrayOf, bytes, string, tuple } from '../abi/abiType.ts'
import { queryError } from './queryError.ts'

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
    // The real chain's page keys are those behind the grantee.
    const prefix = addressRow.toBytes(rowOf(requireAccount(call.state, grantee)))
    const range = { ...rowsBehind(prefix), start: concatBytes(prefix, pageKey) }
    const found: FeeGrant[] = []
    for (const [row, grant] of rowsIn(call, range)) {
      if (found.length === PAGE_SIZE) return page(found, pageKeyOf(row).subarray(prefix.length))
      found.push(grant)
    }
    return page(found)
  },
})

const allowancesByGranter = abiFunction({
  name: 'allowancesByGranter',
  mutability: 'view',
  inputs: { granter: address, pageKey: bytes },
  returns: grantPage,
  run(call, { granter, pageKey }) {
    const native = requireAccount(call.state, granter)
    return pageKey.length === 0 ? firstPageOf(call, native) : laterPageOf(call, native, pageKey)
  },
})

/** Most rows of the table that a page of some of them reads (types/query of the real chain). */
const SCAN_LIMIT = 10_000

/** The next page starts with the next row of the granter, if it is not too far away. */
function firstPageOf(call: NativeCall, granter: NativeAddress) {
  const found: FeeGrant[] = []
  let scanned = 0
  for (const [row, grant] of rowsIn(call)) {
    const isFull = found.length === PAGE_SIZE
    if (scanned === SCAN_LIMIT) {
      if (isFull) break
      throw scannedTooMuch('use key-based pagination instead')
    }
    const isFound = addressAt(row, 1) === granter
    if (isFound && isFull) return page(found, pageKeyOf(row))
    if (isFound) found.push(grant)
    // Rows behind a full page are counted from 0.
    scanned = isFound && found.length === PAGE_SIZE ? 0 : scanned + 1
  }
  return page(found)
}

/** The next page starts with the next row, also of another granter. */
function laterPageOf(call: NativeCall, granter: NativeAddress, pageKey: Uint8Array) {
  const found: FeeGrant[] = []
  let scanned = 0
  for (const [row, grant] of rowsIn(call, rangeFrom(pageKey))) {
    if (found.length === PAGE_SIZE) return page(found, pageKeyOf(row))
    if (scanned === SCAN_LIMIT) {
      throw scannedTooMuch('use a more specific key prefix or reduce limit')
    }
    if (addressAt(row, 1) === granter) found.push(grant)
    scanned++
  }
  return page(found)
}

function rowsIn({ world, charge }: NativeCall, range: KeyRange = {}) {
  return meteredRows(world, feeGrantKind, range, charge)
}

function pageKeyOf(row: string): Uint8Array {
  return latin1ToBytes(keyBehindPrefix(feeGrantKind, row))
}

function page(found: readonly FeeGrant[], nextKey: Uint8Array = EMPTY_BYTES) {
  return { allowances: found.map(toGrant), nextKey }
}

function scannedTooMuch(hint: string) {
  const reason = `scanned more than ${SCAN_LIMIT} entries without filling the page; ${hint}`
  return queryError('Internal', queryError('InvalidArgument', reason).message)
}

function toGrant({ granter, grantee, allowance: granted }: FeeGrant) {
  return { granter, grantee, allowance: utf8ToBytes(allowanceJson(granted)) }
}

/** 0x1010 of Sei 6.7: fees that accounts may pay from others. */
export const feegrantPrecompile = meteredPrecompile([allowance, allowances, allowancesByGranter], {
  decoder: 'feegrant',
})
