import type { Address } from '../../primitives/address.ts'
import type { Signature } from '../../primitives/crypto/secp256k1.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'

/** Invalid as a transaction's nonce, because the next one would exceed 64 bits (EIP-2681). */
export const MAX_NONCE = 2n ** 64n - 1n

/** Addresses and 32-byte slots of an access list (EIP-2930). */
export type AccessList = readonly AccessListItem[]
export interface AccessListItem {
  readonly address: Address
  readonly storageKeys: readonly Hash[]
}

/** A signed authorization to run `address`'s code as the signer's own (EIP-7702). */
export interface Authorization extends Signature {
  readonly chainId: bigint
  readonly address: Address
  readonly nonce: bigint
}

/**
 * Legacy (EIP-155), access-list (EIP-2930), dynamic-fee (EIP-1559) and set-code (EIP-7702)
 * transactions.
 */
export type TransactionType = 0 | 1 | 2 | 4

/** Fields of a transaction without the signature. */
export interface UnsignedTransaction {
  readonly type: TransactionType
  readonly chainId: bigint
  readonly nonce: bigint
  readonly gasLimit: bigint
  /** Undefined for a contract creation. */
  readonly to?: Address | undefined
  readonly value: bigint
  readonly data: Uint8Array
  /** Maximum price per gas; the gas price of types 0 and 1. */
  readonly maxFeePerGas: bigint
  /** Maximum tip per gas; the gas price of types 0 and 1. */
  readonly maxPriorityFeePerGas: bigint
  readonly accessList: AccessList
  readonly authorizationList: readonly Authorization[]
}

/** A signed transaction with its sender. */
export interface Transaction extends UnsignedTransaction {
  readonly hash: Hash
  readonly from: Address
  /** 64 bytes, uncompressed, without the 0x04; undefined if the sender is impersonated. */
  readonly publicKey: Uint8Array | undefined
  readonly signature: Signature
  /** `v` of legacy transactions: chainId * 2 + 35 + yParity; otherwise the y parity. */
  readonly v: bigint
  /** Raw bytes. */
  readonly raw: Uint8Array
}
