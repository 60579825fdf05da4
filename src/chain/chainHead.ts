import type { Transaction } from '../evm/transaction/transaction.ts'
import type { Hash } from '../primitives/encoding/hex.ts'
import { RemoteMiss, type RemoteReads } from '../state/fork/remoteReads.ts'
import type { StateDatabase, StatePosition, StateReplacement } from '../state/stateDatabase.ts'
import type { SealedBlock } from './block/block.ts'
import type { ConsoleOutput } from './build/applyBlock.ts'
import { toWei } from './build/feeMarket.ts'
import type { ChainStore } from './chainStore.ts'
import type { History } from './history/history.ts'
import { type HistoryChange, NO_BLOCKS } from './history/historyChange.ts'
import type { HistoryPosition } from './history/historyPosition.ts'
import type { MiningState } from './mining/miningConfig.ts'
import type { Pool } from './pool/pool.ts'
import type { StatePruner } from './versions/statePruner.ts'

/** Position of a chain. Immutable: each change creates a new head. */
export interface Head extends MiningState {
  /** Identifies the chain until a reset. */
  readonly instanceId: Hash
  /** The newest block, linked to its predecessors. */
  readonly position: HistoryPosition
  /** The newest version of the state, linked to its predecessors. */
  readonly state: StatePosition
  /** Number of that version. Edits increase it beyond the newest block's version. */
  readonly version: number
  readonly pool: Pool
  /** Base fee of the next block according to the fee market, in wei. */
  readonly nextBaseFee: bigint
}

/** A step from one head to the next. */
export interface HeadChanges {
  readonly blocks?: HistoryChange
  /** A transaction that this change accepts. */
  readonly accepted?: Transaction
  /** `console.log` output of the added blocks. */
  readonly console?: readonly ConsoleOutput[]
  /** Genesis state in new stores, which replace those of the chain. */
  readonly successor?: StateReplacement
}

/** A head and the step that leads to it. */
export interface HeadUpdate {
  readonly next: Head
  readonly changes?: HeadChanges
}

/** Loads the rows of the remote chain that a build missed. Returns false if it missed no row. */
async function hasFetched(remote: RemoteReads, error: unknown): Promise<boolean> {
  const read = error instanceof RemoteMiss ? [error.read] : []
  const missed = [...remote.missed, ...read]
  if (missed.length === 0) return false
  await remote.fetch(missed)
  return true
}

/** Returns the newest block of a head. */
export function latestOf({ position }: Pick<Head, 'position'>): SealedBlock {
  return position.value.block
}

/** Returns the fields of a head that derive from the newest version of the state. */
export function stateOf(states: StateDatabase): Pick<Head, 'state' | 'version' | 'nextBaseFee'> {
  const { position: state, version, newest } = states
  return { state, version, nextBaseFee: toWei(newest.nextBaseFee ?? 0n) }
}

/** Parts of a chain that follow its head. */
export interface ChainHeadParts {
  readonly states: StateDatabase
  readonly history: History
  readonly pruner: StatePruner
  /** Storage of heads; default: none. */
  readonly store?: ChainStore
  /** Called after each change. */
  onCommit(head: Head, changes: HeadChanges): void
}

/**
 * The head of a chain. Builders derive the next head from the current one, and {@link commit} is
 * the only write. Calls of methods that change the head must not overlap.
 */
export class ChainHead {
  readonly #parts: ChainHeadParts
  #current: Head

  constructor(parts: ChainHeadParts, first: Head) {
    this.#parts = parts
    this.#current = first
  }

  get current(): Head {
    return this.#current
  }

