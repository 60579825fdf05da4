import type { Address } from '../../primitives/address.ts'
import { toChecksumAddress, ZERO_ADDRESS } from '../../primitives/address.ts'
import { bech32ToBytes, bytesToBech32 } from '../../primitives/encoding/bech32.ts'
import { bytesToHex, hexToBytes } from '../../primitives/encoding/hex.ts'
import {
  castAddress,
  evmOfKind,
  type NativeAddress,
  nativeOfKind,
} from '../../state/rows/layout.ts'
import type { RowState } from '../../state/rows/rowState.ts'
import { parseBech32 } from '../bech32Address.ts'
import { ModuleError, sdkError } from '../moduleError.ts'

/**
 * Returns the native account of an EVM account's coins: the associated one, or the one with the
 * same bytes.
 */
export function ownerOf(state: RowState, address: Address): NativeAddress {
  return state.get(nativeOfKind, address) ?? castAddress(address)
}

/**
 * Returns the EVM account of a native account's coins: the associated one, or the one with the same
 * bytes.
 */
export function evmAccountOf(state: RowState, native: NativeAddress): Address {
  return state.get(evmOfKind, native) ?? (native as string as Address)
}

/**
 * Returns the associated native address.
 *
 * @throws ModuleError if there is none
 */
export function requireNative(state: RowState, address: Address): NativeAddress {
  const native = state.get(nativeOfKind, address)
  if (native !== undefined) return native
  throw notAssociated(`address ${toChecksumAddress(address)} is not linked`)
}

/**
 * Returns the native address of a delegator that a query names.
 *
 * @throws ModuleError if it is the zero address or not associated
 */
export function requireDelegator(state: RowState, address: Address): NativeAddress {
  if (address === ZERO_ADDRESS) throw invalidAddr()
  return requireNative(state, address)
}

/**
 * Returns the native address to or for which rewards are paid.
 *
 * @throws ModuleError if it is the zero address or not associated
 */
export function requireWithdrawAddress(state: RowState, address: Address): NativeAddress {
  if (address === ZERO_ADDRESS) throw invalidAddr()
  const native = state.get(nativeOfKind, address)
  if (native !== undefined) return native
  throw notAssociated('cannot use an unassociated address as withdraw address')
}

/** Creates the error of an address that cannot be used. */
export function invalidAddr(): ModuleError {
  return sdkError('invalidAddress', 'invalid addr')
}

/** Encodes a native address in bech32. */
export function nativeText(state: Pick<RowState, 'names'>, native: NativeAddress): string {
  return bytesToBech32(state.names.bech32Prefix, hexToBytes(native))
}

/**
 * Decodes a native address in bech32.
 *
 * @throws ModuleError
 */
export function parseNative(state: RowState, text: string): NativeAddress {
  return parseBech32(state.names.bech32Prefix, text)
}

/** Creates the error of an address without a counterpart. */
export function notAssociated(message: string): ModuleError {
  return new ModuleError('evm', 2, message)
}

/** Decodes a bech32 address that was validated before. */
export function nativeOfText(state: Pick<RowState, 'names'>, text: string): NativeAddress {
  return bytesToHex(bech32ToBytes(state.names.bech32Prefix, text)) as NativeAddress
}
