import type { Logger } from '../../primitives/logger.ts'
import type { MaybePromise } from '../../primitives/maybePromise.ts'
import type { StateDatabase } from '../../state/stateDatabase.ts'
import type { ChainStore } from '../chainStore.ts'
import type { History } from '../history/history.ts'
import { VersionLeases } from './versionLeases.ts'

/** Versions pruned per block, to bound the delay. */
const PRUNED_PER_BLOCK = 64

/** Dependencies of the pruner. */
export interface StatePrunerParts {
  readonly states: StateDatabase
  readonly history: History
  readonly store?: ChainStore
  readonly logger: Logger
  /** Number of newest blocks whose state is kept; undefined if all are kept. */
  readonly keep: number | undefined
}

/** Prunes versions of the state that are no longer reachable. */
export class StatePruner {
  readonly #parts: StatePrunerParts
  /** Versions leased by snapshots and branches, with all later ones. */
  readonly leases = new VersionLeases()
  /** Versions that are being read. */
  readonly readLeases = new VersionLeases()

  constructor(parts: StatePrunerParts) {
    this.#parts = parts
  }

  /**
   * Keeps a version while `run` reads it.
   * @throws errors of `run`
   */
  reading<T>(version: number, run: () => MaybePromise<T>): MaybePromise<T> {
    const release = this.readLeases.lease(version)
    let isPending = false
    try {
      const running = run()
      isPending = running instanceof Promise
      return running instanceof Promise ? running.finally(release) : running
    } finally {
      if (!isPending) release()
    }
  }

  /**
   * Updates the pruner after a move of the chain. `shared` is the newest version common to the old
   * and new chain, or undefined without a common version.
   */
  forkAt(shared: number | undefined): void {
    for (const leases of [this.leases, this.readLeases]) {
      if (shared === undefined) leases.clear()
      else leases.forkAt(shared)
    }
  }

  /**
   * Prunes versions after new blocks. On disk the next block writes the change.
   *
   * @returns whether positions of blocks and states now start at the newest
   */
  prune(newBlocks: number): boolean {
    const { states, history, store, keep } = this.#parts
    if (keep !== undefined) this.#pruneStates(history.latest.number - keep + 1, newBlocks)
    if (this.readLeases.isEmpty) states.stores.forgetLeft()
    if (store === undefined || !this.leases.isEmpty) return false
    states.stores.forgetPast()
    history.forgetPast()
    return true
  }

  /** Prunes the states before a block. A damaged old state stays, and the chain continues. */
  #pruneStates(firstKept: number, newBlocks: number): void {
    const { states, history, store, logger } = this.#parts
    const { earliest } = states.stores
    try {
      // The version of the block itself stays, because it is the one that proofs use.
      const own = history.byNumber(BigInt(firstKept))?.version ?? 0
      const end = Math.min(own, this.leases.oldest, this.readLeases.oldest)
      if (end > earliest) states.stores.prune(end, PRUNED_PER_BLOCK * Math.max(newBlocks, 1))
    } catch (error) {
      logger.error(`pruning states before block ${firstKept} failed`, error)
      store?.discard()
    }
  }
}
