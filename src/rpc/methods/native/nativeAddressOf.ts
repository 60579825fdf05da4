import type { Bech32 } from '../../../primitives/encoding/bech32.ts'
import { bytesToHex } from '../../../primitives/encoding/hex.ts'
import type { NativeAddress } from '../../../state/rows/layout.ts'
import type { NativeNames } from '../../../state/rows/stateSource.ts'
import { invalidParams } from '../../errors/rpcError.ts'

/**
 * Decodes a native address of the chain.
 *
 * @throws RpcError -32602 for another chain's prefix, or another length
 */
export function nativeAddressOf(
  { bech32Prefix }: NativeNames,
  { prefix, bytes }: Bech32,
  argument: number,
): NativeAddress {
  if (prefix !== bech32Prefix) {
    throw invalidParams(
      `invalid argument ${argument}: bech32 prefix is ${prefix}, want ${bech32Prefix}`,
    )
  }
  if (bytes.length !== 20) {
    throw invalidParams(`invalid argument ${argument}: address of ${bytes.length} bytes, want 20`)
  }
  return bytesToHex(bytes) as NativeAddress
}
