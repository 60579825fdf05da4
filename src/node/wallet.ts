import type { Transaction, UnsignedTransaction } from '../evm/transaction/transaction.ts'
import type { UnsignedNativeTransaction } from '../native/signNativeTransaction.ts'
import type { Address } from '../primitives/address.ts'
import type { Signature } from '../primitives/crypto/secp256k1.ts'
import type { NativeAddress } from '../state/rows/layout.ts'

/** The development accounts, whose keys the node holds. */
export interface Wallet {
  /** In order of derivation. */
  readonly addresses: readonly Address[]
  has(address: Address): boolean
  /** Signs a 32-byte hash. @throws ChainRefused UNKNOWN_ACCOUNT */
  signHash(address: Address, hash: Uint8Array): Signature
  /** @throws ChainRefused UNKNOWN_ACCOUNT */
  signTransaction(address: Address, transaction: UnsignedTransaction): Transaction
  /** Gives the bytes of a native transaction, signed. @throws ChainRefused UNKNOWN_ACCOUNT */
  signNativeTransaction(
    address: Address,
    transaction: Omit<UnsignedNativeTransaction, 'privateKey'>,
  ): Uint8Array
  /** The native address of an account's key, associated or not. @throws ChainRefused UNKNOWN_ACCOUNT */
  nativeAddressOf(address: Address): NativeAddress
  /** For the banner only: the private key, 32 bytes. */
  privateKeyOf(address: Address): Uint8Array
}
