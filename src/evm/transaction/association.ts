import type { Address } from '../../primitives/address.ts'
import {
  compressPublicKey,
  HALF_ORDER,
  recoverPublicKey,
} from '../../primitives/crypto/secp256k1.ts'
import { hash160 } from '../../primitives/crypto/sha256.ts'
import { bytesToHex } from '../../primitives/encoding/hex.ts'
import { type NativeAddress, nativeOfKind } from '../../state/rows/layout.ts'
import type { WorldState } from '../../state/worldState.ts'

/**
 * Returns the native address of an uncompressed 64-byte public key: ripemd160(sha256(compressed
 * key)).
 */
export function publicKeyToNative(publicKey: Uint8Array): NativeAddress {
  return bytesToHex(hash160(compressPublicKey(publicKey))) as NativeAddress
}

/** Associates the two addresses of a signer, unless they already are or the chain has only one. */
export function associateSigner(state: WorldState, address: Address, publicKey: Uint8Array): void {
  if (state.names.hasAssociations === false) return
  if (state.get(nativeOfKind, address) !== undefined) return
  state.associate(address, publicKeyToNative(publicKey), compressPublicKey(publicKey))
}

/**
 * Recovers the uncompressed 64-byte public key from the signature of an association.
 *
 * @returns undefined if the signature is invalid; in a valid one, `v` is 0 or 1, `s` in the lower
 *   half (EIP-2)
 */
export function recoverAssociated(
  hash: Uint8Array,
  { v, r, s }: { readonly v: bigint; readonly r: bigint; readonly s: bigint },
): Uint8Array | undefined {
  if ((v !== 0n && v !== 1n) || r === 0n || s === 0n || s > HALF_ORDER) return undefined
  try {
    return recoverPublicKey(hash, { r, s, yParity: v === 0n ? 0 : 1 })
  } catch {
    return undefined
  }
}
