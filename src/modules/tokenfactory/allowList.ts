import {
  bytesToLatin1,
  bytesToUtf8,
  concatBytes,
  equalBytes,
  utf8ToBytes,
} from '../../primitives/encoding/bytes.ts'
import { decodeFields, repeatedField } from '../../primitives/encoding/protobuf.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import type { IterableTableKind } from '../../state/rows/stateTable.ts'
import type { Coin } from '../bank/bank.ts'
import { parseNative } from '../evm/association.ts'
import { ModuleError, plainError, sdkError } from '../moduleError.ts'
import { DENOM_PREFIX, factoryError } from './denoms.ts'

/** Largest number of addresses: the real chain's default. */
const MAX_SIZE = 2000

const PREFIX = Uint8Array.of(0x6e)

/**
 * Bank 6e, not the real chain's prefix: who may send and receive a denomination (bech32 texts).
 * Without a list everyone may. Row: denomination.
 */
export const allowListKind: IterableTableKind<readonly string[]> = {
  name: 'bank/allow-list',
  store: 'bank',
  prefix: PREFIX,
  key: (denom) => bytesToLatin1(concatBytes(PREFIX, utf8ToBytes(denom))),
  idOf: bytesToUtf8,
  encode,
  decode: (bytes) => decodeFields(bytes).messages(1).map(bytesToUtf8),
  equal: (a, b) => equalBytes(encode(a), encode(b)),
}

function encode(addresses: readonly string[]): Uint8Array {
  return repeatedField(1, addresses.map(utf8ToBytes))
}

/**
 * Checks and stores an allow list.
 *
 * @throws ModuleError
 */
export function setAllowList(state: RowState, denom: string, addresses: readonly string[]): void {
  if (addresses.length > MAX_SIZE) throw factoryError('allowListTooLarge', 'allowlist too large')
  for (const address of addresses) {
    try {
      parseNative(state, address)
    } catch (error) {
      if (!(error instanceof ModuleError)) throw error
      throw plainError(`invalid address ${address}: ${error.message}`)
    }
  }
  state.set(allowListKind, denom, addresses.length === 0 ? undefined : addresses)
}

/**
 * Checks that allow lists permit a MsgSend.
 *
 * @param from bech32 text, as `to`
 * @throws ModuleError
 */
export function requireAllowed(
  state: RowState,
  from: string,
  to: string,
  coins: readonly Coin[],
): void {
  for (const { denom } of coins) {
    if (!denom.startsWith(DENOM_PREFIX)) continue
    const allowed = state.get(allowListKind, denom) ?? []
    if (allowed.length === 0) continue
    if (!allowed.includes(from)) throw forbidden(from, 'send')
    if (!allowed.includes(to)) throw forbidden(to, 'receive')
  }
}

function forbidden(address: string, what: string): ModuleError {
  return sdkError('unauthorized', `${address} is not allowed to ${what} funds: unauthorized`)
}
