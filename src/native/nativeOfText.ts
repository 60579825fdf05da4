import { bech32ToBytes } from '../primitives/bech32.ts'
import { bytesToHex } from '../primitives/hex.ts'
import type { NativeAddress } from '../state/layout.ts'
import type { RowState } from '../state/rowState.ts'

/** The account of a bech32 text that was checked before. */
export function nativeOfText(state: Pick<RowState, 'names'>, text: string): NativeAddress {
  return bytesToHex(bech32ToBytes(state.names.bech32Prefix, text)) as NativeAddress
}
