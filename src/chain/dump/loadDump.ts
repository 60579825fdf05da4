import { MAX_SUPPLY_WEI, settleSupply } from '../../state/settleSupply.ts'
import type { StateDatabase } from '../../state/stateDatabase.ts'
import type { WorldState } from '../../state/worldState.ts'
import { ChainRefused } from '../errors.ts'
import type { MiningDesk } from '../miningDesk.ts'
import { applyDump } from './applyDump.ts'
import type { StateDump } from './stateDump.ts'

/** What loading needs of the chain. */
export interface LoadParts {
  readonly states: StateDatabase
  readonly desk: MiningDesk
  /** Changes the newest state between two blocks. */
  edit(change: (state: WorldState) => Promise<void>): Promise<void>
}

/**
 * Goes to a dump's block and time, as far as the chain is behind them, and then puts the dump on top of the state.
 *
 * @throws ChainRefused SUPPLY_TOO_LARGE, before anything changed
 */
export async function loadDump(dump: StateDump, { states, desk, edit }: LoadParts): Promise<void> {
  if (dump.block !== undefined && desk.isBehind(dump.block)) {
    // Blocks stay, so what cannot be loaded is found out before there are any.
    await rehearse(dump, states.overlay(states.version))
    await desk.catchUp(dump.block)
  }
  await edit((state) => applyDump(state, dump))
}

async function rehearse(dump: StateDump, trial: WorldState): Promise<void> {
  await applyDump(trial, dump)
  const wei = settleSupply(trial)
  if (wei <= MAX_SUPPLY_WEI) return
  throw new ChainRefused({ code: 'SUPPLY_TOO_LARGE', wei, most: MAX_SUPPLY_WEI })
}
