import { bech32ToBytes, bytesToBech32 } from '../primitives/encoding/bech32.ts'
import { bytesToHex, hexToBytes } from '../primitives/encoding/hex.ts'
import type { NativeAddress } from '../state/rows/layout.ts'
import type { RowState } from '../state/rows/rowState.ts'
import { sdkError } from './moduleError.ts'

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
  const prefix = names.bech32Prefix + OPERATOR_SUFFIX
  let bytes: Uint8Array
  try {
    bytes = bech32ToBytes(prefix, text)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw sdkError('invalidAddress', `decoding bech32 failed: ${why}`)
  }
  if (bytes.length === 20) return bytesToHex(bytes) as NativeAddress
  throw sdkError(
    'invalidAddress',
    `address length is ${bytes.length} bytes, want 20: invalid address`,
  )
}
