import { generateKeyPairSync } from 'node:crypto'
import { sha256 } from '../../primitives/crypto/sha256.ts'
import { bytesToBase64, concatBytes } from '../../primitives/encoding/bytes.ts'
import { bytesToBareHex } from '../../primitives/encoding/hex.ts'

/** An ed25519 key of CometBFT. */
export interface CometKey {
  /** 32 bytes. */
  readonly publicKey: Uint8Array
  /** Seed and public key, 64 bytes, as Go has it. */
  readonly privateKey: Uint8Array
}

/** The keys of a node: it signs blocks with one, and is known to its peers by the other. */
export interface NodeKeys {
  readonly validator: CometKey
  readonly node: CometKey
}

const PRIVATE_TYPE = 'tendermint/PrivKeyEd25519'
const PUBLIC_TYPE = 'tendermint/PubKeyEd25519'

/** Creates random keys. */
export function createNodeKeys(): NodeKeys {
  return { validator: createKey(), node: createKey() }
}

function createKey(): CometKey {
  const { d = '', x = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const publicKey = new Uint8Array(Buffer.from(x, 'base64url'))
  const seed = new Uint8Array(Buffer.from(d, 'base64url'))
  return { publicKey, privateKey: concatBytes(seed, publicKey) }
}

/** Id of a node in the addresses of peers. */
export function nodeId({ node }: NodeKeys): string {
  return bytesToBareHex(addressOf(node))
}

/** Content of `node_key.json`. */
export function nodeKeyJson({ node }: NodeKeys): object {
  return { priv_key: privateJson(node) }
}

/** Content of `priv_validator_key.json`. */
export function validatorKeyJson({ validator }: NodeKeys): object {
  return { ...publicJson(validator), priv_key: privateJson(validator) }
}

/** Address and public key, as in the validators of a genesis. */
export function publicJson(key: CometKey): object {
  return {
    address: bytesToBareHex(addressOf(key)).toUpperCase(),
    pub_key: { type: PUBLIC_TYPE, value: bytesToBase64(key.publicKey) },
  }
}

function privateJson({ privateKey }: CometKey): object {
  return { type: PRIVATE_TYPE, value: bytesToBase64(privateKey) }
}

function addressOf({ publicKey }: CometKey): Uint8Array {
  return sha256(publicKey).subarray(0, 20)
}
