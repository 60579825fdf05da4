import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { sha256 } from '../../primitives/crypto/sha256.ts'
import { concatBytes, utf8ToBytes } from '../../primitives/encoding/bytes.ts'
import { hexToBytes } from '../../primitives/encoding/hex.ts'

/** Seed of the consensus key of the validator in genesis/dev.json. */
const SEED = sha256(utf8ToBytes('rockpool development validator'))
/** Start of an ed25519 key in PKCS #8; the seed follows. */
const PKCS8 = hexToBytes('0x302e020100300506032b657004220420')

const key = createPrivateKey({
  key: Buffer.from(concatBytes(PKCS8, SEED)),
  format: 'der',
  type: 'pkcs8',
})

/** Public consensus key of the development chain's validator, 32 bytes. */
export const devConsensusKey: Uint8Array = new Uint8Array(
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32),
)

/** Signs as the development chain's validator. Deterministic (RFC 8032). */
export function signAsDevValidator(message: Uint8Array): Uint8Array {
  return new Uint8Array(sign(null, message, key))
}
