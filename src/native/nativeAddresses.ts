import type { Address } from '../primitives/address.ts'
import { bech32ToBytes, bytesToBech32 } from '../primitives/bech32.ts'
import { bytesToHex, hexToBytes } from '../primitives/hex.ts'
import { castAddress, evmOfKind, type NativeAddress, nativeOfKind } from '../state/layout.ts'
import type { RowState } from '../state/rowState.ts'

/** The account of a bech32 text that was checked before. */
export function nativeOfText(state: Pick<RowState, 'names'>, text: string): NativeAddress {
  return bytesToHex(bech32ToBytes(state.names.bech32Prefix, text)) as NativeAddress
}

/** Bech32 text of an account. */
export function textOfNative(state: Pick<RowState, 'names'>, native: NativeAddress): string {
  return bytesToBech32(state.names.bech32Prefix, hexToBytes(native))
}

/** The native account that an EVM address is associated with, or else is cast to. */
export function nativeOf(state: RowState, address: Address): NativeAddress {
  return state.get(nativeOfKind, address) ?? castAddress(address)
}

/** The EVM address that a native account is associated with, or else the one with the same bytes. */
export function evmOf(state: RowState, native: NativeAddress): Address {
  return state.get(evmOfKind, native) ?? (native as string as Address)
}
