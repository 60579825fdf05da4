import { type Address, parseAddress } from '../../primitives/address.ts'
import { bech32ToBytes, bytesToBech32 } from '../../primitives/encoding/bech32.ts'
import { NativeTxError, shorten } from '../errors.ts'

const ADDRESS_BYTES = 20

/**
 * Validates a bech32 address of this chain in canonical form.
 *
 * @throws NativeTxError INVALID_NATIVE_ADDRESS
 */
export function checkBech32(field: string, text: string, bech32Prefix: string): string {
  const bytes = readBech32(field, text, bech32Prefix)
  if (bytes.length !== ADDRESS_BYTES) {
    throw invalidAddress(field, text, `${bytes.length} bytes, want ${ADDRESS_BYTES}`)
  }
  if (bytesToBech32(bech32Prefix, bytes) !== text) {
    throw invalidAddress(field, text, 'want lower case')
  }
  return text
}

function readBech32(field: string, text: string, bech32Prefix: string): Uint8Array {
  try {
    return bech32ToBytes(bech32Prefix, text)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw invalidAddress(field, text, shorten(reason), cause)
  }
}

/**
 * Parses an EVM address in any letter case.
 *
 * @throws NativeTxError INVALID_NATIVE_ADDRESS
 */
export function readEvmAddress(field: string, text: string): Address {
  try {
    return parseAddress(text)
  } catch (cause) {
    throw invalidAddress(field, text, 'want 0x and 40 hexadecimal digits', cause)
  }
}

/** Creates the error for an invalid address. */
export function invalidAddress(
  field: string,
  text: string,
  reason: string,
  cause?: unknown,
): NativeTxError {
  const address = shorten(text)
  return new NativeTxError({ code: 'INVALID_NATIVE_ADDRESS', field, address, reason }, { cause })
}
