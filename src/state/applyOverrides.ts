import type { StateOverrides } from './overrides.ts'
import type { WorldState } from './worldState.ts'

/** Writes what a simulation pretends into its overlay. */
export function applyOverrides(state: WorldState, overrides: StateOverrides): void {
  for (const [address, { balance, nonce, code, state: storage, stateDiff }] of overrides) {
    if (nonce !== undefined) state.setNonce(address, nonce)
    if (balance !== undefined) state.setBalance(address, balance)
    if (code !== undefined) state.setCode(address, code)
    if (storage !== undefined) state.clearStorage(address)
    for (const [slot, word] of storage ?? stateDiff ?? []) state.setStorage(address, slot, word)
  }
}
