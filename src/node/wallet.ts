import type { Transaction, UnsignedTransaction } from '../evm/transaction.ts'
import type { Address } from '../primitives/address.ts'
import type { Signature } from '../primitives/secp256k1.ts'

/** The development accounts, whose keys the node holds. */
export interface Wallet {
  /** In order of derivation. */
  readonly addresses: readonly Address[]
  has(address: Address): boolean
  /** Signs a 32-byte hash. @throws ChainRefused UNKNOWN_ACCOUNT */
  signHash(address: Address, hash: Uint8Array): Signature
  /** @throws ChainRefused UNKNOWN_ACCOUNT */
  signTransaction(address: Address, transaction: UnsignedTransaction): Transaction
  /** For the banner only: the private key, 32 bytes. */
  privateKeyOf(address: Address): Uint8Array
}
