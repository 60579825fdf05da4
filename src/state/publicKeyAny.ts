import { bytesField, encodeAny } from '../primitives/protobuf.ts'

/** Name of the type of keys that accounts have. */
export const PUBLIC_KEY_TYPE = '/cosmos.crypto.secp256k1.PubKey'

/** A compressed secp256k1 key (33 bytes) as accounts and signatures name it: an Any of PubKey{key=1}. */
export function encodePublicKey(publicKey: Uint8Array): Uint8Array {
  return encodeAny(PUBLIC_KEY_TYPE, bytesField(1, publicKey))
}
