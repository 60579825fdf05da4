import type { Hex } from '../../../primitives/encoding/hex.ts'

/** A precompiled contract in JavaScript, for a chain of one's own. */
export interface PrecompilePlugin {
  /** Where it stands: `0x` and 40 digits. */
  readonly address: string
  /**
   * Runs a call, and returns what it answers: bytes, or `0x` and their digits. It must not wait for
   * anything. Whatever it throws makes the call revert, for the reason that the error's message
   * tells, and takes back what it changed; gas that it did not use is returned. For equal chains to
   * stay equal, it depends on nothing but its arguments.
   */
  run(input: Uint8Array, context: PrecompileContext): Uint8Array | Hex
}

/**
 * A call of a {@link PrecompilePlugin}, and what it may do: only until `run` returns. Amounts are
 * wei.
 */
export interface PrecompileContext {
  /** The account whose code called; of a top-level call its sender. */
  readonly caller: Hex
  /** What the contract's account was given with the call. */
  readonly value: bigint
  /** Whether nothing may be changed: by STATICCALL, or inside of one. */
  readonly isStatic: boolean
  /** Whether it was called by DELEGATECALL or CALLCODE. */
  readonly isDelegated: boolean
  readonly gasLimit: bigint
  readonly chainId: bigint
  /** The timestamp counts seconds since 1970. */
  readonly block: { readonly number: bigint; readonly timestamp: bigint }
  /** Uses gas. Where there is not so much left, all is gone and the call reverts. */
  useGas(gas: bigint | number): void
  getBalance(address: string): bigint
  getNonce(address: string): bigint
  getCode(address: string): Hex
  /** The word of 32 bytes in a slot of an account. */
  getStorage(address: string, slot: bigint | string): Hex
  /** Writes a word into a slot of the contract's own account. */
  setStorage(slot: bigint | string, word: bigint | string): void
  /** Pays from the contract's own account. */
  transfer(to: string, wei: bigint): void
  /**
   * Emits an event of the contract's with up to four topics of 32 bytes, as digits; `data` is
   * bytes, or digits.
   */
  emit(topics: readonly string[], data?: Uint8Array | string): void
  /** Ends the call, which reverts with these bytes, or digits. */
  revert(data?: Uint8Array | string): never
}
