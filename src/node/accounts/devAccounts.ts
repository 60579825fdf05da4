import { type Address, bytesToAddress } from '../../primitives/address.ts'
import {
  DEV_DERIVATION_PATH,
  DEV_MNEMONIC,
  derivePrivateKeys,
} from '../../primitives/crypto/hdWallet.ts'
import {
  compressPublicKey,
  privateToPublicKey,
  publicKeyToAddress,
} from '../../primitives/crypto/secp256k1.ts'
import { hash160 } from '../../primitives/crypto/sha256.ts'
import { hexToBytes } from '../../primitives/encoding/hex.ts'
import type { NodeConfig } from '../options/config.ts'
import { KNOWN_DEV_ACCOUNTS } from './knownDevAccounts.ts'

/** A development account: key and both addresses. */
export interface DevAccount {
  /** 32 bytes. */
  readonly privateKey: Uint8Array
  readonly evm: Address
  /** 20 bytes. */
  readonly native: Uint8Array
  /** Wei; default: that of all development accounts. */
  readonly balance?: bigint
}

/** Returns the accounts of the mnemonic in order, then those given by private key. */
export function deriveDevAccounts(
  config: Pick<NodeConfig, 'mnemonic' | 'derivationPath' | 'accounts' | 'account'>,
): DevAccount[] {
  const given = config.account.map(({ privateKey, balance }) => ({
    ...devAccountOf(privateKey),
    ...(balance !== undefined && { balance }),
  }))
  return [...ofMnemonic(config), ...given]
}

function ofMnemonic({
  mnemonic,
  derivationPath,
  accounts,
}: Pick<NodeConfig, 'mnemonic' | 'derivationPath' | 'accounts'>): DevAccount[] {
  const isKnown = mnemonic === DEV_MNEMONIC && derivationPath === DEV_DERIVATION_PATH
  if (isKnown && accounts <= KNOWN_DEV_ACCOUNTS.length) return knownDevAccounts(accounts)
  return derivePrivateKeys(mnemonic, derivationPath, accounts).map(devAccountOf)
}

function knownDevAccounts(count: number): DevAccount[] {
  return KNOWN_DEV_ACCOUNTS.slice(0, count).map(([privateKey, evm, native]) => ({
    privateKey: hexToBytes(privateKey),
    evm: bytesToAddress(hexToBytes(evm)),
    native: hexToBytes(native),
  }))
}

/** Computes the addresses of a private key of 32 bytes, which is not copied. */
export function devAccountOf(privateKey: Uint8Array): DevAccount {
  const publicKey = privateToPublicKey(privateKey)
  return {
    privateKey,
    evm: publicKeyToAddress(publicKey),
    native: hash160(compressPublicKey(publicKey)),
  }
}
