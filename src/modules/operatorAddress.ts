import { bytesToBech32 } from '../primitives/encoding/bech32.ts'
import { hexToBytes } from '../primitives/encoding/hex.ts'
import type { NativeAddress } from '../state/rows/layout.ts'
import type { RowState } from '../state/rows/rowState.ts'
import { parseBech32 } from './bech32Address.ts'

/** Suffix of the chain's prefix in validator addresses, which encode an account's 20 bytes. */
export const OPERATOR_SUFFIX = 'valoper'

/** Encodes a validator address, such as `seivaloper1…`. */
export function operatorText({ names }: RowState, operator: NativeAddress): string {
  return bytesToBech32(names.bech32Prefix + OPERATOR_SUFFIX, hexToBytes(operator))
}

/**
 * Decodes {@link operatorText}.
 *
 * @throws ModuleError
 */
export function parseOperator({ names }: RowState, text: string): NativeAddress {
  return parseBech32(names.bech32Prefix + OPERATOR_SUFFIX, text)
}
