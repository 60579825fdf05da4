import type { Address } from '../../primitives/address.ts'
import { derivePrivateKeys } from '../../primitives/crypto/hdWallet.ts'
import {
  compressPublicKey,
  privateToPublicKey,
  publicKeyToAddress,
} from '../../primitives/crypto/secp256k1.ts'
import { hash160 } from '../../primitives/crypto/sha256.ts'
import type { NodeConfig } from '../options/config.ts'

/** A development account: key and both addresses. */
export interface DevAccount {
  /** 32 bytes. */
  readonly privateKey: Uint8Array
  readonly evm: Address
  /** 20 bytes. */
  readonly native: Uint8Array
}

/** Derives the accounts of the mnemonic in order. */
export function deriveDevAccounts(
  config: Pick<NodeConfig, 'mnemonic' | 'derivationPath' | 'accounts'>,
): DevAccount[] {
  const keys = derivePrivateKeys(config.mnemonic, config.derivationPath, config.accounts)
  return keys.map((privateKey) => {
    const publicKey = privateToPublicKey(privateKey)
    return {
      privateKey,
      evm: publicKeyToAddress(publicKey),
      native: hash160(compressPublicKey(publicKey)),
    }
  })
}
