import { completeReads } from '../../state/fork/completeReads.ts'
import { MAX_SUPPLY_WEI, settleSupply } from '../../state/ledger/settleSupply.ts'
import type { StateDatabase } from '../../state/stateDatabase.ts'
import type { WorldState } from '../../state/worldState.ts'
import { type Head, type HeadUpdate, stateOf } from '../chainHead.ts'
import { ChainError } from '../errors.ts'

/** Changes the state between two blocks. On a fork it may run repeatedly. */
export type StateEdit = (state: WorldState) => Promise<void> | void

/**
 * Makes a version of the state that belongs to no block. The supply of the base denomination
 * follows the balances.
 *
 * @returns undefined where the edit changes nothing.
 * @throws ChainError SUPPLY_TOO_LARGE; what `edit` throws
 */
export async function editState(
  head: Head,
  edit: StateEdit,
  states: StateDatabase,
): Promise<HeadUpdate | undefined> {
  const { newest } = states
  const { mark } = newest
  // On a fork, a trial loads the rows that the edit reads.
  if (newest.remote !== undefined) await completeReads(() => states.overlay(head.version), edit)
  await edit(newest)
  requireSupply(newest)
  if (newest.mark === mark) return undefined
  states.commit()
  return { next: { ...head, ...stateOf(states), pool: head.pool.withoutStale(newest) } }
}

/** Brings the supply in line with the balances. @throws ChainError SUPPLY_TOO_LARGE */
export function requireSupply(state: WorldState): void {
  const wei = settleSupply(state)
  if (wei <= MAX_SUPPLY_WEI) return
  throw new ChainError({ code: 'SUPPLY_TOO_LARGE', wei, most: MAX_SUPPLY_WEI })
}
