import type { DenominationMetadata } from '../../primitives/denominationMetadata.ts'
import {
  bytesToLatin1,
  bytesToUtf8,
  concatBytes,
  utf8ToBytes,
} from '../../primitives/encoding/bytes.ts'
import { decodeFields, stringField } from '../../primitives/encoding/protobuf.ts'
import { metadataKind } from '../../state/rows/metadataKind.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { IterableTableKind } from '../../state/rows/stateTable.ts'
import { balanceOf, burnCoins, type Coin, mintCoins, supplyOf } from '../bank/bank.ts'
import { metadataOf } from '../bank/bankMetadata.ts'
import { nativeOfText } from '../evm/association.ts'
import { plainError, sdkError } from '../moduleError.ts'
import { setAllowList } from './allowList.ts'
import { factoryError, requireTokenDenom, tokenDenom } from './denoms.ts'

const PREFIX = Uint8Array.of(0x6f)

/**
 * Bank 6f, where the real chain has a store of its own: admins of denominations (bech32 texts).
 * Row: denomination.
 */
export const denomAdminKind: IterableTableKind<string> = {
  name: 'bank/denom-admin',
  store: 'bank',
  prefix: PREFIX,
  key: (denom) => bytesToLatin1(concatBytes(PREFIX, utf8ToBytes(denom))),
  idOf: bytesToUtf8,
  encode: (admin) => stringField(1, admin),
  decode: (bytes) => decodeFields(bytes).text(1),
  equal: (a, b) => a === b,
}

/**
 * Creates a denomination whose admin is its creator. Returns it.
 *
 * @param creator bech32 text
 * @throws ModuleError
 */
export function createDenom(state: RowState, creator: string, subdenom: string): string {
  if (subdenom !== '' && supplyOf(state, subdenom) > 0n) {
    throw plainError(
      "temporary error until IBC bug is sorted out, can't create subdenoms that are the same as a native denom",
    )
  }
  const denom = tokenDenom(creator, subdenom)
  if (metadataOf(state, denom) !== undefined) {
    throw factoryError(
      'denomExists',
      'attempting to create a denom that already exists (has bank metadata)',
    )
  }
  state.set(metadataKind, denom, {
    description: '',
    units: [{ denomination: denom, exponent: 0 }],
    base: denom,
    display: denom,
    name: denom,
    symbol: denom,
  })
  state.set(denomAdminKind, denom, creator)
  return denom
}

/**
 * Replaces the allow list of a denomination.
 *
 * @throws ModuleError
 */
export function updateDenom(
  state: RowState,
  admin: string,
  denom: string,
  addresses: readonly string[] | undefined,
): void {
  if (metadataOf(state, denom) === undefined) {
    throw factoryError('noDenom', `denom: ${denom}: denom does not exist`)
  }
  if (addresses === undefined) throw factoryError('noAllowList', 'allowlist undefined')
  requireAdmin(state, admin, denom)
  setAllowList(state, denom, addresses)
}

/**
 * Mints coins for the admin of their denomination.
 *
 * @throws ModuleError
 */
export function mintDenom(state: RowState, admin: string, coin: Coin): void {
  const { denom } = coin
  if (metadataOf(state, denom) === undefined) {
    throw factoryError('noDenom', `denom: ${denom}: denom does not exist`)
  }
  requireAdmin(state, admin, denom)
  requireTokenDenom(denom, state.names.bech32Prefix)
  mintCoins(state, nativeOfText(state, admin), [coin])
}

/**
 * Burns coins of the admin of their denomination.
 *
 * @throws ModuleError
 */
export function burnDenom(state: RowState, admin: string, coin: Coin): void {
  const { denom, amount } = coin
  requireAdmin(state, admin, denom)
  requireTokenDenom(denom, state.names.bech32Prefix)
  const owner = nativeOfText(state, admin)
  const have = balanceOf(state, owner, denom)
  if (have < amount) {
    throw sdkError(
      'insufficientFunds',
      `${have}${denom} is smaller than ${amount}${denom}: insufficient funds`,
    )
  }
  burnCoins(state, owner, [coin])
}

/**
 * Hands a denomination over.
 *
 * @throws ModuleError
 */
export function changeAdmin(state: RowState, admin: string, denom: string, next: string): void {
  requireAdmin(state, admin, denom)
  if (next === admin) {
    throw factoryError(
      'adminExists',
      'attempting to create a new admin that already exists for the denom',
    )
  }
  state.set(denomAdminKind, denom, next)
}

/**
 * Replaces the metadata of a denomination.
 *
 * @throws ModuleError
 */
export function setDenomMetadata(
  state: RowState,
  admin: string,
  metadata: DenominationMetadata,
): void {
  requireAdmin(state, admin, metadata.base)
  state.set(metadataKind, metadata.base, metadata)
}

/** @throws ModuleError */
function requireAdmin(state: RowState, sender: string, denom: string): void {
  if (state.get(denomAdminKind, denom) === sender) return
  throw factoryError('unauthorized', 'unauthorized account')
}
