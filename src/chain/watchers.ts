import type { Transaction } from '../evm/transaction/transaction.ts'
import type { Logger } from '../primitives/logger.ts'
import type { ConsoleOutput } from './build/applyBlock.ts'
import type { HistoryChange } from './history/historyChange.ts'

/**
 * Receives events of a chain while they happen. Callbacks must be fast and must not change the
 * chain.
 */
export interface ChainWatcher {
  /** Blocks were added, or the chain moved to a snapshot. Called after the change was written. */
  onBlocks?(change: HistoryChange): void
  /** Receives a range of empty blocks as its last block, without splitting the range. */
  readonly takesRanges?: boolean
  /** A mined transaction printed with `console.log`. Called before its block. */
  onConsole?(output: ConsoleOutput): void
  /** A transaction was accepted. Called once, before its block. */
  onTransaction?(transaction: Transaction): void
}

/** The watchers of a chain. An exception in a watcher does not affect the chain. */
export class Watchers {
  readonly #watchers = new Set<ChainWatcher>()
  readonly #logger: Logger

  constructor(logger: Logger) {
    this.#logger = logger
  }

  /** Adds a watcher until the returned function is called. */
  add(watcher: ChainWatcher): () => void {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }

  /** Whether a watcher receives each block. */
  get areBlocksTold(): boolean {
    return [...this.#watchers].some(
      ({ onBlocks, takesRanges }) => onBlocks !== undefined && takesRanges !== true,
    )
  }

  emitBlocks(change: HistoryChange): void {
    if (change.removed.length + change.added.length === 0) return
    this.#emit((watcher) => watcher.onBlocks?.(change))
  }

  emitConsole(output: ConsoleOutput): void {
    this.#emit((watcher) => watcher.onConsole?.(output))
  }

  emitTransaction(transaction: Transaction): void {
    this.#emit((watcher) => watcher.onTransaction?.(transaction))
  }

  #emit(one: (watcher: ChainWatcher) => void): void {
    for (const watcher of [...this.#watchers]) {
      try {
        one(watcher)
      } catch (error) {
        this.#logger.error('a watcher of the chain failed', error)
      }
    }
  }
}
