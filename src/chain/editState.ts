import { MAX_SUPPLY_WEI, settleSupply } from '../state/ledger/settleSupply.ts'
import type { StateDatabase } from '../state/stateDatabase.ts'
import type { WorldState } from '../state/worldState.ts'
import type { ChainStore } from './chainStore.ts'
import { ChainRefused } from './errors.ts'

/** What an edit changes. */
export interface EditParts {
  readonly states: StateDatabase
  /** Where it is written before anybody sees it; default: nowhere. */
  readonly store?: ChainStore
}

/**
 * Makes a version of the newest state that is no block's, and writes it; where anything fails the state is as it was.
 *
 * @returns whether that changed anything.
 * @throws ChainRefused SUPPLY_TOO_LARGE; what `change` throws; StoreRefused DATABASE_UNWRITABLE
 */
export async function editState(
  change: (state: WorldState) => Promise<void> | void,
  { states, store }: EditParts,
): Promise<boolean> {
  const { newest, position } = states
  const { mark } = newest
  try {
    await change(newest)
    const wei = settleSupply(newest)
    if (wei > MAX_SUPPLY_WEI) {
      throw new ChainRefused({ code: 'SUPPLY_TOO_LARGE', wei, most: MAX_SUPPLY_WEI })
    }
  } catch (error) {
    newest.revertTo(mark)
    throw error
  }
  if (newest.mark === mark) return false
  try {
    states.commit()
    await store?.writeEdit()
    return true
  } catch (error) {
    states.returnTo(position)
    store?.discard()
    throw error
  }
}
