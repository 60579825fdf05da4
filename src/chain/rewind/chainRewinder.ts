import type { Hash } from '../../primitives/encoding/hex.ts'
import type { StateDatabase } from '../../state/stateDatabase.ts'
import type { SealedBlock } from '../block/block.ts'
import type { BlockContexts } from '../build/blockContext.ts'
import { toWei } from '../build/feeMarket.ts'
import { type ChainHead, type Head, type HeadUpdate, stateOf } from '../chainHead.ts'
import type { ChainStore } from '../chainStore.ts'
import { ChainError } from '../errors.ts'
import type { Genesis } from '../genesis/genesis.ts'
import { createGenesisBlock } from '../genesis/genesisBlock.ts'
import type { History } from '../history/history.ts'
import { firstPosition } from '../history/historyPosition.ts'
import type { MiningState } from '../mining/miningConfig.ts'
import { Pool } from '../pool/pool.ts'
import type { BlockVersions } from '../versions/blockVersions.ts'
import type { StatePruner } from '../versions/statePruner.ts'

/** A head to return to, and the chain's clock at it. Created in constant time. */
export interface ChainCheckpoint {
  readonly head: Head
  readonly now: bigint
}

/** Dependencies of the rewinder. */
export interface ChainRewinderParts {
  readonly head: ChainHead
  readonly genesis: Genesis
  readonly states: StateDatabase
  readonly history: History
  readonly versions: BlockVersions
  readonly contexts: BlockContexts
  readonly pruner: StatePruner
  readonly store?: ChainStore
  newInstanceId(): Hash
  /** Mining state after a reset. */
  initialMining(genesisBlock: SealedBlock): MiningState
}

/** Maximum number of removed blocks that a reset on disk reports, to limit memory. */
const MOST_LEFT = 1_000

/** Moves a chain to an earlier head, or to its genesis. Calls must not overlap. */
export class ChainRewinder {
  readonly #parts: ChainRewinderParts

  constructor(parts: ChainRewinderParts) {
    this.#parts = parts
  }

  /** Returns the current head as a checkpoint. On disk a lease must keep its version. */
  checkpoint(): ChainCheckpoint {
    const { head, contexts, states } = this.#parts
    states.keepPast()
    return { head: head.current, now: contexts.now(head.current) }
  }

  /** Moves to a checkpoint. The clock continues from the time it had there. */
  async revert({ head: target, now }: ChainCheckpoint): Promise<void> {
    const { head, history, contexts } = this.#parts
    const clockOffset = now - contexts.now({ clockOffset: 0n })
    const blocks = history.changesTo(target.position)
    await head.commit({ ...target, clockOffset }, { blocks })
  }

  /**
   * Removes the newest blocks and the edits after them. The pool and the mining state stay.
   * Snapshots and branches cannot use blocks that are only in the database, so there must be none.
   *
   * @throws ChainError ROLLBACK_TOO_DEEP, BLOCK_PRUNED, PAST_IN_USE
   */
  async rollback(depth: bigint): Promise<void> {
    const { head, genesis, states, history, versions, pruner } = this.#parts
    const latest = history.latest.header.number
    const number = latest - depth
    if (number < (genesis.number ?? 0n))
      throw new ChainError({ code: 'ROLLBACK_TOO_DEEP', depth, latest })
    if (depth === 0n) return
    const block = history.byNumber(number)
    const version = block === undefined ? 0 : versions.after(block)
    if (number < history.earliest || version < states.stores.earliest) {
      const earliest = BigInt(versions.earliestBlock)
      throw new ChainError({ code: 'BLOCK_PRUNED', number, earliest })
    }
    if (!history.reaches(Number(number)) && !pruner.leases.isEmpty) {
      throw new ChainError({ code: 'PAST_IN_USE' })
    }
    const target = head.recall(Number(number), version)
    const state = states.overlay(version)
    const next: Head = {
      ...head.current,
      ...target,
      version,
      nextBaseFee: toWei(state.nextBaseFee ?? 0n),
      pool: head.current.pool.withoutStale(state),
    }
    await head.commit(next, { blocks: history.changesTo(target.position) })
  }

  /**
   * Starts again from the genesis, with an empty pool and the initial mining state. On disk there
   * must be no branches; in memory they continue.
   *
   * @throws StoreError DATABASE_UNWRITABLE, with nothing changed
   */
  async reset(): Promise<void> {
    await this.#parts.head.update(() => this.#buildReset())
  }

  async #buildReset(): Promise<HeadUpdate> {
    const { genesis, states, history, store, newInstanceId, initialMining } = this.#parts
    const removed = history.blocksToLeave(MOST_LEFT, Number(genesis.number ?? 0n))
    const successor = states.createReplacement()
    await store?.stageReset()
    const block = createGenesisBlock(genesis, successor.states)
    const next: Head = {
      instanceId: newInstanceId(),
      position: firstPosition(block),
      ...stateOf(successor.states),
      pool: new Pool(),
      ...initialMining(block),
    }
    return { next, changes: { blocks: { removed, added: [] }, successor } }
  }
}
