import { decodeBech32 } from '../primitives/encoding/bech32.ts'
import { bech32Fault } from '../primitives/encoding/bech32Fault.ts'
import { bytesToHex } from '../primitives/encoding/hex.ts'
import type { NativeAddress } from '../state/rows/layout.ts'
import { sdkError } from './moduleError.ts'

const ADDRESS_SIZE = 20

/**
 * Decodes a bech32 address with a prefix in the words of the Cosmos SDK (types/address.go).
 *
 * @throws ModuleError
 */
export function parseBech32(prefix: string, text: string): NativeAddress {
  if (text.trim() === '') {
    throw sdkError('invalidAddress', 'empty address string is not allowed')
  }
  const found = decodeBech32(text)
  if (found === undefined) {
    throw sdkError('invalidAddress', `decoding bech32 failed: ${bech32Fault(text)}`)
  }
  if (found.prefix !== prefix) {
    throw sdkError(
      'invalidAddress',
      `invalid Bech32 prefix; expected ${prefix}, got ${found.prefix}`,
    )
  }
  if (found.bytes.length === ADDRESS_SIZE) return bytesToHex(found.bytes) as NativeAddress
  throw sdkError(
    'invalidAddress',
    `address length is ${found.bytes.length} bytes, want ${ADDRESS_SIZE}: invalid address`,
  )
}
