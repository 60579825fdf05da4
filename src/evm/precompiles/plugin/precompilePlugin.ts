import type { Hex } from '../../../primitives/encoding/hex.ts'

/** A custom precompile in JavaScript. */
export interface PrecompilePlugin {
  /** Address: `0x` and 40 digits. */
  readonly address: string
  /**
   * Runs a call synchronously and returns its output as bytes or hexadecimal text. An exception
   * makes the call revert with the error's message as reason, undoes its changes and returns the
   * unused gas. For reproducible chains, it must depend only on its arguments.
   */
  run(input: Uint8Array, context: PrecompileContext): Uint8Array | Hex
}

/**
 * A call of a {@link PrecompilePlugin} and its operations, until `run` returns. Amounts are wei.
 */
export interface PrecompileContext {
  /** The calling contract; for a top-level call the sender. */
  readonly caller: Hex
  /** Value that the precompile received with the call. */
  readonly value: bigint
  /** Whether changes are forbidden: in STATICCALL, directly or indirectly. */
  readonly isStatic: boolean
  /** Whether it was called by DELEGATECALL or CALLCODE. */
  readonly isDelegated: boolean
  readonly gasLimit: bigint
  readonly chainId: bigint
  /** The timestamp is in seconds since 1970. */
  readonly block: { readonly number: bigint; readonly timestamp: bigint }
  /**
   * Charges gas. If the remaining gas does not suffice, the call consumes all of it and reverts.
   */
  useGas(gas: bigint | number): void
  getBalance(address: string): bigint
  getNonce(address: string): bigint
  getCode(address: string): Hex
  /** Returns the 32-byte value of an account's slot. */
  getStorage(address: string, slot: bigint | string): Hex
  /** Writes a slot of the precompile's own account. */
  setStorage(slot: bigint | string, word: bigint | string): void
  /** Transfers wei from the precompile's own account. */
  transfer(to: string, wei: bigint): void
  /**
   * Emits a log with up to four topics of 32 bytes in hexadecimal; `data` is bytes or hexadecimal
   * text.
   */
  emit(topics: readonly string[], data?: Uint8Array | string): void
  /** Ends the call, which reverts with this data. */
  revert(data?: Uint8Array | string): never
}
