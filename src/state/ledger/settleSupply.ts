import { supplyRestKind } from '../rows/layout.ts'
import type { WorldState } from '../worldState.ts'
import { WEI_PER_UNIT } from './balanceOverflow.ts'

/** The supply of a denomination is a number of 256 bits, as all amounts of the Cosmos SDK are. */
export const MAX_SUPPLY_WEI = 2n ** 256n * WEI_PER_UNIT - 1n

/**
 * Counts the wei that appeared or vanished since the state was settled last in the supply of the
 * base denomination: whole units there, the rest beside it.
 *
 * @returns wei of all accounts together.
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
