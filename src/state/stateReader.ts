import type { Address } from '../primitives/address.ts'
import type { Hash } from '../primitives/encoding/hex.ts'
import type { NativeAccount, NativeAddress } from './rows/layout.ts'
import type { NativeNames } from './rows/stateSource.ts'

/** The state at one moment. Reads are synchronous. Callers must not mutate the returned values. */
export interface StateReader {
  readonly names: NativeNames
  /** Spendable balance in wei: usei * 10^12 + the wei remainder. */
  getBalance(address: Address): bigint
  getNonce(address: Address): bigint
  /**
   * Code, or empty bytes. The code of a delegated account (EIP-7702) is `0xef0100` and an address.
   */
  getCode(address: Address): Uint8Array
  /** keccak256 of the code. Undefined if there is no code. */
  getCodeHash(address: Address): Hash | undefined
  /** The 32-byte word at a 32-byte slot; zeros if unset. */
  getStorage(address: Address, slot: Uint8Array): Uint8Array
  /** Slots (32 bytes) with a nonzero word, without duplicates and in no particular order. */
  storageSlots(address: Address): Iterable<Uint8Array>
  /** Spendable wei of a native address. */
  getWei(owner: NativeAddress): bigint
  /** Amount of a denomination that a native account owns. */
  getCoins(owner: NativeAddress, denomination: string): bigint
  /** Denominations of the coins of a native account, in alphabetical order. */
  denominations(owner: NativeAddress): readonly string[]
  /** The account record of a native address, or undefined. */
  getAccount(native: NativeAddress): NativeAccount | undefined
  /**
   * The account record that provides account number and sequence for native transactions of a key.
   * It is the record of the native address, or of the cast address before the association.
   */
  getSigningAccount(address: Address, native: NativeAddress): NativeAccount | undefined
  /** The 20 bytes of the associated native address, or undefined. */
  getNativeAddress(address: Address): Uint8Array | undefined
  /** The EVM address associated with a native address, or undefined. */
  getEvmAddress(native: NativeAddress): Address | undefined
}
