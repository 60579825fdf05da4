import { supplyRestKind } from '../rows/layout.ts'
import type { WorldState } from '../worldState.ts'
import { WEI_PER_UNIT } from './balanceOverflow.ts'

/** A supply has 256 bits, as all amounts of the Cosmos SDK. */
export const MAX_SUPPLY_WEI = 2n ** 256n * WEI_PER_UNIT - 1n

/**
 * Updates the supply of the base denomination by the wei created or destroyed since the last call:
 * whole units, and a separate remainder.
 *
 * @returns wei of all accounts together
 */
export function settleSupply(state: WorldState): bigint {
  const { denomination } = state.names
  const rest = state.get(supplyRestKind, '') ?? 0n
  const wei = state.getSupply(denomination) * WEI_PER_UNIT + rest + state.settle()
  const left = wei % WEI_PER_UNIT
  state.setSupply(denomination, wei / WEI_PER_UNIT)
  state.set(supplyRestKind, '', left === 0n ? undefined : left)
  return wei
}
