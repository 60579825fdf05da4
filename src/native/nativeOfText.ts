import { bech32ToBytes } from '../primitives/encoding/bech32.ts'
import { bytesToHex } from '../primitives/encoding/hex.ts'
import type { NativeAddress } from '../state/rows/layout.ts'
import type { RowState } from '../state/rows/rowState.ts'

/** The account of a bech32 text that was checked before. */
export function nativeOfText(state: Pick<RowState, 'names'>, text: string): NativeAddress {
  return bytesToHex(bech32ToBytes(state.names.bech32Prefix, text)) as NativeAddress
}
