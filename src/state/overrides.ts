import type { Address } from '../primitives/address.ts'
import type { WorldState } from './worldState.ts'

/** Overrides of one account in a simulation. */
export interface AccountOverride {
  /** In wei. */
  readonly balance?: bigint
  readonly nonce?: bigint
  readonly code?: Uint8Array
  /** Replaces all storage: pairs of 32-byte slot and 32-byte word. */
  readonly state?: readonly (readonly [slot: Uint8Array, word: Uint8Array])[]
  /** Replaces single slots and keeps the others. Not together with `state`. */
  readonly stateDiff?: readonly (readonly [slot: Uint8Array, word: Uint8Array])[]
  /** Moves the precompile from this address to the given one. */
  readonly movePrecompileTo?: Address
}

/** Overrides by address. */
export type StateOverrides = ReadonlyMap<Address, AccountOverride>

/** Writes state overrides into the overlay of a simulation. */
export function applyOverrides(state: WorldState, overrides: StateOverrides): void {
  for (const [address, { balance, nonce, code, state: storage, stateDiff }] of overrides) {
    if (nonce !== undefined) state.setNonce(address, nonce)
    if (balance !== undefined) state.setBalance(address, balance)
    if (code !== undefined) state.setCode(address, code)
    if (storage !== undefined) state.clearStorage(address)
    for (const [slot, word] of storage ?? stateDiff ?? []) state.setStorage(address, slot, word)
  }
}
