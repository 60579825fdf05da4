import type { Address } from '../../primitives/address.ts'
import type { WorldState } from '../../state/worldState.ts'

/**
 * Whether nothing can be created at an address (EIP-684, EIP-7610). Storage of this message need not be asked for: whoever writes
 * some has code, or is being created and has a nonce.
 */
export function isTaken(state: WorldState, address: Address): boolean {
  if (state.getNonce(address) !== 0n || state.getCodeHash(address) !== undefined) return true
  return state.hasStorage(address)
}
