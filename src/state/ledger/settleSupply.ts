import { supplyRestKind } from '../rows/layout.ts'
import type { WorldState } from '../worldState.ts'
import { WEI_PER_UNIT } from './balanceOverflow.ts'

/**
 * Maximum supply in wei: the supply is a 256-bit number of units, as all amounts of the Cosmos SDK.
 */
export const MAX_SUPPLY_WEI = 2n ** 256n * WEI_PER_UNIT - 1n

/**
 * Adds the net change in wei since the last settlement to the supply of the base denomination.
 * Whole units and the remainder are stored separately.
 *
 * @returns wei of all accounts together.
 */
export function settleSupply(state: WorldState): bigint {
  const { denomination } = state.names
  const rest = state.get(supplyRestKind, '') ?? 0n
  const sum = state.getSupply(denomination) * WEI_PER_UNIT + rest + state.settle()
  // A fork does not know the wei of all accounts.
  const wei = sum < 0n ? 0n : sum
  const left = wei % WEI_PER_UNIT
  state.setSupply(denomination, wei / WEI_PER_UNIT)
  state.set(supplyRestKind, '', left === 0n ? undefined : left)
  return wei
}
