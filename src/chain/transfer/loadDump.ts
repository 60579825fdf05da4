import { endBlock } from '../../modules/endBlock.ts'
import type { StateDatabase } from '../../state/stateDatabase.ts'
import type { WorldState } from '../../state/worldState.ts'
import { editState, requireSupply } from '../build/editState.ts'
import type { Head, HeadUpdate } from '../chainHead.ts'
import { applyDump } from './applyDump.ts'
import { type CatchUpParts, catchUp, isBehind } from './catchUp.ts'
import { badState } from './fields.ts'
import { NATIVE_FIELD, type StateDump } from './stateDump.ts'

/** Dependencies of loading a dump. */
export interface LoadParts extends CatchUpParts {
  readonly states: StateDatabase
}

/**
 * Advances the chain to the dump's block and time, and loads the dump into the state.
 *
 * @throws ChainError SUPPLY_TOO_LARGE, BAD_STATE, CHAIN_CLOSED
 */
export async function loadDump(head: Head, dump: StateDump, parts: LoadParts): Promise<HeadUpdate> {
  const { states, contexts } = parts
  const { block } = dump
  const isLate = block !== undefined && isBehind(head, block, contexts)
  // Mining the missing blocks takes time, so an invalid dump is rejected before.
  if (isLate || dump.native !== undefined) await rehearse(dump, states.overlay(head.version))
  const filled = isLate ? await catchUp(head, block, parts) : { next: head }
  const edited = await editState(filled.next, (state) => applyDump(state, dump), states)
  return { ...filled, next: edited?.next ?? filled.next }
}

async function rehearse(dump: StateDump, trial: WorldState): Promise<void> {
  await applyDump(trial, dump)
  requireSupply(trial)
  if (dump.native === undefined) return
  const { number = 0n, timestamp = 0n } = dump.block ?? {}
  try {
    endBlock(trial, { time: timestamp + 1n, height: number + 1n })
  } catch (cause) {
    throw badState(`${NATIVE_FIELD}.rows`, 'the modules cannot continue from there', cause)
  }
}
