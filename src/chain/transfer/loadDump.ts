import { endBlock } from '../../modules/endBlock.ts'
import type { RemoteChain } from '../../remote/remoteChain.ts'
import { completeReads } from '../../state/fork/completeReads.ts'
import type { StateDatabase } from '../../state/stateDatabase.ts'
import type { WorldState } from '../../state/worldState.ts'
import { editState, requireSupply } from '../build/editState.ts'
import type { Head, HeadUpdate } from '../chainHead.ts'
import { applyDump } from './applyDump.ts'
import { type CatchUpParts, catchUp, isBehind } from './catchUp.ts'
import { badState } from './fields.ts'
import { FORK_FIELD, NATIVE_FIELD, type StateDump } from './stateDump.ts'

/** Dependencies of loading a dump. */
export interface LoadParts extends CatchUpParts {
  readonly states: StateDatabase
  /** Remote chain below a fork. */
  readonly remote: RemoteChain | undefined
}

/**
 * Advances the chain to the dump's block and time, and loads the dump into the state.
 *
 * @throws ChainError SUPPLY_TOO_LARGE, BAD_STATE, CHAIN_CLOSED
 */
export async function loadDump(head: Head, dump: StateDump, parts: LoadParts): Promise<HeadUpdate> {
  const { states, contexts, remote } = parts
  const { block, fork } = dump
  if (fork !== undefined && fork.hash !== remote?.block.hash) {
    throw badState(FORK_FIELD, `has the changes of a fork of block ${fork.hash} only`)
  }
  const isLate = block !== undefined && isBehind(head, block, contexts)
  // Mining the missing blocks takes time, so an invalid dump is rejected before.
  if (isLate || dump.native !== undefined) {
    await completeReads(
      () => states.overlay(head.version),
      (state) => rehearse(dump, state),
    )
  }
  const filled = isLate
    ? await catchUp(head, { ...block, blocks: dump.blocks ?? [] }, parts)
    : { next: head }
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