  /** The newest block. */
  get latest(): SealedBlock {
    return latestOf(this.#current)
  }

  /**
   * Commits what a builder derives from the current head; undefined changes nothing. The builder
   * may write to the working state and create versions of it. If the builder or the write fails,
   * the state is restored.
   *
   * On a fork, a build that lacks rows of the remote chain is repeated when they are there.
   *
   * @returns the builder's result
   * @throws errors of the builder or of {@link commit}, with nothing changed
   */
  async update<T extends HeadUpdate | undefined>(
    build: (head: Head) => T | Promise<T>,
  ): Promise<T> {
    const { states } = this.#parts
    for (;;) {
      const { newest } = states
      const { mark, remote } = newest
      try {
        const update = await build(this.#current)
        if (remote?.isComplete === false) throw new Error('bug: a missing row went unnoticed')
        // Changes without a version are dropped.
        if (states.isAt(this.#current.state)) states.newest.revertTo(mark)
        if (update !== undefined) await this.commit(update.next, update.changes)
        return update
      } catch (error) {
        this.#restore(mark)
        if (remote === undefined || !(await hasFetched(remote, error))) throw error
      }
    }
  }

  /**
   * Runs a builder like {@link update}, but does not commit its result. Until it is committed or
   * {@link abandon}ed, nothing else may change the chain.
   *
   * @throws errors of the builder, with nothing changed
   */
  async prepare(build: (head: Head) => Promise<Required<HeadUpdate>>) {
    const { mark } = this.#parts.states.newest
    try {
      return await build(this.#current)
    } catch (error) {
      this.#restore(mark)
      throw error
    }
  }

  /** Drops what {@link prepare} built, and everything staged. */
  abandon(): void {
    this.#restore(this.#parts.states.newest.mark)
  }

  /**
   * Makes a head the current one: writes one atomic batch, swaps, indexes, notifies and prunes. In
   * memory, all of that happens before the promise is returned.
   *
   * @throws StoreError DATABASE_UNWRITABLE, with nothing changed
   */
  async commit(next: Head, changes: HeadChanges = {}): Promise<void> {
    const { states, store } = this.#parts
    const before = this.#current
    const isMove = changes.successor === undefined && !states.isAt(next.state)
    let shared: number | undefined
    try {
      if (isMove) shared = states.stageMove(next.state)
      if (store?.stage(before, next, changes)) await store.flush()
    } catch (error) {
      store?.discard()
      throw error
    }
    // The rest does not await, so readers see the whole change or nothing.
    this.#swap(next, changes, shared)
    this.#parts.onCommit(next, changes)
    const isBuilt = !isMove && changes.successor === undefined && next.version > before.version
    if (isBuilt) this.#prune(latestOf(next).number - latestOf(before).number)
  }

  /**
   * Loads older blocks and versions into memory, so that their positions share steps with the
   * current one.
   */
  recall(block: number, version: number): Pick<Head, 'position' | 'state'> {
    const { history, states } = this.#parts
    const recalled = { position: history.recall(block), state: states.recall(version) }
    this.#readPositions()
    return recalled
  }

  #swap(next: Head, { blocks = NO_BLOCKS, successor }: HeadChanges, shared?: number): void {
    const { states, history, pruner } = this.#parts
    this.#current = next
    if (successor !== undefined) {
      successor.takeOver()
      history.startOver(next.position, blocks.removed)
      pruner.forkAt(undefined)
      return
    }
    if (shared !== undefined) {
      states.returnTo(next.state)
      pruner.forkAt(shared)
    }
    history.follow(next.position, blocks)
  }

  #prune(newBlocks: number): void {
    if (this.#parts.pruner.prune(newBlocks)) this.#readPositions()
  }

  /** Returns new positions of the same block and state after more of their history was loaded. */
  #readPositions(): void {
    const { history, states } = this.#parts
    this.#current = { ...this.#current, position: history.position, state: states.position }
  }

  /** Drops a builder's changes of the working state and what it staged. */
  #restore(mark: number): void {
    const { states, store } = this.#parts
    if (states.isAt(this.#current.state)) states.newest.revertTo(mark)
    else states.returnTo(this.#current.state)
    store?.discard()
  }
}
