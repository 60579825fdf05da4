import { ChainError } from '../../chain/errors.ts'
import { publicKeyToNative } from '../../evm/transaction/association.ts'
import { signTransaction } from '../../evm/transaction/signTransaction.ts'
import type { Transaction, UnsignedTransaction } from '../../evm/transaction/transaction.ts'
import {
  signNativeTransaction,
  type UnsignedNativeTransaction,
} from '../../native/codec/signNativeTransaction.ts'
import type { Address } from '../../primitives/address.ts'
import { privateToPublicKey, type Signature, sign } from '../../primitives/crypto/secp256k1.ts'
import type { NativeAddress } from '../../state/rows/layout.ts'
import type { DevAccount } from './devAccounts.ts'

/** The development accounts with their keys. */
export interface Wallet {
  /** In order of derivation. */
  readonly addresses: readonly Address[]
  has(address: Address): boolean
  /**
   * Signs a 32-byte hash.
   * @throws ChainError UNKNOWN_ACCOUNT
   */
  signHash(address: Address, hash: Uint8Array): Signature
  /** @throws ChainError UNKNOWN_ACCOUNT */
  signTransaction(address: Address, transaction: UnsignedTransaction): Transaction
  /**
   * Signs a native transaction and returns its bytes.
   * @throws ChainError UNKNOWN_ACCOUNT
   */
  signNativeTransaction(
    address: Address,
    transaction: Omit<UnsignedNativeTransaction, 'privateKey'>,
  ): Uint8Array
  /**
   * Returns the native address of an account's key, associated or not.
   *
   * @throws ChainError UNKNOWN_ACCOUNT
   */
  nativeAddressOf(address: Address): NativeAddress
  /** For the banner only: the private key, 32 bytes. */
  privateKeyOf(address: Address): Uint8Array
}

/** Creates a wallet of accounts, without duplicates. */
export function createWallet(accounts: readonly Pick<DevAccount, 'evm' | 'privateKey'>[]): Wallet {
  const keys = new Map(accounts.map(({ evm, privateKey }) => [evm, privateKey]))

  function requireKey(address: Address): Uint8Array {
    const key = keys.get(address)
    if (key === undefined) throw new ChainError({ code: 'UNKNOWN_ACCOUNT', address })
    return key
  }

  return {
    addresses: [...keys.keys()],
    has: (address) => keys.has(address),
    signHash: (address, hash) => sign(hash, requireKey(address)),
    signTransaction: (address, transaction) => signTransaction(transaction, requireKey(address)),
    signNativeTransaction: (address, transaction) =>
      signNativeTransaction({ ...transaction, privateKey: requireKey(address) }),
    nativeAddressOf: (address) => publicKeyToNative(privateToPublicKey(requireKey(address))),
    privateKeyOf: requireKey,
  }
}
