import type { Address } from '../primitives/address.ts'
import type { Hash } from '../primitives/encoding/hex.ts'
import type { NativeAccount, NativeAddress } from './rows/layout.ts'

/** State as of one moment. Reads are synchronous; what they return is not to be mutated. */
export interface StateReader {
  /** Spendable balance in wei: usei * 10^12 + the wei remainder. */
  getBalance(address: Address): bigint
  getNonce(address: Address): bigint
  /** Code, or no bytes. A delegated account (EIP-7702) has `0xef0100` and an address. */
  getCode(address: Address): Uint8Array
  /** keccak256 of the code; undefined where there is none. */
  getCodeHash(address: Address): Hash | undefined
  /** The 32-byte word at a 32-byte slot; zeros when unset. */
  getStorage(address: Address, slot: Uint8Array): Uint8Array
  /** Slots (32 bytes) that hold a word, each once, in no particular order. */
  storageSlots(address: Address): Iterable<Uint8Array>
  /** Spendable wei of a native address. */
  getWei(owner: NativeAddress): bigint
  /** Units of a denomination that a native account owns. */
  getCoins(owner: NativeAddress, denomination: string): bigint
  /** Denominations that a native account has coins of, in alphabetical order. */
  denominations(owner: NativeAddress): readonly string[]
  /** The account record of a native address, or undefined. */
  getAccount(native: NativeAddress): NativeAccount | undefined
  /**
   * The account record that native transactions of a key count with: its native address's, or that
   * of its cast address before the two are associated.
   */
  getSigningAccount(address: Address, native: NativeAddress): NativeAccount | undefined
  /** The 20 bytes of the associated native address, or undefined. */
  getNativeAddress(address: Address): Uint8Array | undefined
  /** The EVM address that a native address is associated with, or undefined. */
  getEvmAddress(native: NativeAddress): Address | undefined
}
