import type { Transaction } from '../evm/transaction/transaction.ts'
import type { Logger } from '../primitives/logger.ts'
import type { ConsoleOutput } from './build/applyBlock.ts'
import type { HistoryChange } from './history/historyChange.ts'

/**
 * Whoever is told what happens to a chain, while it happens: to be quick, and not to ask the chain
 * for changes.
 */
export interface ChainWatcher {
  /**
   * Blocks were added, or the chain went back or over to a snapshot. Told when it is done, and
   * written.
   */
  onBlocks?(change: HistoryChange): void
  /**
   * Takes a range of empty blocks as its last block, however long: the range is not cut into parts
   * for it.
   */
  readonly takesRanges?: boolean
  /**
   * Code said something with `console.log` in a transaction that was just mined; told before its
   * block.
   */
  onConsole?(output: ConsoleOutput): void
  /** A transaction was accepted. Told once, before the block that has it. */
  onTransaction?(transaction: Transaction): void
}

/** Those who watch a chain. A fault of theirs is not the chain's. */
export class Watchers {
  readonly #watchers = new Set<ChainWatcher>()
  readonly #logger: Logger

  constructor(logger: Logger) {
    this.#logger = logger
  }

  /** Watches until the function that it returns is called. */
  add(watcher: ChainWatcher): () => void {
    this.#watchers.add(watcher)
    return () => void this.#watchers.delete(watcher)
  }

  /** Whether anybody is told of each block. */
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
