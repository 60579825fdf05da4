import type { Address } from '../primitives/address.ts'
import type { Hash } from '../primitives/encoding/hex.ts'
import type { NativeAccount, NativeAddress } from './rows/layout.ts'

/** State at one moment. Reads are synchronous; do not mutate their results. */
export interface StateReader {
  /** Balance in wei: usei * 10^12 + wei remainder. */
  getBalance(address: Address): bigint
  getNonce(address: Address): bigint
  /** Code, or an empty array. A delegated account (EIP-7702) has `0xef0100` and an address. */
  getCode(address: Address): Uint8Array
  /** keccak256 of the code; undefined without code. */
  getCodeHash(address: Address): Hash | undefined
  /** 32-byte value of a 32-byte slot; zeros if unset. */
  getStorage(address: Address, slot: Uint8Array): Uint8Array
  /** Non-empty slots (32 bytes), each once, in no particular order. */
  storageSlots(address: Address): Iterable<Uint8Array>
  /** Balance of a native address in wei. */
  getWei(owner: NativeAddress): bigint
  /** Amount of a denomination that a native account owns. */
  getCoins(owner: NativeAddress, denomination: string): bigint
  /** Denominations that a native account owns, in alphabetical order. */
  denominations(owner: NativeAddress): readonly string[]
  /** Account record of a native address, or undefined. */
  getAccount(native: NativeAddress): NativeAccount | undefined
  /**
   * Account record for native transactions of a key: that of its native address, or of its cast
   * address before the association.
   */
  getSigningAccount(address: Address, native: NativeAddress): NativeAccount | undefined
  /** The 20 bytes of the associated native address, or undefined. */
  getNativeAddress(address: Address): Uint8Array | undefined
  /** The EVM address that a native address is associated with, or undefined. */
  getEvmAddress(native: NativeAddress): Address | undefined
}
