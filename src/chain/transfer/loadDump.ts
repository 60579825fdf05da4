import { endBlock } from '../../modules/endBlock.ts'
import { MAX_SUPPLY_WEI, settleSupply } from '../../state/ledger/settleSupply.ts'
import type { StateDatabase } from '../../state/stateDatabase.ts'
import type { WorldState } from '../../state/worldState.ts'
import { ChainRefused } from '../errors.ts'
import type { MiningDesk } from '../mining/miningDesk.ts'
import { applyDump } from './applyDump.ts'
import { badState } from './fields.ts'
import { NATIVE_FIELD, type StateDump } from './stateDump.ts'

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
 * @throws ChainRefused SUPPLY_TOO_LARGE or BAD_STATE, before anything changed
 */
export async function loadDump(dump: StateDump, { states, desk, edit }: LoadParts): Promise<void> {
  const isBehind = dump.block !== undefined && desk.isBehind(dump.block)
  // Blocks stay, and modules run with every block: what would not do is found out before.
  if (isBehind || dump.native !== undefined) await rehearse(dump, states.overlay(states.version))
  if (dump.block !== undefined && isBehind) await desk.catchUp(dump.block)
  await edit((state) => applyDump(state, dump))
}

async function rehearse(dump: StateDump, trial: WorldState): Promise<void> {
  await applyDump(trial, dump)
  const wei = settleSupply(trial)
  if (wei > MAX_SUPPLY_WEI) {
    throw new ChainRefused({ code: 'SUPPLY_TOO_LARGE', wei, most: MAX_SUPPLY_WEI })
  }
  if (dump.native === undefined) return
  const { number = 0n, timestamp = 0n } = dump.block ?? {}
  try {
    endBlock(trial, { time: timestamp + 1n, height: number + 1n })
  } catch (cause) {
    throw badState(`${NATIVE_FIELD}.rows`, 'the modules could not go on from there', cause)
  }
}
