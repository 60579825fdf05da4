import type { Address } from '../primitives/address.ts'

/** What a simulation pretends about one account. */
export interface AccountOverride {
  /** Wei. */
  readonly balance?: bigint
  readonly nonce?: bigint
  readonly code?: Uint8Array
  /** Replaces all storage: pairs of 32-byte slot and 32-byte word. */
  readonly state?: readonly (readonly [slot: Uint8Array, word: Uint8Array])[]
  /** Replaces single slots, the rest stays. Not together with `state`. */
  readonly stateDiff?: readonly (readonly [slot: Uint8Array, word: Uint8Array])[]
  /** The precompile at this address answers at that one instead. */
  readonly movePrecompileTo?: Address
}

/** Overrides by address. */
export type StateOverrides = ReadonlyMap<Address, AccountOverride>
