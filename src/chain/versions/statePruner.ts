import type { Logger } from '../../primitives/logger.ts'
import type { StateDatabase } from '../../state/stateDatabase.ts'
import type { ChainStore } from '../chainStore.ts'
import type { History } from '../history/history.ts'
import { VersionLeases } from './versionLeases.ts'

/** Versions pruned per block, so that a long past delays no block for long. */
const PRUNED_PER_BLOCK = 64

/** What states are pruned with. */
export interface StatePrunerParts {
  readonly states: StateDatabase
  readonly history: History
  readonly store?: ChainStore
  readonly logger: Logger
  /** Newest blocks whose state is kept; undefined: all. */
  readonly keep: number | undefined
}

/** Drops versions of the state that nobody can ask for any more. */
export class StatePruner {
  readonly #parts: StatePrunerParts
  /** Versions that snapshots and branches need, with all after them. */
  readonly leases = new VersionLeases()
  /** Versions that are being read. */
  readonly readLeases = new VersionLeases()

  constructor(parts: StatePrunerParts) {
    this.#parts = parts
  }

  /** Keeps a version while `run` reads it. @throws what `run` throws */
  async reading<T>(version: number, run: () => Promise<T>): Promise<T> {
    const release = this.readLeases.lease(version)
    try {
      return await run()
    } finally {
      release()
    }
  }

  /**
   * After a move of the chain: `shared` is the newest version that the old and the new way have;
   * undefined: none.
   */
  forkAt(shared: number | undefined): void {
    for (const leases of [this.leases, this.readLeases]) {
      if (shared === undefined) leases.clear()
      else leases.forkAt(shared)
    }
  }

  /**
   * Drops what a number of new blocks made old. On disk the next block writes that.
   *
   * @returns whether positions of blocks and states begin at the newest now.
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

  /** Drops the states before a block. A damaged old state stays: the chain goes on. */
  #pruneStates(firstKept: number, newBlocks: number): void {
    const { states, history, store, logger } = this.#parts
    const { earliest } = states.stores
    try {
      // The version of the block itself stays: it is the one that can be proven.
      const own = history.byNumber(BigInt(firstKept))?.version ?? 0
      const end = Math.min(own, this.leases.oldest, this.readLeases.oldest)
      if (end > earliest) states.stores.prune(end, PRUNED_PER_BLOCK * Math.max(newBlocks, 1))
    } catch (error) {
      logger.error(`states before block ${firstKept} could not be pruned`, error)
      store?.discard()
    }
  }
}
