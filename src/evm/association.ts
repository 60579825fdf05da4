import type { Address } from '../primitives/address.ts'
import { bytesToHex } from '../primitives/hex.ts'
import { compressPublicKey } from '../primitives/secp256k1.ts'
import { hash160 } from '../primitives/sha256.ts'
import type { NativeAddress } from '../state/layout.ts'
import type { WorldState } from '../state/worldState.ts'

/** Native address of an uncompressed 64-byte public key: ripemd160(sha256(compressed key)). */
export function publicKeyToNative(publicKey: Uint8Array): NativeAddress {
  return bytesToHex(hash160(compressPublicKey(publicKey))) as NativeAddress
}

/** Ties the two addresses of a signer together, unless they are already. */
export function associateSigner(state: WorldState, address: Address, publicKey: Uint8Array): void {
  if (state.getNativeAddress(address) !== undefined) return
  state.associate(address, publicKeyToNative(publicKey), compressPublicKey(publicKey))
}
