import type { Address } from '../../primitives/address.ts'
import type { Signature } from '../../primitives/crypto/secp256k1.ts'
import type { Hash } from '../../primitives/encoding/hex.ts'

/** No transaction may have it: the nonce after it would not fit 64 bits (EIP-2681). */
export const MAX_NONCE = 2n ** 64n - 1n

/** Addresses and 32-byte slots that a transaction announces (EIP-2930). */
export type AccessList = readonly AccessListItem[]
export interface AccessListItem {
  readonly address: Address
  readonly storageKeys: readonly Hash[]
}

/** One signed permission to run `address`'s code as the signer's own (EIP-7702). */
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

/** What a transaction asks for, before anybody signed it. */
export interface UnsignedTransaction {
  readonly type: TransactionType
  readonly chainId: bigint
  readonly nonce: bigint
  readonly gasLimit: bigint
  /** Absent: a contract is created. */
  readonly to?: Address
  readonly value: bigint
  readonly data: Uint8Array
  /** Upper bound of what a unit of gas may cost; the gas price of types 0 and 1. */
  readonly maxFeePerGas: bigint
  /** Upper bound of the tip; the gas price of types 0 and 1. */
  readonly maxPriorityFeePerGas: bigint
  readonly accessList: AccessList
  readonly authorizationList: readonly Authorization[]
}

/** A signed transaction whose sender is known. */
export interface Transaction extends UnsignedTransaction {
  readonly hash: Hash
  readonly from: Address
  /** 64 bytes, uncompressed, without the 0x04; undefined where the sender is impersonated. */
  readonly publicKey: Uint8Array | undefined
  readonly signature: Signature
  /** The `v` of legacy transactions: chainId * 2 + 35 + yParity; else the y parity. */
  readonly v: bigint
  /** As it went over the wire. */
  readonly raw: Uint8Array
}
